"""Those who follow: everything once and in order, no more than they may know, from any point on; nothing is held."""

from __future__ import annotations

import asyncio
import threading
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from config.live import door, following, readers
from config.live.hub import hub
from games import feeds
from games.following import OneGame
from games.models import Game
from games.services import feeds as writer
from games.services import lobby, pauses, turns
from games.services.terms import read_terms
from tests.config.live.asking import Asking, Told, run
from tests.config.live.scenes import OWN, act, bearer, begun, draw, feed, lines, of
from tests.people import person, table

pytestmark = pytest.mark.django_db(transaction=True)


class TestStreams:
    def test_what_happens_from_now_on_comes_once_and_in_order(self) -> None:
        game, heads = table(2), bearer("ana")
        known = len(feed("ana"))

        async def scene() -> None:
            client = Asking(OWN, **heads).open()
            await client.until(lambda: begun(client))
            assert client.text.startswith(f"id: {known}\nretry: ") and client.told == []
            for count in range(3):
                await act(lambda: draw(game))
                await client.until(lambda more=count: len(client.told) > more)
            await act(lambda: turns.resign(code=game.code, user=person("ben")))
            await client.until(lambda: client.told[-1].event == "ended")
            assert client.head["content-type"].startswith("text/event-stream")
            assert client.head["cache-control"] == "no-store"
            assert client.told == await act(lambda: feed("ana", known))
            await client.goes()

        run(scene)

    def test_whoever_comes_again_gets_the_rest(self) -> None:
        game, heads = table(2), bearer("ana")
        whole = feed("ana")

        async def scene() -> None:
            for after in range(len(whole) + 1):
                # The address still says from where it was first opened, as it does for a browser.
                client = Asking(f"{OWN}?after=0", last_event_id=str(after), **heads).open()
                await client.until(partial(begun, client))
                assert client.text.startswith(f"id: {after}\n")
                assert client.told == whole[after:]
                await client.goes()
            client = Asking(f"{OWN}?after=0", **heads).open()
            await client.until(lambda: begun(client))
            assert client.told == whole
            await act(lambda: draw(game))
            await client.until(lambda: len(client.told) > len(whole))
            assert client.told == await act(lambda: feed("ana"))
            await client.goes()

        run(scene)

    def test_more_than_one_reading_holds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(following, "MOST_AT_ONCE", 3)
        for _ in range(3):
            draw(table(2))
        heads, whole = bearer("ana"), feed("ana")
        assert len(whole) > 12

        async def scene() -> None:
            client = Asking(f"{OWN}?after=0", **heads).open()
            await client.until(lambda: len(client.told) >= len(whole))
            assert client.told == whole
            await client.goes()

        run(scene)

    def test_nothing_is_missed_while_much_happens(self) -> None:
        """Streams are opened, broken and resumed while all games move: each has everything once."""
        games, heads = [table(2) for _ in range(3)], bearer("ana")

        async def scene() -> None:
            got: list[Told] = []

            async def plays(game: Game) -> None:
                for _ in range(5):
                    await act(lambda: draw(game))

            moves = [asyncio.ensure_future(plays(game)) for game in games]
            while not all(task.done() for task in moves):
                after = got[-1].id if got else "0"
                client = Asking(OWN, last_event_id=after, **heads).open()
                await client.until(lambda client=client: client.told or all(task.done() for task in moves))
                await client.goes()
                got += client.told
            for task in moves:
                await task
            client = Asking(OWN, last_event_id=got[-1].id if got else "0", **heads).open()
            whole = await act(lambda: feed("ana"))
            await client.until(lambda: len(got) + len(client.told) >= len(whole))
            await client.goes()
            assert got + client.told == whole

        run(scene)

    def test_signs_of_life(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "BEAT", 0.02)
        heads = bearer("ana")

        async def scene() -> None:
            client = Asking(OWN, **heads).open()
            await client.until(lambda: client.text.count(": here\n\n") >= 3)
            await client.goes()

        run(scene)

    def test_an_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "LIFE", 0.1)
        heads = bearer("ana")

        async def scene() -> None:
            client = Asking(OWN, **heads).open()
            await client.over()
            assert client.sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}

        run(scene)

    def test_what_has_no_number_is_hinted_at(self) -> None:
        game, heads = table(2), bearer("ana")

        async def scene() -> None:
            own, one = Asking(OWN, **heads).open(), Asking(of(game)).open()
            for client in (own, one):
                await client.until(partial(begun, client))
            until = timezone.now() + timedelta(days=1)
            await act(lambda: pauses.stop(code=game.code, staff=person("ana"), until=until))
            now = await act(lambda: Game.objects.get(pk=game.pk))
            data = {"game": game.code, "version": now.version, "revision": now.revision}
            for client in (own, one):
                await client.until(lambda client=client: client.told)
                assert client.told == [Told("", "changed", data)]
                await client.goes()

        run(scene)

    def test_who_joins_is_hinted_at_where_one_game_is_followed(self) -> None:
        game = lobby.create(creator=person("ana"), terms=read_terms({"players": 2}))
        ben = person("ben")

        async def scene() -> None:
            client = Asking(of(game)).open()
            await client.until(lambda: begun(client))
            await act(lambda: lobby.join(code=game.code, user=ben))
            await client.until(lambda: client.told)
            assert client.told == await act(lambda: lines(game))
            await client.goes()

        run(scene)


