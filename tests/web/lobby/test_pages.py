"""Home, rules, lobby, a new table, play now: what they show, what they cost, and that twice is once."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import guests
from config.api import throttles
from games.models import Game, Seat
from games.services import lobby, turns
from games.services.terms import read_terms
from games.web import rules_text
from tests.people import mover, person, table

pytestmark = pytest.mark.django_db
RULES = Path(__file__).resolve().parents[3] / "docs" / "rules.md"
FORM = {
    "players": "3",
    "bots": "1",
    "visibility": "private",
    "invite": "",
    "length": "target",
    "target": "150",
    "clock": "per_turn",
    "hours": "72",
    "start_hours": "240",
    "turn_hours": "36",
    "cap_hours": "240",
    "timeouts_to_leave": "2",
    "key": "one",
}


def client_of(user: User | None = None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def text(answer: object) -> str:
    return answer.content.decode()  # type: ignore[attr-defined]


class TestRules:
    def test_every_rule_has_its_anchor(self) -> None:
        page = text(client_of().get("/rules/"))
        ids = re.findall(r"^\| ([RD]\d+[a-z]?) \|", RULES.read_text(), re.MULTILINE)
        assert len(ids) > 50
        for rule in ids:
            assert page.count(f'id="{rule}"') == 1, rule

    def test_nothing_is_taught_that_is_no_rule(self) -> None:
        taught = [rule for chapter in rules_text.CHAPTERS for rule, _text in chapter.rules]
        assert set(taught) == set(re.findall(r"^\| ([RD]\d+[a-z]?) \|", RULES.read_text(), re.MULTILINE))
        assert len(taught) == len(set(taught))

    def test_it_asks_no_database_of_a_stranger(self) -> None:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client_of().get("/rules/")
        assert len(queries) == 0


class TestHome:
    def test_a_stranger_can_play_at_once(self) -> None:
        page = text(client_of().get("/"))
        assert 'action="/play/"' in page and "No account, no mail address" in page

    def test_whoever_is_waited_for_sees_it_in_the_title(self) -> None:
        game = table(2)
        page = text(client_of(mover(game)).get("/"))
        assert "<title>(1) Manipulation Rummy</title>" in page and "1 game waits for you" in page


class TestPlayNow:
    def test_a_guest_plays_after_one_click(self) -> None:
        client = client_of()
        answer = client.post("/play/", {"key": "k"})
        game = Game.objects.get()
        assert answer["Location"] == f"/games/{game.code}/" and game.status == Game.Status.ACTIVE
        assert game.visibility == "private" and game.options["rounds"] == 1
        guest = User.objects.get(pk=client.session["_auth_user_id"])
        assert guest.kind == User.Kind.GUEST and guest.username.startswith("Guest ")
        assert client.session.get_expiry_age() == pytest.approx(guests.IDLE.total_seconds(), abs=60)

    @pytest.mark.parametrize(
        ("said", "zone"), [("Asia/Kathmandu", "Asia/Kathmandu"), ("", "UTC"), ("Moon/Sea\0", "UTC")]
    )
    def test_a_guest_lives_where_the_browser_is(self, said: str, zone: str) -> None:
        assert client_of().post("/play/", {"key": "k", "timezone": said}).status_code == 302
        assert User.objects.get(kind="guest").timezone == zone

    def test_twice_is_once(self) -> None:
        page = client_of().get("/")
        key, cookie = page.context["key"], page.cookies["csrftoken"].value
        for _twin in range(2):
            twin = Client()
            twin.cookies["csrftoken"] = cookie
            assert twin.post("/play/", {"key": key}).status_code == 302
        assert Game.objects.count() == 1 and User.objects.filter(kind="guest").count() == 1

    def test_who_has_an_account_plays_as_oneself(self) -> None:
        ana = person("ana")
        for key in ("k", "k", "other"):
            client_of(ana).post("/play/", {"key": key})
        assert Game.objects.filter(creator=ana).count() == 2

    def test_a_page_of_before_makes_no_way_into_an_old_guest(self) -> None:
        old = guests.make_guest(seed="s")
        assert guests.make_guest(seed="s") == old
        User.objects.filter(pk=old.pk).update(
            date_joined=timezone.now() - guests.AGAIN - timedelta(seconds=1)
        )
        assert guests.make_guest(seed="s") != old

    def test_too_many_from_one_address_wait(self, settings: LazySettings) -> None:
        settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login": "2/min"}
        throttles.limiter.cache_clear()
        statuses = [client_of().post("/play/").status_code for _ in range(3)]
        assert statuses == [302, 302, 429]
        assert User.objects.filter(kind="guest").count() == 2

    def test_reading_makes_nothing(self) -> None:
        assert client_of().get("/play/").status_code == 405
        assert not User.objects.exists()


class TestIdleGuests:
    def test_after_thirty_days_they_are_gone_and_their_games_are_left(self) -> None:
        client = client_of()
        client.post("/play/", {"key": "k"})
        guest = User.objects.get(kind="guest")
        now = timezone.now()
        assert guests.remove_idle(now=now + guests.IDLE - timedelta(minutes=1)) == 0
        assert guests.remove_idle(now=now + guests.IDLE + timedelta(minutes=1)) == 1
        guest.refresh_from_db()
        assert not guest.is_active and guest.username.startswith("Deleted player")
        assert Game.objects.get().status == Game.Status.CANCELLED
        assert guests.remove_idle(now=now + guests.IDLE * 2) == 0

    def test_a_visit_counts_once_a_day(self) -> None:
        client = client_of()
        client.post("/play/", {"key": "k"})
        long_ago = timezone.now() - timedelta(days=29)
        User.objects.filter(kind="guest").update(last_login=long_ago)
        client.get("/games/")
        assert User.objects.get(kind="guest").last_login == long_ago, "today was noted already"
        session = client.session
        session["seen"] = "2001-01-01"
        session.save()
        client.get("/games/")
        seen = User.objects.get(kind="guest").last_login
        assert seen is not None and seen > long_ago

    def test_people_stay(self) -> None:
        ana = person("ana", last_login=timezone.now() - timedelta(days=4000))
        guests.remove_idle(now=timezone.now())
        ana.refresh_from_db()
        assert ana.is_active


class TestNewTable:
    def test_all_terms(self) -> None:
        ana = person("ana")
        person("ben")
        bank = FORM | {
            "players": "4",
            "clock": "bank",
            "length": "single",
            "replace_left": "on",
            "invite": "ben\nx@example.org",
            "timeouts_to_leave": "3",
            "weekends": "on",
            "away": "bot",
        }
        answer = client_of(ana).post("/games/new/", bank)
        game = Game.objects.get()
        assert answer["Location"] == f"/games/{game.code}/"
        assert game.options == {
            "players": 4,
            "visibility": "private",
            "target": 150,
            "rounds": 1,
            "clock": {"kind": "bank", "start_hours": 240, "turn_hours": 36, "cap_hours": 240},
            "timeouts_to_leave": 3,
            "replace_left": "beginner",
            "hints": False,
            "weekends": True,
            "vacation_allowed": True,
            "vacation_bot": "beginner",
        }
        assert game.mails.count() == 2 and game.seats.count() == 2

    def test_twice_is_once_and_other_terms_are_another_table(self) -> None:
        client = client_of(person("ana"))
        first = client.post("/games/new/", FORM)["Location"]
        assert client.post("/games/new/", FORM)["Location"] == first
        assert client.post("/games/new/", FORM | {"target": "200"})["Location"] != first
        assert client_of(person("ben")).post("/games/new/", FORM)["Location"] != first
        assert Game.objects.count() == 3

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            ({"bots": "3"}, "At most 2: one place is yours."),
            ({"target": "20"}, "50 at the least."),
            ({"target": ""}, "Fill this in."),
            ({"players": "9"}, "Choose one of those that are offered."),
            ({"invite": "nobody-here"}, "Nobody here is called nobody-here."),
            ({"invite": "ben@example.org\na@b\ncarla@example.org"}, "“a@b” is neither a user name nor"),
            ({"invite": "ben@example.org\n" + "x" * 300}, "xxx…” is neither"),
            ({"clock": "bank", "start_hours": "241"}, "give at most 240, or raise that."),
            ({"invite": "\n".join(f"p{n}@example.org" for n in range(21))}, "At most 20"),
            ({"clock": "bank", "cap_hours": "9999"}, "2000 at the most."),
            ({"hours": "5"}, "those that are offered"),
            ({"visibility": "<b>"}, "Choose one of those that are offered."),
        ],
    )
    def test_what_would_not_do_is_said_beside_its_field(self, change: dict[str, str], said: str) -> None:
        answer = client_of(person("ana")).post("/games/new/", FORM | change)
        assert answer.status_code == 200 and said in text(answer)
        assert not Game.objects.exists()

    def test_one_bad_line_leaves_all_that_was_typed(self) -> None:
        page = text(
            client_of(person("ana")).post("/games/new/", FORM | {"invite": "b@example.org\na@b\nc@d"})
        )
        assert "“a@b” is neither" in page and "“c@d” is neither" in page and "“b@example.org”" not in page
        assert ">\nb@example.org\na@b\nc@d</textarea>" in page

    def test_fields_of_the_way_not_chosen_are_not_read(self) -> None:
        answer = client_of(person("ana")).post("/games/new/", FORM | {"cap_hours": "", "start_hours": "x"})
        assert answer.status_code == 302

    def test_nobody_logs_in_first_and_comes_back(self) -> None:
        assert client_of().get("/games/new/")["Location"] == "/accounts/login/?next=%2Fgames%2Fnew%2F"


class TestLobby:
    def test_those_that_wait_come_first_the_soonest_on_top(self) -> None:
        ana = person("ana")
        games = [
            lobby.create(creator=ana, terms=read_terms({"players": 2, "bots": ["beginner"]}))
            for _ in range(3)
        ]
        soon = timezone.now() + timedelta(hours=5, minutes=1)
        for hours, game in zip((9, 0, 3), games, strict=True):
            Game.objects.filter(pk=game.pk).update(to_act=ana, deadline=soon + timedelta(hours=hours))
        page = text(client_of(ana).get("/games/"))
        assert "<title>(3) Games" in page
        places = [page.index(f"/games/{games[number].code}/") for number in (1, 2, 0)]
        assert places == sorted(places)
        assert "5 hours left" in page

    def test_times_are_of_the_reader(self) -> None:
        game = table(2)
        reader = mover(game)
        User.objects.filter(pk=reader.pk).update(timezone="Asia/Kolkata")
        assert " IST</time>" in text(client_of(reader).get("/games/"))

    def test_private_tables_are_not_listed_and_no_secret_shows(self) -> None:
        hidden = lobby.create(
            creator=person("ana"), terms=read_terms({"players": 2, "visibility": "private"})
        )
        listed = lobby.create(creator=person("ana"), terms=read_terms({"players": 2}))
        for client in (client_of(), client_of(person("ben"))):
            page = text(client.get("/games/"))
            assert listed.code in page and hidden.code not in page
            assert listed.invitation not in page
            assert 'class="game open"' in page and "More terms" in page

    def test_no_hand_shows(self) -> None:
        game = table(2)
        page = text(client_of(mover(game)).get("/games/"))
        assert 'role="img"' not in page

    def test_what_is_over(self) -> None:
        game = table(2)
        loser = mover(game)
        turns.resign(code=game.code, user=loser)
        winner = next(seat.user for seat in Seat.objects.filter(game=game) if seat.user != loser)
        assert "You have won" in text(client_of(winner).get("/games/"))
        assert "You have won" not in text(client_of(loser).get("/games/"))

    @pytest.mark.parametrize(
        "query", ["show=nothing", "show=open&page=0", "show=open&page=-1", "show=open&page=٣"]
    )
    def test_odd_addresses(self, query: str) -> None:
        assert client_of(person("ana")).get(f"/games/?{query}").status_code == 404

    def test_shelves_of_others_are_empty_for_a_stranger(self) -> None:
        table(2)
        assert "There is nothing here." in text(client_of().get("/games/?show=waiting"))

    def test_page_by_page(self) -> None:
        for _number in range(26):
            lobby.create(creator=person("ana"), terms=read_terms({"players": 2}))
        ben = client_of(person("ben"))
        assert "Show all" in text(ben.get("/games/"))
        first, second = (text(ben.get(f"/games/?show=open&page={page}")) for page in (1, 2))
        codes = [re.findall(r'href="/games/(\w+)/"', page) for page in (first, second)]
        codes = [[code for code in found if code != "new"] for found in codes]
        assert [len(found) for found in codes] == [24, 2] and not set(codes[0]) & set(codes[1])
        assert 'rel="next"' in first and 'rel="next"' not in second

    def test_it_costs_the_same_with_many_games(self) -> None:
        ana = person("ana")
        client = client_of(ana)

        def many(count: int) -> None:
            for _number in range(count):
                table(2)
                lobby.create(creator=ana, terms=read_terms({"players": 3, "visibility": "private"}))
                lobby.create(creator=person("emma"), terms=read_terms({"players": 3, "invite": ["ana"]}))
                lobby.create(creator=person("emma"), terms=read_terms({"players": 3}))
                over = table(2)
                turns.resign(code=over.code, user=mover(over))

        def cost() -> int:
            active = Game.objects.filter(status=Game.Status.ACTIVE).order_by("pk")
            for number, game in enumerate(active):  # both who waits and who is waited for
                Game.objects.filter(pk=game.pk).update(to_act=(ana, person("ben"))[number % 2])
            with CaptureQueriesContext(connection) as queries:
                assert client.get("/games/").status_code == 200
            return len(queries)

        many(4)
        few = cost()
        many(10)
        assert cost() == few <= 22
