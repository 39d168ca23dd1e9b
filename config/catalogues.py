"""The catalogues under locale/: gathered from code and templates, brought up to date, compiled.

`make messages` does all three. What it writes depends on nothing but the sources and the translations, so that a
second time changes nothing. The compiled form is not committed: it is made at the start, where it is older.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import get_language_info
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
CODE = ("accounts", "config", "games")
TEMPLATES = ("templates",)
KEYWORDS: Mapping[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    "_counted": (1, 2),  # every form of a number, for the table's script
}
_PLACEHOLDER = re.compile(r"%\(\w+\)[ds]")
_TAG = re.compile(r"<[^<>]+>")
_RENAMED = re.compile(r"\b(n?p?gettext(?:_lazy|_noop)?) as (\w+)")
COMMENTS = ("Translators:",)
# As Django's own catalogues have them, to the letter: plural forms of another catalogue are a catalogue apart.
PLURALS = {
    "ar": "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : "
    "n%100>=11 && n%100<=99 ? 4 : 5;",
    "lb": "nplurals=2; plural=(n != 1);",
    "mt": "nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : (n==0 || (n%100>=3 && n%100<=10)) ? 2 : "
    "(n%100>=11 && n%100<=19) ? 3 : 4);",
    "sr-latn": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
}


def folder(code: str) -> str:
    """`sr_Latn`: how a language's folder is called."""
    name, _, script = code.partition("-")
    return f"{name}_{script.title()}" if script else name


def source(code: str) -> Path:
    """Where the catalogue of a language of LANGUAGES is."""
    return LOCALE / folder(code) / "LC_MESSAGES" / "django.po"


# --- gathering ---


def gathered() -> Catalog:
    """Every text that can be shown, each with the files that show it."""
    catalog = Catalog(project="Manipulation Rummy", charset="utf-8", fuzzy=False)
    for path in sorted(_sources()):
        method: Any = extract_python if path.suffix == ".py" else _from_template
        with path.open("rb") as file:
            keywords = {**KEYWORDS, **_renamed(path)}
            found = extract(method, file, keywords, COMMENTS, {"encoding": "utf-8"}, strip_comment_tags=True)
            for _line, message, comments, context in found:
                name = path.relative_to(ROOT).as_posix()
                catalog.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return catalog


def _renamed(path: Path) -> dict[str, Any]:
    """Names that a file gives these functions, as by `import gettext as _now`."""
    return {name: KEYWORDS[known] for known, name in _RENAMED.findall(path.read_text(encoding="utf-8"))}


def _sources() -> Iterator[Path]:
    for place in CODE:
        yield from (path for path in (ROOT / place).rglob("*.py") if "migrations" not in path.parts)
    for place in TEMPLATES:
        yield from (path for path in (ROOT / place).rglob("*") if path.suffix in (".html", ".txt"))


def _from_template(
    file: IO[bytes], keywords: Mapping[str, Any], comment_tags: Any, options: Any
) -> Iterator[Any]:
    """Texts of a template: Django turns it into something that reads as code, line by line."""
    text = templatize(file.read().decode(), origin=getattr(file, "name", None))
    # Only calls are left in it. Blanks before them would be indentation, which must agree from line to line.
    code = "".join(line.lstrip() or "\n" for line in text.splitlines(keepends=True))
    return extract_python(io.BytesIO(code.encode()), keywords, comment_tags, {"encoding": "utf-8"})


# --- bringing up to date ---


def read(code: str) -> Catalog:
    """The catalogue of a language; an empty one where it has none yet."""
    if source(code).exists():
        with source(code).open("rb") as file:
            return read_po(file, locale=folder(code), domain="django")
    catalog = Catalog(locale=folder(code), domain="django", project="Manipulation Rummy", charset="utf-8")
    catalog.mime_headers = [
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", PLURALS[code]),
    ]
    catalog.fuzzy = False
    catalog.header_comment = (
        f"# Manipulation Rummy in {get_language_info(code)['name']}. Texts are gathered by `make messages`."
    )
    return catalog


def update(code: str, texts: Catalog) -> Catalog:
    """Takes up new texts and drops those that are gone; a translation that is there stays as it is."""
    catalog = read(code)
    catalog.update(texts, no_fuzzy_matching=True, update_header_comment=False, update_creation_date=False)
    catalog.obsolete.clear()
    written = io.BytesIO()
    write_po(written, catalog, width=100, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    source(code).parent.mkdir(parents=True, exist_ok=True)
    source(code).write_bytes(written.getvalue())
    return catalog


def lacking(catalog: Catalog) -> list[str]:
    """What a catalogue lacks: texts without a translation, unsure ones, and broken placeholders."""
    said = []
    for message in catalog:
        if not message.id:
            continue
        strings, ids = _each(message.string), _each(message.id)
        name = ids[0]
        if not all(strings) or (message.pluralizable and len(strings) != catalog.num_plurals):
            said.append(f"no translation: {name}")
        elif message.fuzzy:
            said.append(f"unsure: {name}")
        else:
            said.extend(f"{error}: {name}" for error in _broken(ids, strings))
    return said


def _each(texts: Any) -> tuple[str, ...]:
    return tuple(texts) if isinstance(texts, tuple | list) else (texts,)


def _broken(ids: tuple[str, ...], strings: tuple[str, ...]) -> Iterator[str]:
    """What a translation leaves out or makes up. A plural form may say its number in words: one may be missing."""
    for text in strings:
        for kind, pattern in (("placeholders", _PLACEHOLDER), ("tags", _TAG)):
            known = set(pattern.findall(ids[-1])) | set(pattern.findall(ids[0]))
            here = set(pattern.findall(text))
            spare = 1 if kind == "placeholders" and len(ids) > 1 and text is not strings[-1] else 0
            if here - known or len(known - here) > spare:
                yield f"other {kind}"
        if _PLACEHOLDER.search(ids[-1]) and "%" in _PLACEHOLDER.sub("", text).replace("%%", ""):
            yield "a loose %"


# --- compiling ---


def compile_catalogues() -> list[str]:
    """Compiles what is new or changed; the languages that were."""
    return [path.parent.parent.name for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")) if _compiled(path)]


def _compiled(path: Path) -> bool:
    made = path.with_suffix(".mo")
    # A time that is not the source's own is that of another source: an older one may have been put in its place.
    stamp = path.stat().st_mtime_ns
    if made.exists() and made.stat().st_mtime_ns == stamp:
        return False
    with path.open("rb") as file:
        catalog = read_po(file, domain="django")
    # Beside other processes that do the same: each reads a whole file, whoever's it is.
    draft = made.with_suffix(f".{os.getpid()}")
    with draft.open("wb") as file:
        write_mo(file, catalog)
    os.utime(draft, ns=(stamp, stamp))
    draft.replace(made)
    return True
