"""Each request is what the OpenAPI document says of its type, and each type comes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from games.models import WebhookDelivery
from games.services import lobby
from games.services.webhooks import following
from tests.notify import samples
from tests.people import person
from tests.webhooks.hooks import HERE, TYPES, delivered, hook, owed, read
from tests.webhooks.receivers import receiving


@pytest.mark.django_db
def test_what_is_sent_is_what_is_described(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.WEBHOOK_ALLOW = HERE
    document = SchemaGenerator().get_schema(request=None, public=True)
    assert list(document["webhooks"]) == TYPES
    with receiving() as receiver:
        hooks = {name: hook(receiver, person(name)) for name in ("ana", "ben", "dino")}
        samples.scored(monkeypatch, target=50)
        invited = samples.invited()
        lobby.join(code=invited.code, user=person("dino"))
        lobby.leave(code=invited.code, user=person("dino"))
        samples.cancelled(monkeypatch)
        owed(hooks["ana"])
        while behind := following.behind():
            for webhook in behind:
                following.follow(webhook=webhook, now=webhook.created_at)
        delivered()
    by_key = {row.key: row.webhook for row in WebhookDelivery.objects.select_related("webhook")}
    said = [read(request, by_key[request.headers["webhook-id"]]) for request in receiver.requests]
    assert len(said) == len(by_key)
    faults = [
        (each, error.message)
        for each in said
        for error in validator(document, each["type"]).iter_errors(each)
    ]
    assert faults == []
    assert set(Counter(each["type"] for each in said)) == set(TYPES)
    events = {each["data"]["event"] for each in said if each["type"] == "game"}
    assert events == {"joined", "left", "started", "ended"}
    wrong = {"type": "move", "timestamp": "2026-11-30T09:00:00Z", "data": {"game": "x"}}
    assert list(validator(document, "move").iter_errors(wrong))


def validator(document: dict[str, Any], kind: str) -> Draft202012Validator:
    content = document["webhooks"][kind]["post"]["requestBody"]["content"]
    return Draft202012Validator(
        {**content["application/json"]["schema"], "components": document["components"]}
    )


@pytest.mark.parametrize("kind", TYPES)
def test_its_example_is_one(kind: str) -> None:
    document = SchemaGenerator().get_schema(request=None, public=True)
    content = document["webhooks"][kind]["post"]["requestBody"]["content"]["application/json"]
    (example,) = content["examples"].values()
    assert list(validator(document, kind).iter_errors(example["value"])) == []
