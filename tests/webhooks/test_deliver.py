"""From an event to a receiver: signed, at least once, again after growing delays, and switched off at last."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
import standardwebhooks
import time_machine
from django.apps import apps
from django.test import Client
from django.utils import timezone
from standardwebhooks import WebhookVerificationError

from accounts.models import User
from accounts.services import leaving, programs
from games import feeds
from games.models import FeedEntry, Game, Outbox, Webhook, WebhookDelivery
from games.notify.deliver import deliver_due as send_mails
from games.notify.webhooks import deliver
from games.services import lobby
from games.services.terms import read_terms
from games.services.webhooks import bodies, following, keys, queue, targets
from games.services.webhooks.queue import DELAYS, Outcome
from tests.notify import samples
from tests.people import person
from tests.walk.prying import shown_cards
from tests.webhooks.hooks import HERE, State, delivered, hook, only, owed, read
from tests.webhooks.receivers import answering, receiving

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
BROKEN = Outcome(500, "status", "Oh")


@pytest.fixture(autouse=True)
def _allowed(settings: Any) -> None:
    settings.WEBHOOK_ALLOW = HERE


@pytest.mark.django_db
class TestSigning:
    def test_the_specifications_library_verifies_it(self) -> None:
        with receiving() as receiver:
            webhook = hook(receiver)
            (row,) = owed(webhook)
            assert delivered() == {"delivered": 1}
        (request,) = receiver.requests
        assert read(request, webhook) == {
            "type": "test",
            "timestamp": row.created_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "data": {"webhook": webhook.pk, "username": "ana"},
        }
        assert request.headers["webhook-id"] == row.key
        assert only(webhook).state == State.DELIVERED
        with pytest.raises(WebhookVerificationError):
            standardwebhooks.Webhook(keys.secret_of(webhook)).verify(request.body + b" ", request.headers)

    def test_after_a_rotation_the_old_secret_holds_for_a_day(self) -> None:
        with receiving() as receiver:
            old = hook(receiver)
            new = targets.rotate(user=old.user, pk=old.pk, now=NOON)
            assert keys.secret_of(new) != keys.secret_of(old)
            with time_machine.travel(NOON + timedelta(hours=23), tick=False):
                owed(new)
                assert delivered(timezone.now()) == {"delivered": 1}
                (request,) = receiver.requests
                assert request.headers["webhook-signature"].count("v1,") == 2
                read(request, old)
                read(request, new)
            with time_machine.travel(NOON + timedelta(hours=24), tick=False):
                owed(new)
                assert delivered(timezone.now()) == {"delivered": 1}
                read(receiver.requests[-1], new)
                with pytest.raises(WebhookVerificationError):
                    read(receiver.requests[-1], old)

    def test_a_secret_is_stored_nowhere_and_needs_the_hosts_key(self, settings: Any) -> None:
        with receiving() as receiver:
            webhook = hook(receiver)
        secret = keys.secret_of(webhook)
        assert secret.startswith("whsec_") and len(secret) == 50
        stored = Webhook.objects.values().get(pk=webhook.pk)
        assert secret.removeprefix("whsec_") not in str(stored)
        settings.SECRET_KEY = "another host's"
        assert keys.secret_of(webhook) != secret


@pytest.mark.django_db
class TestEvents:
    def test_each_is_told_of_what_they_want_and_may_see(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with receiving() as for_ana, receiving() as for_ben, receiving() as turns:
            ana, ben = hook(for_ana, person("ana")), hook(for_ben, person("ben"))
            his_turns = hook(turns, person("ben"), ["your_turn"])
            game = samples.started(monkeypatch)
            samples.play(game, "ben", samples.Draw())
            delivered()
        said = {
            name: [read(each, one) for each in to.requests]
            for name, one, to in (("ana", ana, for_ana), ("ben", ben, for_ben), ("turns", his_turns, turns))
        }
        kinds = {name: Counter(each["type"] for each in told) for name, told in said.items()}
        assert kinds["turns"] == {"your_turn": 1}
        assert kinds["ben"]["your_turn"] == 1 and kinds["ana"]["your_turn"] == 0
        assert kinds["ana"]["move"] == kinds["ben"]["move"] == 3, "the deal, the opening draw, and the draw"
        assert kinds["ana"]["game"] >= 1
        assert list(shown_cards([each.data for each in feeds.entries(user=person("ben"), after=0)], 0)), (
            "his own"
        )
        for told in said.values():
            for each in told:
                assert each["data"]["game"] == game.code
                assert not list(shown_cards(each, 0)), "no card at all: none lies on the table"
        (turn,) = said["turns"]
        assert turn["data"]["seat"] == 1 and turn["data"]["phase"] == "meld" and turn["data"]["round"] == 1

    def test_a_round_and_the_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with receiving() as receiver:
            webhook = hook(receiver, person("ana"), ["round", "game"])
            game = samples.scored(monkeypatch, target=50)
            delivered()
        assert Game.objects.get(pk=game.pk).status == "finished"
        said = [read(each, webhook) for each in receiver.requests]
        rounds = [each["data"] for each in said if each["type"] == "round"]
        assert [(each["number"], each["winners"]) for each in rounds] == [(1, [1])]
        assert said[-1]["type"] == "game" and said[-1]["data"]["event"] == "ended"
        assert said[-1]["data"]["status"] == "finished"

    def test_an_invitation_reaches_who_is_invited(self) -> None:
        with receiving() as receiver:
            webhook = hook(receiver, person("ben"), ["invitation"])
            game = lobby.create(
                creator=person("ana"),
                terms=read_terms({"players": 2, "invite": ["ben"], "visibility": "private"}),
            )
            delivered()
        (request,) = receiver.requests
        data = read(request, webhook)["data"]
        assert (data["game"], data["player"]["username"]) == (game.code, "ana")
        lobby.join(code=data["game"], user=person("ben"), invitation=data["invitation"])

    def test_the_name_of_an_account_that_has_ended_is_kept_nowhere(self) -> None:
        """What was sent under it is shown, and sent once more, under the name that is nobody's; signed anew."""
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
        ana = person("anastasia")
        with receiving() as receiver:
            webhook = hook(receiver, person("ben"), ["game"])
            lobby.join(code=game.code, user=ana)
            assert delivered() == {"delivered": 1}
            assert read(receiver.requests[0], webhook)["data"]["player"]["username"] == "anastasia"
            leaving.delete_account(user=ana)
            name = User.objects.get(pk=ana.pk).username
            sent = WebhookDelivery.objects.filter(webhook=webhook).order_by("pk").first()
            assert sent is not None and "anastasia" not in sent.body
            for path in (f"/api/v1/webhooks/{webhook.pk}/deliveries/", f"/settings/webhooks/{webhook.pk}/"):
                client = Client()
                client.force_login(person("ben"))
                shown = client.get(path).content.decode()
                assert name in shown and "anastasia" not in shown
            targets.again(user=person("ben"), pk=webhook.pk, delivery=sent.pk)
            delivered()
        said = [read(each, webhook) for each in receiver.requests if each.headers["webhook-id"] == sent.key]
        assert [each["data"]["player"]["username"] for each in said] == ["anastasia", name]
        assert not WebhookDelivery.objects.filter(body__contains="anastasia").exists()

    def test_what_was_sent_before_names_were_kept_apart_is_cleared_as_well(self) -> None:
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
        with receiving() as receiver:
            webhook = hook(receiver, person("ben"), ["game"])
            lobby.join(code=game.code, user=person("ana"))
            (behind,) = following.behind()
            following.follow(webhook=behind, now=timezone.now())
        new = bodies.body_of(only(webhook))
        WebhookDelivery.objects.update(player=None, body=new)
        migration = import_module("games.migrations.0016_deliveries_name_no_player")
        migration.take_names_out(apps, None)
        assert "ana" not in only(webhook).body and bodies.body_of(only(webhook)) == new

    def test_it_begins_with_what_happens_after_it_was_made(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.started(monkeypatch)
        with receiving() as receiver:
            hook(receiver, person("ana"), ["move"])
            assert delivered() == {}
            samples.play(game, "ben", samples.Draw())
            assert delivered() == {"delivered": 1}
            assert delivered() == {}

    def test_what_is_not_wanted_is_passed_by_for_good(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with receiving() as receiver:
            webhook = hook(receiver, person("ana"), ["invitation"])
            samples.started(monkeypatch)
            assert delivered() == {}
            targets.change(user=webhook.user, pk=webhook.pk, kinds=["move"])
            assert delivered() == {}

    def test_what_comes_while_older_things_are_forgotten_is_not_passed_over(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with receiving() as receiver:
            webhook = hook(receiver, kinds=["game"])
        lobby.create(creator=person("ana"), terms=read_terms({"players": 2}))
        FeedEntry.objects.all().delete()
        read_them = feeds.entries

        def meanwhile(**given: Any) -> Any:
            found = read_them(**given)
            lobby.create(creator=person("ana"), terms=read_terms({"players": 2}))
            return found

        (behind,) = following.behind()
        monkeypatch.setattr(feeds, "entries", meanwhile)
        assert following.follow(webhook=behind, now=timezone.now())
        monkeypatch.setattr(feeds, "entries", read_them)
        (behind,) = following.behind()
        assert following.follow(webhook=behind, now=timezone.now())
        assert WebhookDelivery.objects.get(webhook=webhook).type == "game"

    def test_while_it_is_off_nothing_is_owed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with receiving() as receiver:
            webhook = hook(receiver, person("ana"), ["move"])
            owed(webhook)
            targets.change(user=webhook.user, pk=webhook.pk, active=False)
            game = samples.started(monkeypatch)
            assert delivered() == {}
            assert only(webhook).state == State.DROPPED
            targets.change(user=webhook.user, pk=webhook.pk, active=True)
            assert delivered() == {}
            samples.play(game, "ben", samples.Draw())
            assert delivered() == {"delivered": 1}

    def test_a_fault_in_one_feed_holds_up_no_other(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        with receiving() as receiver:
            hook(receiver, person("ana"), ["move"])
            well = hook(receiver, person("ben"), ["move"])
            samples.started(monkeypatch)
            follow = deliver.following.follow

            def poisoned(*, webhook: Webhook, now: datetime) -> bool:
                if webhook != well:
                    raise ValueError("its words may hold a card: 7H")
                return follow(webhook=webhook, now=now)

            monkeypatch.setattr(deliver.following, "follow", poisoned)
            assert delivered() == {"delivered": 2}
        assert "ValueError" in caplog.text and "7H" not in caplog.text


@pytest.mark.django_db
class TestRetries:
    @pytest.fixture(autouse=True)
    def _no_jitter(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(random, "random", lambda: 0.0)

    def test_again_after_growing_delays_over_a_day_with_the_same_id(self) -> None:
        with time_machine.travel(NOON, tick=False), receiving(answering("500 Oh")) as receiver:
            webhook = hook(receiver)
            (row,) = owed(webhook)
            now = NOON
            for delay in (*DELAYS, timedelta(0)):
                assert deliver.deliver_due(now) == {"failed": 1}
                assert deliver.deliver_due(now + delay - timedelta(milliseconds=1)) == {}
                now += delay
            assert timedelta(days=1) < now - NOON < timedelta(days=1, hours=1)
            assert deliver.deliver_due(now + timedelta(days=9)) == {}
        assert {request.headers["webhook-id"] for request in receiver.requests} == {row.key}
        assert len({request.body for request in receiver.requests}) == 1
        assert len({request.headers["webhook-timestamp"] for request in receiver.requests}) == 9
        kept = only(webhook)
        assert (kept.state, kept.tries, kept.status, kept.error) == (State.FAILED, 9, 500, "status")
        assert Webhook.objects.get(pk=webhook.pk).off_at is None

    def test_a_success_forgets_the_failures(self) -> None:
        with receiving() as receiver:
            webhook = hook(receiver)
            owed(webhook)
            (taken,) = queue.claim(now=timezone.now(), limit=9)
            queue.finish(delivery=taken, outcome=BROKEN, now=timezone.now())
            assert Webhook.objects.get(pk=webhook.pk).failures == 1
            assert deliver.deliver_due(timezone.now() + timedelta(minutes=1)) == {"delivered": 1}
        again = Webhook.objects.get(pk=webhook.pk)
        assert (again.failures, again.failing_since, again.rest_until) == (0, None, None)

    @pytest.mark.parametrize(
        ("asked", "waits"),
        [
            (timedelta(seconds=1), DELAYS[0]),
            (timedelta(hours=1),) * 2,
            (timedelta(days=9), timedelta(hours=12)),
        ],
    )
    def test_how_long_it_asks_to_wait_is_kept_to(self, asked: timedelta, waits: timedelta) -> None:
        with receiving() as receiver:
            webhook = hook(receiver)
        owed(webhook)
        now = timezone.now()
        (taken,) = queue.claim(now=now, limit=9)
        queue.finish(delivery=taken, outcome=Outcome(429, "status", retry_after=asked), now=now)
        assert only(webhook).due_at == now + waits

    def test_an_address_that_failed_is_left_alone_for_a_little(self) -> None:
        with receiving(answering("500 Oh")) as receiver:
            webhook = hook(receiver)
            owed(webhook, 3)
            now = timezone.now()
            assert deliver.deliver_due(now) == {"failed": 1}
            owed_by_hand = targets.test(user=webhook.user, pk=webhook.pk)
            WebhookDelivery.objects.exclude(pk=owed_by_hand.pk).update(due_at=now + timedelta(days=1))
            assert deliver.deliver_due(timezone.now()) == {"failed": 1}, "but not for who asks by hand"
        owed_by_hand.refresh_from_db()
        assert owed_by_hand.state == State.FAILED, "and that is tried once"


@pytest.mark.django_db
class TestSwitchedOff:
    def failed(self, webhook: Webhook, now: datetime, outcome: Outcome = BROKEN) -> Webhook:
        """One more request to it failed."""
        WebhookDelivery.objects.all().delete()
        Webhook.objects.update(rest_until=None)
        owed(webhook)
        WebhookDelivery.objects.update(due_at=now)
        (taken,) = queue.claim(now=now, limit=1)
        queue.finish(delivery=taken, outcome=outcome, now=now)
        return Webhook.objects.get(pk=webhook.pk)

    @pytest.fixture
    def webhook(self) -> Webhook:
        with receiving() as receiver:
            return hook(receiver, person("ana"))

    def test_after_five_days_without_one_success(self, webhook: Webhook) -> None:
        for hours in (0, 24, 48, 119):
            assert self.failed(webhook, NOON + timedelta(hours=hours)).off_at is None
        off = self.failed(webhook, NOON + timedelta(hours=120))
        assert (off.off_at, off.off_why) == (NOON + timedelta(hours=120), "failing")

    def test_after_a_hundred_in_a_row_but_never_before_a_day(self, webhook: Webhook) -> None:
        self.failed(webhook, NOON)
        Webhook.objects.update(failures=150)
        assert self.failed(webhook, NOON + timedelta(hours=23)).off_at is None
        assert self.failed(webhook, NOON + timedelta(hours=24)).off_why == "failing"

    def test_at_once_where_it_says_that_it_is_gone(self, webhook: Webhook) -> None:
        owed(webhook, 2)
        (taken,) = queue.claim(now=timezone.now(), limit=1)
        queue.finish(delivery=taken, outcome=Outcome(410, "status"), now=timezone.now())
        off = Webhook.objects.get(pk=webhook.pk)
        assert off.off_why == "gone"
        assert not WebhookDelivery.objects.filter(state=State.QUEUED).exists()

    def test_its_owner_gets_one_mail_that_says_why_and_what_to_do(
        self, webhook: Webhook, mailoutbox: list[Any]
    ) -> None:
        self.failed(webhook, timezone.now() - timedelta(days=5))
        assert self.failed(webhook, timezone.now()).off_why == "failing"
        assert send_mails()["sent"] == 1
        (mail,) = mailoutbox
        assert mail.to == ["ana@example.org"]
        assert "has failed for 5 days" in mail.body and "status 500" in mail.body
        assert f"/settings/webhooks/{webhook.pk}/" in mail.body and '{"active": true}' in mail.body
        assert "whsec_" not in mail.body and "/hook" not in mail.body

    def test_of_a_programs_its_owner_is_told_in_their_language(
        self, webhook: Webhook, mailoutbox: list[Any]
    ) -> None:
        program = programs.make(owner=webhook.user, username="dealer9")
        User.objects.filter(pk=webhook.user_id).update(language="ar")
        webhook.user = program
        webhook.save()
        self.failed(webhook, timezone.now(), Outcome(410, "status"))
        assert send_mails()["sent"] == 1
        (mail,) = mailoutbox
        assert mail.to == ["ana@example.org"] and "dealer9" in mail.subject and "dealer9" in mail.body
        assert "/settings/programs/" in mail.body and f"/api/v1/webhooks/{webhook.pk}/" in mail.body
        assert f"/settings/webhooks/{webhook.pk}/" not in mail.body, "a page that its owner may not see"
        assert 'lang="ar"' in mail.alternatives[0][0]

    def test_no_mail_where_it_is_on_again_before_that_goes(self, webhook: Webhook) -> None:
        self.failed(webhook, timezone.now(), Outcome(410, "status"))
        targets.change(user=webhook.user, pk=webhook.pk, active=True)
        assert send_mails() == {"moot": 1}
        assert Outbox.objects.get().last_error == "the webhook is on again, or gone"
