"""What each wants to hear: by the wishes at the moment of sending, whatever they were when the mail was owed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import wishes as own
from games.engine.moves import Draw
from games.models import Game, Outbox
from games.notify.deliver import deliver_due
from games.services import outbox, reminders, turns, wishes
from games.services.outbox import Owed
from tests.notify import samples
from tests.people import mover, others, person, table

pytestmark = pytest.mark.django_db
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(NOON, tick=False) as moved:
        yield moved


def sent() -> list[tuple[str, str]]:
    """Kind and reader of what was sent."""
    rows = Outbox.objects.filter(state="sent").select_related("user").order_by("sent_at", "pk")
    return [(row.kind, row.user.username if row.user else row.address) for row in rows]


def state(kind: str, name: str = "") -> tuple[str, str]:
    rows = Outbox.objects.filter(kind=kind)
    row = (rows.filter(user__username=name) if name else rows).get()
    return row.state, row.last_error


class TestMyTurn:
    def test_later_and_only_if_it_still_waits(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.started(monkeypatch)
        own.change(user=person("ben"), turn="later", turn_minutes=45)
        assert deliver_due(now=NOON) == {"postponed": 1}
        assert deliver_due(now=NOON + 44 * MINUTE) == {}
        assert deliver_due(now=NOON + 45 * MINUTE) == {"sent": 1}
        samples.play(game, "ben", Draw())
        samples.play(game, "ben", Draw())
        own.change(user=person("ana"), turn="later", turn_minutes=45)
        samples.play(game, "ana", Draw())
        samples.play(game, "ana", Draw())
        deliver_due(now=NOON + HOUR)
        deliver_due(now=NOON + 2 * HOUR)
        assert state("turn", "ana") == ("moot", "somebody else is to act")

    @pytest.mark.parametrize("how", ["digest", "never"])
    def test_not_by_a_mail_of_its_own(self, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        own.change(user=person("ben"), turn=how)
        assert deliver_due(now=NOON) == {"moot": 1}
        assert state("turn") == ("moot", "no such mail is wanted")

    def test_a_wish_that_came_after_the_mail_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        own.change(user=person("ben"), turn="later", turn_minutes=600)
        deliver_due(now=NOON)
        own.change(user=person("ben"), turn_minutes=5)
        assert deliver_due(now=NOON) == {"postponed": 1}
        wishes.change(user=person("ben"), code=Game.objects.get().code, turn="at_once")
        assert deliver_due(now=NOON) == {"sent": 1}

    def test_but_one_that_failed_keeps_its_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        Outbox.objects.update(due_at=NOON + HOUR, last_error="451 later")
        own.change(user=person("ben"), turn_minutes=5)
        assert Outbox.objects.get().due_at == NOON + HOUR

    def test_while_a_page_is_open(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        game, ben = samples.started(monkeypatch), person("ben")
        client.force_login(ben)
        client.get(f"/games/{game.code}/")
        assert deliver_due(now=NOON) == {"sent": 1}, "usually it comes all the same"
        Outbox.objects.update(state="queued")
        own.change(user=ben, while_open=False)
        assert deliver_due(now=NOON) == {"postponed": 1}
        cache.clear()  # the page was closed
        assert deliver_due(now=NOON + 3 * MINUTE) == {"sent": 1}


class TestOneGame:
    def test_muted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.scored(monkeypatch, target=50)
        wishes.change(user=person("ben"), code=game.code, muted=True)
        deliver_due(now=NOON)
        assert {name for _kind, name in sent()} == {"ana"}
        assert state("result", "ben") == ("moot", "no such mail is wanted")

    def test_otherwise_than_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.started(monkeypatch)
        ben = person("ben")
        own.change(user=ben, turn="never")
        wishes.change(user=ben, code=game.code, turn="later", turn_minutes=10)
        assert deliver_due(now=NOON) == {"postponed": 1}
        assert deliver_due(now=NOON + 10 * MINUTE) == {"sent": 1}
        wishes.change(user=ben, code=game.code, turn=None)
        Outbox.objects.update(state="queued")
        assert deliver_due(now=NOON + 10 * MINUTE) == {"moot": 1}

    def test_who_hears_of_one_game_by_the_list_alone_has_a_list(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = samples.started(monkeypatch)
        wishes.change(user=person("ben"), code=game.code, turn="digest")
        assert own.of(person("ben")).digest_hour == own.FIRST_DIGEST_HOUR
        own.change(user=person("ben"), digest_hour=19)
        wishes.change(user=person("ben"), code=game.code, turn="digest")
        assert own.of(person("ben")).digest_hour == 19


class TestKinds:
    @pytest.mark.parametrize(
        ("wish", "unheard"), [("rounds", {"round"}), ("results", {"result"}), ("turn", {"turn"})]
    )
    def test_of_results(self, wish: str, unheard: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
        samples.scored(monkeypatch, target=50)
        own.change(user=person("ben"), **{wish: "never" if wish == "turn" else False})
        Outbox.objects.filter(kind="turn").delete()
        deliver_due(now=NOON)
        heard = {kind for kind, name in sent() if name == "ben"}
        assert heard == {"round", "result"} - unheard
        assert {kind for kind, name in sent() if name == "ana"} == {"round", "result"}

    def test_invitations(self) -> None:
        samples.invited()
        own.change(user=person("ben"), invitations=False)
        deliver_due(now=NOON)
        assert sent() == [("invitation", "carla@example.net")]


class TestQuietHours:
    """From ten in the evening to eight in the morning, in Malta: 21 to 7 UTC."""

    LATE = NOON + 10 * HOUR
    MORNING = NOON + 19 * HOUR

    def reader(self, name: str, **more: Any) -> User:
        user = person(name)
        User.objects.filter(pk=user.pk).update(timezone="Europe/Malta")
        user.refresh_from_db()
        own.change(user=user, **{"quiet": "own", **more})
        return user

    def test_what_comes_at_night_waits_for_the_morning(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.scored(monkeypatch, target=50)
        for name in ("ana", "ben"):
            self.reader(name)
        Outbox.objects.filter(kind="turn").delete()
        assert deliver_due(now=self.LATE) == {"postponed": 4}
        assert set(Outbox.objects.values_list("due_at", flat=True)) == {self.MORNING}
        assert deliver_due(now=self.MORNING - MINUTE) == {}
        assert deliver_due(now=self.MORNING) == {"sent": 4}

    def test_the_night_hours_of_the_clock_are_the_usual_quiet(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        ben = self.reader("ben", quiet="night")
        assert deliver_due(now=self.LATE) == {"sent": 1}, "in tests nobody has a night"
        Outbox.objects.update(state="queued")
        User.objects.filter(pk=ben.pk).update(night_from=22, night_until=7)
        deliver_due(now=self.LATE)
        assert Outbox.objects.get().due_at == self.MORNING - HOUR

    @override_settings(NIGHT_HOURS=(22, 8))
    def test_nobody_has_a_night_whose_time_zone_is_not_known(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        User.objects.filter(username="ben").update(timezone="UTC")
        assert deliver_due(now=self.LATE) == {"sent": 1}
        Outbox.objects.update(state="queued")
        User.objects.filter(username="ben").update(timezone="Europe/Malta")
        assert deliver_due(now=self.LATE) == {"postponed": 1}
        assert Outbox.objects.get().due_at == self.MORNING

    def test_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        ben = self.reader("ben", quiet="none")
        User.objects.filter(pk=ben.pk).update(night_from=22, night_until=7)
        assert deliver_due(now=self.LATE) == {"sent": 1}

    def test_what_was_asked_for_comes_at_any_hour(self, monkeypatch: pytest.MonkeyPatch) -> None:
        row = samples.listed(monkeypatch)
        Outbox.objects.exclude(pk=row.pk).delete()
        ana = self.reader("ana", digest_hour=23)
        samples.registered()
        User.objects.filter(username="dino").update(timezone="Europe/Malta")
        own.change(user=User.objects.get(username="dino"), quiet="own")
        outbox.owe([Owed("reset", "reset:x", address=ana.email)])
        assert deliver_due(now=NOON + 10 * HOUR) == {"sent": 3}
        assert {kind for kind, _name in sent()} == {"digest", "confirm", "reset"}

    def test_strangers_have_no_hours(self) -> None:
        samples.invited()
        assert deliver_due(now=self.LATE)["sent"] == 2


class TestWhoHearsNoMore:
    def test_a_replaced_player(self) -> None:
        game = table(2, replace_left="beginner")
        gone = others(game)[0]
        turns.resign(code=game.code, user=gone)
        for kind, payload in (("round", {"round": 1}), ("result", {}), ("turn", {"turn": 1})):
            outbox.owe([Owed(kind, f"{kind}:x", gone.pk, game.pk, payload=payload)])
        reminders.sweep(now=NOON + 50 * HOUR)
        deliver_due(now=NOON + 50 * HOUR)
        assert gone.username not in {name for _kind, name in sent()}

    def test_each_event_is_one_row_for_each(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.scored(monkeypatch, target=50)
        rows = list(Outbox.objects.filter(game=game).values_list("kind", "user__username"))
        assert sorted(rows) == sorted(
            [("turn", "ben"), *((kind, name) for kind in ("round", "result") for name in ("ana", "ben"))]
        )


def test_wishes_do_not_cost_a_move_a_query() -> None:
    """They are read when the mail is sent, not when the move is stored."""

    game = table(2)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        turns.play(code=game.code, user=mover(game), version=Game.objects.get().version, move=Draw())
    assert not [query for query in asked.captured_queries if "wishes" in query["sql"]]


def test_unwanted_mail_is_not_even_written(monkeypatch: pytest.MonkeyPatch) -> None:
    samples.started(monkeypatch)
    own.change(user=person("ben"), turn="never")
    deliver_due(now=NOON)
    assert mail.outbox == []
