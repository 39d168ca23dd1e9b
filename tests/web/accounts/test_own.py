"""The own account: settings, address, password, tokens, language, and its end."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Token, User, Wishes
from accounts.services import leaving, wishes
from accounts.services.guests import make_guest
from games.models import Draft, Game, GameWishes, Outbox, Seat
from games.notify.deliver import deliver_due
from games.services import lobby
from games.services import wishes as game_wishes
from games.services.terms import read_terms
from games.services.write import writing
from tests.people import mover, others, person, table, token_of
from tests.web.accounts.test_entering import PASSWORD, narrow, user

pytestmark = pytest.mark.django_db
__all__ = ["narrow"]
PAGES = ("/settings/", "/settings/password/", "/settings/delete/", "/accounts/keep/")


@pytest.fixture
def ana(client: Client) -> User:
    """Logged in."""
    made = user("ana")
    client.force_login(made)
    return made


class TestSettings:
    @pytest.mark.parametrize("page", PAGES)
    def test_for_users_only(self, client: Client, page: str) -> None:
        assert (
            client.get(page).headers["Location"]
            == f"/accounts/login/?next=%2F{page[1:-1].replace('/', '%2F')}%2F"
        )
        assert client.post(page).headers["Location"] == "/accounts/login/"

    def test_a_login_that_ended_while_a_form_stood_open(self, client: Client) -> None:
        answer = client.post("/settings/", {}, headers={"Referer": "http://testserver/settings/"})
        assert answer.headers["Location"] == "/accounts/login/?next=%2Fsettings%2F"
        assert "Nothing was done: log in" in client.get(answer.headers["Location"]).content.decode()
        answer = client.post("/settings/", {}, headers={"Referer": "http://elsewhere.example/settings/"})
        assert answer.headers["Location"] == "/accounts/login/"

    def test_language_and_zone(self, client: Client, ana: User) -> None:
        given = {"language": "ar", "timezone": "Europe/Malta"}
        assert client.post("/settings/", given).status_code == 302
        ana.refresh_from_db()
        assert (ana.language, ana.timezone) == ("ar", "Europe/Malta")
        text = client.get("/settings/").content.decode()
        assert '<html lang="ar" dir="rtl"' in text

    @pytest.mark.parametrize("field", ["language", "timezone"])
    def test_what_is_not_on_offer(self, client: Client, ana: User, field: str) -> None:
        given = {"language": "en", "timezone": "UTC"} | {field: "../../etc/passwd"}
        assert client.post("/settings/", given).status_code == 200
        assert (ana.language, ana.timezone) == ("en", "UTC")

    def test_costs_few_queries(
        self, client: Client, ana: User, django_assert_max_num_queries: object
    ) -> None:
        for _more in range(5):
            token_of(ana)
        with django_assert_max_num_queries(3):  # type: ignore[operator]  # session, user, tokens
            client.get("/settings/")

    def test_a_language_that_is_gone_is_read_in_english(self, client: Client, ana: User) -> None:
        User.objects.update(language="xx", timezone="Mars/Base")
        assert '<html lang="en"' in client.get("/settings/").content.decode()


class TestAddress:
    def test_wants_the_password_and_a_confirmation(self, client: Client, ana: User) -> None:
        given = {"email": "new@example.org", "password": "wrong"}
        assert client.post("/settings/address/", given).status_code == 200
        assert User.objects.get().email == "ana@example.org"
        assert client.post("/settings/address/", given | {"password": PASSWORD}).status_code == 302
        changed = User.objects.get()
        assert (changed.email, changed.email_confirmed_at) == ("new@example.org", None)
        assert Outbox.objects.get().address == "new@example.org"
        assert client.post("/settings/confirm/").status_code == 302
        assert ana.pk == changed.pk

    @pytest.mark.usefixtures("narrow", "ana")
    def test_mails_are_limited(self, client: Client) -> None:
        assert [client.post("/settings/confirm/").status_code for _ in range(4)] == [302, 302, 302, 429]


class TestPassword:
    def test_ends_other_logins(self, client: Client, ana: User) -> None:
        elsewhere = Client()
        elsewhere.force_login(ana)
        new = "eight of spades, nine of spades"
        assert client.post("/settings/password/", {"old": "wrong", "new": new}).status_code == 200
        assert client.post("/settings/password/", {"old": PASSWORD, "new": "ana"}).status_code == 200
        assert client.post("/settings/password/", {"old": PASSWORD, "new": new}).status_code == 302
        assert client.get("/settings/").status_code == 200
        assert elsewhere.get("/settings/").status_code == 302


class TestTokens:
    def test_only_the_own_ones_end(self, client: Client, ana: User) -> None:
        token_of(ana)
        token_of(user("ben"))
        for token in Token.objects.all():
            assert client.post(f"/settings/tokens/{token.pk}/").status_code == 302
        assert [token.user.username for token in Token.objects.all()] == ["ben"]
        assert client.post(f"/settings/tokens/{10**30}/").status_code == 302


class TestPreferences:
    def test_language_of_a_visitor(self, client: Client) -> None:
        answer = client.post("/language/", {"language": "ar", "next": "/accounts/login/"})
        assert answer.headers["Location"] == "/accounts/login/"
        assert 'dir="rtl"' in client.get("/accounts/login/").content.decode()

    def test_language_of_a_user_is_kept(self, client: Client, ana: User) -> None:
        client.post("/language/", {"language": "lb"})
        ana.refresh_from_db()
        assert ana.language == "lb"
        client.post("/language/", {"language": "xx"})
        ana.refresh_from_db()
        assert ana.language == "lb"

    def test_suits(self, client: Client) -> None:
        client.post("/suits/", {"colours": "2"})
        assert 'class="two-colours"' in client.get("/accounts/login/").content.decode()
        client.post("/suits/", {"colours": "4"})
        assert 'class="two-colours"' not in client.get("/accounts/login/").content.decode()

    @pytest.mark.parametrize("page", ["/language/", "/suits/", "/settings/tokens/1/", "/settings/confirm/"])
    def test_looking_changes_nothing(self, client: Client, page: str) -> None:
        assert client.get(page).status_code == 405


class TestDeletion:
    def test_wants_the_password(self, client: Client, ana: User) -> None:
        assert client.post("/settings/delete/", {"password": "wrong"}).status_code == 200
        assert User.objects.get(pk=ana.pk).is_active
        assert client.post("/settings/delete/", {"password": PASSWORD}).status_code == 302
        gone = User.objects.get(pk=ana.pk)
        assert gone.username.startswith("Deleted player ")
        assert (gone.email, gone.email_key, gone.is_active) == ("", "", False)
        assert client.get("/settings/").status_code == 302
        assert not Client().login(username="ana", password=PASSWORD)

    def test_games_are_resigned_tables_left_and_addresses_gone(self) -> None:
        game = table(3)
        leaver = mover(game)
        name, address = leaver.username, leaver.email
        with writing():
            Draft.objects.create(
                game=game, user=leaver, table=[], loose=[], version=1, updated_at=game.created_at
            )
        own = lobby.create(creator=leaver, terms=read_terms({"players": 2, "invite": ["emma@example.org"]}))
        another = lobby.create(creator=person("emma"), terms=read_terms({"players": 2, "invite": [address]}))
        far = lobby.create(creator=person("emma"), terms=read_terms({"players": 3}))
        lobby.join(code=far.code, user=leaver)
        token_of(leaver)
        leaving.delete_account(user=leaver)
        leaving.delete_account(user=leaver)
        game.refresh_from_db()
        assert game.status == "active" and mover(game) != leaver
        assert Game.objects.get(pk=own.pk).status == "cancelled"
        assert not Seat.objects.filter(game=far, user=leaver).exists()
        assert Game.objects.get(pk=another.pk).status == "open"
        assert not Draft.objects.exists() and not Token.objects.exists()
        assert not Outbox.objects.filter(address=address).exists()
        assert not Outbox.objects.filter(user=leaver, state="queued").exists()
        inviters = Outbox.objects.filter(game=own).values_list("payload__inviter", flat=True)
        assert name not in set(inviters)

    def test_what_they_wished_and_where_mail_went_is_gone(self, client: Client) -> None:
        game = table(2)
        gone = mover(game)
        deliver_due()
        wishes.change(user=gone, digest_hour=8)
        game_wishes.change(user=gone, code=game.code, muted=True)
        User.objects.filter(pk=gone.pk).update(mail_stopped_at=timezone.now(), mail_stopped_why="550 no ana")
        assert Outbox.objects.filter(user=gone).exclude(sent_to="").exists()
        leaving.delete_account(user=gone)
        assert not Wishes.objects.exists() and not GameWishes.objects.exists()
        assert not Outbox.objects.filter(user=gone).exclude(sent_to="").exists()
        gone.refresh_from_db()
        assert (gone.mail_stopped_at, gone.mail_stopped_why) == (None, "")

    def test_of_two_the_other_wins(self) -> None:
        game = table(2)
        (winner,) = others(game)
        leaving.delete_account(user=mover(game))
        game.refresh_from_db()
        assert game.status == "finished" and game.result and game.result["reason"] == "resignation"
        leaving.delete_account(user=winner)
        assert User.objects.filter(username__startswith="Deleted player ").count() == 2

    def test_a_guest_needs_no_password(self, client: Client) -> None:
        guest = make_guest()
        client.force_login(guest)
        assert client.post("/settings/delete/").status_code == 302
        assert not User.objects.get(pk=guest.pk).is_active
