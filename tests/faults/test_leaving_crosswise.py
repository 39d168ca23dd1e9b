"""An account that ends at the same instant as its owner, or somebody at their tables, does something else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import User, Vacation, Wishes
from accounts.services import leaving, registration, vacations, wishes
from games.errors import Refused
from games.models import Game, Outbox
from games.services import departures, invitations, lobby
from games.services.terms import read_terms
from tests.faults.test_races import at_once
from tests.people import person, table

pytestmark = pytest.mark.django_db(transaction=True)


class Meeting:
    """Who leaves has locked their tables and mails when the other one begins, and lets them get as far as they can."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.held, self.done = threading.Event(), threading.Event()
        erase = departures._erase

        def erased(*args: Any) -> None:
            erase(*args)
            self.held.set()
            self.done.wait(1)

        monkeypatch.setattr(departures, "_erase", erased)

    def other(self, work: Callable[[], Any]) -> Any:
        self.held.wait(10)
        try:
            return work()
        finally:
            self.done.set()


def leaves_while(meeting: Meeting, user: User, work: Callable[[], Any]) -> Any:
    """What the other one got; nobody waited for who waited for them."""
    left, result = at_once([partial(leaving.delete_account, user=user), partial(meeting.other, work)])
    assert left is None
    assert not User.objects.get(pk=user.pk).is_active
    return result


@pytest.mark.parametrize(
    "change",
    [
        lambda user: registration.update_profile(user=user, timezone="Asia/Tokyo"),
        lambda user: registration.update_profile(user=user, email="ana@example.net"),
        lambda user: wishes.change(user=user, turn="never"),
        lambda user: vacations.take(user=user, until=timezone.now() + timedelta(days=3)),
    ],
    ids=["zone", "address", "wishes", "vacation"],
)
def test_their_settings(monkeypatch: pytest.MonkeyPatch, change: Callable[[User], Any]) -> None:
    ana = person("ana")
    for _ in range(2):
        table()
    Outbox.objects.filter(user=ana).update(due_at=timezone.now() + timedelta(hours=1))
    result = leaves_while(Meeting(monkeypatch), ana, partial(change, User.objects.get(pk=ana.pk)))
    assert isinstance(result, ValidationError), "an account that has ended takes nothing"
    gone = User.objects.get(pk=ana.pk)
    assert (gone.email, gone.timezone) == ("", "UTC")
    assert not Wishes.objects.filter(user=ana).exists() and not Vacation.objects.filter(user=ana).exists()


def test_who_invites_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    ana = person("ana")
    person("ben")
    game = lobby.create(creator=ana, terms=read_terms({"players": 3}))
    invite = partial(invitations.invite, code=game.code, user=ana, names=["ben"])
    assert isinstance(leaves_while(Meeting(monkeypatch), ana, invite), Refused)
    assert Game.objects.get().status == "cancelled"


def test_who_opens_a_table_and_invites_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    """With house players that nobody had before, as the tables that are left get."""
    ana, _ben = person("ana"), person("ben")
    for _ in range(2):
        game = lobby.create(creator=ana, terms=read_terms({"players": 3, "replace_left": "casual"}))
        for name in ("ben", "carla"):
            lobby.join(code=game.code, user=person(name))
    terms = read_terms({"players": 3, "bots": ["casual"], "invite": ["ben"]})
    result = leaves_while(Meeting(monkeypatch), ana, partial(lobby.create, creator=ana, terms=terms))
    assert isinstance(result, Refused) and Game.objects.count() == 2, "nobody would ever close it"


def test_who_joins_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = lobby.create(creator=person("ben"), terms=read_terms({"players": 2}))
    result = leaves_while(
        Meeting(monkeypatch), person("ana"), partial(lobby.join, code=game.code, user=person("ana"))
    )
    assert isinstance(result, Refused) and game.seats.count() == 1


def test_two_who_have_invited_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    both = person("ana"), person("ben")
    for user, other in (both, both[::-1]):
        lobby.create(creator=user, terms=read_terms({"players": 3, "invite": [other.username]}))
    gate, save = threading.Barrier(2), Outbox.save

    def saved(row: Outbox, **how: Any) -> None:
        with suppress(threading.BrokenBarrierError):  # the other one waits for us
            gate.wait(1)
        save(row, **how)

    monkeypatch.setattr(Outbox, "save", saved)
    assert at_once([partial(leaving.delete_account, user=user) for user in both]) == [None, None]
    names = {row.payload["inviter"] for row in Outbox.objects.filter(kind="invitation")}
    assert names == {User.objects.get(pk=user.pk).username for user in both}


def test_two_at_tables_that_end_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that goes on for the one is over when the other looks: they lock them in one order nevertheless."""
    ana, ben = person("ana"), person("ben")
    tables = [table(), table()]
    first, begun, leave = tables[0], threading.Event(), departures._leave

    def left(game: Game, user: User) -> None:
        leave(game, user)
        begun.set()

    monkeypatch.setattr(departures, "_leave", left)

    def second() -> None:
        begun.wait(10)
        leaving.delete_account(user=ben)

    assert at_once([partial(leaving.delete_account, user=ana), second]) == [None, None]
    assert {each.status for each in Game.objects.all()} == {"finished"} and first.pk
