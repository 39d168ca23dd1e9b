"""The calls under `/webhooks/`: one's own only, nothing wrong taken, the secret shown to who may have it."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import guests, leaving, tokens
from games.models import Webhook, WebhookDelivery
from games.notify.webhooks.deliver import deliver_due
from games.services.webhooks import keys, targets
from tests.api.api import Api
from tests.people import person
from tests.webhooks.hooks import HERE, State, hook, owed, read
from tests.webhooks.receivers import answering, receiving

pytestmark = pytest.mark.django_db
URL = "https://bot.example.org/rummy"
USUAL = ["your_turn", "round", "game", "invitation"]


@pytest.fixture
def ana() -> Api:
    return Api(person("ana"))


@pytest.fixture
def made(ana: Api) -> dict[str, Any]:
    """Ana's webhook, as it was answered when she made it."""
    return dict(ana.ok("POST", "/webhooks/", {"url": URL}))


class TestMaking:
    def test_it_is_shown_with_its_secret_once_and_then_without(self, ana: Api) -> None:
        status, made = ana.post("/webhooks/", {"url": URL, "name": "my bot"})
        assert (status, ana.headers["Cache-Control"]) == (201, "private, no-store")
        assert made["secret"].startswith("whsec_")
        shown = {name: value for name, value in made.items() if name != "secret"}
        assert shown == {
            "id": Webhook.objects.get().pk,
            "name": "my bot",
            "url": URL,
            "kinds": USUAL,
            "active": True,
            "off_why": None,
            "off_at": None,
            "failures": 0,
            "failing_since": None,
            "created": shown["created"],
        }
        assert ana.ok("GET", "/webhooks/") == [shown]
        assert ana.ok("GET", f"/webhooks/{made['id']}/") == shown

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "url"),
            ({"url": ""}, "url"),
            ({"url": 7}, "url"),
            ({"url": "https://127.0.0.1/"}, "url"),
            ({"url": "http://example.org/"}, "url"),
            ({"url": "https://example.org/" + "x" * 600}, "url"),
            ({"url": URL, "kinds": []}, "kinds"),
            ({"url": URL, "kinds": ["moves"]}, "kinds"),
            ({"url": URL, "kinds": "move"}, "kinds"),
            ({"url": URL, "kinds": [["move"]]}, "kinds"),
            ({"url": URL, "kinds": ["move"] * 9}, "kinds"),
            ({"url": URL, "name": "x" * 61}, "name"),
            ({"url": URL, "name": "a\u202eb"}, "name"),
            ({"url": URL, "secret": "whsec_mine"}, "secret"),
        ],
    )
    def test_what_is_wrong_is_named(self, ana: Api, body: dict[str, Any], field: str) -> None:
        status, problem = ana.post("/webhooks/", body)
        assert (status, problem["code"], list(problem["errors"])) == (400, "invalid", [field])
        assert not Webhook.objects.exists()

    def test_there_are_ten_at_most(self, ana: Api) -> None:
        for _ in range(targets.MOST):
            ana.ok("POST", "/webhooks/", {"url": URL})
        status, problem = ana.post("/webhooks/", {"url": URL})
        assert (status, problem["code"]) == (400, "invalid")
        assert Webhook.objects.count() == targets.MOST

    def test_guests_have_none(self) -> None:
        status, problem = Api(guests.make_guest()).post("/webhooks/", {"url": URL})
        assert (status, problem["code"]) == (403, "no_webhooks")

    def test_the_shape_comes_before_who_asks(self) -> None:
        assert Api().post("/webhooks/", {})[0] == 400
        assert Api().post("/webhooks/", {"url": URL})[0] == 401


