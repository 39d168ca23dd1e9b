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
