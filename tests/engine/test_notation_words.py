"""The words of the notation in five languages: each understood, none of two meanings, whatever a keyboard adds."""

from __future__ import annotations

import pytest

from games.engine.cards import parse_card
from games.engine.moves import Draw, Knock, Pass
from games.engine.notation import format_op, parse_line, parse_move
from games.engine.notation_text import ENGLISH, plain
from games.engine.notation_words import ALL, LANGUAGES, OF, words_of
from games.engine.ops import New, Split

KEYWORDS = ("draw", "pass", "knock", "new", "split")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_word(language: str) -> None:
    assert set(OF[language].values()) == set(KEYWORDS)


def test_no_word_means_two_things() -> None:
    meanings: dict[str, set[str]] = {}
    for words in OF.values():
        for word, keyword in words.items():
            meanings.setdefault(plain(word).casefold(), set()).add(keyword)
    assert {word: means for word, means in meanings.items() if len(means) > 1} == {}


@pytest.mark.parametrize("word", list(ALL))
def test_every_word_is_read(word: str) -> None:
    keyword = ALL[word]
    plain_moves = {"draw": Draw(), "pass": Pass(), "knock": Knock()}
    for written in (word, word.upper(), word.capitalize() + ".", f"  \u200f{word}\u00a0! "):
        if keyword in plain_moves:
            assert parse_line(written, ALL) == plain_moves[keyword]
        elif keyword == "new":
            assert parse_line(f"{written.rstrip('.! ')} 7C 7D 7H", ALL) == New(cards("7C 7D 7H"))
        else:
            assert parse_line(f"{written.rstrip('.! ')} m3 7D", ALL) == Split("m3", parse_card("7D"))


def cards(text: str) -> tuple[object, ...]:
    return tuple(map(parse_card, text.split()))


@pytest.mark.parametrize("word", ["ســحب", "سَحْب", "ﺳﺤﺐ"], ids=["stretched", "vowels", "shapes"])
def test_arabic_as_keyboards_write_it(word: str) -> None:
    assert parse_line(word, ALL) == Draw()


def test_arabic_digits_in_cards() -> None:
    assert parse_line("جديد ٧C ٧D ٧H", ALL) == New(cards("7C 7D 7H"))
    assert parse_line("جديد ۷♣ ۷♦ ۷♥", ALL) == New(cards("7C 7D 7H"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_in_a_language_is_read_back(language: str) -> None:
    words = words_of(language)
    for op in (New(tuple(map(parse_card, ("7C", "7D", "7H")))), Split("m3", parse_card("7D"))):
        assert parse_line(format_op(op, words), ALL) == op


def test_an_unknown_language_writes_english() -> None:
    assert words_of("xx") == ENGLISH


def test_a_whole_reply_in_two_languages() -> None:
    hand = list(map(parse_card, ("7C", "7D", "7H", "2C")))
    move = parse_move("جديد 7C 7D 7H\nkucni", (), hand, ALL)
    assert move.type == "meld" and getattr(move, "knock", None) is True
