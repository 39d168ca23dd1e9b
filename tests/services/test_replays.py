"""A log that was tampered with, or a game beside its log, is found; a good one replays."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from accounts.models import User
from games.engine.moves import Knock
from games.models import Game, Move, ScoredRound
from games.services import lobby, sweep, turns
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.notify.samples import GROUPS, play, started, tabled
from tests.people import mover, person, table

pytestmark = pytest.mark.django_db

Tampering = Callable[[Game], object]


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Ben laid, knocked and won round 1; ana was late; ben is to move in round 2. Eight lines or so."""
    game = play(started(monkeypatch), "ben", tabled(*GROUPS))
    game = play(game, "ben", Knock())
    assert game.deadline is not None
    assert sweep.sweep(now=game.deadline) == 1
    game.refresh_from_db()
    return game


def line(game: Game, kind: str, **more: Any) -> Move:
    return Move.objects.filter(game=game, type=kind, **more).order_by("number")[0]


def changed(row: Any, **fields: Any) -> None:
    """Writes past every service, as somebody at the database would."""
    type(row).objects.filter(pk=row.pk).update(**fields)


def in_state(change: Callable[[Any], object]) -> Tampering:
    def tamper(game: Game) -> None:
        state = game.state
        change(state)
        changed(game, state=state)

    return tamper


def in_record(change: Callable[[Any], object]) -> Tampering:
    def tamper(game: Game) -> None:
        scored = ScoredRound.objects.get(game=game)
        change(scored.record)
        changed(scored, record=scored.record)

    return tamper


def in_events(kind: str, change: Callable[[Any], object]) -> Tampering:
    def tamper(game: Game) -> None:
        row = line(game, kind)
        change(row.events)
        changed(row, events=row.events)

    return tamper


def swap_first_cards_of_the_deck(game: Game) -> None:
    row = line(game, "deal")
    cards = row.data["deck"].split() if isinstance(row.data["deck"], str) else row.data["deck"]
    cards[0], cards[1] = cards[1], cards[0]
    changed(row, data=row.data | {"deck": " ".join(cards) if isinstance(row.data["deck"], str) else cards})


def move_a_card_in_the_stock(state: Any) -> None:
    stock = state["round"]["stock"]
    cards = stock.split() if isinstance(stock, str) else list(stock)
    cards[0], cards[1] = cards[1], cards[0]
    state["round"]["stock"] = " ".join(cards) if isinstance(stock, str) else cards


def swap_seats(game: Game) -> None:
    first, second = game.seats.order_by("number")
    changed(first, number=9)
    changed(second, number=0)
    changed(first, number=1)


TAMPERINGS: dict[str, Tampering] = {
    "a line is missing in the middle": lambda game: line(game, "knock").delete(),
    "the last line is missing": lambda game: Move.objects.order_by("-number")[0].delete(),
    "all lines are missing": lambda game: Move.objects.all().delete(),
    "a line too many": lambda game: Move.objects.create(
        game=game,
        number=game.log_length + 1,
        version=game.version,
        round=2,
        seat=1,
        type="draw",
        data={},
        events=[],
        at=game.updated_at,
    ),
    "the length is wrong": lambda game: changed(game, log_length=game.log_length + 1),
    "two cards of a deck are swapped": swap_first_cards_of_the_deck,
    "a deck is damaged": lambda game: changed(line(game, "deal"), data={"deck": 7, "dealer": 0}),
    "a deal's data is gone": lambda game: changed(line(game, "deal"), data={}),
    "another dealer": lambda game: changed(line(game, "deal"), data=line(game, "deal").data | {"dealer": 1}),
    "another seat moved": lambda game: changed(line(game, "meld"), seat=0),
    "a player dealt": lambda game: changed(line(game, "deal"), seat=0),
    "another kind of move": lambda game: changed(line(game, "knock"), type="pass", data={}),
    "an unknown kind of move": lambda game: changed(line(game, "knock"), type="wink"),
    "a meld without its table": lambda game: changed(line(game, "meld"), data={}),
    "another meld": lambda game: changed(
        line(game, "meld"), data={"table": [["7C", "7D", "7H"]], "knock": None}
    ),
    "a turn that was not late": lambda game: Move.objects.filter(timed_out=True).update(timed_out=False),
    "another round": lambda game: changed(line(game, "draw", round=2), round=1),
    "an earlier version": lambda game: changed(line(game, "knock"), version=1),
    "versions shifted": lambda game: Move.objects.update(version=F("version") + 1),
    "the game's version": lambda game: changed(game, version=game.version + 1),
    "another card drawn": in_events("draw", lambda events: events[0].update(card="2C")),
    "an event left out": in_events("knock", lambda events: events.pop(0)),
    "an event put in": in_events(
        "knock", lambda events: events.append({"type": "left", "seat": 0, "by": "resigned"})
    ),
    "an event that is none": in_events("knock", lambda events: events.append(7)),
    "the points of the told round": in_events("knock", lambda events: events[1].update(points=[0, 0])),
    "a score in the state": in_state(lambda state: state["seats"][0].update(score=99)),
    "the stock's order": in_state(move_a_card_in_the_stock),
    "whose turn it is, in the state": in_state(lambda state: state["round"]["turn"].update(seat=0)),
    "missed turns": in_state(lambda state: state["seats"][0].update(missed=0)),
    "a damaged state": in_state(lambda state: state.pop("seats")),
    "a state of a later format": in_state(lambda state: state.update(format=99)),
    "a state that is none": lambda game: changed(game, state=[1]),
    "no state": lambda game: changed(game, state=None),
    "the result": lambda game: changed(game, result={"final": [1, 0], "winners": [0], "reason": "target"}),
    "the status": lambda game: changed(game, status="finished", deadline=None, to_act=None),
    "who is to act": lambda game: changed(game, to_act=User.objects.get(username="ana")),
    "who sits where": swap_seats,
    "a scored round's points": in_record(lambda record: record.update(points=[0, 0])),
    "a scored round's hands": in_record(lambda record: record["hands"].reverse()),
    "a scored round's number": lambda game: changed(ScoredRound.objects.get(), number=3),
    "a scored round is missing": lambda game: ScoredRound.objects.all().delete(),
    "a scored round too many": lambda game: ScoredRound.objects.create(game=game, number=2, record={}),
}


