"""The calls that concern my webhooks."""

from __future__ import annotations

import json
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import Scope
from config.api import throttles
from config.api.numbers import is_whole
from config.api.views import ApiView
from games.api import webhook_schema as schema
from games.errors import Invalid
from games.models import Webhook, WebhookDelivery
from games.services.webhooks import bodies, keys, targets


class WebhooksView(ApiView):
    """`/webhooks/`."""

    writes = Scope.MANAGE

    @schema.list_webhooks
    def get(self, request: Request) -> Response:
        return Response([shown(webhook) for webhook in targets.of(self.require_user(request))])

    @schema.create_webhook
    def post(self, request: Request) -> Response:
        given = schema.NewWebhook.read(request.data)
        made = targets.create(user=self.require_user(request), **given)
        return _secret(Response({**shown(made), "secret": keys.secret_of(made)}, status=201))


class WebhookView(ApiView):
    """`/webhooks/{id}/`."""

    writes = Scope.MANAGE

    @schema.get_webhook
    def get(self, request: Request, webhook_id: int) -> Response:
        return Response(shown(targets.find(user=self.require_user(request), pk=webhook_id)))

    @schema.change_webhook
    def patch(self, request: Request, webhook_id: int) -> Response:
        given = schema.WebhookChange.read(request.data, partial=True)
        return Response(shown(targets.change(user=self.require_user(request), pk=webhook_id, **given)))

    @schema.delete_webhook
    def delete(self, request: Request, webhook_id: int) -> Response:
        targets.delete(user=self.require_user(request), pk=webhook_id)
        return Response(status=204)


class SecretView(ApiView):
    """`/webhooks/{id}/secret/`: by POST, so that no token that may only read sees it."""

    writes = Scope.MANAGE

    @schema.webhook_secret
    def post(self, request: Request, webhook_id: int) -> Response:
        given = schema.WebhookSecretBody.read(request.data)
        user, now = self.require_user(request), timezone.now()
        if given.get("rotate"):
            webhook = targets.rotate(user=user, pk=webhook_id, now=now)
        else:
            webhook = targets.find(user=user, pk=webhook_id)
        overlaps = webhook.old_until is not None and now < webhook.old_until
        old_until = webhook.old_until if overlaps else None
        return _secret(Response({"secret": keys.secret_of(webhook), "old_until": old_until}))


class TestView(ApiView):
    """`/webhooks/{id}/test/`."""

    writes = Scope.MANAGE

    @schema.test_webhook
    def post(self, request: Request, webhook_id: int) -> Response:
        user = self.require_user(request)
        throttles.hit("login", f"webhook {user.pk}")  # it makes us send something to wherever they like
        return Response(delivery(targets.test(user=user, pk=webhook_id)), status=202)


class _Pages(CursorPagination):
    page_size = 25
    page_size_query_param = "limit"
    max_page_size = 100
    ordering = "-pk"


class DeliveriesView(ApiView):
    """`/webhooks/{id}/deliveries/`."""

    @schema.list_deliveries
    def get(self, request: Request, webhook_id: int) -> Response:
        limit = request.query_params.get("limit", "1")
        if not is_whole(limit):
            raise Invalid({"limit": [_("Send a whole number.")]})
        webhook = targets.find(user=self.require_user(request), pk=webhook_id)
        pages = _Pages()
        try:
            page = pages.paginate_queryset(targets.deliveries(webhook), request)
        except NotFound:
            raise Invalid({"cursor": [_("Follow “next” as it came, or leave the cursor out.")]}) from None
        return pages.get_paginated_response([delivery(row) for row in page or []])


class AgainView(ApiView):
    """`/webhooks/{id}/deliveries/{id}/again/`."""

    writes = Scope.MANAGE

    @schema.repeat_delivery
    def post(self, request: Request, webhook_id: int, delivery_id: int) -> Response:
        user = self.require_user(request)
        throttles.hit("login", f"webhook {user.pk}")
        return Response(delivery(targets.again(user=user, pk=webhook_id, delivery=delivery_id)), status=202)


def shown(webhook: Webhook) -> dict[str, Any]:
    """A webhook as its owner sees it; the secret is asked for."""
    return {
        "id": webhook.pk,
        "name": webhook.name,
        "url": webhook.url,
        "kinds": webhook.kinds,
        "active": webhook.off_at is None,
        "off_why": webhook.off_why or None,
        "off_at": webhook.off_at,
        "failures": webhook.failures,
        "failing_since": webhook.failing_since,
        "created": webhook.created_at,
    }


def delivery(row: WebhookDelivery) -> dict[str, Any]:
    """What was sent, or is to be, and what came of it."""
    return {
        "id": row.pk,
        "message": row.key,
        "type": row.type,
        "game": row.game.code if row.game else None,
        "state": row.state,
        "created": row.created_at,
        "next_try": row.due_at if row.state == WebhookDelivery.State.QUEUED else None,
        "tries": row.tries,
        "tried": row.tried_at,
        "took_ms": row.took,
        "status": row.status,
        "error": row.error or None,
        "answer": row.answer,
        "body": json.loads(bodies.body_of(row)),
    }


def _secret(answer: Response) -> Response:
    answer["Cache-Control"] = "private, no-store"
    return answer
