"""What docs/mail.md shows is so: every line that it gives as an example is read, every word of its table."""

from __future__ import annotations

import re
from pathlib import Path

from games.engine.notation import parse_line
from games.engine.notation_words import ALL
from games.notify.incoming.cutting import reads_as_move

TEXT = (Path(__file__).parents[2] / "docs" / "mail.md").read_text()
PLAYERS = TEXT.partition("## For players")[2].partition("## For hosts")[0]


def rows() -> list[list[str]]:
    lines = [line for line in PLAYERS.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_example_is_a_move() -> None:
    examples = [one for row in rows() if len(row) == 2 for one in re.findall(r"`([^`]+)`", row[0])]
    assert len(examples) >= 9
    assert [one for one in examples if not reads_as_move(one)] == []


def test_every_word_means_what_its_column_says() -> None:
    table = [row for row in rows() if len(row) == 6]
    keywords = table[0][1:]
    assert len(table) == 6
    for row in table[1:]:
        for keyword, words in zip(keywords, row[1:], strict=True):
            for word in words.split(", "):
                assert ALL[word] == keyword, (row[0], word)


def test_a_line_that_is_none() -> None:
    assert not reads_as_move("DH > m3")
    assert parse_line("KH > m3", ALL)