class TestFromWhere:
    @pytest.mark.parametrize("after", ["x", "", "-1", "1.5", "٣", "9" * 16, "1e3", "0x1"])
    def test_nonsense_is_refused(self, after: str) -> None:
        heads = bearer("ana")

        async def scene() -> None:
            client = Asking(OWN, last_event_id=after.encode().decode("latin-1"), **heads)
            client.scope["headers"][0] = (b"last-event-id", after.encode())
            await client.open().over()
            assert client.status == 400 and list(client.answer["errors"]) == ["Last-Event-ID"]

        run(scene)

    def test_nonsense_in_the_address_is_refused(self) -> None:
        heads = bearer("ana")

        async def scene() -> None:
            for query, field in (
                ("after=x", "after"),
                ("after=", "after"),
                ("wait=61", "wait"),
                ("wait=-1", "wait"),
                ("wait=x", "wait"),
            ):
                client = Asking(f"{OWN}?{query}", **heads).open()
                await client.over()
                assert client.status == 400 and list(client.answer["errors"]) == [field]

        run(scene)

    def test_from_before_what_is_kept(self) -> None:
        game, heads = table(2), bearer("ana")
        with time_machine.travel(timezone.now() + writer.KEPT + timedelta(minutes=1), tick=False):
            draw(game)
            writer.purge(now=timezone.now())
        newest = feeds.newest(person("ana"))

        async def scene() -> None:
            for after in (0, newest + 1, 10**14):
                client = Asking(f"{OWN}?after={after}", **heads).open()
                await client.until(lambda client=client: client.told)
                assert client.told == [Told(str(newest), "reset", {"next": newest})]
                await client.goes()
                asked = Asking(f"{OWN}?after={after}&wait=5", **heads).open()
                await asked.over()
                item = {"id": newest, "event": "reset", "data": {"next": newest}}
                assert asked.answer == {"results": [item], "next": newest}

        run(scene)

    def test_from_beyond_a_log(self) -> None:
        game = table(2)

        async def scene() -> None:
            client = Asking(f"{of(game)}?after=1000").open()
            await client.until(lambda: client.told)
            assert client.told == [Told(str(game.log_length), "reset", {"next": game.log_length})]
            await client.goes()

        run(scene)


