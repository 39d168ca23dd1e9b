"""API tokens: made for certain scopes and for a time, shown once, revoked."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Token, User
from accounts.scopes import ALL, stored

PREFIX = "mr_"
MOST = 50
LONGEST_LIFE = 3650  # days; for longer, none is named
SHOWN_AFTER = timedelta(hours=1)  # how exact `last_used_at` is: one write an hour, not one a request


def digest_of(token: str) -> str:
    """What is stored of a token. It is random enough that a plain hash is a safe one."""
    return hashlib.sha256(token.encode()).hexdigest()


def create_token(
    *, user: User, name: str = "", scopes: Iterable[str] = ALL, days: int | None = None
) -> tuple[Token, str]:
    """A new token and its text, which nobody can show again; good for `days`, or until it is revoked.

    Those that have expired go, and the oldest where there are too many.
    """
    text, now = PREFIX + secrets.token_urlsafe(30), timezone.now()
    with transaction.atomic():
        Token.objects.filter(user=user, expires_at__lte=now).delete()
        token = Token.objects.create(
            user=user,
            name=name,
            digest=digest_of(text),
            scopes=stored(scopes),
            created_at=now,
            expires_at=None if days is None else now + timedelta(days=days),
        )
        newest = Token.objects.filter(user=user).order_by("-created_at", "-pk")
        surplus = list(newest.values_list("pk", flat=True)[MOST:])
        if surplus:
            Token.objects.filter(pk__in=surplus).delete()
    return token, text


def revoke_token(*, user: User, token_id: int) -> bool:
    """Ends one of the user's tokens; False where they have none with that id."""
    return bool(Token.objects.filter(user=user, pk=token_id).delete()[0])


def touch(*, token_id: int, now: datetime) -> None:
    """Notes that the token was used, at most once an hour: of many requests at once, one writes."""
    unnoted = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - SHOWN_AFTER)
    Token.objects.filter(unnoted, pk=token_id).update(last_used_at=now)
