"""The links of mails: followed by whoever, as often as they like, they change nothing and show no hand."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User, Wishes
from accounts.services import wishes as own
from config.live import passes
from games.models import Game, GameWishes, Outbox, StoppedAddress
from games.notify import ways
from games.notify.render import render
from games.services import lobby, turns
from games.services.terms import read_terms
from tests.notify import samples
from tests.notify.test_render import owed
from tests.people import person
from tests.snapshot import contents
from tests.walk.prying import cards_of_html, hidden_cards

pytestmark = pytest.mark.django_db
LINK = re.compile(r"https?://[^\s\"<>]+")


def links(row: Outbox) -> set[str]:
    """Every address in the mail, wherever it stands."""
    message = render(row, now=timezone.now())
    everything = [message.body, str(message.alternatives[0][0]), *map(str, message.extra_headers.values())]
    return {link.replace("&amp;", "&") for text in everything for link in LINK.findall(text)}


def path(link: str) -> str:
    parts = urlsplit(link)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def turn_of_ben(monkeypatch: pytest.MonkeyPatch) -> tuple[Game, Outbox, str]:
    game = samples.started(monkeypatch)
    row = samples.mail_of("turn", "ben")
    return game, row, path(ways.play(row))


@pytest.mark.parametrize("kind", Outbox.Kind.values)
def test_following_every_link_changes_nothing(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = owed(kind, monkeypatch)
    found = links(row)
    assert found and all(link.startswith(settings.SITE_URL + "/") for link in found), "all of this site"
    before = contents()
    for client in (Client(), Client(headers={"user-agent": "scanner"})):
        for _twice in range(2):
            for link in sorted(found):
                for ask in (client.get, client.head):
                    answer = ask(path(link))
                    allowed = {401, 405} if "/api/v1/" in link else {200, 302}
                    assert answer.status_code in allowed, link
                    # Nothing of the address reaches another site. With "no-referrer" browsers would send the
                    # page's form without its origin, and it would be refused.
                    assert answer.headers["Referrer-Policy"] == "same-origin", link
                    if row.game and row.game.state and kind in ("turn", "reminder", *samples.REPLIES):
                        hidden = hidden_cards(row.game, None)
                        assert not cards_of_html(answer.content.decode()) & hidden, link
    assert contents() == before


class TestIntoTheGame:
    def test_a_button_opens_it_for_its_reader(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        game, _row, way = turn_of_ben(monkeypatch)
        page = client.get(way).content.decode()
        assert "ben" in page and "Open the game" in page
        assert "to look and to play, until <time" in page
        answer = client.post(way)
        assert answer.headers["Location"] == f"/games/{game.code}/"
        table = client.get(f"/games/{game.code}/").content.decode()
        assert "7 of clubs" in table, "ben's own hand"
        assert "Log in" in table and "Settings of" not in table, "no more than a pass"

    def test_and_no_more_than_that(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        game, _row, way = turn_of_ben(monkeypatch)
        other = lobby.create(creator=person("ben"), terms=read_terms({"players": 2, "visibility": "private"}))
        client.post(way)
        for closed in ("/settings/", "/mails/", "/settings/mails/", f"/games/{game.code}/resign/"):
            assert client.get(closed).headers["Location"].startswith("/accounts/login/"), closed
        assert client.get(f"/games/{other.code}/").status_code == 404
        client.post(f"/games/{game.code}/resign/")
        client.post(f"/games/{game.code}/rematch/")
        assert client.get("/api/v1/me/").status_code == 401
        assert client.get(f"/api/v1/games/{game.code}/").json()["you"]["hand"]
        assert client.get(f"/api/v1/games/{other.code}/").status_code == 404
        assert Game.objects.get(pk=game.pk).status == "active"

    def test_its_page_can_follow_that_game_and_no_other(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game, _row, way = turn_of_ben(monkeypatch)
        other = lobby.create(creator=person("ben"), terms=read_terms({"players": 2, "visibility": "private"}))
        Game.objects.filter(pk=game.pk).update(visibility="private")
        asks = {"path": "/api/v1/events/token/", "content_type": "application/json"}
        assert client.post(data={"game": game.code}, **asks).status_code == 404
        client.post(way)
        token = passes.read(client.post(data={"game": game.code}, **asks).json()["token"])
        assert token is not None and token.topics == (passes.of_game(game.code),)
        for closed in (other.code, "x/../../x", "ü"):
            assert client.post(data={"game": closed}, **asks).status_code == 404
        page = client.get(f"/games/{game.code}/").context["data"]["token"]
        looked = client.get(f"/api/v1/games/{game.code}/table/").json()["token"]
        for first in map(passes.read, (page, looked)):
            assert first is not None and first.topics == (passes.of_game(game.code),), (
                "what a page brings, too"
            )
        assert client.post(data={}, **asks).status_code == 401

    def test_it_tells_of_no_other_game_that_waits(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game, _row, way = turn_of_ben(monkeypatch)
        other = lobby.create(creator=person("ben"), terms=read_terms({"players": 2}))
        lobby.join(code=other.code, user=person("ana"))
        Game.objects.filter(pk=other.pk).update(to_act=person("ben"))
        monkeypatch.setattr("games.services.snoozes.following", lambda *_asked, **_how: other.code)
        client.post(way)
        assert client.get(f"/games/{game.code}/").context["next_game"] == ""
        client.force_login(person("ben"))
        assert client.get(f"/games/{game.code}/").context["next_game"] == other.code

    def test_one_can_play_there(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        game, _row, way = turn_of_ben(monkeypatch)
        client.post(way)
        client.post(f"/games/{game.code}/move/", {"version": game.version, "type": "draw"})
        assert Game.objects.get(pk=game.pk).version == game.version + 1

    def test_who_is_logged_in_is_there_at_once(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        game, _row, way = turn_of_ben(monkeypatch)
        client.force_login(person("ben"))
        assert client.get(way).headers["Location"] == f"/games/{game.code}/"
        client.force_login(person("ana"))
        page = client.get(way).content.decode()
        assert "Log out to use it" in page
        assert client.post(way).status_code == 200, "nobody becomes somebody else by a press"

    def test_it_ends(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        game, row, way = turn_of_ben(monkeypatch)
        client.post(way)
        Outbox.objects.update(created_at=timezone.now() - ways.GOOD_FOR[ways.PLAY] - timedelta(seconds=1))
        assert client.get(way).status_code == 410
        assert client.post(way).status_code == 410
        Outbox.objects.update(created_at=timezone.now())
        for change in ({"password": "!other"}, {"email_key": "new@example.org"}, {"is_active": False}):
            before = User.objects.filter(pk=row.user_id).values(*change).get()
            User.objects.filter(pk=row.user_id).update(**change)
            assert client.get(way).status_code == 410, change
            shown = client.get(f"/games/{game.code}/").content.decode()
            assert "7 of clubs" not in shown, "nor does what it opened before go on"
            User.objects.filter(pk=row.user_id).update(**before)

    def test_who_has_lost_the_seat_is_not_let_in(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game, row, _way = turn_of_ben(monkeypatch)
        Outbox.objects.filter(pk=row.pk).update(user=person("emma"))
        assert client.get(path(ways.play(Outbox.objects.get(pk=row.pk)))).status_code == 410
        turns.resign(code=game.code, user=person("ben"))

    @pytest.mark.parametrize("token", ["x", "aaaa" * 8, "7" * 60, "é", "%00", "a" * 3000])
    def test_a_made_up_one_is_nobodys(
        self, client: Client, token: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        turn_of_ben(monkeypatch)
        for address in (f"/m/{token}/", f"/m/stop/{token}/"):
            assert client.get(address).status_code in (404, 410)
            assert client.post(address).status_code in (404, 410)

    def test_one_purpose_is_not_the_other(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        _game, row, way = turn_of_ben(monkeypatch)
        assert client.get(way.replace("/m/", "/m/stop/")).status_code == 410
        assert client.get(path(ways.stop(row)).replace("/m/stop/", "/m/")).status_code == 410


class TestStop:
    """RFC 8058: a mail program posts by itself, without login, cookie or page."""

    @staticmethod
    def one_click(row: Outbox) -> None:
        message = render(row, now=timezone.now())
        head = message.extra_headers
        assert head["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        (link,) = re.findall(r"\A<(http\S+)>\Z", head["List-Unsubscribe"])
        outside = Client(enforce_csrf_checks=True)
        answer = outside.post(path(link), {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
        assert not outside.cookies.get(settings.SESSION_COOKIE_NAME)

    def test_of_a_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game, row, _way = turn_of_ben(monkeypatch)
        self.one_click(row)
        self.one_click(row)
        kept = GameWishes.objects.get()
        assert (kept.game, kept.user, kept.muted) == (game, person("ben"), True)

    def test_of_the_list(self, monkeypatch: pytest.MonkeyPatch) -> None:
        row = samples.listed(monkeypatch)
        self.one_click(row)
        assert Wishes.objects.get(user=person("ana")).digest_hour is None
        own.change(user=person("ana"), turn="digest")
        self.one_click(row)
        assert (own.of(person("ana")).turn, own.of(person("ana")).digest_due) == ("never", None)

    def test_of_invitations(self) -> None:
        samples.invited()
        self.one_click(samples.mail_of("invitation", "ben"))
        assert own.of(person("ben")).invitations is False
        self.one_click(Outbox.objects.select_related("game").get(address="carla@example.net"))
        assert StoppedAddress.objects.get().address_key == "carla@example.net"

    def test_by_the_page_and_back(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        _game, row, _way = turn_of_ben(monkeypatch)
        way = path(ways.stop(row))
        assert "Send me no more of these" in client.get(way).content.decode()
        assert "You get no more mails of the game" in client.post(way).content.decode()
        assert GameWishes.objects.get().muted
        assert "No, send them after all" in client.get(way).content.decode(), (
            "who comes back finds the way back"
        )
        assert "These mails come as before" in client.post(way, {"again": "1"}).content.decode()
        assert not GameWishes.objects.get().muted
        assert "Send me no more of these" in client.get(way).content.decode()

    @pytest.mark.parametrize("registered", [True, False])
    def test_what_a_mail_program_stopped_is_said_to_who_looks(self, client: Client, registered: bool) -> None:
        samples.invited()
        row = Outbox.objects.select_related("game", "user").get(
            kind="invitation", user__isnull=not registered
        )
        way = path(ways.stop(row))
        assert "You would get no more invitations" in client.get(way).content.decode()
        self.one_click(row)
        assert "You get no more invitations." in client.get(way).content.decode()

    def test_what_was_asked_for_has_none(self) -> None:
        samples.registered()
        message = render(samples.mail_of("confirm", "dino"), now=timezone.now())
        assert "List-Unsubscribe" not in message.extra_headers
