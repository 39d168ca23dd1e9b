"""API tokens: made, shown once, revoked."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from django.utils import timezone

from accounts.models import Token, User

PREFIX = "mr_"
MOST = 50


def digest_of(token: str) -> str:
    """What is stored of a token. It is random enough that a plain hash is a safe one."""
    return hashlib.sha256(token.encode()).hexdigest()


def create_token(*, user: User, name: str = "") -> tuple[Token, str]:
    """A new token and its text, which nobody can show again. The oldest goes where there would be too many."""
    text = PREFIX + secrets.token_urlsafe(30)
    token = Token.objects.create(user=user, name=name, digest=digest_of(text), created_at=timezone.now())
    surplus = Token.objects.filter(user=user).order_by("-created_at", "-pk").values_list("pk", flat=True)[MOST:]
    Token.objects.filter(pk__in=list(surplus)).delete()
    return token, text


def revoke_token(*, user: User, token_id: int) -> bool:
    """Ends one of the user's tokens; False where they have none with that id."""
    return bool(Token.objects.filter(user=user, pk=token_id).delete()[0])


def touch(*, token: Token, now: datetime) -> None:
    """Notes that the token was used."""
    Token.objects.filter(pk=token.pk).update(last_used_at=now)
