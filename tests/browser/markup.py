"""Whether a page is valid HTML: what the parser finds, and what parsers forgive but readers stumble over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import html5lib

# Elements in which only these stand.
_WITHIN = {
    "ul": {"li"},
    "ol": {"li"},
    "dl": {"dt", "dd", "div"},
    "tr": {"th", "td"},
    "select": {"option", "optgroup"},
    "picture": {"source", "img"},
}
# Of those only phrasing content: no block of its own within them.
_PHRASING = {
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "span",
    "button",
    "label",
    "bdi",
    "b",
    "i",
    "small",
    "dt",
}
_BLOCKS = {
    "div",
    "p",
    "ul",
    "ol",
    "dl",
    "table",
    "section",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "fieldset",
    "details",
}
_INTERACTIVE = {"a", "button", "input", "select", "textarea", "label", "summary", "iframe"}
_REFERRING = ("aria-labelledby", "aria-describedby", "aria-controls", "for", "list")


def faults(html: str) -> list[str]:
    """Each fault in words; none where the page is valid."""
    tree, errors = _parsed(html)
    return [*errors, *_of_ids(tree), *_of_nesting(tree, ()), *_of_outline(tree)]


def links(html: str) -> list[str]:
    """Where its links lead, in order."""
    tree, _errors = _parsed(html)
    return [one.get("href", "") for one in tree.iter("a") if one.get("href")]


def shapes(html: str) -> set[str]:
    """Each element of the page with its classes and those above it: what its look and its roles hang on."""
    found: set[str] = set()

    def walk(one: Element, above: str) -> None:
        attributes = " ".join(sorted(str(name) for name in one.attrib if name != "class"))
        here = f"{above}>{one.tag}.{one.get('class', '')}"
        found.add(f"{here}[{attributes}]")
        for child in one:
            if isinstance(child.tag, str):
                walk(child, here)

    walk(_parsed(html)[0], "")
    return found


@lru_cache(maxsize=4)
def _parsed(html: str) -> tuple[Any, list[str]]:
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    tree = parser.parse(html)
    return tree, [f"line {place[0]}: {code} {details}" for place, code, details in parser.errors]


def _elements(tree: Any) -> Iterator[Element]:
    return (one for one in tree.iter() if isinstance(one.tag, str))


def _of_ids(tree: Any) -> Iterator[str]:
    ids = Counter(one.get("id") for one in _elements(tree) if one.get("id") is not None)
    for name, count in ids.items():
        if count > 1:
            yield f"the id {name!r} stands {count} times"
        if not name or any(char.isspace() for char in name):
            yield f"{name!r} is no id"
    for one in _elements(tree):
        for attribute in _REFERRING:
            for name in (one.get(attribute) or "").split():
                if name not in ids:
                    yield f"{one.tag} {attribute}={name!r} leads nowhere"
        if one.tag == "a" and (one.get("href") or "").startswith("#") and one.get("href", "")[1:] not in ids:
            yield f"a link to {one.get('href')!r} leads nowhere"
        for attribute in ("style", "align", "bgcolor"):
            if one.get(attribute) is not None:
                yield f"{one.tag} has {attribute}="
        for attribute in one.attrib:
            if str(attribute).startswith("on"):
                yield f"{one.tag} has {attribute}="


def _of_nesting(one: Any, above: tuple[str, ...]) -> Iterator[str]:
    for child in one:
        if not isinstance(child.tag, str):
            continue
        if child.tag not in _WITHIN.get(one.tag, {child.tag}):
            yield f"{child.tag} stands in {one.tag}"
        if child.tag in _BLOCKS and one.tag in _PHRASING:
            yield f"{child.tag} stands in {one.tag}"
        inside = {"a", "button"} & set(above) | ({one.tag} & {"a", "button"})
        if child.tag in _INTERACTIVE and inside:
            yield f"{child.tag} stands in {'/'.join(inside)}"
        if child.tag.startswith("{") or child.tag == "svg":
            continue
        yield from _of_nesting(child, (*above, one.tag))


def _of_outline(tree: Any) -> Iterator[str]:
    levels = [int(one.tag[1]) for one in _elements(tree) if one.tag in {"h1", "h2", "h3", "h4", "h5", "h6"}]
    if levels.count(1) != 1:
        yield f"{levels.count(1)} headings of the first level"
    for before, after in pairwise(levels):
        if after > before + 1:
            yield f"a heading of level {after} after one of level {before}"
    root = tree if tree.tag == "html" else tree.find("html")
    if not root.get("lang") or not root.get("dir"):
        yield "html says no language or direction"
    titles = [one.text or "" for one in tree.iter("title")]
    if len([one for one in tree.find("head") if one.tag == "title"]) != 1 or not titles[0].strip():
        yield "no title, or two"
    for kind in ("main", "header", "footer"):
        if kind == "main" and len(list(tree.iter(kind))) != 1:
            yield f"{len(list(tree.iter(kind)))} {kind}"
