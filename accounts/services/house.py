"""House players: accounts that the service plays itself."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.names import name_key


def house_player(level: str, number: int) -> User:
    """The `number`th house player of `level` (from 1), made when first asked for."""
    name = f"House {level} {number}"
    known = User.objects.filter(username_key=name_key(name), kind=User.Kind.BOT).first()
    if known is not None:
        return known
    try:
        with transaction.atomic():  # a savepoint: the caller's transaction goes on when another was faster
            return User.objects.create_user(name, kind=User.Kind.BOT, bot_level=level)
    except IntegrityError:
        return User.objects.get(username_key=name_key(name), kind=User.Kind.BOT)
