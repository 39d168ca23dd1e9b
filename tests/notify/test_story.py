"""What happened since last time, in sentences; how a round was scored, in one line each."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.notify import cards, of_round, story, times

NAMES = {0: "ana", 1: "ben", 2: "cem"}


def entry(
    seat: int | None, *events: dict[str, Any], timed_out: bool = False, planned: bool = False
) -> dict[str, Any]:
    return {"seat": seat, "timed_out": timed_out, "planned": planned, "events": list(events)}


def drew(seat: int, card: str | None = None, **more: Any) -> dict[str, Any]:
    return entry(seat, {"type": "drawn", "seat": seat, "card": card, "stock": 30}, **more)


def opened(seat: int, card: str | None = None) -> dict[str, Any]:
    found = drew(seat, card)
    found["events"].append({"type": "turn_opened", "seat": seat, "phase": "meld", "deadline": None})
    return found


def laid(seat: int, *played: str, **more: Any) -> dict[str, Any]:
    return entry(seat, {"type": "melded", "seat": seat, "table": [], "played": list(played)}, **more)


def event(seat: int | None, kind: str, timed_out: bool = False, **more: Any) -> dict[str, Any]:
    return entry(seat, {"type": kind, "seat": seat, **more}, timed_out=timed_out)


def told(*log: dict[str, Any], seat: int = 0) -> list[str]:
    return [
        re.sub("[\u2066\u2068\u2069\ufe0e]", "", line).replace("\xa0", " ")
        for line in story.told(story.since_last(log, seat), seat, NAMES)
    ]


def test_a_lap() -> None:
    assert told(
        laid(0, "7C"),
        *(opened(1), drew(1), drew(1)),
        *(opened(2), drew(2), laid(2, "8C", "*9C")),
        opened(0, "KD"),
    ) == ["ben drew 3 cards.", "cem drew 2 cards and laid 8♣ *9♣."]


def test_nothing_from_before_the_last_own_move() -> None:
    assert told(
        opened(1), laid(1, "7C"), opened(0, "2C"), drew(0, "3C"), opened(1), laid(1, "8C"), opened(0)
    ) == ["ben drew a card and laid 8♣."]


def test_what_the_readers_plan_has_played() -> None:
    turn = (opened(0, "2C"), drew(0, "3C", planned=True), laid(0, "2C", "2D", "2H", planned=True))
    assert told(laid(0, "7C"), *turn, opened(1), drew(1), opened(0, "KD")) == [
        "As you had planned, you drew 3♣ and laid 2♣ 2♦ 2♥.",
        "ben drew 2 cards.",
    ]
    assert told(laid(0, "7C"), opened(0), laid(0, "2C", planned=True), opened(1), opened(0)) == [
        "As you had planned, you laid 2♣.",
        "ben drew a card.",
    ]
    to_third = (opened(0, "2C"), drew(0, "3C", planned=True), drew(0, "4C", planned=True))
    assert told(laid(0, "7C"), *to_third, opened(1), opened(0)) == [
        "As you had planned, you drew 3♣ 4♣.",
        "ben drew a card.",
    ]


def test_own_draws_in_the_open_turn_are_no_news() -> None:
    assert told(laid(0, "7C"), opened(1), laid(1, "8C"), opened(0, "2C"), drew(0, "3C")) == [
        "ben drew a card and laid 8♣."
    ]


def test_what_the_clock_played_for_the_reader() -> None:
    late = {"timed_out": True}
    assert told(
        opened(0, "2C"),
        drew(0, "3C", **late),
        drew(0, "4C", **late),
        opened(1),
        laid(1, "8C"),
        opened(0, "5C"),
    ) == [
        "Your time ran out, so the turn was played for you: you drew 3♣ 4♣.",
        "ben drew a card and laid 8♣.",
    ]


def test_what_the_clock_played_for_another() -> None:
    late = {"timed_out": True}
    assert told(laid(0, "7C"), opened(1), drew(1, **late), drew(1, **late), opened(0)) == [
        "ben ran out of time and drew 3 cards."
    ]


def test_ends_and_beginnings() -> None:
    scored = {"number": 1, "scores": [0, 41, 0], "winners": [1]}
    assert told(
        laid(0, "7C"),
        *(
            opened(1),
            event(1, "stock_exhausted"),
            event(1, "passed"),
            event(2, "passed"),
            event(1, "went_out"),
        ),
        event(1, "knocked"),
        event(2, "left", by="timeout"),
        event(1, "left", by="resigned"),
        event(None, "round_scored", **scored),
        event(None, "dealt", round=2, dealer=2),
        opened(0),
    ) == [
        "ben drew a card.",
        "The stock is empty: everyone has one last turn.",
        "ben passed.",
        "cem passed.",
        "ben went out: the last card is played.",
        "ben knocked.",
        "cem has left the game: too many turns ran out of time.",
        "ben has resigned.",
        "Round 1 was scored: ben 41.",
        "Round 2 began; cem dealt.",
    ]


@pytest.mark.parametrize(
    ("record", "how", "why"),
    [
        (
            {"knocker": 0, "went_out": [], "points": [5, 3], "scores": [0, 12], "winners": [1]},
            "You knocked, but not with the lowest hand.",
            "2 by which the other hands were higher + 10 for beating the knocker",
        ),
        (
            {"knocker": 0, "went_out": [], "points": [5, 5], "scores": [0, 10], "winners": [1]},
            "You knocked, but others had as low a hand, and then the knocker loses.",
            "0 by which the other hands were higher + 10 for beating the knocker",
        ),
        (
            {"knocker": None, "went_out": [1], "points": [31, 0], "scores": [0, 56], "winners": [1]},
            "ben went out.",
            "31 by which the other hands were higher + 25 for going out",
        ),
        (
            {"knocker": None, "went_out": [], "points": [34, 3], "scores": [0, 31], "winners": [1]}
            | {"stock_exhausted": True},
            "The stock was empty, and everyone had a last turn; the lowest hand wins.",
            "31 by which the other hands were higher",
        ),
    ],
)
def test_why_a_round_was_scored_so(record: dict[str, Any], how: str, why: str) -> None:
    record = {"stock_exhausted": False, **record}
    assert of_round._how_it_ended(record, NAMES, 0) == how
    assert of_round._why(record, 1) == why
    assert of_round._why(record, 0) == ""


def test_long_melds_have_their_letters_below() -> None:
    long = cards.in_order([f"{rank}C" for rank in "A23456789TJQK"], "m1")
    short = cards.in_order(["7C", "7D", "*7H"], "m12")
    plain = [re.sub("[\u2066\u2069\ufe0e]", "", line) for line in cards.text_lines([long, short])]
    assert plain == [
        "  m1   A♣ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣",
        "       AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
        "  m12  7♣ 7♦ *7♥   7C 7D *7H",
    ]


def test_new_cards_of_a_hand_are_marked_once() -> None:
    hand = cards.sorted_hand(["*", "9S", "7D", "9S"], ["9S"])
    assert [(card.letters, card.new) for card in hand.cards] == [
        ("7D", False),
        ("9S", True),
        ("9S", False),
        ("*", False),
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Europe/Malta", "CET"),
        ("America/Sao_Paulo", "UTC-03"),
        ("Asia/Kathmandu", "UTC+05:45"),
        ("No/Zone", "UTC"),
    ],
)
def test_every_zone_has_a_name(name: str, shown: str) -> None:
    moment = times.parsed("2026-12-03T17:30:00Z")
    assert moment is not None
    assert times.short(moment, times.zone(name), moment).endswith(f" {shown}")


def test_lengths_of_time() -> None:
    assert [times.hours(count) for count in (1, 24, 36, 240)] == ["1 hour", "1 day", "36 hours", "10 days"]
