"""My mails and my wishes, as pages: what was sent, once more, and what is to come."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User, Wishes
from accounts.services import wishes as own
from games.models import Game, GameWishes, Outbox
from games.notify.deliver import deliver_due
from games.services import outbox, turns
from games.services.outbox import Owed
from tests.notify import samples
from tests.people import mover, others, person, table
from tests.walk.prying import cards_of_html

pytestmark = pytest.mark.django_db
GIVEN: dict[str, Any] = {
    "turn": "later",
    "turn_minutes": "60",
    "leads": ["2", "24"],
    "digest_hour": "7",
    "kinds": ["results"],
    "quiet": "own",
    "quiet_from": "23",
    "quiet_until": "6",
}


@pytest.fixture
def ben(client: Client, monkeypatch: pytest.MonkeyPatch) -> User:
    """It is his turn, and the mail that says so was sent; he is logged in."""
    samples.started(monkeypatch)
    deliver_due()
    user = person("ben")
    client.force_login(user)
    return user


def text(client: Client, address: str = "/mails/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    assert "no-store" in answer.headers["Cache-Control"]
    return answer.content.decode()


def again(client: Client, row: Outbox) -> str:
    """What is said after the button was pressed."""
    return client.post(f"/mails/{row.pk}/again/", follow=True).content.decode()


class TestMyMails:
    def test_for_users_only(self, client: Client) -> None:
        for address in ("/mails/", "/settings/mails/", "/games/x2345/mails/"):
            assert client.get(address).headers["Location"].startswith("/accounts/login/")
        assert client.post("/mails/1/again/").headers["Location"].startswith("/accounts/login/")

    def test_each_with_its_state(self, client: Client, ben: User) -> None:
        game = Game.objects.get()
        now = timezone.now()
        for number, (state, error) in enumerate(
            [("queued", "451 try later"), ("refused", "550 <b>no</b> such user"), ("moot", "not wanted")]
        ):
            outbox.owe([Owed("round", f"r{number}", ben.pk, game.pk)])
            Outbox.objects.filter(key=f"r{number}").update(
                state=state, last_error=error, due_at=now + timedelta(hours=1)
            )
        page = text(client)
        for said in ("sent", "queued", "goes at", "451 try later", "refused", "550 &lt;b&gt;no&lt;/b&gt;"):
            assert said in page
        assert "not wanted" not in page, "what was not needed any more is no news"
        assert page.count("Send again") == 2
        assert game.code in page
        assert not cards_of_html(page)

    def test_nobody_elses_and_nothing_older(self, client: Client, ben: User) -> None:
        outbox.owe([Owed("round", "x", person("ana").pk, Game.objects.get().pk)])
        theirs = Outbox.objects.get(key="x")
        Outbox.objects.filter(key="x").update(state="sent", sent_at=timezone.now())
        assert text(client).count("<li>") == text(client).count("Send again") + text(client).count("<li>") - 1
        assert f"/mails/{theirs.pk}/again/" not in text(client)
        assert client.post(f"/mails/{theirs.pk}/again/").status_code == 404
        Outbox.objects.update(created_at=timezone.now() - timedelta(days=31))
        assert "None yet" in text(client)
        mine = samples.mail_of("turn", "ben")
        assert client.post(f"/mails/{mine.pk}/again/").status_code == 404
        assert client.post(f"/mails/{2**70}/again/").status_code == 404

    def test_once_more_and_once_only(self, client: Client, ben: User) -> None:
        row = samples.mail_of("turn", "ben")
        own.change(user=ben, turn="never")  # by hand it comes all the same
        assert client.get(f"/mails/{row.pk}/again/").status_code == 405
        assert "on its way once more" in again(client, row)
        assert "on its way once more" in again(client, row), "the button was pressed twice"
        assert deliver_due() == {"sent": 1}
        copies = Outbox.objects.filter(kind="turn")
        assert copies.count() == 2 and set(copies.values_list("state", flat=True)) == {"sent"}
        assert text(client).count("Send again") == 2, "the copy can be sent again, as itself"

    def test_one_that_is_over(self, client: Client, ben: User) -> None:
        row = samples.mail_of("turn", "ben")
        turns.resign(code=Game.objects.get().code, user=ben)
        assert "is over; look at the game" in again(client, row)
        assert not Outbox.objects.filter(key__startswith="again:").exists()

    def test_to_an_address_that_takes_none(self, client: Client, ben: User) -> None:
        User.objects.filter(pk=ben.pk).update(mail_stopped_at=timezone.now())
        assert "correct it in the settings" in again(client, samples.mail_of("turn", "ben"))
        assert not Outbox.objects.filter(key__startswith="again:").exists()

    def test_keys_are_not_sent_again(self, client: Client) -> None:
        dino = samples.registered()
        deliver_due()
        client.force_login(dino)
        assert "Send again" not in text(client)
        assert client.post(f"/mails/{samples.mail_of('confirm', 'dino').pk}/again/").status_code == 404

    def test_pages(self, client: Client, ben: User, django_assert_max_num_queries: Any) -> None:
        game = Game.objects.get()
        outbox.owe([Owed("round", f"r{number}", ben.pk, game.pk) for number in range(60)])
        with django_assert_max_num_queries(8):
            first = text(client)
        assert len(re.findall(r"<li><span><strong>", first)) == 50
        assert len(re.findall(r"<li><span><strong>", text(client, "/mails/?page=2"))) == 11


class TestMyWishes:
    def test_kept_from_the_form(self, client: Client, ben: User) -> None:
        assert 'value="at_once"' in text(client, "/settings/mails/")
        assert client.post("/settings/mails/", GIVEN).status_code == 302
        kept = Wishes.objects.get()
        assert (kept.turn, kept.turn_minutes, kept.leads, kept.digest_hour) == ("later", 60, [24, 2], 7)
        assert (kept.rounds, kept.results, kept.invitations) == (False, True, False)
        assert (kept.quiet, kept.quiet_from, kept.quiet_until) == ("own", 23, 6)
        assert kept.while_open is False and kept.digest_due is not None
        page = text(client, "/settings/mails/")
        chosen = re.findall(r'<option value="(\w*)" selected', page)
        assert {"60", "7", "23", "6"} <= set(chosen)

    def test_sent_as_it_was_shown_it_changes_nothing(self, client: Client, ben: User) -> None:
        page = text(client, "/settings/mails/")
        main = page[page.index("<main") : page.index("</main>")]
        given: dict[str, Any] = {}
        for tag in re.findall(r"<input[^>]*checked[^>]*>", main):
            name, value = re.search(r'name="(\w+)"', tag), re.search(r'value="(\w+)"', tag)
            assert name
            given.setdefault(name[1], []).append(value[1] if value else "on")
        for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', main, re.DOTALL):
            given[name] = re.findall(r'value="(\w*)" selected', options)
        before = {field: getattr(Wishes(), field) for field in own.NAMES}
        assert client.post("/settings/mails/", given).status_code == 302
        assert {field: getattr(Wishes.objects.get(), field) for field in own.NAMES} == before

    @pytest.mark.parametrize(
        "bad",
        [{"turn": "x"}, {"leads": ["0"]}, {"leads": ["x"]}, {"digest_hour": "24"}, {"quiet_from": "-1"}],
    )
    def test_what_is_not_on_offer(self, client: Client, ben: User, bad: dict[str, Any]) -> None:
        answer = client.post("/settings/mails/", GIVEN | bad)
        assert answer.status_code == 200 and 'class="errors"' in answer.content.decode()
        assert not Wishes.objects.exists()

    def test_hours_that_only_the_api_offers_are_kept(self, client: Client, ben: User) -> None:
        own.change(user=ben, leads=[100, 5], turn_minutes=17)
        page = text(client, "/settings/mails/")
        assert 'value="100"' in page and 'value="17"' in page

    def test_of_one_game(self, client: Client, ben: User) -> None:
        game = Game.objects.get()
        address = f"/games/{game.code}/mails/"
        assert "as everywhere: at once" in text(client, address)
        given = {"turn": "never", "turn_minutes": "30", "own_leads": "on", "leads": ["6"], "muted": "on"}
        assert client.post(address, given).headers["Location"] == address
        kept = GameWishes.objects.get()
        assert (kept.muted, kept.turn, kept.turn_minutes, kept.leads) == (True, "never", None, [6])
        assert "no mails" in text(client, "/settings/mails/")
        client.post(address, {"turn": "as_everywhere", "turn_minutes": "30"})
        kept.refresh_from_db()
        assert (kept.muted, kept.turn, kept.leads) == (False, None, None)

    def test_of_a_game_in_which_one_does_not_sit(self, client: Client, ben: User) -> None:
        emma = person("emma")
        client.force_login(emma)
        game = Game.objects.get()
        assert client.get(f"/games/{game.code}/mails/").status_code == 403
        Game.objects.update(visibility="private")
        assert client.get(f"/games/{game.code}/mails/").status_code == 404
        assert client.post(f"/games/{game.code}/mails/", {"turn": "never"}).status_code == 404
        assert not GameWishes.objects.exists()

    def test_a_game_at_which_one_sits_is_listed(self, client: Client) -> None:
        game = table(2)
        client.force_login(others(game)[0])
        page = text(client, "/settings/mails/")
        assert f"/games/{game.code}/mails/" in page
        assert f"<strong><bdi>{mover(game).username}</bdi></strong>" in page, "with whom"
        turns.resign(code=game.code, user=mover(game))
        assert f"/games/{game.code}/mails/" not in text(client, "/settings/mails/")

    def test_what_the_list_costs(self, client: Client, django_assert_num_queries: Any) -> None:
        client.force_login(person("ana"))
        for _game in range(3):
            table(3)
        with django_assert_num_queries(7):  # session, user, wishes; games, seats, players, what differs
            text(client, "/settings/mails/")
