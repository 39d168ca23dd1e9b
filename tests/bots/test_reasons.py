"""House players say why, in the log, the replay and the API: never before the round is scored."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.services import vacations
from games.bots import LEVELS
from games.engine.codec import decode_state
from games.engine.view import view_for
from games.models import Game, Move
from games.services import house, lobby, turns
from games.services.terms import read_terms
from games.web.reasons import said
from tests.api.api import Api
from tests.decks import by_seed
from tests.people import mover, person, table
from tests.web.table.tables import Player

pytestmark = pytest.mark.django_db
MOST_MOVES = 200


def moved(game: Game) -> Game:
    """One move further; the person plays as a beginner does."""
    game = Game.objects.select_related("to_act").get(pk=game.pk)
    assert game.to_act is not None
    if game.bot_due is not None:
        assert house.play_one(game_id=game.pk, now=timezone.now())
    else:
        state = decode_state(game.state)
        assert state.turn is not None
        move = LEVELS["beginner"](view_for(state, state.turn.seat))
        turns.play(code=game.code, user=game.to_act, version=game.version, move=move)
    return Game.objects.get(pk=game.pk)


def reasons_of(game: Game) -> list[Move]:
    return list(Move.objects.filter(game=game, reason__isnull=False).order_by("number"))


def texts(page: str) -> list[str]:
    """What is quoted on a page, with its marks of direction left out."""
    found = re.findall(r'<q class="reason">(.*?)</q>', page)
    return [re.sub(r"<[^>]+>", "", text) for text in found]


def plain(sentence: str) -> str:
    return re.sub("[\u2066-\u2069]", "", sentence)


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A round of ana and two house players is scored, and the next one has gone on for some moves."""
    by_seed(monkeypatch, 3)
    terms = read_terms({"players": 3, "bots": ["strong", "casual"], "target": 500})
    game: Game = lobby.create(creator=person(), terms=terms)
    for _ in range(MOST_MOVES):
        game = moved(game)
        round_ = decode_state(game.state).round
        assert round_ is not None
        if round_.number == 2 and len([row for row in reasons_of(game) if row.round == 2]) >= 3:
            return game
    raise AssertionError("the round does not end")


def test_each_move_of_a_house_player_has_one_and_no_other(scored: Game) -> None:
    ana = scored.seats.get(user=person()).number
    version = Move.objects.get(game=scored, number=1).version
    for row in Move.objects.filter(game=scored, number__gt=1).order_by("number"):
        by_choice = row.seat is not None and row.version != version  # what follows from it is nobody's
        version = row.version
        assert (row.reason is not None) == (by_choice and row.seat != ana)
        if row.type == "meld" and row.reason:
            assert row.reason["why"] in ("least_points", "best_seen")
    assert {row.reason["why"] for row in reasons_of(scored)} >= {"least_points", "best_seen"}


def test_hidden_in_the_log_of_programs_until_the_round_is_scored(scored: Game) -> None:
    for reader in (Api(), Api(person())):
        lines = reader.ok("GET", f"/games/{scored.code}/moves/?limit=500")["results"]
        stored = {row.number: row for row in reasons_of(scored)}
        assert {row.round for row in stored.values()} == {1, 2}
        for line in lines:
            row = stored.get(line["number"])
            expected = None
            if row is not None and row.round == 1:
                expected = {**row.reason, "said": said(row.reason)}
            assert line["reason"] == expected


def test_hidden_on_the_page_of_the_log_until_the_round_is_scored(scored: Game) -> None:
    first = [plain(said(row.reason)) for row in reasons_of(scored) if row.round == 1]
    for name in ("ana", None):
        assert texts(Player(scored, name).page("log/?round=1")) == first
        assert texts(Player(scored, name).page("log/?round=2")) == []


def test_shown_at_its_step_of_the_replay(scored: Game) -> None:
    rows = list(Move.objects.filter(game=scored, round=1).order_by("number"))
    page = Player(scored, "ana").page("rounds/1/replay/?step=1")
    told = json.loads(page.split('id="replay-data" type="application/json">')[1].split("</script>")[0])
    assert [step["reason"] for step in told["steps"]] == [said(row.reason) for row in rows]
    for step, row in list(enumerate(rows))[1:8]:
        shown = texts(Player(scored, "ana").page(f"rounds/1/replay/?step={step}"))
        assert shown == ([plain(said(row.reason))] if row.reason else [])


def test_of_a_round_that_was_broken_off_nothing_is_told(scored: Game) -> None:
    turns.resign(code=scored.code, user=person())
    ended = Game.objects.get(pk=scored.pk)
    assert ended.status == "cancelled"
    assert texts(Player(ended, "ana").page("log/?round=2")) == []
    lines = Api(person()).ok("GET", f"/games/{ended.code}/moves/?limit=500")["results"]
    assert not any(line["reason"] for line in lines if line["round"] == 2)


def test_who_stands_in_for_somebody_says_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    by_seed(monkeypatch, 1)
    with time_machine.travel("2026-11-30T12:00:00Z", tick=False) as clock:
        game = table(2, vacation_bot="strong", rounds=1)
        away = mover(game)
        vacations.take(user=away, until=timezone.now() + timedelta(days=5))
        clock.shift(timedelta(seconds=5))
        for _ in range(MOST_MOVES):
            game = moved(game)
            if game.status != "active":
                break
        rows = reasons_of(game)
        assert rows and all(row.stand_in for row in rows)
        own: Any = game.seats.get(user=away).number
        assert {row.seat for row in rows} == {own}
        assert texts(Player(game, away.username).page("log/?round=1")) == [
            plain(said(row.reason)) for row in rows
        ]