class TestOneGame:
    def test_each_sees_what_the_log_shows_them(self) -> None:
        game = table(2)
        draw(game)
        heads = {"": {}, "ana": bearer("ana"), "ben": bearer("ben"), "carla": bearer("carla")}
        shown = {name: lines(game, name) for name in heads}
        assert shown["ana"] != shown["ben"] and shown["carla"] == shown[""]

        async def scene() -> None:
            for name, given in heads.items():
                client = Asking(f"{of(game)}?after=0", **given).open()
                await client.until(lambda client=client: client.told)
                assert client.told == shown[name]
                await client.goes()

        run(scene)

    def test_a_private_game_is_unknown(self) -> None:
        game = table(2, visibility="private")
        stranger, member, shown = bearer("carla"), bearer("ana"), lines(game)

        async def scene() -> None:
            for path in (
                of(game),
                f"{of(game)}?invitation=x",
                f"{of(game)}?wait=0",
                "/api/v1/games/nothere/events/",
            ):
                for heads in ({}, stranger):
                    client = Asking(path, **heads).open()
                    await client.over()
                    assert (client.status, client.answer["code"]) == (404, "not_found")
            client = Asking(f"{of(game)}?after=0", **member).open()
            await client.until(lambda: client.told)
            await client.goes()
            client = Asking(f"{of(game)}?after=0&invitation={game.invitation}").open()
            await client.until(lambda: client.told)
            assert client.told == shown
            await client.goes()

        run(scene)

    def test_one_reading_serves_all_who_watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game, member = table(2), bearer("ana")
        reads: list[int] = []
        plain = OneGame.read

        def counted(self: OneGame, after: int, limit: int) -> Any:
            reads.append(after)
            return plain(self, after, limit)

        monkeypatch.setattr(OneGame, "read", counted)
        # However long it takes until all have come, and until all have read.
        monkeypatch.setattr(following, "SHARED_FOR", 600.0)
        monkeypatch.setattr(door, "BEAT", 600.0)

        async def scene() -> None:
            clients = [Asking(of(game)).open() for _ in range(40)]
            clients.append(Asking(of(game), **member).open())
            for client in clients:
                await client.until(partial(begun, client))
            reads.clear()
            await act(lambda: draw(game))
            for client in clients:
                await client.until(lambda client=client: client.told)
            assert reads == [game.log_length]
            shown, own = await act(lambda: lines(game)), await act(lambda: lines(game, "ana"))
            assert all(client.told == shown[game.log_length :] for client in clients[:-1])
            assert clients[-1].told == own[game.log_length :]
            for client in clients:
                await client.goes()

        run(scene)
        named = [each for each in threading.enumerate() if each.name.startswith("live-reader")]
        assert 0 < len(named) <= readers.MOST


class TestWaiting:
    def test_at_once_what_is_there_and_later_what_comes(self) -> None:
        game, heads = table(2), bearer("ana")
        whole = feed("ana")

        async def scene() -> None:
            asked = Asking(f"{OWN}?after=0&wait=60", **heads).open()
            await asked.over()
            assert (
                asked.head["content-type"] == "application/json" and "no-store" in asked.head["cache-control"]
            )
            items = [{"id": int(each.id), "event": each.event, "data": each.data} for each in whole]
            assert asked.answer == {"results": items, "next": len(whole)}
            later = Asking(f"{OWN}?after={len(whole)}&wait=60", **heads).open()
            await later.until(lambda: hub.count() == 1)
            await act(lambda: draw(game))
            await later.over()
            [item] = later.answer["results"]
            assert item["id"] == later.answer["next"] == len(whole) + 1 and item["event"] == "move"

        run(scene)

    def test_nothing_comes(self) -> None:
        heads = bearer("ana")

        async def scene() -> None:
            for query in ("wait=0", "wait=1", "after=0&wait=0"):
                asked = Asking(f"{OWN}?{query}", **heads).open()
                await asked.over()
                assert asked.answer == {"results": [], "next": 0}

        run(scene)

    def test_no_thread_waits(self) -> None:
        game = table(2)

        async def scene() -> None:
            asked = [Asking(f"{of(game)}?wait=60", address=f"10.0.{n}.1").open() for n in range(100)]
            await asked[0].until(lambda: hub.count() == 100)
            assert sum(each.name.startswith("live-reader") for each in threading.enumerate()) <= readers.MOST
            await act(lambda: draw(game))
            for each in asked:
                await each.over()
                assert [item["id"] for item in each.answer["results"]] == [game.log_length + 1]

        run(scene)

    def test_when_the_service_stops(self) -> None:
        heads = bearer("ana")

        async def scene() -> None:
            asked = Asking(f"{OWN}?wait=60", **heads).open()
            await asked.until(lambda: hub.count() == 1)
            hub.end_all()
            await asked.over()
            assert asked.answer == {"results": [], "next": 0}

        run(scene)
