"""What staff see, and what not even they see; nobody else sees anything."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import programs
from accounts.services import wishes as own
from games.models import Heartbeat, IncomingMail, Outbox
from games.notify.deliver import deliver_due
from games.services.outbox import Owed, owe
from tests.notify import samples
from tests.people import mover, person, table, token_of
from tests.snapshot import contents
from tests.walk.prying import Secrets, cards_of_html

pytestmark = pytest.mark.django_db
PAGES = ("/host/", "/admin/users/", "/admin/games/", "/admin/outbox/")


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(person("steff", is_staff=True))
    return client


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert answer.headers["Cache-Control"] == "private, no-store"
    return answer.content.decode()


def everything(client: Client) -> list[str]:
    """All pages of staff, and what each list leads to."""
    seen: list[str] = []
    for address in (*PAGES, "/admin/users/?q=ana%40example.org", "/admin/users/?kind=human&page=1"):
        page = text(client, address)
        seen += [page, *(text(client, link) for link in set(re.findall(r'href="(/admin/\w+/\w+/)"', page)))]
    return seen


def test_others_see_nothing(client: Client) -> None:
    for address in (*PAGES, "/admin/", "/admin/users/1/", "/admin/games/x/"):
        assert client.get(address).headers["Location"].startswith("/accounts/login/?next=")
    gone = person("gone", is_staff=True)
    client.force_login(gone)
    User.objects.filter(pk=gone.pk).update(is_staff=False)
    for address in PAGES:
        answer = client.get(address)
        assert answer.status_code == 403
        assert "those who run the service" in answer.content.decode()


def test_staff_see_no_card_and_no_secret(staff: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    samples.scored(monkeypatch, invite=["emma@example.net"])
    samples.registered()
    token_of(person("ana"))
    secrets = Secrets().hidden_from(person("steff"))
    before = contents()
    pages = everything(staff)
    assert len(pages) > 8
    assert contents() == before
    for page in pages:
        assert not cards_of_html(page)
        assert not [one for one in secrets.findall(page) if f'value="{one}"' not in page]


def test_nothing_can_be_sent(staff: Client) -> None:
    game = table()
    for address in (*PAGES, "/admin/", f"/admin/games/{game.code}/", f"/admin/users/{game.creator_id}/"):
        assert staff.post(address).status_code == 405


def test_searching(staff: Client) -> None:
    game = table(2)
    assert game.code in text(staff, "/admin/games/?q=BEN")
    assert game.code in text(staff, f"/admin/games/?q={game.code}&status=active")
    assert game.code not in text(staff, "/admin/games/?status=finished").replace("?q=", "")
    assert f"/admin/users/{person('ana').pk}/" in text(staff, "/admin/users/?q=ana@EXAMPLE.org")
    assert f"/admin/users/{person('ana').pk}/" not in text(staff, "/admin/users/?q=@example.org")
    assert f"/admin/users/{person('ana').pk}/" not in text(staff, "/admin/users/?q=ben")
    assert game.code in text(staff, f"/admin/outbox/?q={mover(game).username}&kind=turn")


@pytest.mark.parametrize(
    "query",
    [
        *("q=%00", "q=%25_'%22%5C", "page=99999999999", "page=x", "kind=%00", "status=x&state=x"),
        *("state__contains=7D", "password__startswith=p", "o=password", "payload__icontains=key"),
        "q=" + "a" * 3000,
    ],
)
def test_what_is_made_up_changes_nothing(staff: Client, query: str) -> None:
    table()
    for address in PAGES[1:]:
        text(staff, f"{address}?{query}")
    if "__" in query:
        assert "1 found" in text(staff, "/admin/games/?" + query), "no field can be asked but those on offer"


def test_nowhere(staff: Client) -> None:
    for address in ("/admin/users/99/", f"/admin/users/{10**30}/", "/admin/games/nowhere/", "/admin/x/"):
        assert staff.get(address).status_code == 404


def test_the_queries_are_fixed(staff: Client, django_assert_max_num_queries: Any) -> None:
    for number in range(30):
        person(f"user{number}")
        owe([Owed(kind="invitation", key=str(number), address=f"a{number}@example.net")])
    for _each in range(3):
        table(3)
    for address in PAGES:
        with django_assert_max_num_queries(15):
            text(staff, address)


class TestTheHost:
    def test_all_is_well(self, staff: Client) -> None:
        for name in ("worker", "beat"):
            Heartbeat.objects.create(name=name, at=timezone.now())
        page = text(staff, "/host/")
        assert "Everything lives" in page
        assert "⚠" not in page

    def test_what_stands_still_is_marked(self, staff: Client) -> None:
        game = table()
        long_ago = timezone.now() - timedelta(hours=3)
        Heartbeat.objects.create(name="worker", at=long_ago)
        type(game).objects.update(deadline=long_ago, bot_due=long_ago)
        failed = {"attempts": 3, "last_error": "454 try again <b>later</b>"}
        Outbox.objects.update(due_at=long_ago, created_at=long_ago, **failed)
        page = text(staff, "/host/")
        assert page.count('class="badge bad"') == 6
        assert "Start the worker" in page
        assert "Start the beat" in page
        assert "454 try again &lt;b&gt;later" in page

    def test_a_queue_that_waits_for_the_next_try_is_no_well_one(self, staff: Client) -> None:
        """Each try puts its mails off, so that none is overdue while no mail goes out."""
        for name in ("worker", "beat"):
            Heartbeat.objects.create(name=name, at=timezone.now())
        table()
        now = timezone.now()
        Outbox.objects.update(due_at=now + timedelta(minutes=5), last_error="OSError: refused")
        assert "Everything lives" in text(staff, "/host/"), "it may pass"
        Outbox.objects.update(created_at=now - timedelta(hours=2))
        page = text(staff, "/host/")
        assert "Something stands still" in page and "fails since" in page

    def test_what_its_reader_does_not_want_yet_is_no_failure(self, staff: Client) -> None:
        for name in ("worker", "beat"):
            Heartbeat.objects.create(name=name, at=timezone.now())
        game = table()
        own.change(user=mover(game), turn="later", turn_minutes=600)
        User.objects.filter(username="ana").update(mail_stopped_at=timezone.now())
        deliver_due()
        page = text(staff, "/host/")
        assert "Everything lives" in page
        found = dict(re.findall(r"<dt>([^<]+)</dt><dd class=\"tabular\">(\d+)</dd>", page))
        assert found["Users whose address takes no mail"] == "1"
        assert found["Held back until their reader wants them"] == str(int(mover(game).username == "ben"))

    def test_replies_that_wait_and_that_were_given_up(self, staff: Client) -> None:
        long_ago = timezone.now() - timedelta(hours=3)
        for number, state in enumerate(("waiting", "failed", "done")):
            IncomingMail.objects.create(
                key=str(number),
                raw=b"From: ana@example.org\n\nnew 7C 7D 7H",
                recipient="r+secret@localhost",
                door="smtp",
                state=state,
                received_at=long_ago,
                due_at=long_ago,
            )
        page = text(staff, "/host/")
        assert "1 is late" in page and "Came in and could not be handled" in page
        assert "7C 7D" not in page and "r+secret" not in page and "ana@example.org" not in page


def test_whose_a_program_is(staff: Client) -> None:
    owner = person("ana")
    program = programs.make(owner=owner, username="dealer9")
    link = f'<a class="in-cell" href="/admin/users/{owner.pk}/"><bdi>ana</bdi></a>'
    assert link in text(staff, "/admin/users/?q=dealer9")
    assert link in text(staff, f"/admin/users/{program.pk}/")
    assert "<bdi>dealer9</bdi>" in text(staff, f"/admin/users/{owner.pk}/")
    assert "Program of" not in text(staff, f"/admin/users/{owner.pk}/")


def test_a_list_of_many_programs_asks_no_more(staff: Client, django_assert_max_num_queries: Any) -> None:
    for number in range(9):
        programs.make(owner=person(f"owner{number}"), username=f"dealer{number}")
    with CaptureQueriesContext(connection) as few:
        text(staff, "/admin/users/?q=dealer1")
    with django_assert_max_num_queries(len(few)):
        text(staff, "/admin/users/?q=dealer")
