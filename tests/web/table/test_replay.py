"""The replay of a scored round: the steps that the rules tell, the page at each, and who may see it when."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace as replace_
from typing import Any

import pytest
from django.utils import timezone

from games.bots import LEVELS
from games.engine import codec
from games.engine.codec import decode_state
from games.engine.moves import Knock
from games.engine.replay import replay
from games.engine.view import view_for
from games.models import Game, Move
from games.selectors import log_of_round
from games.services import house, lobby, replays, turns
from games.services.lobby import engine_options
from games.services.terms import read_terms
from games.web.replay_steps import Step, steps_of
from games.web.replaying import counted, faces
from tests.decks import stack, stacked
from tests.notify.samples import ANA, BEN, GROUPS, STOCK, play, tabled
from tests.people import person, table
from tests.web.table.tables import Player, client_of

pytestmark = pytest.mark.django_db
DATA = re.compile(r'<script id="replay-data" type="application/json">(.+?)</script>', re.DOTALL)
MOST_MOVES = 400


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Game:
    """ben draws, lays three groups and knocks; ana has laid in round 2, which goes on."""
    stack(monkeypatch, stacked([BEN, ANA], STOCK))
    game = table(2)
    game = play(play(game, "ben", tabled(*GROUPS)), "ben", Knock())
    return play(game, "ana", tabled("7C 7D 7H"))


def data_of(page: str) -> dict[str, Any]:
    found = DATA.search(page)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def played_on(game: Game, rounds: int, leaver: str = "") -> Game:
    """Everybody plays as a house player would, until so many rounds are scored; `leaver` resigns on the way."""
    for number in range(MOST_MOVES):
        game = Game.objects.get(pk=game.pk)
        state = decode_state(game.state)
        if state.rounds_scored == rounds:
            return game
        if leaver and number == 12:
            turns.resign(code=game.code, user=person(leaver))
            continue
        assert game.to_act is not None
        if game.to_act.kind == "bot":
            house.play_one(game_id=game.pk, now=timezone.now())
        else:
            assert state.turn is not None
            move = LEVELS["beginner"](view_for(state, state.turn.seat))
            turns.play(code=game.code, user=game.to_act, version=game.version, move=move)
    raise AssertionError("the rounds do not end")


def same_as_the_rules(game: Game, number: int) -> list[Step]:
    """The steps of a round, after a look that at each the engine's own replay has the same cards everywhere."""
    rows = list(Move.objects.filter(game=game).order_by("number"))
    entries = [(row.seat, codec.decode_stored_move(row.type, row.data), row.timed_out) for row in rows]
    engine = replay(engine_options(game), replays.humans_at_start(game), entries)
    states = [step.state for row, step in zip(rows, engine, strict=True) if row.round == number]
    steps = list(steps_of(log_of_round(game, None, number), None, dict(enumerate("abcd"))))
    assert len(steps) == len(states) > 15
    for step, state in zip(steps, states, strict=True):
        assert state.round is not None
        for seat, hand in enumerate(step.hands):
            assert Counter(hand) == Counter(card.text for card in state.seats[seat].hand)
        lying = [tuple(card.text for card in meld.cards) for meld in state.round.table]
        assert [meld.cards for meld in step.table] == lying
        assert step.stock[step.taken :] == tuple(card.text for card in state.round.stock)
    return steps


class TestSteps:
    @pytest.mark.parametrize(
        ("rounds", "leaver", "replace"), [(2, "", None), (1, "dino", None), (1, "dino", "beginner")]
    )
    def test_they_are_what_the_rules_say(self, rounds: int, leaver: str, replace: str | None) -> None:
        ana, dino = person("ana"), person("dino")
        terms = {"players": 4, "bots": ["beginner"] * 2, "replace_left": replace}
        game = lobby.create(creator=ana, terms=read_terms(terms))
        game = played_on(lobby.join(code=game.code, user=dino), rounds, leaver)
        for number in range(1, rounds + 1):
            steps = same_as_the_rules(game, number)
            assert any(meld.changed for step in steps for meld in step.table)
            assert all(step.said for step in steps), "each says what happened"
            everything = set(faces(steps))
            assert {card for step in steps for hand in step.hands for card in hand} <= everything

    def test_one_is_counted_as_one(self, played: Game) -> None:
        step = next(steps_of(log_of_round(played, None, 1), None, {0: "ana", 1: "ben"}))
        step = replace_(step, hands=(("AS",), ("AS", "KD")))
        assert (counted(step, 0), counted(step, 1)) == ("1 card, 1 point", "2 cards, 11 points")

    def test_what_was_laid_is_marked(self, played: Game) -> None:
        steps = list(steps_of(log_of_round(played, None, 1), None, {0: "ana", 1: "ben"}))
        assert [step.seat for step in steps] == [None, 1, 1, 1]
        deal, drawn, laid, knock = steps
        assert not deal.table and deal.taken == 0 and drawn.taken == 1 and len(drawn.drawn) == 1
        assert all(meld.changed and meld.new == meld.cards for meld in laid.table) and len(laid.table) == 3
        assert not any(meld.changed or meld.new for meld in knock.table) and not knock.drawn


