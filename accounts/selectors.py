"""Reads: users by what they are known by."""

from __future__ import annotations

from accounts.models import Token, User
from accounts.names import address_key, name_key


def user_by_name(name: str) -> User | None:
    """The active user of that name, however it is capitalised."""
    return User.objects.filter(username_key=name_key(name), is_active=True).first()


def user_by_confirmed_address(address: str) -> User | None:
    """The user who has confirmed that address."""
    return User.objects.filter(email_key=address_key(address), email_confirmed_at__isnull=False).first()


def tokens_of(user: User) -> list[Token]:
    """The user's tokens, newest first."""
    return list(Token.objects.filter(user=user).order_by("-created_at", "-pk"))


# Asked with every request of every program. Written out, since putting the statement together from a queryset
# costs twice as much as running it.
_TOKEN = """
SELECT t.id, t.user_id, t.name, t.last_used_at,
       u.username AS of_username, u.email AS of_email, u.language AS of_language, u.timezone AS of_timezone,
       u.kind AS of_kind, u.bot_level AS of_bot_level, u.is_active AS of_is_active
FROM accounts_token t JOIN accounts_user u ON u.id = t.user_id WHERE t.digest = %s
"""
# In the order of the model's columns.
_OF_USER = ("username", "email", "language", "timezone", "kind", "bot_level", "is_active")


def token_by_digest(digest: str) -> Token | None:
    """The token with its user, of whom the rest is read when it is asked for."""
    for token in Token.objects.raw(_TOKEN, [digest]):
        values = [getattr(token, f"of_{name}") for name in _OF_USER]
        token.user = User.from_db(token._state.db, ("id", *_OF_USER), [token.user_id, *values])
        return token
    return None