class TestChanging:
    def test_each_by_itself(self, ana: Api, made: dict[str, Any]) -> None:
        path = f"/webhooks/{made['id']}/"
        assert ana.ok("PATCH", path, {"kinds": ["game", "move", "move"]})["kinds"] == ["move", "game"]
        assert ana.ok("PATCH", path, {"url": "https://example.org"})["url"] == "https://example.org/"
        assert ana.ok("PATCH", path, {"name": "other"})["name"] == "other"
        off = ana.ok("PATCH", path, {"active": False})
        assert (off["active"], off["off_why"]) == (False, "by_hand") and off["off_at"]
        on = ana.ok("PATCH", path, {"active": True})
        assert (on["active"], on["off_why"], on["off_at"]) == (True, None, None)
        assert (on["kinds"], on["name"]) == (["move", "game"], "other")
        assert ana.patch(path, {"url": "https://10.0.0.1/"})[0] == 400
        assert ana.patch(path, {"active": "yes"})[0] == 400

    def test_deleted_it_is_gone_with_all_that_was_sent(self, ana: Api, made: dict[str, Any]) -> None:
        ana.ok("POST", f"/webhooks/{made['id']}/test/")
        assert ana.delete(f"/webhooks/{made['id']}/")[0] == 204
        assert ana.delete(f"/webhooks/{made['id']}/")[0] == 404
        assert not WebhookDelivery.objects.exists()

    def test_the_secret_is_shown_and_made_anew(self, ana: Api, made: dict[str, Any]) -> None:
        path = f"/webhooks/{made['id']}/secret/"
        assert ana.ok("POST", path) == {"secret": made["secret"], "old_until": None}
        assert ana.headers["Cache-Control"] == "private, no-store"
        new = ana.ok("POST", path, {"rotate": True})
        assert new["secret"] != made["secret"] and new["old_until"] > made["created"]
        assert ana.ok("POST", path, {"rotate": False}) == new

    def test_an_account_that_ends_takes_them_with_it(self, made: dict[str, Any]) -> None:
        leaving.delete_account(user=person("ana"))
        assert not Webhook.objects.exists()


class TestDeliveries:
    def test_a_test_and_the_same_once_more(self, ana: Api, settings: Any) -> None:
        settings.WEBHOOK_ALLOW = HERE
        with receiving(answering("200 OK", "Thanks")) as receiver:
            webhook = hook(receiver, person("ana"))
            path = f"/webhooks/{webhook.pk}/"
            status, queued = ana.post(path + "test/")
            assert (status, queued["state"], queued["type"]) == (202, "queued", "test")
            deliver_due()
            (done,) = ana.ok("GET", path + "deliveries/")["results"]
            assert done == queued | {
                "state": "delivered",
                "next_try": None,
                "tries": 1,
                "tried": done["tried"],
                "took_ms": done["took_ms"],
                "status": 200,
                "answer": "Thanks",
            }
            assert done["tried"] and done["took_ms"] >= 0
            assert done["body"] == read(receiver.requests[0], webhook)
            status, again = ana.post(f"{path}deliveries/{done['id']}/again/")
            assert (status, again["state"], again["message"]) == (202, "queued", done["message"])
            deliver_due()
        first, second = receiver.requests
        assert first.headers["webhook-id"] == second.headers["webhook-id"] == done["message"]
        assert first.body == second.body
        assert WebhookDelivery.objects.count() == 1

    def test_what_waits_for_its_next_try_goes_now(self, ana: Api, settings: Any) -> None:
        settings.WEBHOOK_ALLOW = HERE
        with receiving(answering("500 Oh")) as receiver:
            webhook = hook(receiver, person("ana"))
            (row,) = owed(webhook)
            deliver_due()
            ana.ok("POST", f"/webhooks/{webhook.pk}/deliveries/{row.pk}/again/")
            assert deliver_due() == {"failed": 1}
        row.refresh_from_db()
        assert (row.state, row.tries) == (State.QUEUED, 2), "and after that as it would have"

    def test_nothing_is_sent_to_one_that_is_off(self, ana: Api, made: dict[str, Any]) -> None:
        path = f"/webhooks/{made['id']}/"
        sent = ana.ok("POST", path + "test/")
        ana.ok("PATCH", path, {"active": False})
        for call in ("test/", f"deliveries/{sent['id']}/again/"):
            status, problem = ana.post(path + call)
            assert (status, problem["code"]) == (409, "webhook_off")
        assert ana.ok("GET", path + "deliveries/")["results"][0]["state"] == "dropped"

    def test_in_pages_the_newest_first(self, ana: Api, made: dict[str, Any]) -> None:
        rows = owed(Webhook.objects.get(), 5)
        path, seen = f"/webhooks/{made['id']}/deliveries/?limit=2", []
        while path:
            page = ana.ok("GET", path)
            assert len(page["results"]) <= 2
            seen += [each["id"] for each in page["results"]]
            path = (page["next"] or "").partition("/api/v1")[2]
        assert seen == [row.pk for row in reversed(rows)]
        for query in ("limit=x", "limit=-1", "cursor=x"):
            assert ana.get(f"/webhooks/{made['id']}/deliveries/?{query}")[0] == 400

    def test_tests_are_counted(self, ana: Api, made: dict[str, Any], settings: Any) -> None:
        settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login": "2/min"}
        path = f"/webhooks/{made['id']}/test/"
        assert [ana.post(path)[0] for _ in range(3)] == [202, 202, 429]


