"""Hints on many positions of games: each play can be followed to its end, and the rules accept what it leads to."""

from __future__ import annotations

from collections import Counter

from games.engine.arrange import apply_ops
from games.engine.cards import card, hand_points
from games.engine.draft import to_table
from games.engine.melds import Meld, kind_of, ordered
from games.engine.notation import format_op, parse_line
from games.engine.table import rearrange
from games.models import Game, Seat
from games.services import hints
from games.services.hints import Seen
from games.web.hinting import told
from tests.solver.asking import positions


def seen_of(melds: list[list[str]], hand: list[str]) -> Seen:
    laid = [tuple(map(card, meld)) for meld in melds]
    table = tuple(Meld(number, kind_of(meld), ordered(meld)) for number, meld in enumerate(laid, start=1))
    return Seen(Game(), Seat(), table, tuple(map(card, hand)))


def test_each_play_can_be_followed() -> None:
    moved = 0
    for each in [one for one in positions() if sum(map(len, one["table"])) < 40][::20]:
        seen = seen_of(each["table"], each["hand"])
        play = hints.best(seen, seconds=900)
        assert play.proved and play.points == each["least_points"]
        if not play.ops:
            assert not play.played
            continue
        after = to_table(apply_ops(seen.draft(), play.ops))
        laid = rearrange(seen.table, seen.hand, after, len(seen.table) + 1)
        assert Counter(laid.played) == Counter(play.played) and hand_points(laid.hand) == play.points
        assert [parse_line(format_op(op)) for op in play.ops] == list(play.ops), "mails can say it as well"
        assert all(told(number, op).text for number, op in enumerate(play.ops, start=1))
        places, proved = hints.places(seen, seconds=900)
        assert proved and set(play.played) <= {place.card for place in places}
        moved += play.moved
    assert moved, "some of them regroup the table"


def test_an_arrangement_plays_what_was_chosen_and_nothing_else() -> None:
    looked = 0
    for each in [one for one in positions() if sum(map(len, one["table"])) < 30][::20]:
        seen = seen_of(each["table"], each["hand"])
        for place in hints.places(seen, seconds=900)[0]:
            if place.new and not place.melds:
                continue  # with others of the hand only, perhaps
            found = hints.arrangement(seen, [place.card], seconds=900)
            if place.melds:
                assert found.played == (place.card,)
            if found.played:
                after = to_table(apply_ops(seen.draft(), found.ops))
                laid = rearrange(seen.table, seen.hand, after, len(seen.table) + 1)
                assert laid.played == (place.card,)
                looked += 1
    assert looked > 20
