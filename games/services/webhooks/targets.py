"""The webhooks of a user: made, changed, switched off and on, tested, deleted; what was sent, and once more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import feeds
from games.errors import NotFound, NoWebhooks, WebhookOff
from games.models import Webhook, WebhookDelivery
from games.services import wake
from games.services.webhooks import addresses, following, keys, queue
from games.services.write import writing

MOST = 10
LONGEST_NAME = 60
USUAL = (Webhook.Kind.YOUR_TURN, Webhook.Kind.ROUND, Webhook.Kind.GAME, Webhook.Kind.INVITATION)
State = WebhookDelivery.State
_GREATEST = 2**63


def of(user: User) -> list[Webhook]:
    """Theirs, the oldest first."""
    return list(Webhook.objects.filter(user=user).order_by("pk"))


def find(*, user: User, pk: int) -> Webhook:
    """One of theirs. Raises NotFound."""
    found = Webhook.objects.filter(user=user, pk=pk).first() if pk < _GREATEST else None
    if found is None:
        raise NotFound
    return found


def deliveries(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """What it was sent, or is to be, the newest first."""
    sent = WebhookDelivery.objects.filter(webhook=webhook)
    return sent.select_related("game", "player__owner").order_by("-pk")


def create(*, user: User, url: str, kinds: Sequence[str] = USUAL, name: str = "") -> Webhook:
    """A new one, told of what happens from now on. Raises ValidationError with a dict of fields, NoWebhooks."""
    refuse_guests(user)
    checked = _checked({"url": url, "kinds": kinds, "name": name})
    with writing():
        if connection.features.has_select_for_update:  # so that two at once count each other
            User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
        if Webhook.objects.filter(user=user).count() >= MOST:
            said = ngettext(
                "You have %(count)d webhook already: delete one first.",
                "You have %(count)d webhooks already: delete one first.",
                MOST,
            )
            raise ValidationError({"url": [said % {"count": MOST}]})
        return Webhook.objects.create(
            user=user,
            seed=keys.new_seed(),
            position=feeds.newest(user),
            created_at=timezone.now(),
            **checked,
        )


def change(*, user: User, pk: int, active: bool | None = None, **changes: Any) -> Webhook:
    """Another address, name or kinds; off or on. Raises ValidationError with a dict of fields, NotFound.

    Switched on it is told of what happens from then on.
    """
    checked = _checked(changes)
    with writing():
        webhook = _locked(user, pk)
        for field, value in checked.items():
            setattr(webhook, field, value)
        if "url" in checked:
            webhook.rest_until = None
        if active is False and webhook.off_at is None:
            webhook.off_at, webhook.off_why = timezone.now(), Webhook.Off.BY_HAND
            queue.drop(webhook)
        if active and webhook.off_at is not None:
            webhook.off_at, webhook.off_why = None, ""
            webhook.failures, webhook.failing_since, webhook.rest_until = 0, None, None
            webhook.position = feeds.newest(user)
        webhook.save(update_fields=[*checked, *_STATE])
        return webhook


_STATE = ("off_at", "off_why", "failures", "failing_since", "rest_until", "position")


def delete(*, user: User, pk: int) -> None:
    """It and all that was sent to it. Raises NotFound."""
    with writing():
        _locked(user, pk).delete()


def forget(*, user: User) -> None:
    """All of an account that ends. Called before its games are locked: whoever follows locks a webhook, then games."""
    rows: QuerySet[Webhook] = Webhook.objects.filter(user=user).order_by("pk")
    if connection.features.has_select_for_update:  # before what was sent to it, as by who marks that
        rows = rows.select_for_update(no_key=True)
    Webhook.objects.filter(pk__in=[webhook.pk for webhook in rows]).delete()


def rotate(*, user: User, pk: int, now: datetime) -> Webhook:
    """A new secret; the one before signs as well for a day. Raises NotFound."""
    with writing():
        webhook = _locked(user, pk)
        webhook.old_seed, webhook.old_until = webhook.seed, now + keys.OVERLAP
        webhook.seed = keys.new_seed()
        webhook.save(update_fields=["seed", "old_seed", "old_until"])
        return webhook


def test(*, user: User, pk: int) -> WebhookDelivery:
    """Owes it a request that says that it is a test; tried once. Raises NotFound, WebhookOff."""
    with writing():
        webhook = _locked_and_on(user, pk)
        data = {"webhook": webhook.pk, "username": user.username}
        row = following.made(webhook, following.TEST, data, now=timezone.now())
        row.save()
        wake.webhooks()
        return row


def again(*, user: User, pk: int, delivery: int) -> WebhookDelivery:
    """The same request under the same id once more; one that is queued is sent now. Raises NotFound, WebhookOff."""
    with writing():
        webhook = _locked_and_on(user, pk)
        row = deliveries(webhook).filter(pk=delivery).first() if delivery < _GREATEST else None
        if row is None:
            raise NotFound
        row.due_at = timezone.now()
        if row.state != State.QUEUED:
            row.state, row.tries, row.by_hand = State.QUEUED, 0, True
        row.save(update_fields=["due_at", "state", "tries", "by_hand"])
        wake.webhooks()
        return row


def refuse_guests(user: User) -> None:
    """Who can come and go without a trace sends nobody requests. Raises NoWebhooks."""
    if user.kind == User.Kind.GUEST:
        raise NoWebhooks


def _locked(user: User, pk: int) -> Webhook:
    rows: QuerySet[Webhook] = Webhook.objects.filter(user=user)
    if connection.features.has_select_for_update:
        rows = rows.select_for_update(no_key=True)
    found = rows.filter(pk=pk).first() if pk < _GREATEST else None
    if found is None:
        raise NotFound
    return found


def _locked_and_on(user: User, pk: int) -> Webhook:
    """One that can be sent to, at once even if it failed a moment ago."""
    webhook = _locked(user, pk)
    if webhook.off_at is not None:
        raise WebhookOff
    if webhook.rest_until is not None:
        webhook.rest_until = None
        webhook.save(update_fields=["rest_until"])
    return webhook


def _checked(given: dict[str, Any]) -> dict[str, Any]:
    """The values as they are stored. Raises ValidationError that names each bad one."""
    errors: dict[str, list[str]] = {}
    checked = dict(given)
    if "url" in given:
        try:
            checked["url"] = str(addresses.check(given["url"].strip()))
        except ValidationError as error:
            errors["url"] = error.messages
    if "kinds" in given:
        checked["kinds"] = [kind for kind in Webhook.Kind.values if kind in given["kinds"]]
        if not checked["kinds"] or set(given["kinds"]) - set(Webhook.Kind.values):
            errors["kinds"] = [_("Choose of what it is to be told.")]
    if "name" in given:
        checked["name"] = given["name"].strip()
        if len(checked["name"]) > LONGEST_NAME or not checked["name"].isprintable():
            errors["name"] = [_("Give a short name without control characters.")]
    if errors:
        raise ValidationError(errors)
    return checked
