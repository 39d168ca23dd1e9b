"""Mail that accounts owe: handed to whatever the project's settings name, so that accounts know no games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, cast

from django.conf import settings
from django.utils.module_loading import import_string


class _Owe(Protocol):
    def __call__(
        self, *, kind: str, key: str, user_id: int | None, address: str, payload: dict[str, Any] | None = None
    ) -> None: ...


@cache
def _postbox() -> Callable[..., None]:
    return cast(Callable[..., None], import_string(settings.OUTBOX))


def owe(
    *, kind: str, key: str, user_id: int | None, address: str, payload: dict[str, Any] | None = None
) -> None:
    """Owes a mail in the caller's transaction; a `key` is owed only once."""
    cast(_Owe, _postbox())(kind=kind, key=key, user_id=user_id, address=address, payload=payload)
