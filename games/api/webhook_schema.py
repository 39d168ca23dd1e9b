"""The shapes of webhooks, and what the OpenAPI document says of their calls: one decorator a call."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from config.api import described
from config.api.described import ALWAYS, BODY, REQUIRED, RETRY_AFTER, answer, refusal, refusals, sent
from config.api.shapes import Strict
from games.api.errors import STATUS
from games.models import Webhook, WebhookDelivery
from games.services.webhooks import addresses, targets

KINDS = list(Webhook.Kind.values)
TYPES = [*KINDS, "test"]
_STATUS = {**described.STATUS, **STATUS}
ANSWERED = (
    "any status 2xx within ten seconds; all else is tried again for a day, and `410` switches the webhook off"
)
_OWN = ("not_authenticated", "bad_token", *ALWAYS)
_CHANGE = (*_OWN, "not_allowed")
_ID = OpenApiParameter("webhook_id", int, OpenApiParameter.PATH, description="the webhook's `id`")
_DELIVERY_ID = OpenApiParameter("delivery_id", int, OpenApiParameter.PATH, description="the delivery's `id`")


class _Kinds(serializers.ListField):
    child = serializers.ChoiceField(KINDS)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_length=1, max_length=len(KINDS), **kwargs)


_URL: dict[str, Any] = {
    "max_length": addresses.LONGEST,
    "help_text": "https, a public address; redirects are not followed",
}
_NAME: dict[str, Any] = {
    "max_length": targets.LONGEST_NAME,
    "allow_blank": True,
    "required": False,
    "help_text": "what it is for, for its owner's list",
}


class NewWebhook(Strict):
    url = serializers.CharField(**_URL)
    kinds = _Kinds(
        required=False, help_text="of what it is told; else of all but `move`, which is each line of the log"
    )
    name = serializers.CharField(**_NAME)


class WebhookChange(Strict):
    url = serializers.CharField(**_URL, required=False)
    kinds = _Kinds(required=False)
    name = serializers.CharField(**_NAME)
    active = serializers.BooleanField(
        required=False, help_text="false: off; true: on again, told of what happens from then on"
    )


class ShownWebhook(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.ChoiceField(KINDS))
    active = serializers.BooleanField()
    off_why = serializers.ChoiceField(Webhook.Off.values, allow_null=True, help_text="of one that is off")
    off_at = serializers.DateTimeField(allow_null=True)
    failures = serializers.IntegerField(help_text="in a row")
    failing_since = serializers.DateTimeField(allow_null=True)
    created = serializers.DateTimeField()


class MadeWebhook(ShownWebhook):
    secret = serializers.CharField(help_text="`whsec_…`, to verify signatures with")


class WebhookSecretBody(Strict):
    rotate = serializers.BooleanField(
        required=False,
        help_text="true: a new one; the one before signs as well for a day. Else the one that it has is shown",
    )


class WebhookSecret(serializers.Serializer[Any]):
    secret = serializers.CharField()
    old_until = serializers.DateTimeField(
        allow_null=True, help_text="until then the one before signs as well"
    )


class Delivery(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    message = serializers.CharField(help_text="the header `webhook-id`, the same at every try")
    type = serializers.ChoiceField(TYPES)
    game = serializers.CharField(allow_null=True)
    state = serializers.ChoiceField(WebhookDelivery.State.values)
    created = serializers.DateTimeField()
    next_try = serializers.DateTimeField(allow_null=True, help_text="of one that is queued")
    tries = serializers.IntegerField()
    tried = serializers.DateTimeField(allow_null=True, help_text="when it was last tried")
    took_ms = serializers.IntegerField(allow_null=True)
    status = serializers.IntegerField(allow_null=True, help_text="of the last answer; null: there was none")
    error = serializers.ChoiceField(WebhookDelivery.Error.values, allow_null=True, help_text="null: none")
    answer = serializers.CharField(allow_blank=True, help_text="how the last answer begins")
    body = serializers.DictField(help_text="what is sent: `type`, `timestamp`, `data`")


class DeliveryPage(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = Delivery(many=True)


_SHOWN: dict[str, Any] = {
    "id": 3,
    "name": "my bot",
    "url": "https://bot.example.org/rummy",
    "kinds": ["your_turn", "invitation"],
    "active": True,
    "off_why": None,
    "off_at": None,
    "failures": 0,
    "failing_since": None,
    "created": "2026-11-30T08:15:00Z",
}
_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="  # noqa: S105  # an example
_TURN: dict[str, Any] = {
    "type": "your_turn",
    "timestamp": "2026-11-30T09:00:00Z",
    "data": {
        "game": "k7f3q9wz",
        "version": 43,
        "at": "2026-11-30T09:00:00Z",
        "seat": 1,
        "phase": "meld",
        "round": 1,
        "deadline": "2026-12-03T09:00:00Z",
    },
}
_DELIVERED: dict[str, Any] = {
    "id": 91,
    "message": "msg_2c26b46b68ffc68ff99b453c1d304134",
    "type": "your_turn",
    "game": "k7f3q9wz",
    "state": "delivered",
    "created": "2026-11-30T09:00:00Z",
    "next_try": None,
    "tries": 1,
    "tried": "2026-11-30T09:00:01Z",
    "took_ms": 84,
    "status": 204,
    "error": None,
    "answer": "",
    "body": _TURN,
}
_QUEUED: dict[str, Any] = {
    **_DELIVERED,
    "id": 92,
    "type": "test",
    "game": None,
    "state": "queued",
    "next_try": "2026-11-30T09:05:00Z",
    "tries": 0,
    "tried": None,
    "took_ms": None,
    "status": None,
    "body": {
        "type": "test",
        "timestamp": "2026-11-30T09:05:00Z",
        "data": {"webhook": 3, "username": "ana"},
    },
}
_OFF = refusal(
    "webhook_off", "This webhook is switched off: switch it on first.", status=STATUS["webhook_off"]
)

list_webhooks = extend_schema(
    operation_id="list_webhooks",
    description="My webhooks, the oldest first.",
    parameters=[RETRY_AFTER],
    responses={200: ShownWebhook(many=True), **refusals(*_OWN)},
    examples=[answer("webhooks", "One webhook", 200, _SHOWN)],
    auth=REQUIRED,
)
create_webhook = extend_schema(
    operation_id="create_webhook",
    description=(
        f"Be told by requests of what happens in my games from now on. At most {targets.MOST}. Requests are signed as "
        "Standard Webhooks has it; an answer 2xx within ten seconds is success; what fails is tried again for a day."
    ),
    parameters=[RETRY_AFTER],
    request=NewWebhook,
    responses={201: MadeWebhook, **refusals(*BODY, *_CHANGE, "no_webhooks", status=_STATUS)},
    examples=[
        sent("webhook", "Tell my bot", {"url": _SHOWN["url"], "kinds": _SHOWN["kinds"], "name": "my bot"}),
        answer("made", "The new webhook, with its secret", 201, {**_SHOWN, "secret": _SECRET}),
        refusal(
            "invalid",
            "Correct the named fields and send it again.",
            errors={"url": ["This service sends nothing into its own network: give a public address."]},
        ),
    ],
    auth=REQUIRED,
)
get_webhook = extend_schema(
    operation_id="get_webhook",
    description="One of my webhooks.",
    parameters=[_ID, RETRY_AFTER],
    responses={200: ShownWebhook, **refusals(*_OWN, "not_found")},
    examples=[answer("webhook", "The webhook", 200, _SHOWN)],
    auth=REQUIRED,
)
change_webhook = extend_schema(
    operation_id="change_webhook",
    description="Another address, other kinds, another name; off, or on again.",
    parameters=[_ID, RETRY_AFTER],
    request=WebhookChange,
    responses={200: ShownWebhook, **refusals(*BODY, *_CHANGE, "not_found")},
    examples=[
        sent("on", "On again", {"active": True}),
        answer("changed", "The webhook", 200, _SHOWN),
    ],
    auth=REQUIRED,
)
delete_webhook = extend_schema(
    operation_id="delete_webhook",
    description="Delete a webhook and the list of what was sent to it.",
    parameters=[_ID, RETRY_AFTER],
    responses={204: OpenApiResponse(description="it is gone"), **refusals(*_CHANGE, "not_found")},
    auth=REQUIRED,
)
webhook_secret = extend_schema(
    operation_id="webhook_secret",
    description="Show the webhook's secret, or make a new one.",
    parameters=[_ID, RETRY_AFTER],
    request=WebhookSecretBody,
    responses={200: WebhookSecret, **refusals(*BODY, *_CHANGE, "not_found")},
    examples=[
        sent("rotate", "A new secret", {"rotate": True}),
        answer("secret", "The secret", 200, {"secret": _SECRET, "old_until": "2026-12-01T09:00:00Z"}),
    ],
    auth=REQUIRED,
)
test_webhook = extend_schema(
    operation_id="test_webhook",
    description="Send a request of the type `test`, once. How it ended stands in the deliveries.",
    parameters=[_ID, RETRY_AFTER],
    request=None,
    responses={202: Delivery, **refusals(*_CHANGE, "not_found", "webhook_off", status=_STATUS)},
    examples=[answer("queued", "It is queued", 202, _QUEUED), _OFF],
    auth=REQUIRED,
)
list_deliveries = extend_schema(
    operation_id="list_deliveries",
    description="What was sent to the webhook in the last 30 days, or is to be, the newest first, in pages.",
    parameters=[
        _ID,
        OpenApiParameter("cursor", str, OpenApiParameter.QUERY, description="where a page begins"),
        OpenApiParameter(
            "limit",
            {"type": "integer", "minimum": 1, "maximum": 100, "default": 25},
            OpenApiParameter.QUERY,
            description="deliveries a page",
        ),
        RETRY_AFTER,
    ],
    responses={200: OpenApiResponse(DeliveryPage), **refusals("invalid", *_OWN, "not_found")},
    examples=[
        answer("deliveries", "One", 200, {"next": None, "previous": None, "results": [_DELIVERED]}),
    ],
    auth=REQUIRED,
)
repeat_delivery = extend_schema(
    operation_id="repeat_delivery",
    description="Send it once more, with the same `webhook-id` and body; one that is queued is sent now.",
    parameters=[_ID, _DELIVERY_ID, RETRY_AFTER],
    request=None,
    responses={202: Delivery, **refusals(*_CHANGE, "not_found", "webhook_off", status=_STATUS)},
    examples=[answer("queued", "It is queued", 202, _QUEUED), _OFF],
    auth=REQUIRED,
)
