"""Over a line that loses answers a move is played once, and what happened is heard once."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing

import pytest
from bot import choose

from rummy import AsyncClient, Client, Throttled, Unavailable, Unreachable
from tests import loops
from tests.clients.players import QUICK, register
from tests.clients.proxy import Line, one_after_another
from tests.service import Service

pytestmark = pytest.mark.server
PATIENCE = 600.0  # seconds, on a machine that has much else to do


def behind(line: Line, client: Client) -> Client:
    """The same player, over this line."""
    return Client(line.url, token=client.token, patience=QUICK)


@pytest.mark.parametrize(
    "fate",
    [("lose",), ("lose", "lose", "lose"), ("refuse", "lose", "busy", "lose"), ("throttle", "lose")],
    ids=" ".join,
)
def test_a_move_is_played_once(service: Service, fate: tuple[str, ...]) -> None:
    with register(service.url) as player, Line(service.url, one_after_another(*fate, on="/moves/")) as line:
        game = player.games.create(players=2, rounds=1, bots=["beginner"])
        while not game.my_turn:
            game = player.games.get(game.id)
        with behind(line, player) as client:
            after = client.games.draw(game)
        drawn = [
            each for each in player.games.log(game.id) if each.type == "draw" and each.version > game.version
        ]
        mine = [each for each in drawn if after.you and each.seat == after.you.seat]
        assert len(mine) == 1
        keys = {key for method, path, key in line.passed if path.endswith("/moves/")}
        assert len(keys) == 1 and None not in keys
        assert len(line.passed) == sum(verdict == "lose" for verdict in fate) + 1


def test_a_whole_game_over_a_line_that_loses_every_third_answer(service: Service) -> None:
    asked = Counter[str]()

    def fate(method: str, path: str) -> str:
        asked[method] += 1
        return "lose" if asked[method] % 3 == 0 else "pass"

    with register(service.url) as one, register(service.url) as two, Line(service.url, fate) as line:
        players = [behind(line, one), two]
        game = players[0].games.create(players=2, rounds=1)
        game = two.games.join(game.id)
        while not game.over:
            for player in players:
                game = player.games.get(game.id)
                while game.my_turn:
                    seen, game = game, player.games.play(game, choose(game))
                    assert game.version == seen.version + 1
        entries = list(one.games.log(game.id))
        assert [each.number for each in entries] == list(range(1, len(entries) + 1))
    repeated = Counter(key for method, _path, key in line.passed if method == "POST")
    assert max(repeated.values()) == 2


def play_out(code: str, players: tuple[Client, Client]) -> None:
    """A whole game, by turns."""
    while not (game := players[0].games.get(code)).over:
        for player in players:
            game = player.games.get(code)
            while game.my_turn:
                game = player.games.play(game, choose(game))


CUTS = {
    "cut anywhere": ("auto", lambda number: f"cut {number * 397}" if number <= 3 else "pass"),
    "never through": ("auto", lambda _number: "cut 0"),
    "asked again and again": ("poll", lambda _number: "lose"),
}


@pytest.mark.parametrize("name", CUTS)
def test_every_event_is_heard_once_over_a_line_that_breaks(service: Service, name: str) -> None:
    way, verdict = CUTS[name]
    asked = Counter[str]()

    def fate(_method: str, path: str) -> str:
        asked["events"] += 1
        polled = "wait=" in path
        if way == "auto" and polled:
            return "pass"
        return "pass" if polled and asked["events"] % 2 else str(verdict(asked["events"]))

    with register(service.url) as one, register(service.url) as two, Line(service.url, fate) as line:
        after = one.events.position()
        code = two.games.create(players=2, rounds=1).id
        one.games.join(code)
        with ThreadPoolExecutor(1) as pool, behind(line, one) as client:
            playing, heard = None, []
            for event in client.events.all(after=after, way=way):
                # Not before something was heard: so it does not end before the line has done its worst.
                playing = playing or pool.submit(play_out, code, (one, two))
                heard.append(event)
                if event.kind == "ended":
                    break
            assert playing is not None
            playing.result(PATIENCE)
        lines = [dict(each.data) for each in one.games.log(code)]
    numbers = [each.id for each in heard if each.id is not None]
    assert numbers == list(range(after + 1, after + 1 + len(numbers)))
    told = [each.entry.number for each in heard if each.entry]
    assert told == [each["number"] for each in lines]
    assert asked["events"] > 2


def test_the_async_client_hears_the_same(service: Service) -> None:
    def fate(_method: str, path: str) -> str:
        cuts.append(path)
        return f"cut {len(cuts) * 397}" if len(cuts) <= 2 else "pass"

    async def listen(url: str, code: str) -> list[int]:
        numbers = []
        async with (
            AsyncClient(url, token=one.token, patience=QUICK) as client,
            aclosing(client.events.of(code, after=0)) as events,
        ):
            async for event in events:
                if event.entry:
                    numbers.append(event.entry.number)
                if event.ends_game:
                    break
        return numbers

    cuts: list[str] = []
    with register(service.url) as one, register(service.url) as two, Line(service.url, fate) as line:
        code = two.games.create(players=2, rounds=1).id
        one.games.join(code)
        with ThreadPoolExecutor(1) as pool:
            playing = pool.submit(play_out, code, (one, two))
            heard = loops.run(asyncio.wait_for(listen(line.url, code), PATIENCE))
            playing.result(PATIENCE)
        assert heard == [each.number for each in one.games.log(code)]
    assert len(cuts) > 2


def test_registering_is_not_repeated_where_it_may_have_happened(service: Service) -> None:
    with Line(service.url, one_after_another("lose", on="/accounts/")) as line:
        client = Client(line.url, patience=QUICK)
        with pytest.raises(Unreachable):
            client.accounts.register("lost", "lost@example.org", "a secret that is long enough")
        assert len(line.passed) == 1


def test_patience_has_an_end(service: Service) -> None:
    short = type(QUICK)(seconds=0.3, first=0.05, longest=0.1)
    for verdict, error in (("busy", Unavailable), ("refuse", Unreachable), ("throttle", Throttled)):
        with Line(service.url, lambda _method, _path, verdict=verdict: verdict) as line:
            with pytest.raises(error):
                Client(line.url, patience=short).games.get("k7f3q9wz")
            assert not line.passed
