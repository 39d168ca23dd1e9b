"""Who may follow, and for how long; what goes wrong between: clients that do not read, messages that do not come."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings as configured
from django.db import OperationalError
from django.test import Client as Browser
from django.utils import timezone

from accounts.models import Token
from accounts.services.tokens import create_token
from config.live import door, following
from config.live.hub import Hub, hub
from config.live.watch import watch
from games.following import OneGame
from games.models import Feed, Game
from games.services import lobby
from games.services.terms import read_terms
from tests.config.live.asking import Asking, run
from tests.config.live.scenes import OWN, act, bearer, begun, draw, feed, of
from tests.people import person, table

pytestmark = pytest.mark.django_db(transaction=True)


class TestWhoMayFollow:
    @pytest.mark.parametrize(
        ("heads", "status", "code"),
        [
            ({}, 401, "not_authenticated"),
            ({"authorization": "Bearer x"}, 401, "bad_token"),
            ({"authorization": "Bearer " + "x" * 500}, 401, "bad_token"),
            ({"cookie": "sessionid=x"}, 401, "not_authenticated"),
        ],
    )
    def test_nobody_unknown(self, heads: dict[str, str], status: int, code: str) -> None:
        async def scene() -> None:
            for path in (OWN, f"{OWN}?wait=30"):
                client = Asking(path, accept_language="ar", **heads).open()
                await client.over()
                assert (client.status, client.answer["code"]) == (status, code)

        run(scene)

    def test_a_token_that_may_not_read(self) -> None:
        _row, token = create_token(user=person("ana"), name="t", scopes=["play"])

        async def scene() -> None:
            client = Asking(OWN, authorization=f"Bearer {token}").open()
            await client.over()
            assert (client.status, client.answer["code"], client.answer["scope"]) == (
                403,
                "not_allowed",
                "read",
            )

        run(scene)

    def test_by_the_session_of_the_pages_for_a_while(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(following, "LIFE_OF_SESSION", 0.1)
        browser = Browser()
        browser.force_login(person("ana"))
        cookie = f"{configured.SESSION_COOKIE_NAME}={browser.cookies[configured.SESSION_COOKIE_NAME].value}"

        async def scene() -> None:
            client = Asking(OWN, cookie=cookie).open()
            await client.over()
            assert client.status == 200 and client.sent[-1]["more_body"] is False

        run(scene)

    def test_whose_token_is_revoked_or_expired_hears_no_more(self) -> None:
        game = table(2)
        tokens = [create_token(user=person("ana"), name=str(number)) for number in range(3)]

        async def scene() -> None:
            clients = [Asking(OWN, authorization=f"Bearer {token}").open() for _row, token in tokens]
            clients.append(Asking(of(game), authorization=f"Bearer {tokens[0][1]}").open())
            for client in clients:
                await client.until(partial(begun, client))
            await act(tokens[0][0].delete)
            past = timezone.now() - timedelta(minutes=1)
            await act(lambda: Token.objects.filter(pk=tokens[1][0].pk).update(expires_at=past))
            await watch.look()
            for client in (clients[0], clients[1], clients[3]):
                await client.over()
                assert client.sent[-1]["more_body"] is False
            assert not clients[2].task.done()
            await clients[2].goes()

        run(scene)

    def test_the_watch_looks_by_itself(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "BEAT", 0.05)
        row, token = create_token(user=person("ana"), name="t")

        async def scene() -> None:
            client = Asking(OWN, authorization=f"Bearer {token}").open()
            await client.until(lambda: begun(client))
            await act(row.delete)
            await client.over()

        run(scene)

    def test_whose_game_is_gone_or_closed_to_them(self) -> None:
        game = table(2)
        private = lobby.create(
            creator=person("ana"), terms=read_terms({"players": 3, "visibility": "private"})
        )
        ben, heads = person("ben"), bearer("ben")
        lobby.join(code=private.code, user=ben, invitation=private.invitation)

        async def scene() -> None:
            gone, left = Asking(of(game)).open(), Asking(of(private), **heads).open()
            waits = Asking(f"{of(private)}?wait=60", **heads).open()
            await left.until(lambda: hub.count() == 3 and begun(gone) and begun(left))
            await act(lambda: lobby.leave(code=private.code, user=ben))
            await left.over()
            await waits.over()
            assert left.told == [] and (waits.status, waits.answer["code"]) == (404, "not_found")
            await act(lambda: Game.objects.filter(pk=game.pk).delete())
            await watch.look()
            await gone.over()

        run(scene)

    def test_too_many_of_one(self) -> None:
        heads, others = bearer("ana"), bearer("ben")

        async def scene() -> None:
            clients = [Asking(OWN, **heads).open() for _ in range(door.MOST_OF_USER)]
            await clients[0].until(lambda: hub.count() == len(clients))
            for path in (OWN, f"{OWN}?wait=30"):
                late = Asking(path, **heads).open()
                await late.over()
                assert (late.status, late.answer["code"]) == (429, "throttled") and late.head["retry-after"]
            other = Asking(OWN, **others).open()
            await other.until(lambda: begun(other))
            for client in (*clients, other):
                await client.goes()

        run(scene)

    def test_each_question_counts_for_the_throttles(self, settings: Any) -> None:
        settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "user": "2/min"}
        heads = bearer("ana")

        async def scene() -> None:
            statuses = []
            for _ in range(3):
                asked = Asking(f"{OWN}?wait=0", **heads).open()
                await asked.over()
                statuses.append(asked.status)
            assert statuses == [200, 200, 429]

        run(scene)


@pytest.mark.parametrize("code", ["\n", "ä", "%", "\x00", "a b", "x" * 5000, ".."])
def test_an_address_of_no_game(code: str) -> None:
    async def scene() -> None:
        client = Asking(f"/api/v1/games/{code}/events/", cookie="a=\x00;;=")
        client.scope["headers"].append((b"authorization", b"\xff\xfe"))
        await client.open().over()
        assert (client.status, client.answer["code"]) == (404, "not_found")

    run(scene)


class TestWhatGoesWrong:
    def test_who_does_not_read_is_let_go(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "READ_WITHIN", 0.05)
        game, heads = table(2), bearer("ana")

        async def scene() -> None:
            client = Asking(OWN, **heads).open()
            await client.until(lambda: begun(client))
            client.reads.clear()
            await act(lambda: draw(game))
            await client.over()

        run(scene)

    def test_who_goes_at_once(self) -> None:
        heads = bearer("ana")

        async def scene() -> None:
            for path in (OWN, f"{OWN}?wait=60"):
                client = Asking(path, **heads)
                client.gone.set()
                await client.open().over()

        run(scene)

    def test_a_message_that_does_not_come_is_made_up_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(Hub, "publish", lambda *_: None)
        game, heads = table(2), bearer("ana")
        known = len(feed("ana"))

        async def scene() -> None:
            clients = [Asking(OWN, **heads).open(), Asking(of(game)).open()]
            for client in clients:
                await client.until(partial(begun, client))
            await act(lambda: draw(game))
            await watch.look()
            for client in clients:
                await client.until(lambda client=client: client.told)
            assert clients[0].told == await act(lambda: feed("ana", known))
            for client in clients:
                await client.goes()

        run(scene)

    def test_a_database_that_is_away(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game, heads = table(2), bearer("ana")

        def away(*_: object) -> None:
            raise OperationalError("password=secret")

        async def scene() -> None:
            client = Asking(of(game)).open()
            await client.until(lambda: begun(client))
            with monkeypatch.context() as patch:
                patch.setattr(OneGame, "read", away)
                refused = [
                    Asking(f"{of(game)}?after=0", **heads).open(),
                    Asking(f"{of(game)}?after=1&wait=9").open(),
                ]
                for each in refused:
                    await each.over()
                    assert (each.status, each.answer["code"]) == (
                        503,
                        "unavailable",
                    ) and "secret" not in each.text
                hub.publish([f"g{game.code}"], {"game": game.code, "version": 1})
                await client.over()  # in order: it comes again, and goes on from its last number
                assert client.sent[-1]["more_body"] is False

        run(scene)

    def test_a_feed_that_went_back_ends_its_streams(self) -> None:
        """As where a backup was restored: whoever comes again is told to begin anew."""
        table(2)
        heads = bearer("ana")

        async def scene() -> None:
            client = Asking(OWN, **heads).open()
            await client.until(lambda: begun(client))
            await act(Feed.objects.all().delete)
            await watch.look()
            await client.over()

        run(scene)


class TestWhereNothingIsHeld:
    """Requests that come to a server without the part for open connections."""

    def test_the_same_events_at_once(self, client: Browser) -> None:
        table(2)
        heads = {"Authorization": bearer("ana")["authorization"]}
        answer = client.get(f"{OWN}?after=0&wait=30", headers=heads)
        whole = feed("ana")
        assert [item["id"] for item in answer.json()["results"]] == [int(each.id) for each in whole]
        stream = client.get(f"{OWN}?after=1", headers=heads)
        assert (
            stream["Content-Type"].startswith("text/event-stream") and "no-store" in stream["Cache-Control"]
        )
        text = stream.content.decode()
        assert text.startswith("id: 1\nretry: ") and f"id: {len(whole)}\n" in text

    def test_a_page_is_told_to_ask(self, client: Browser) -> None:
        assert client.get(f"{OWN}?token=x").status_code == 503
        assert client.post(OWN).status_code == 405
