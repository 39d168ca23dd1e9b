"""A game that is over as a document: the rules play it again, and nothing that was changed in it is believed."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from games.engine import codec
from games.engine.exported import BadExport, read
from games.models import Game, Move
from games.notify.record import text_of
from tests.api.api import Api
from tests.export import games
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture(params=games.GAMES)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Game:
    return games.GAMES[request.param](monkeypatch)


class TestReading:
    def test_a_game_is_read_back_and_is_the_game(self, game: Game) -> None:
        exported = read(json.loads(json.dumps(games.document(game))))
        open_ = [line for line in exported.lines if line.step]
        assert len(open_) == game.moves.filter(round__lte=exported.scored).count()
        if len(open_) == game.log_length:
            assert open_[-1].step and open_[-1].step.state == codec.decode_state(game.state)

    def test_every_change_is_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever single value of it is another, it is another game or none."""
        document = games.document(games.broken_off(monkeypatch))
        free = {"created", "updated", "at", "deadline", "id", "username", "kind", "rules_version", "version"}
        free |= {"visibility", "clock", "hints", "weekends", "vacation_allowed", "vacation_bot", "status"}
        free |= {
            "timeouts_to_leave",
            "replace_left",
            "target",
            "knock",
            "stand_in",
            "planned",
            "house",
        }  # that led to nothing else here
        free.add("timed_out")
        tried = 0
        for path, value in _leaves(document):
            names = {part for part in path if isinstance(part, str)}
            hidden = path[0] == "log" and document["log"][path[1]]["round"] == 2
            told = (
                path[0] == "log" and path[2] == "reason"
            )  # a house player's, which the rules know nothing of
            if told or names & free or (hidden and path[2] != "number"):
                continue
            changed = copy.deepcopy(document)
            _put(changed, path, _other(value))
            with pytest.raises(BadExport):
                read(changed)
                pytest.fail(f"not found: {path}")
            tried += 1
        assert tried > 150

    @pytest.mark.parametrize(
        ("change", "code", "where"),
        [
            (lambda d: d.pop("format"), "not_an_export", ""),
            (lambda d: d.update(format=2), "other_format", "format"),
            (lambda d: d.update(format=True), "other_format", "format"),
            (lambda d: d["options"].update(players=9), "shape", "options"),
            (lambda d: d.update(options=None), "shape", "options"),
            (lambda d: d["options"].update(players=3), "shape", "seats"),
            (lambda d: d["seats"][1]["player"].update(username="\u202eanna"), "shape", "seats.1"),
            (lambda d: d["seats"][1].update(house="no"), "shape", "seats.1"),
            (lambda d: d.update(id="../../etc"), "shape", "id"),
            (lambda d: d.update(log={}), "shape", "log"),
            (lambda d: d["log"].append("x"), "shape", "log.{}"),
            (lambda d: d["log"].pop(), "differs", "rounds"),
            (lambda d: d["log"].pop(0), "shape", "log.0"),
            (lambda d: d["log"][0].update(stock=d["log"][0]["stock"][1:]), "refused", "log.0"),
            (lambda d: d["log"][0].update(dealer=7), "shape", "log.0"),
            (lambda d: d["log"][0]["hands"][0].pop(), "shape", "log.0"),
            (lambda d: d["log"][2].update(seat=0), "refused", "log.2"),
            (lambda d: d["log"][2].update(table=[["7C", "7D", "8H"]]), "refused", "log.2"),
            (lambda d: d["log"][2].update(table=[["7C"]] * 400), "shape", "log.2"),
            (lambda d: d["log"][2].update(played=["7C"]), "differs", "log.2.played"),
            (lambda d: d["log"][2].update(at="yesterday"), "shape", "log.2"),
            (lambda d: d["log"][2].update(at="2026-13-01T00:00:00Z"), "shape", "log.2"),
            (lambda d: d["log"][2].update(at="2026-02-29T00:00:00Z"), "shape", "log.2"),
            (lambda d: d["log"][2].update(at="0000-02-28T00:00:00Z"), "shape", "log.2"),
            (lambda d: d["log"][2].update(at="2026-02-28T24:00:00Z"), "shape", "log.2"),
            (lambda d: d["log"][2].update(round=2), "differs", "log.2.round"),
            (lambda d: d["log"][3]["events"].reverse(), "differs", "log.3.events"),
            (lambda d: d["rounds"].clear(), "differs", "result"),
            (lambda d: d["result"].update(winners=[0]), "differs", "result"),
            (lambda d: d["seats"][0].update(score=99), "differs", "seats.0"),
        ],
    )
    def test_what_is_wrong_is_named_with_its_place(
        self, monkeypatch: pytest.MonkeyPatch, change: Callable[[Any], None], code: str, where: str
    ) -> None:
        document = json.loads(json.dumps(games.document(games.single(monkeypatch))))
        length = len(document["log"])
        change(document)
        with pytest.raises(BadExport) as refusal:
            read(document)
        assert (refusal.value.code, refusal.value.where) == (code, where.format(length))