class TestPage:
    def test_every_step_has_its_page(self, played: Game) -> None:
        reader = Player(played, "ana")
        said = ["Round 1 began", "ben drew a card.", "ben laid cards.", "ben knocked."]
        for number, text in enumerate(said):
            page = reader.page(f"rounds/1/replay/?step={number}")
            shown = page.split('id="said"')[1].split("</section>")[0]
            assert text in re.sub("<[^>]+>", "", shown)
            assert f'value="{number}"' in page and f"Step {number} of 3" in page
            assert ('rel="prev"' in page, 'rel="next"' in page) == (number > 0, number < 3)
            assert page.count('aria-current="step"') == 1 and "style=" not in page

    def test_the_script_has_all_of_it(self, played: Game) -> None:
        page = Player(played, None).page("rounds/1/replay/?step=2")
        told = data_of(page)
        assert told["at"] == 2 and len(told["steps"]) == 4
        assert sorted(told["steps"][0]["hands"]) == ["0", "1"] and list(told["steps"][1]["hands"]) == ["1"]
        assert "table" not in told["steps"][1] and len(told["steps"][2]["table"]) == 3
        shown = set(re.findall(r'data-face="([^"]+)"', page))
        hands = {
            card for step in told["steps"] for hand, _count in step.get("hands", {}).values() for card in hand
        }
        assert hands | set(told["stock"]) <= shown

    def test_the_log_leads_to_each_step_once_it_may(self, played: Game) -> None:
        page = Player(played, "ana").page("log/?round=1")
        steps = re.findall(rf'href="/games/{played.code}/rounds/1/replay/\?step=(\d+)"', page)
        assert steps == ["0", "1", "2", "3", "3"]  # knocking and its scores are one step
        assert "/replay/" not in Player(played, "ana").page("log/?round=2")

    def test_who_played_for_somebody_is_said(self, played: Game) -> None:
        Move.objects.filter(round=1, type="draw").update(timed_out=True)
        Move.objects.filter(round=1, type="meld").update(stand_in=True)
        reader = Player(played, "ana")
        drawn, laid = (reader.page(f"rounds/1/replay/?step={step}").split('id="said"')[1] for step in (1, 2))
        marks = ["time ran out", "a house player, for who is on vacation"]
        assert [mark in drawn.split("</section>")[0] for mark in marks] == [True, False]
        assert [mark in laid.split("</section>")[0] for mark in marks] == [False, True]
        told = data_of(reader.page("rounds/1/replay/"))["steps"]
        assert [step["marks"] for step in told] == [[], ["late"], ["stand-in"], []]

    def test_that_it_was_planned_is_said(self, played: Game) -> None:
        Move.objects.filter(round=1, type="meld").update(planned=True)
        reader = Player(played, "ana")
        drawn, laid = (reader.page(f"rounds/1/replay/?step={step}").split('id="said"')[1] for step in (1, 2))
        assert [("as planned" in page.split("</section>")[0]) for page in (drawn, laid)] == [False, True]
        page = reader.page("rounds/1/replay/")
        assert [step["marks"] for step in data_of(page)["steps"]] == [[], [], ["planned"], []]
        assert '<template id="planned">' in page

    @pytest.mark.parametrize("step", ["4", "-1", "x", "9" * 20, "٣", "1.0"])
    def test_a_step_that_is_none(self, played: Game, step: str) -> None:
        assert client_of(None).get(f"/games/{played.code}/rounds/1/replay/?step={step}").status_code == 404

    def test_the_round_that_is_played_stays_hidden(self, played: Game) -> None:
        for name in ("ana", "ben", None):
            for number in (0, 2, 3, 99999):
                path = f"/games/{played.code}/rounds/{number}/replay/"
                assert client_of(name).get(path).status_code == 404
                assert client_of(name).get(path + "?step=1").status_code == 404

    def test_a_round_that_was_broken_off_stays_hidden(self, played: Game) -> None:
        turns.resign(code=played.code, user=person("ben"))
        assert Game.objects.get(pk=played.pk).status == "finished"
        for name in ("ana", "ben", None):
            assert client_of(name).get(f"/games/{played.code}/rounds/2/replay/").status_code == 404
            assert client_of(name).get(f"/games/{played.code}/rounds/1/replay/").status_code == 200

    def test_nobody_else_sees_a_private_game(self, played: Game) -> None:
        Game.objects.update(visibility="private")
        path = f"/games/{played.code}/rounds/1/replay/"
        assert client_of(None).get(path).status_code == client_of("carla").get(path).status_code == 404
        assert client_of(None).get(path + "?invitation=wrong").status_code == 404
        page = client_of(None).get(f"{path}?invitation={played.invitation}&step=1").content.decode()
        assert f'href="?invitation={played.invitation}&amp;step=2"' in page
        assert f'name="invitation" value="{played.invitation}"' in page
        assert "invitation=" not in client_of("ana").get(path).content.decode()

    def test_it_is_kept_by_nobody_and_changes_nothing(self, played: Game) -> None:
        before = Game.objects.values().get(pk=played.pk)
        answer = client_of("ana").get(f"/games/{played.code}/rounds/1/replay/")
        assert answer.headers["Cache-Control"] == "private, no-store"
        assert Game.objects.values().get(pk=played.pk) == before
        assert client_of("ana").post(f"/games/{played.code}/rounds/1/replay/").status_code == 405

    def test_a_table_that_is_open(self, played: Game) -> None:
        Game.objects.update(state=None, status="open", deadline=None, to_act=None)
        assert client_of("ana").get(f"/games/{played.code}/rounds/1/replay/").status_code == 409

    def test_queries(self, played: Game, django_assert_num_queries: Any) -> None:
        reader = Player(played, "ana")
        reader.page("rounds/1/replay/")
        with django_assert_num_queries(5):
            reader.page("rounds/1/replay/?step=2")
