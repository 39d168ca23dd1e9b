"""Who comes by a table's address or link: joins, invites, leaves, plays again; forms sent twice; hostile input."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.guests import make_guest
from games.models import Game, Outbox, Seat
from games.services import lobby, turns
from games.services.terms import read_terms
from tests.people import mover, others, people, person, table

pytestmark = pytest.mark.django_db


def opened(creator: User | None = None, **terms: object) -> Game:
    return lobby.create(
        creator=creator or person("ana"), terms=read_terms({"players": 3, "visibility": "private", **terms})
    )


def client_of(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def link(game: Game) -> str:
    return f"/games/{game.code}/?invitation={game.invitation}"


class TestAddress:
    def test_a_private_table_is_unknown_without_its_link(self) -> None:
        game = opened()
        for address in (f"/games/{game.code}/", f"/games/{game.code}/?invitation=wrong", "/games/zzz/"):
            for client in (client_of(), client_of(person("ben"))):
                answer = client.get(address)
                assert answer.status_code == 404
                assert "ask for an invitation" in answer.content.decode()
                assert game.invitation not in answer.content.decode()

    def test_by_the_link_everybody_sees_terms_and_people_and_no_secret_of_members(self) -> None:
        game = opened()
        page = client_of().get(link(game)).content.decode()
        assert "The table of" in page and "<bdi>ana</bdi>" in page and "2 places are free" in page
        assert "Join as a guest" in page
        assert "Who misses 2 turns in a row is out of the game." in page
        assert "Send this link" not in page
        assert f"next=%2Fgames%2F{game.code}%2F%3Finvitation%3D{game.invitation}" in page

    def test_a_page_with_a_place_is_kept_by_nobody(self) -> None:
        answer = client_of(person("ana")).get(f"/games/{opened().code}/")
        assert answer.headers["Cache-Control"] == "private, no-store"

    def test_members_see_the_link(self) -> None:
        game = opened()
        page = client_of(game.creator).get(f"/games/{game.code}/").content.decode()
        assert f"?invitation={game.invitation}" in page

    def test_a_cancelled_table_says_why(self) -> None:
        game = opened(visibility="public")
        lobby.leave(code=game.code, user=game.creator)
        page = client_of().get(f"/games/{game.code}/").content.decode()
        assert "The game is cancelled." in page and "has left it before the game began" in page

    def test_markup_in_a_name_or_token_is_text(self) -> None:
        game = opened(visibility="public")
        page = client_of().get(f"/games/{game.code}/?invitation=%22%3E%3Cb%3E").content.decode()
        assert '"><b>' not in page

    @pytest.mark.parametrize("door", ["join", "invite", "rematch"])
    def test_reading_does_nothing(self, door: str) -> None:
        game = opened(visibility="public")
        assert client_of(person("ben")).get(f"/games/{game.code}/{door}/").status_code == 405
        assert Seat.objects.filter(game=game).count() == 1


class TestJoining:
    def test_by_the_link_and_the_last_one_starts_it(self) -> None:
        game = opened(players=2)
        ben = client_of(person("ben"))
        answer = ben.post(f"/games/{game.code}/join/", {"invitation": game.invitation})
        assert answer.status_code == 302 and answer["Location"] == f"/games/{game.code}/"
        game.refresh_from_db()
        assert game.status == Game.Status.ACTIVE

    def test_twice_is_once(self) -> None:
        game = opened()
        ben = client_of(person("ben"))
        for _again in range(2):
            assert ben.post(f"/games/{game.code}/join/", {"invitation": game.invitation}).status_code == 302
        assert Seat.objects.filter(game=game).count() == 2

    def test_a_guest_sends_the_form_twice_at_once_and_has_one_place(self) -> None:
        game = opened()
        client = client_of()
        page = client.get(link(game))
        cookie = client.cookies["csrftoken"].value
        sent = {"invitation": game.invitation, "key": page.context["key"]}
        names = set()
        for _twin in range(2):  # neither has seen the other's answer
            twin = Client()
            twin.cookies["csrftoken"] = cookie
            assert twin.post(f"/games/{game.code}/join/", sent).status_code == 302
            names.add(twin.session["_auth_user_id"])
        assert len(names) == 1 and Seat.objects.filter(game=game).count() == 2

    def test_another_browser_with_the_same_key_is_another_guest(self) -> None:
        game = opened()
        for cookie in ("a" * 32, "b" * 32):
            twin = Client()
            twin.cookies["csrftoken"] = cookie
            twin.post(f"/games/{game.code}/join/", {"invitation": game.invitation, "key": "same"})
        assert Seat.objects.filter(game=game).count() == 3

    def test_nobody_becomes_a_guest_for_nothing(self) -> None:
        full = table(2)
        private = opened()
        for code, status in ((full.code, 409), (private.code, 404), ("zzz", 404)):
            assert client_of().post(f"/games/{code}/join/").status_code == status
        assert not User.objects.filter(kind=User.Kind.GUEST).exists()

    def test_full_and_over_are_said_with_the_way_on(self) -> None:
        game = table(2, visibility="public")
        answer = client_of(person("carla")).post(f"/games/{game.code}/join/")
        assert answer.status_code == 409
        page = answer.content.decode()
        assert "Every place in this game is taken" in page and 'href="/games/"' in page
        turns.resign(code=game.code, user=mover(game))
        answer = client_of(person("carla")).post(f"/games/{game.code}/join/")
        assert answer.status_code == 409 and "The game is over" in answer.content.decode()

    def test_a_link_to_a_table_that_is_full_says_so(self) -> None:
        page = client_of(person("carla")).get(link(table(2, visibility="private"))).content.decode()
        assert "Every place in this game is taken" in page

    def test_without_the_token_of_the_form_nothing_happens(self) -> None:
        game = opened(visibility="public")
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(person("ben"))
        assert strict.post(f"/games/{game.code}/join/").status_code == 403
        assert Seat.objects.filter(game=game).count() == 1


class TestInviting:
    def invite(self, user: User, game: Game, names: str) -> str:
        answer = client_of(user).post(f"/games/{game.code}/invite/", {"invite": names}, follow=True)
        return answer.content.decode()

    def test_names_and_addresses_once_each(self) -> None:
        game = opened()
        person("ben")
        page = self.invite(game.creator, game, "ben\nfriend@example.org, ben")
        assert "2 invitations are on their way." in page
        assert "is invited already" in self.invite(game.creator, game, "ben")
        assert Outbox.objects.filter(kind=Outbox.Kind.INVITATION, game=game).count() == 2

    def test_an_unknown_name_stays_in_the_form_with_its_reason(self) -> None:
        game = opened()
        page = self.invite(game.creator, game, "nobody-here")
        assert "Nobody here is called nobody-here." in page and ">\nnobody-here</textarea>" in page

    def test_all_together_twenty(self) -> None:
        game = opened()
        many = "\n".join(f"friend{number}@example.org" for number in range(19))
        assert "19 invitations" in self.invite(game.creator, game, many)
        assert "At most 20" in self.invite(
            game.creator, game, "x@example.org y@example.org".replace(" ", "\n")
        )
        assert Outbox.objects.filter(kind=Outbox.Kind.INVITATION).count() == 19

    def test_a_guest_mails_nobody(self) -> None:
        guest = make_guest()
        game = opened(guest)
        assert "Guests invite by name" in self.invite(guest, game, "victim@example.org")
        assert not Outbox.objects.filter(kind=Outbox.Kind.INVITATION).exists()

    def test_strangers_invite_nobody(self) -> None:
        game = opened(visibility="public")
        answer = client_of(person("ben")).post(f"/games/{game.code}/invite/", {"invite": "ana"})
        assert answer.status_code == 403

    def test_an_invited_one_finds_it_in_the_lobby(self) -> None:
        game = opened()
        ben = person("ben")
        self.invite(game.creator, game, "ben")
        page = client_of(ben).get("/games/").content.decode()
        assert "You are invited" in page and f"?invitation={game.invitation}" in page


class TestLeaving:
    def test_asks_first(self) -> None:
        game = opened()
        client = client_of(game.creator)
        assert "cancelled for everybody" in client.get(f"/games/{game.code}/leave/").content.decode()
        game.refresh_from_db()
        assert game.status == Game.Status.OPEN
        assert client.post(f"/games/{game.code}/leave/").status_code == 302
        game.refresh_from_db()
        assert game.status == Game.Status.CANCELLED
        assert client.post(f"/games/{game.code}/leave/").status_code == 409

    def test_a_place_is_given_back(self) -> None:
        game = opened()
        ben = person("ben")
        lobby.join(code=game.code, user=ben, invitation=game.invitation)
        assert client_of(ben).post(f"/games/{game.code}/leave/")["Location"] == "/games/"
        assert not Seat.objects.filter(user=ben).exists()

    def test_resigning_asks_first(self) -> None:
        game = table(2)
        client = client_of(mover(game))
        assert "You cannot come back" in client.get(f"/games/{game.code}/resign/").content.decode()
        assert client.post(f"/games/{game.code}/resign/").status_code == 302
        game.refresh_from_db()
        assert game.status == Game.Status.FINISHED

    def test_an_old_page_asks_for_nothing_that_cannot_be_done(self) -> None:
        waiting, running, over = opened(person("ana")), table(2), table(2)
        turns.resign(code=over.code, user=mover(over))
        client = client_of(person("ana"))
        for game, way in ((waiting, "resign"), (running, "leave"), (over, "resign"), (over, "leave")):
            assert client.get(f"/games/{game.code}/{way}/")["Location"] == f"/games/{game.code}/"

    def test_resigning_twice_is_once(self) -> None:
        game = table(3)
        client = client_of(others(game)[0])
        for _time in range(2):
            assert client.post(f"/games/{game.code}/resign/")["Location"] == f"/games/{game.code}/"
        assert client.get(f"/games/{game.code}/resign/")["Location"] == f"/games/{game.code}/"
        assert "has left" in client.get(f"/games/{game.code}/").content.decode()

    def test_nobody_is_asked_to_log_in_first(self) -> None:
        answer = client_of().get(f"/games/{opened().code}/leave/")
        assert urlsplit(answer["Location"]).path == "/accounts/login/"


class TestRematch:
    def over(self, players: int = 2, **terms: object) -> Game:
        game = table(players, **terms)
        while game.status == Game.Status.ACTIVE:
            turns.resign(code=game.code, user=mover(game))
            game.refresh_from_db()
        return game

    def again(self, user: User, game: Game) -> str:
        return client_of(user).post(f"/games/{game.code}/rematch/")["Location"].split("/")[2]

    def test_same_people_same_terms_and_the_second_joins(self) -> None:
        game = self.over(2, target=200, visibility="private")
        ana, ben = people(2)
        code = self.again(ana, game)
        again = Game.objects.get(code=code)
        assert again.options == game.options and again.status == Game.Status.OPEN
        assert Outbox.objects.filter(game=again, kind=Outbox.Kind.INVITATION, user=ben).count() == 1
        assert self.again(ana, game) == code, "twice is once"
        assert self.again(ben, game) == code
        again.refresh_from_db()
        assert again.status == Game.Status.ACTIVE
        assert self.again(ana, game) == self.again(ben, game) == code

    def test_after_a_rematch_that_is_over_comes_the_next(self) -> None:
        game = self.over()
        ana, _ben = people(2)
        first = self.again(ana, game)
        lobby.leave(code=first, user=ana)
        assert self.again(ana, game) != first

    def test_house_players_come_along(self) -> None:
        ana, ben = people(2)
        game = lobby.create(
            creator=ana, terms=read_terms({"players": 3, "bots": ["beginner"], "visibility": "private"})
        )
        lobby.join(code=game.code, user=ben, invitation=game.invitation)
        turns.resign(code=game.code, user=ana)
        turns.resign(code=game.code, user=ben)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
        again = Game.objects.get(code=self.again(ben, game))
        assert [seat.user.kind for seat in again.seats.order_by("place")] == ["human", "bot"]

    def test_not_for_strangers_not_amid_a_game(self) -> None:
        over, going_on = self.over(visibility="public"), table(3)
        carla = client_of(person("dino"))
        assert carla.post(f"/games/{over.code}/rematch/").status_code == 403
        assert client_of(mover(going_on)).post(f"/games/{going_on.code}/rematch/").status_code == 409
        assert others(going_on)

    def test_who_left_meets_them_too(self) -> None:
        game = self.over(3)
        codes = {self.again(user, game) for user in people(3)}
        assert len(codes) == 1
        assert Game.objects.get(code=codes.pop()).status == Game.Status.ACTIVE
