"""The catalogues: whole, up to date, with plural forms as the language has them, and no forbidden word."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation
from django.utils.translation import ngettext

from config import catalogues
from games import wording
from games.engine import codec
from games.engine.errors import BadCard, InvalidMove
from games.web import texts as script
from tests.languages.foreign import ISOLATED

TRANSLATED = [code for code in settings.SHIPPED_LANGUAGES if code != "en"]
PROGRAMS = {"verify_shuffle.txt"}  # shown as it is, in every language: it is there to be run
SAY = "run `make messages` and translate what it names"


@pytest.fixture(scope="module")
def texts() -> Any:
    return catalogues.gathered()


def key(message: Any) -> tuple[Any, Any]:
    return message.context, message.id


@pytest.mark.parametrize("code", TRANSLATED)
class TestShipped:
    """A language that is offered has every text."""

    def test_nothing_is_lacking(self, code: str) -> None:
        assert catalogues.lacking(catalogues.read(code)) == [], SAY

    def test_it_is_up_to_date(self, code: str, texts: Any) -> None:
        here = {key(message) for message in catalogues.read(code) if message.id}
        needed = {key(message) for message in texts if message.id}
        assert needed - here == set(), f"new texts: {SAY}"
        assert here - needed == set(), f"texts that are gone: {SAY}"

    def test_a_second_time_changes_nothing(
        self, code: str, texts: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        before = catalogues.source(code).read_bytes()
        shutil.copytree(catalogues.LOCALE, tmp_path / "locale")
        monkeypatch.setattr(catalogues, "LOCALE", tmp_path / "locale")
        catalogues.update(code, texts)
        assert catalogues.source(code).read_bytes() == before, SAY

    def test_plural_forms_are_those_of_django(self, code: str) -> None:
        folder = Path(django.__file__).parent / "conf" / "locale" / catalogues.folder(code) / "LC_MESSAGES"
        with (folder / "django.po").open("rb") as file:
            assert catalogues.read(code).plural_forms == read_po(file).plural_forms

    def test_every_form_of_a_number(self, code: str) -> None:
        catalog = catalogues.read(code)
        for message in catalog:
            if message.pluralizable:
                assert len(message.string) == catalog.num_plurals
                said = [re.sub(r"%\(count\)[ds]", "7", text) for text in message.string]
                assert len(set(said)) > 1, message.id


class TestGathering:
    def test_code_and_templates(self, texts: Any) -> None:
        assert texts.get("Add at least one card from your hand.")
        assert texts.get(("%(count)d day", "%(count)d days"))
        assert texts.get("%(points)d for going out", context="points")
        assert texts.get("To the content"), "of a template"
        assert texts.get("None: people only"), "of a function under another name"
        assert texts.get(("%(count)s card", "%(count)s cards")), "of a block with a plural"

    def test_a_new_language_begins_empty(
        self, texts: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
        for code, forms in (("mt", 5), ("sr-latn", 3), ("lb", 2)):
            catalog = catalogues.update(code, texts)
            assert catalog.num_plurals == forms
            assert len(catalogues.lacking(catalog)) == len(texts)
        assert (tmp_path / "sr_Latn" / "LC_MESSAGES" / "django.po").exists()

    @pytest.mark.parametrize(
        ("original", "translated", "said"),
        [
            (("%(count)d card",), ("ورقة",), "placeholders"),
            (("one",), ("%(count)d",), "placeholders"),
            (("<bdi>%(name)s</bdi>",), ("%(name)s",), "tags"),
            (("%(name)s",), ("%(name)s 5%",), "%"),
            (("%(n)d card of %(name)s", "%(n)d cards of %(name)s"), ("%(name)s", "%(name)s"), "placeholders"),
        ],
    )
    def test_broken_translations_are_found(
        self, original: tuple[str, ...], translated: tuple[str, ...], said: str
    ) -> None:
        assert said in " ".join(catalogues._broken(original, translated))

    def test_no_text_hides_in_a_formatted_string(self) -> None:
        """Python 3.11 reads such a string as one: no text in it would be found, nor translated."""
        hidden = []
        for path in catalogues._sources():
            if path.suffix == ".py":
                tree = ast.parse(path.read_text(encoding="utf-8"))
                whole = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
                inside = [node for each in whole for node in ast.walk(each) if isinstance(node, ast.Call)]
                known = {*catalogues.KEYWORDS, *catalogues._renamed(path)}
                hidden += [
                    f"{path.name}:{call.lineno}"
                    for call in inside
                    if isinstance(call.func, ast.Name) and call.func.id in known
                ]
        assert hidden == []


class TestCompiling:
    def test_only_what_is_new(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        shutil.copytree(catalogues.LOCALE, tmp_path / "locale", ignore=shutil.ignore_patterns("*.mo"))
        monkeypatch.setattr(catalogues, "LOCALE", tmp_path / "locale")
        assert catalogues.compile_catalogues() == [catalogues.folder(code) for code in sorted(TRANSLATED)]
        assert catalogues.compile_catalogues() == []
        catalogues.source("ar").touch()
        assert catalogues.compile_catalogues() == ["ar"]
        assert not list((tmp_path / "locale").rglob("*.[0-9]*")), "no draft is left"


class TestArabic:
    @pytest.mark.parametrize(
        ("number", "said"),
        [
            (0, "0 نقطة"),
            (1, "نقطة واحدة"),
            (2, "نقطتان"),
            (3, "3 نقاط"),
            (10, "10 نقاط"),
            (11, "11 نقطة"),
            (99, "99 نقطة"),
            (100, "100 نقطة"),
            (102, "102 نقطة"),
            (103, "103 نقاط"),
            (111, "111 نقطة"),
        ],
    )
    def test_six_forms(self, number: int, said: str) -> None:
        with translation.override("ar"):
            assert ngettext("%(count)s point", "%(count)s points", number) % {"count": number} == said

    # What machines say of this very rule sheet: clubs of people, suits before a judge, merchants, ships' decks.
    @pytest.mark.parametrize("word", ["النوادي", "الدعوى", "تاجر", "ظهر السفينة", "مهرّج", "قفل"])
    def test_no_word_of_another_trade(self, word: str) -> None:
        assert word not in catalogues.source("ar").read_text(encoding="utf-8")

    def test_the_agreed_words(self) -> None:
        catalog = catalogues.read("ar")
        words = {"joker": "جوكر", "clubs": "سباتي", "diamonds": "ديناري", "hearts": "كبة", "spades": "بستوني"}
        words |= {"ace": "آس", "king": "ملك", "queen": "بنت", "jack": "ولد", "group": "مجموعة"}
        words |= {"sequence": "تسلسل", "Your turn": "دورك"}
        for english, arabic in words.items():
            assert catalog.get(english).string == arabic  # type: ignore[union-attr]

    def test_every_text_is_arabic(self) -> None:
        """Neither left in English nor with digits that cards do not have."""
        same = {"Manipulation Rummy"}
        for message in catalogues.read("ar"):
            if not message.id or message.id in same or message.context:
                continue
            for text in message.string if isinstance(message.string, tuple) else (message.string,):
                bare = re.sub(r"%\(\w+\)[ds]|<[^>]*>", "", text)
                assert re.search(r"[\u0600-\u06ff]", bare) or not re.search(r"[A-Za-z]", bare), message.id
                assert not re.search(r"[٠-٩۰-۹?;]", re.sub(r"<[^>]*>", "", text)), text
                assert text.count("\u2066") == text.count("\u2069"), text

    def test_the_script_of_the_table_says_nothing_in_english(self) -> None:
        """It speaks when something is done: no page that is looked at would show it."""
        with translation.override("ar"):
            spoken = script.texts()
        left = [text for text in said(spoken) if re.search("[A-Za-z]{2}", ISOLATED.sub("", bare(text)))]
        assert left == [spoken["rules"]]

    def test_the_scripts_glue_no_words_with_a_comma_of_another_script(self) -> None:
        glued = re.compile(r"""join\(["'`],|[,;] \$\{""")
        for path in (catalogues.ROOT / "games" / "static" / "games" / "js").rglob("*.js"):
            assert not glued.search(path.read_text(encoding="utf-8")), path.name


def said(texts: Any) -> Iterator[str]:
    """Every text of them, however deep."""
    if isinstance(texts, str):
        yield texts
    elif isinstance(texts, dict):
        for each in texts.values():
            yield from said(each)


def bare(text: str) -> str:
    return re.sub(r"%\(\w+\)[ds]", "", text)


class TestTheEnginesWords:
    """The engine knows no Django: what it says of a move's shape is listed in games.wording."""

    @pytest.mark.parametrize(
        "sent",
        [
            7,
            {"type": "dance"},
            {"type": "draw", "tune": 1},
            {"type": "meld", "table": 7, "knock": "yes"},
        ],
    )
    def test_of_moves(self, sent: Any) -> None:
        with pytest.raises(InvalidMove) as refusal:
            codec.decode_move(sent)
        self.known(refusal.value)

    @pytest.mark.parametrize("sent", [7, {"table": 7, "loose": 7, "version": "x"}])
    def test_of_drafts(self, sent: Any) -> None:
        with pytest.raises(InvalidMove) as refusal:
            codec.check_draft(sent)
        self.known(refusal.value)

    def known(self, refusal: InvalidMove) -> None:
        for sentences in refusal.errors.values():
            for said in sentences:
                assert said in wording.SHAPES
                with translation.override("ar"):
                    assert translation.gettext(said) != said

    def test_cards_keep_their_order(self) -> None:
        """Within Arabic `7D 8D` would otherwise read `8D 7D`."""
        with translation.override("ar"):
            said = wording.sentence("table_card_removed", {"cards": ["7D", "8D"]})
            assert "\u20667D\u00a08D\u2069" in said
        with translation.override("en"):
            assert "7D\u00a08D." in wording.sentence("table_card_removed", {"cards": ["7D", "8D"]})

    @pytest.mark.parametrize("code", [*wording.SENTENCES])
    def test_every_refusal_can_be_said(self, code: str) -> None:
        members = {"card": BadCard("xx").text, "cards": ["7D"], "joker": "7D", "meld": 0, "reason": "gap"}
        for language in settings.SHIPPED_LANGUAGES:
            with translation.override(language):
                assert "%" not in wording.sentence(code, members)
                assert "%" not in wording.sentence("illegal_meld", members)


class TestTemplates:
    """No text stands in a template outside of translation."""

    HIDDEN = (
        r"{#.*?#}",
        r"<!doctype html>",
        r"{% comment %}.*?{% endcomment %}",
        r"{% blocktrans(late)?\b.*?{% endblocktrans(late)? %}",
        r"{% block (body_class|page_class|html_class) %}.*?{% endblock %}",
        r"{%.*?%}",
        r"{{.*?}}",
        r"<!--.*?-->",
        r"<(style|script|svg|code|kbd)\b.*?</\1>",
        r"&\w+;",
    )
    SPOKEN = re.compile(r"\b(?:aria-label|title|alt|placeholder|value)=\"([^\"]*[A-Za-z]{2}[^\"]*)\"")
    NAMES = {"Manipulation Rummy", "HTTP", "JSON", "PATCH", "POST", "PUT"}

    @pytest.mark.parametrize(
        "path",
        [
            path
            for path in sorted((catalogues.ROOT / "templates").rglob("*"))
            if path.suffix in (".html", ".txt") and path.name not in PROGRAMS
        ],
        ids=lambda path: path.relative_to(catalogues.ROOT / "templates").as_posix(),
    )
    def test_words(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        for pattern in self.HIDDEN:
            text = re.sub(pattern, " ", text, flags=re.DOTALL)
        spoken = [said for said in self.SPOKEN.findall(text) if re.search("[A-Z]", said)]
        bare = re.sub(r"<[^>]*>", "\n", text)
        lines = [line.strip() for line in bare.splitlines() if re.search(r"[A-Za-z]{2}", line)]
        assert [line for line in lines + spoken if line not in self.NAMES] == []
