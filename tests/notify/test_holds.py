"""Mails that are no longer true when they are to be sent: not sent, and the reason is kept."""

from __future__ import annotations

import pytest
from django.core import mail
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services.registration import update_profile
from games.engine.moves import Draw, Pass
from games.models import Game, Outbox
from games.notify.deliver import deliver_due
from games.services import lobby, outbox, turns
from tests.notify import samples
from tests.people import person

pytestmark = pytest.mark.django_db
Kind = Outbox.Kind


def moot() -> dict[tuple[str, str], str]:
    """What was not sent, and why, after all that is due was looked at."""
    deliver_due()
    rows = Outbox.objects.filter(state=Outbox.State.MOOT).select_related("user")
    return {(row.kind, row.user.username if row.user else row.address): row.last_error for row in rows}


def sent() -> list[tuple[str, str]]:
    return sorted((message.to[0].partition("@")[0], str(message.subject)) for message in mail.outbox)


class TestTurns:
    def test_one_that_is_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.melded(monkeypatch)
        assert moot() == {("turn", "ben"): "somebody else is to act"}
        assert sent() == [("ana", f"Rummy {game.code} · round 1")]

    def test_an_older_one_of_the_same_player(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.melded(monkeypatch)
        for _ in range(2):
            samples.play(game, "ana", Draw())
        assert moot() == {("turn", "ben"): "that turn is over", ("turn", "ana"): "somebody else is to act"}
        assert len(sent()) == 1

    def test_many_cost_no_more_than_few(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where games go fast, most turn mails are over before they are looked at."""
        game = samples.started(monkeypatch)
        counts = []
        for made, over in ((1, 1), (6, 5)):  # the first of the six is gone by then
            for _ in range(made):
                mover = Game.objects.get(pk=game.pk).to_act
                assert mover is not None
                for _ in range(2):  # after the third card the turn is over (RULES D6a)
                    samples.play(game, mover.username, Draw())
            Outbox.objects.filter(kind=Kind.TURN).latest("pk").delete()  # the one that still holds
            with CaptureQueriesContext(connection) as queries:
                assert deliver_due() == {"moot": over}
            counts.append(len(queries))
        assert counts[1] == counts[0] + 4  # a transaction for each reason, of which the five have two

    def test_where_they_cannot_be_marked_together_each_is_by_itself(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def busy(**_: object) -> int:
            raise OperationalError("database is locked")

        monkeypatch.setattr(outbox, "mark_all_moot", busy)
        game = samples.melded(monkeypatch)
        assert moot() == {("turn", "ben"): "somebody else is to act"}
        assert sent() == [("ana", f"Rummy {game.code} · round 1")]

    def test_the_same_turn_after_a_move_in_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.started(monkeypatch)
        samples.play(game, "ben", Draw())
        assert moot() == {}
        assert len(sent()) == 1

    def test_of_a_game_that_is_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.started(monkeypatch)
        turns.resign(code=game.code, user=person("ana"))
        assert moot() == {("turn", "ben"): "the game is finished"}
        assert [to for to, _subject in sent()] == ["ana", "ben"], "the result, for both"

    def test_without_a_confirmed_address(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        User.objects.filter(username="ben").update(email_confirmed_at=None)
        assert moot() == {("turn", "ben"): "no confirmed address"}
        assert sent() == []

    def test_of_a_closed_account(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.started(monkeypatch)
        User.objects.filter(username="ben").update(is_active=False)
        assert moot() == {("turn", "ben"): "the account is closed"}


class TestRounds:
    def test_hold_after_the_next_began(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.scored(monkeypatch)
        assert moot() == {("turn", "ben"): "somebody else is to act"}
        first, second = (f"Rummy {game.code} · round {number}" for number in (1, 2))
        # The newest deal is ben's, so ana begins.
        assert sent() == [("ana", first), ("ana", second), ("ben", first)]

    def test_a_round_that_is_not_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.scored(monkeypatch)
        Outbox.objects.filter(kind=Kind.ROUND).update(payload={"round": 9})
        assert moot()["round", "ana"] == "the round is not scored"

    def test_who_has_no_seat(self, monkeypatch: pytest.MonkeyPatch) -> None:
        samples.scored(monkeypatch)
        Outbox.objects.filter(kind=Kind.ROUND, user=person("ana")).update(user=person("emma"))
        assert moot()["round", "emma"] == "has no seat in the game"

    @pytest.mark.parametrize("level", ["beginner", None])
    def test_who_has_left_hears_nothing_that_was_owed_before(
        self, level: str | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = samples.scored(monkeypatch, replace_left=level)
        turns.resign(code=game.code, user=person("ana"))
        assert moot()["round", "ana"] == "has left the game"
        # Without a house player the leaving ended the game, and she hears how.
        assert [to for to, _subject in sent()].count("ana") == (0 if level else 1)


class TestInvitations:
    def test_hold_while_the_table_is_open(self) -> None:
        samples.invited()
        assert moot() == {}
        assert [to for to, _subject in sent()] == ["ben", "carla"]

    def test_who_has_joined(self) -> None:
        game = samples.invited()
        lobby.join(code=game.code, user=person("ben"))
        carla = User(username="Carla", email="Carla@example.net", email_confirmed_at=timezone.now())
        carla.save()
        assert moot() == {("invitation", "ben"): "has joined already"}
        Outbox.objects.filter(address="carla@example.net").update(state="queued")
        lobby.join(code=game.code, user=carla)
        assert moot()["invitation", "carla@example.net"] == "the game is active"

    def test_a_table_that_is_gone(self) -> None:
        game = samples.invited()
        lobby.leave(code=game.code, user=person("ana"))
        assert set(moot().values()) == {"the game is cancelled"}

    def test_to_an_unconfirmed_address_of_a_user(self) -> None:
        samples.invited()
        User.objects.filter(username="ben").update(email_confirmed_at=None)
        assert moot() == {("invitation", "ben"): "no confirmed address"}


class TestAccounts:
    def test_an_address_that_was_changed(self) -> None:
        user = samples.registered()
        update_profile(user=user, email="other@example.org")
        assert moot() == {("confirm", "dino"): "the account has another address now"}
        assert [message.to for message in mail.outbox] == [["other@example.org"]]

    def test_an_address_that_is_confirmed(self) -> None:
        samples.registered()
        User.objects.update(email_confirmed_at=timezone.now())
        assert moot() == {("confirm", "dino"): "the address is confirmed already"}

    def test_a_known_address_that_was_freed(self) -> None:
        person("emma")
        samples.registered("fritz", "emma@example.org")
        User.objects.filter(username="emma").update(email="", email_key="", email_confirmed_at=None)
        assert moot() == {("address_known", "fritz"): "no account has this address any more"}


def test_only_what_was_cancelled_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    game = samples.cancelled(monkeypatch)
    assert ("cancelled", "ben") not in moot()
    Outbox.objects.filter(kind=Kind.CANCELLED).update(state="queued")
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OPEN)
    assert moot()["cancelled", "ben"] == "the game is open"


def test_a_pass_is_no_news_of_an_old_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    game = samples.started(monkeypatch)
    samples.play(game, "ben", samples.tabled(*samples.GROUPS))
    assert moot() == {}, "ben has laid, and may still knock: it is his turn"
    samples.play(game, "ben", Pass())
    assert [to for to, _subject in sent()] == ["ben"]
