"""What a token may be used for. Each call asks for one scope; whoever came by a session has them all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User


class Scope(models.TextChoices):
    """None holds another: who answers a turn need not see the mails, who looks on need not play."""

    READ = "read", _("see my games and settings")
    PLAY = "play", _("play: join, move, resign")
    MANAGE = "manage", _("change my settings, tokens, programs and webhooks")


ALL = tuple(Scope)


def stored(scopes: Iterable[str]) -> str:
    """Scopes as one text, each once and in their order."""
    wanted = set(scopes)
    return " ".join(scope for scope in ALL if scope in wanted)


def granted(user: User, scope: Scope) -> bool:
    """Whether whoever came as `user` may do what asks for `scope`."""
    return user.token_scopes is None or scope in user.token_scopes.split()