def test_a_good_game_has_no_faults(game: Game) -> None:
    assert game.log_length >= 8
    assert list(faults_of(game)) == []


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_is_found(game: Game, name: str) -> None:
    TAMPERINGS[name](game)
    stored = Game.objects.get(pk=game.pk)
    faults = list(faults_of(stored))
    assert faults
    told = " ".join(faults)
    assert not [card for card in ("7C", "7D", "2C", "*") if card in told], "what is told names no card"
    with pytest.raises(CommandError):
        call_command("replay_games", stderr=io.StringIO(), stdout=io.StringIO())


class TestGamesOfEveryKind:
    def test_before_the_start(self) -> None:
        opened = lobby.create(creator=person(), terms=read_terms({"players": 2}))
        assert list(faults_of(opened)) == []
        gone = lobby.create(creator=person(), terms=read_terms({"players": 2}))
        lobby.leave(code=gone.code, user=person())
        assert list(faults_of(Game.objects.get(pk=gone.pk))) == []
        changed(opened, status="active")
        assert list(faults_of(Game.objects.get(pk=opened.pk))) == ["is active but has no state"]

    @pytest.mark.parametrize("terms", [{}, {"replace_left": "beginner"}])
    def test_after_leaving(self, terms: dict[str, Any]) -> None:
        game = table(3, **terms)
        for _ in range(2):
            turns.resign(code=game.code, user=mover(game))
            if Game.objects.get().status != "active" or mover(game).kind == "bot":
                break
        assert list(faults_of(Game.objects.get())) == []


class TestCommand:
    def run(self, *codes: str) -> tuple[str, str]:
        out, err = io.StringIO(), io.StringIO()
        try:
            call_command("replay_games", *codes, stdout=out, stderr=err)
        except CommandError as error:
            err.write(str(error))
        return out.getvalue(), err.getvalue()

    def test_says_how_many_replay(self, game: Game) -> None:
        table(2)
        assert self.run() == ("2 games replay\n", "")
        assert self.run(game.code) == ("1 games replay\n", "")

    def test_names_the_bad_ones_and_fails(self, game: Game) -> None:
        table(2)
        line(game, "knock").delete()
        out, err = self.run()
        assert out == ""
        assert (
            f"{game.code}: the log has gaps or a wrong length" in err and "1 of 2 games do not replay" in err
        )

    def test_an_unknown_game(self, game: Game) -> None:
        assert self.run(game.code, "nowhere") == ("", "no such game: nowhere")

    def test_reads_only(self, game: Game) -> None:
        from tests.snapshot import contents

        before = contents()
        self.run()
        assert contents() == before
