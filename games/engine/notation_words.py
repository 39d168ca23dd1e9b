"""The words of the notation in every language: a new language needs a line here and nothing else.

The first word for a keyword is the one that is shown; the others are understood as well. A reply may use the words
of any language, so no word stands for two things. For a native speaker to look at: Serbian, Arabic and Luxembourgish
for knocking, Luxembourgish for drawing, and the words for passing and splitting in every language but English.
"""

from __future__ import annotations

from games.engine.notation_text import ENGLISH, Words

_SPOKEN: dict[str, dict[str, str]] = {
    "en": {
        "draw": "draw, draw a card, draw card, draw another card, take, take a card",
        "pass": "pass, i pass, skip",
        "knock": "knock, i knock",
        "new": "new, new meld",
        "split": "split",
    },
    "mt": {
        "draw": "iġbed, igbed, niġbed, nigbed, iġbed karta, igbed karta",
        "pass": "ngħaddi, nghaddi, għaddi, ghaddi",
        "knock": "ħabbat, habbat, nħabbat, nhabbat",
        "new": "ġdid, gdid, ġdida, gdida",
        "split": "aqsam, naqsam",
    },
    "sr-latn": {
        "draw": "vuci, vući, vučem, vucem, vuci kartu, vučem kartu, вуци, вући, вучем",
        "pass": "dalje, pas, pasiram, даље, пас",
        "knock": "kucni, kucnuti, kucam, kucnem, куцни, куцам",
        "new": "novi, nova, novo, нови, нова",
        "split": "podeli, podijeli, razdvoji, подели",
    },
    "ar": {
        "draw": "سحب, اسحب, أسحب, إسحب, سحب ورقة, اسحب ورقة, أسحب ورقة",
        "pass": "تمرير, مرر, أمرر, امرر, باس, تخطي",
        "knock": "طرق, اطرق, أطرق, إطرق",
        "new": "جديد, جديدة, تشكيلة جديدة",
        "split": "قسم, اقسم, أقسم, تقسيم",
    },
    "lb": {
        "draw": "zéien, zeien, zéi, zei, eng kaart zéien, eng kaart zeien",
        "pass": "passen, ech passen, passe, weider",
        "knock": "klappen, klapp, ech klappen",
        "new": "nei, nei kombinatioun",
        "split": "deelen, deel, trennen",
    },
}


def _words(language: str) -> Words:
    return {
        word: keyword for keyword, said in _SPOKEN[language].items() for word in said.split(", ")
    }  # in this order: the first is shown


LANGUAGES: tuple[str, ...] = tuple(_SPOKEN)
OF: dict[str, Words] = {language: _words(language) for language in LANGUAGES}
# English first, so that what is shown without a language is English.
ALL: Words = {word: keyword for language in LANGUAGES for word, keyword in OF[language].items()}


def words_of(language: str) -> Words:
    """The words to write with in this language; English where it has none."""
    return OF.get(language.lower(), ENGLISH)
