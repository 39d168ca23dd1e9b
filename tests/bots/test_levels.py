"""The levels of house players: whole rounds by the rules, nothing hidden is used, each is better than the one below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from itertools import pairwise
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.bots import LEVELS, THINKERS, expert
from games.bots.matches import Match, mirrored, wilson
from games.engine import rules
from games.engine.cards import deck
from games.engine.moves import Deal
from games.engine.state import Options, State, Status
from games.engine.view import view_for
from tests.bots.patience import LONG


def dealt(players: int, chance: Random) -> State:
    state = rules.start(Options(players=players, rounds=1), (True,) * players)
    cards = list(deck(players))
    chance.shuffle(cards)
    return rules.play(state, None, Deal(tuple(cards), dealer=0))[-1].state


def course(level: str, players: int, chance: Random) -> Iterator[State]:
    """A round of players of this level, by its states. The rules refuse an illegal move."""
    state = dealt(players, chance)
    while state.status is Status.ACTIVE:
        yield state
        assert state.turn is not None
        move = LEVELS[level](view_for(state, state.turn.seat))
        state = rules.play(state, state.turn.seat, move)[-1].state


def swapped(state: State, chance: Random) -> State:
    """The state with every card that the open seat does not see in another place."""
    assert state.round is not None and state.turn is not None
    others = [number for number in range(len(state.seats)) if number != state.turn.seat]
    hidden = [card for number in others for card in state.seats[number].hand] + list(state.round.stock)
    chance.shuffle(hidden)
    seats = list(state.seats)
    for number in others:
        count = len(seats[number].hand)
        seats[number] = replace(seats[number], hand=tuple(hidden[:count]))
        hidden = hidden[count:]
    return replace(state, seats=tuple(seats), round=replace(state.round, stock=tuple(hidden)))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 5])
def test_whole_rounds_without_a_look_at_what_is_hidden(
    level: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expert, "DEALS", 3)  # how many are imagined changes nothing of what is seen
    monkeypatch.setattr(expert, "DEALS_OF_MANY", 4)
    chance = Random(f"{level} {players}")
    rare = (
        level == "expert"
    )  # it thinks long: the strong player plays the round, the expert is asked now and then
    asked = 0
    for number, state in enumerate(course("strong" if rare else level, players, chance)):
        assert state.turn is not None
        seat = state.turn.seat
        if number % (6 if rare else 3) == 0:
            other = swapped(state, chance)
            assert other != state
            choice = THINKERS[level](view_for(state, seat), LONG)
            assert THINKERS[level](view_for(other, seat), LONG) == choice
            assert THINKERS[level](view_for(state, seat), LONG) == choice, "the same view, the same move"
            rules.apply(state, seat, choice.move)
            asked += 1
    assert asked > 1


@pytest.mark.parametrize(("lower", "higher"), list(pairwise(["beginner", "casual", "strong"])))
def test_each_level_is_better_than_the_one_below(lower: str, higher: str) -> None:
    *_, match = mirrored(LEVELS[higher], LEVELS[lower], players=2, deals=12)
    assert match.share()[0] >= 0.65
    assert match.mean()[0] > 0


def test_a_player_is_as_good_as_itself() -> None:
    *_, match = mirrored(LEVELS["strong"], LEVELS["strong"], players=3, deals=3)
    assert len(match.points) == 3
    assert match.seconds[0] and match.seconds[1]
    *_, match = mirrored(LEVELS["strong"], LEVELS["strong"], players=2, deals=3)
    assert match.points == [0, 0, 0]


def test_intervals() -> None:
    assert wilson(0, 0) == (0.5, 0.0, 1.0)
    share, low, high = wilson(65, 100)
    assert share == 0.65
    assert (round(low, 3), round(high, 3)) == (0.553, 0.736)  # worked out by hand from Wilson's formula
    match = Match(points=[10, -2, 4, 0])
    assert (match.won, match.lost) == (2, 1)
    mean, half = match.mean()
    assert mean == 3
    assert round(half, 2) == 5.19


def test_the_command() -> None:
    out = StringIO()
    call_command("bot_match", "casual", "beginner", deals=2, stdout=out)
    assert "casual against beginner: 2 mirrored deals" in out.getvalue()
    assert "p99" in out.getvalue()
    with pytest.raises(CommandError, match="2 to 5 players"):
        call_command("bot_match", "casual", "beginner", players=7)