class TestCall:
    def test_whoever_may_see_the_game_gets_the_same(self, game: Game) -> None:
        path = f"/games/{game.code}/export/"
        answers = [
            Api().ok("GET", path),
            Api(person("ana")).ok("GET", path),
            Api(person("dino")).ok("GET", path),
        ]
        assert answers[0] == answers[1] == answers[2] == games.document(game)

    def test_a_game_that_goes_on_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = games.started(monkeypatch)
        for query in ("", "?as=text"):
            status, body = Api(person("ana")).get(f"/games/{game.code}/export/{query}")
            assert (status, body["code"]) == (409, "not_over")

    def test_a_private_one_is_there_for_its_members_and_the_invited(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = games.single(monkeypatch, visibility="private")
        path = f"/games/{game.code}/export/"
        assert Api(person("carla")).get(path)[0] == Api().get(path)[0] == 404
        assert Api(person("ben")).get(path)[0] == 200
        assert Api().get(f"{path}?invitation={game.invitation}")[0] == 200

    def test_text_for_who_asks_for_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        path = f"/api/v1/games/{games.single(monkeypatch).code}/export/"
        client = Api().client
        assert (
            client.get(path, headers={"accept": "text/plain"})["Content-Type"] == "text/plain; charset=utf-8"
        )
        assert client.get(f"{path}?as=text")["Content-Type"] == "text/plain; charset=utf-8"
        for accept in ("*/*", "application/json, text/plain", "text/html", ""):
            assert client.get(path, headers={"accept": accept})["Content-Type"] == "application/json"
        assert client.get(f"{path}?as=pdf").status_code == 400


class TestText:
    def test_every_game_has_one(self, game: Game) -> None:
        document = games.document(game)
        text = text_of(read(document))
        assert document["id"] in text
        assert text.count("dealt.") == len(document["rounds"])
        assert ("broken off" in text) == (document["log"][-1]["round"] > len(document["rounds"]))

    def test_it_says_who_held_what_and_every_turn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        lines = text_of(read(games.document(games.single(monkeypatch)))).splitlines()
        turns = [line.split(". ", 1)[1] for line in lines if line.lstrip()[:1].isdigit()]
        assert turns == [
            "ben: draw AS · new 7C 7D 7H",
            "ana: draw 5D · draw * · draw TH",
            "ben: draw AC · new KC KD KH · new 3C 4C 5C · knock",
        ]
        assert "  Stock, the next card first: AS 5D * TH AC" in next(
            line for line in lines if "Stock" in line
        )
        assert "(as planned)" not in "\n".join(lines)
        assert any(line.startswith("  ben: AC 2H AS · 4 points · won the round: +") for line in lines)

    def test_it_says_which_turn_was_planned(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = games.single(monkeypatch)
        Move.objects.filter(game=game, seat=0, type="draw").update(planned=True)
        document = games.document(game)
        lines = text_of(read(document)).splitlines()
        planned = [line.split(". ", 1)[1] for line in lines if "(as planned)" in line]
        assert planned == ["ana: draw 5D · draw * · draw TH (as planned)"]
        for line in document["log"]:
            del line["planned"]  # as documents were before there were plans
        assert "(as planned)" not in text_of(read(document))


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Any:
    if isinstance(value, dict | list):
        for name, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(one, (*path, name))
    else:
        yield path, value


def _put(document: Any, path: tuple[Any, ...], value: Any) -> None:
    for part in path[:-1]:
        document = document[part]
    document[path[-1]] = value


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "2C" if value != "2C" else "3C"
    return 1