class TestWhoseItIs:
    CALLS = (
        *(("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "secret/"), ("POST", "test/")),
        *(("GET", "deliveries/"), ("POST", "deliveries/{delivery}/again/")),
    )

    @pytest.mark.parametrize(("method", "path"), CALLS)
    def test_nobody_elses(self, made: dict[str, Any], method: str, path: str) -> None:
        (row,) = owed(Webhook.objects.get())
        before = list(Webhook.objects.values()), list(WebhookDelivery.objects.values())
        path = f"/webhooks/{made['id']}/{path.format(delivery=row.pk)}"
        staff = User.objects.create_superuser("boss", "boss@example.org", "x")
        for api, status in ((Api(), 401), (Api(person("ben")), 404), (Api(staff), 404)):
            assert api.call(method, path)[0] == status
        assert (list(Webhook.objects.values()), list(WebhookDelivery.objects.values())) == before

    def test_of_another_webhook_no_delivery_is_sent_again(self, ana: Api, made: dict[str, Any]) -> None:
        (row,) = owed(Webhook.objects.get())
        other = ana.ok("POST", "/webhooks/", {"url": URL})
        assert ana.post(f"/webhooks/{other['id']}/deliveries/{row.pk}/again/")[0] == 404

    @pytest.mark.parametrize("number", [0, 2**63 - 1, 2**63, 10**30])
    def test_numbers_beyond_all(self, ana: Api, made: dict[str, Any], number: int) -> None:
        assert ana.get(f"/webhooks/{number}/")[0] == 404
        assert ana.post(f"/webhooks/{made['id']}/deliveries/{number}/again/")[0] == 404

    def test_a_token_that_may_only_read_changes_nothing_and_sees_no_secret(
        self, made: dict[str, Any]
    ) -> None:
        reading = Api(token=tokens.create_token(user=person("ana"), name="r", scopes=("read",))[1])
        assert reading.get(f"/webhooks/{made['id']}/")[0] == 200
        for method, path in self.CALLS:
            if method != "GET":
                status, problem = reading.call(method, f"/webhooks/{made['id']}/{path.format(delivery=1)}")
                assert (status, problem["code"]) == (403, "not_allowed")

    def test_the_secret_is_in_no_other_answer(self, ana: Api, made: dict[str, Any]) -> None:
        targets.rotate(user=person("ana"), pk=made["id"], now=timezone.now())
        webhook = Webhook.objects.get()
        ana.ok("POST", f"/webhooks/{made['id']}/test/")
        for path in ("/webhooks/", f"/webhooks/{made['id']}/", f"/webhooks/{made['id']}/deliveries/"):
            text = str(ana.ok("GET", path))
            for hidden in (made["secret"], keys.secret_of(webhook), webhook.seed, webhook.old_seed):
                assert hidden.removeprefix("whsec_") not in text
