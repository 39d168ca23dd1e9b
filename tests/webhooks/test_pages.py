"""The pages of webhooks: made, tested, read, switched off and on, deleted; without a script, by nobody else."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import guests
from games.models import Webhook, WebhookDelivery
from games.notify.webhooks.deliver import deliver_due
from games.services.webhooks import keys, queue, targets
from games.services.webhooks.queue import Outcome
from tests.people import person
from tests.snapshot import contents
from tests.webhooks.hooks import HERE, State, hook, owed
from tests.webhooks.receivers import answering, receiving

pytestmark = pytest.mark.django_db
LIST = "/settings/webhooks/"
GIVEN: dict[str, Any] = {"url": "https://bot.example.org/rummy", "name": "my bot", "kinds": ["your_turn"]}


@pytest.fixture
def ana(client: Client) -> User:
    """She is logged in."""
    user = person("ana")
    client.force_login(user)
    return user


@pytest.fixture
def webhook(ana: User) -> Webhook:
    return targets.create(user=ana, **GIVEN)


def page(webhook: Webhook) -> str:
    return f"{LIST}{webhook.pk}/"


def text(client: Client, path: str, form: dict[str, Any] | None = None) -> str:
    """What the page says, after the form where one is sent."""
    answer = client.get(path) if form is None else client.post(path, form, follow=True)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", answer.content.decode())))


class TestMaking:
    def test_by_the_form(self, client: Client, ana: User) -> None:
        assert LIST in client.get("/settings/").content.decode()
        assert "A new webhook" in text(client, LIST)
        said = text(client, LIST, GIVEN)
        assert "The webhook is made." in said and "my bot" in said
        made = Webhook.objects.get()
        assert (made.user, made.url, made.kinds) == (ana, GIVEN["url"], ["your_turn"])
        assert GIVEN["url"] in text(client, LIST)

    @pytest.mark.parametrize(
        ("wrong", "said"),
        [
            ({"url": "https://127.0.0.1/"}, "sends nothing into its own network"),
            ({"url": "http://example.org/"}, "begins with https://"),
            ({"url": ""}, "Fill this in."),
            ({"kinds": []}, "Choose of what it is to be told."),
            ({"kinds": ["moves"]}, "Choose one of those that are offered."),
            ({"name": "a\u202eb"}, "without control characters"),
        ],
    )
    def test_what_is_wrong_stands_beside_its_field(
        self, client: Client, ana: User, wrong: dict[str, Any], said: str
    ) -> None:
        assert said in text(client, LIST, GIVEN | wrong)
        assert not Webhook.objects.exists()
        webhook = targets.create(user=ana, **GIVEN)
        assert said in text(client, page(webhook), GIVEN | wrong)

    def test_guests_are_told_how_to_have_one(self, client: Client) -> None:
        client.force_login(guests.make_guest())
        assert "keep your games under a name first" in text(client, LIST)
        assert client.post(LIST, GIVEN).status_code == 409
        assert not Webhook.objects.exists()

    def test_where_there_are_ten_there_is_no_form(self, client: Client, ana: User) -> None:
        for _ in range(targets.MOST):
            targets.create(user=ana, **GIVEN)
        assert "as many as there can be" in text(client, LIST)


class TestOne:
    def test_a_test_and_the_same_once_more(self, client: Client, ana: User, settings: Any) -> None:
        settings.WEBHOOK_ALLOW = HERE
        with receiving(answering("200 OK", "Thanks, <b>Ana</b>")) as receiver:
            made = hook(receiver, ana)
            said = text(client, f"{page(made)}do/", {"action": "test"})
            assert "A test is on its way" in said and "queued" in said
            deliver_due()
            raw = client.get(page(made)).content.decode()
            assert "Thanks, &lt;b&gt;Ana&lt;/b&gt;" in raw
            assert "delivered" in raw and '"type":"test"' in html.unescape(raw)
            row = WebhookDelivery.objects.get()
            assert "once more" in text(client, f"{page(made)}again/{row.pk}/", {})
            assert deliver_due() == {"delivered": 1}
        assert {each.headers["webhook-id"] for each in receiver.requests} == {row.key}

    def test_what_failed_says_why_and_when_it_is_tried_again(self, client: Client, webhook: Webhook) -> None:
        (row,) = owed(webhook)
        (taken,) = queue.claim(now=row.due_at, limit=1)
        queue.finish(delivery=taken, outcome=Outcome(302, "redirect"), now=row.due_at)
        said = text(client, page(webhook))
        assert "which is not followed" in said and "answer 302" in said and "next try" in said
        assert "fails" in text(client, LIST)

    def test_off_and_on(self, client: Client, webhook: Webhook) -> None:
        (row,) = owed(webhook)
        off = text(client, f"{page(webhook)}do/", {"action": "off"})
        assert (
            "It is off" in off and "by its owner" in off and "Switch on" in off and "Send a test" not in off
        )
        row.refresh_from_db()
        assert row.state == State.DROPPED
        for path, form in (
            (f"{page(webhook)}do/", {"action": "test"}),
            (f"{page(webhook)}again/{row.pk}/", {}),
        ):
            assert client.post(path, form).status_code == 409
        assert "It is on" in text(client, f"{page(webhook)}do/", {"action": "on"})

    def test_the_secret_is_shown_by_a_press_only(self, client: Client, webhook: Webhook) -> None:
        secret = keys.secret_of(webhook)
        assert secret not in text(client, page(webhook)) + text(client, LIST)
        assert secret in text(client, f"{page(webhook)}do/", {"action": "show"})
        new = text(client, f"{page(webhook)}do/", {"action": "rotate"})
        webhook.refresh_from_db()
        assert keys.secret_of(webhook) in new and secret not in new and "holds as well until" in new

    def test_changed_and_deleted(self, client: Client, webhook: Webhook) -> None:
        changed = GIVEN | {"name": "other", "kinds": ["game", "move"]}
        assert "The webhook is changed." in text(client, page(webhook), changed)
        webhook.refresh_from_db()
        assert (webhook.name, webhook.kinds) == ("other", ["move", "game"])
        assert "The webhook is deleted." in text(client, f"{page(webhook)}do/", {"action": "delete"})
        assert client.get(page(webhook)).status_code == 404

    def test_presses_are_counted(self, client: Client, webhook: Webhook, settings: Any) -> None:
        settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login": "1/min"}
        asked = [client.post(f"{page(webhook)}do/", {"action": "test"}).status_code for _ in range(2)]
        assert asked == [302, 429]

    def test_looking_changes_nothing_and_asks_few_questions(
        self, client: Client, webhook: Webhook, django_assert_max_num_queries: Any
    ) -> None:
        owed(webhook, 30)
        before = contents()
        with django_assert_max_num_queries(6):
            client.get(page(webhook))
        with django_assert_max_num_queries(4):
            client.get(LIST)
        client.get(f"{page(webhook)}?page=2")
        assert contents() == before


class TestStaff:
    def test_they_see_what_waits_and_since_when_and_nobodys_address(
        self, client: Client, webhook: Webhook
    ) -> None:
        client.force_login(User.objects.create_superuser("boss", "boss@example.org", "x"))
        owed(webhook, 2)
        WebhookDelivery.objects.update(due_at=timezone.now() - timedelta(minutes=2))
        host = client.get("/host/").content.decode()
        assert "2 are late" in host
        Webhook.objects.update(lease_until=timezone.now() + queue.LEASE)
        assert "are late" not in client.get("/host/").content.decode(), "it is being sent"
        Webhook.objects.update(off_why=Webhook.Off.FAILING, off_at=timezone.now())
        host = client.get("/host/").content.decode()
        assert "Webhooks that failed for too long" in host
        user = client.get(f"/admin/users/{webhook.user_id}/").content.decode()
        assert "Webhooks" in user
        for text in (host, user):
            assert "bot.example.org" not in text and webhook.seed not in text and "whsec_" not in text


class TestWhoseItIs:
    def test_nobody_elses(self, client: Client, webhook: Webhook) -> None:
        (row,) = owed(webhook)
        paths = {page(webhook): GIVEN, f"{page(webhook)}again/{row.pk}/": {}}
        for who, statuses in ((None, {302}), (person("ben"), {404})):
            other = Client()
            if who is not None:
                other.force_login(who)
            before = contents()
            for path, form in paths.items():
                assert other.post(path, form).status_code in statuses
            for action in ("on", "off", "test", "show", "rotate", "delete"):
                answer = other.post(f"{page(webhook)}do/", {"action": action})
                assert answer.status_code in statuses
                assert "whsec_" not in answer.content.decode()
            assert other.get(page(webhook)).status_code in statuses
            assert contents() == before

    def test_an_action_that_there_is_not(self, client: Client, webhook: Webhook) -> None:
        for form in ({}, {"action": "x"}, {"action": "__class__"}):
            assert client.post(f"{page(webhook)}do/", form).status_code == 404
        assert client.post(f"{LIST}{2**63}/do/", {"action": "test"}).status_code == 404
        assert client.get(f"{LIST}{2**63}/").status_code == 404
        assert client.post(f"{page(webhook)}again/{2**63}/").status_code == 404
