"""Reads: users by what they are known by."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import connection
from django.db.models import Q
from django.utils import timezone

from accounts.models import Token, User
from accounts.names import address_key, name_key
from config.shapes import Shape


def user_by_name(name: str) -> User | None:
    """The active user of that name, however it is capitalised."""
    return User.objects.filter(username_key=name_key(name), is_active=True).first()


def user_by_confirmed_address(address: str) -> User | None:
    """The user who has confirmed that address."""
    return User.objects.filter(email_key=address_key(address), email_confirmed_at__isnull=False).first()


def programs_of(owner: User) -> list[User]:
    """The programs that the user has, the oldest first."""
    return list(User.objects.filter(owner=owner, is_active=True).order_by("date_joined", "pk"))


def program_of(owner: User, name: str) -> User | None:
    """The user's program of that name."""
    return User.objects.filter(owner=owner, username_key=name_key(name), is_active=True).first()


def tokens_of(user: User) -> list[Token]:
    """The user's tokens, newest first."""
    return list(Token.objects.filter(user=user).order_by("-created_at", "-pk"))


def tokens_of_owner(user: User) -> list[Token]:
    """The user's tokens and those of their programs, newest first."""
    theirs = Token.objects.filter(Q(user=user) | Q(user__owner=user, user__is_active=True))
    return list(theirs.order_by("-created_at", "-pk"))


def usable_tokens(token_ids: Iterable[int]) -> set[int]:
    """Which of these are still good: not revoked, not expired, of an account that is not closed."""
    tokens = Token.objects.filter(pk__in=list(token_ids), user__is_active=True)
    good = tokens.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now()))
    return set(good.values_list("pk", flat=True))


# Asked with every request of every program. Written out, since putting the statement together from a queryset
# costs twice as much as running it. The password is read by nobody who comes with a token.
_WHO = Shape(
    User,
    *(
        "id",
        "username",
        "email",
        "email_confirmed_at",
        "language",
        "timezone",
        "kind",
        "bot_level",
        "is_staff",
    ),
    *("is_active", "date_joined", "night_from", "night_until", "owner_id"),
)
_USER_OF_IT = f"""
SELECT {_WHO.columns("u")}, t.id, t.scopes, (t.last_used_at IS NULL OR t.last_used_at < %s)
FROM accounts_token t JOIN accounts_user u ON u.id = t.user_id
WHERE t.digest = %s AND (t.expires_at IS NULL OR t.expires_at > %s)
"""  # noqa: S608  # columns of our own models


def user_by_token(*, digest: str, idle_since: datetime) -> User | None:
    """The user whose token has this digest and has not expired.

    With `token_id`, `token_scopes` (see accounts.scopes.granted), and `token_idle`: not used since `idle_since`.
    """
    since, now = map(connection.ops.adapt_datetimefield_value, (idle_since, timezone.now()))
    with connection.cursor() as cursor:
        cursor.execute(_USER_OF_IT, [since, digest, now])
        row = cursor.fetchone()
    if row is None:
        return None
    user = _WHO.of(row)
    user.token_id, user.token_scopes, idle = row[len(_WHO) :]
    user.token_idle = bool(idle)
    return user
