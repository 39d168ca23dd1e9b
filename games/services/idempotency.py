"""A request with a key plays once: its answer is recorded with its effect, and a repeat gets that answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from games.engine.errors import RuleError
from games.errors import KeyReused, Refused
from games.models import IdempotencyKey
from games.services import rows as rows_of
from games.services.write import writing

KEPT = timedelta(days=7)
LONGEST_PATH = 100  # characters that the column holds


@dataclass(frozen=True, slots=True)
class Answer:
    """A success: its HTTP status, and its JSON text as the first asker got it."""

    status: int
    text: str


@dataclass(frozen=True, slots=True)
class Key:
    """The key of one request: of this user, for this path, with this body."""

    user: User
    path: str
    key: str
    body: Any

    @property
    def place(self) -> str:
        """The path as it is stored; a long one, which has needless parts, as its digest."""
        if len(self.path) <= LONGEST_PATH:
            return self.path
        return hashlib.sha256(self.path.encode()).hexdigest()

    @property
    def digest(self) -> str:
        """The body's fingerprint; the order of its fields and blanks do not matter."""
        text = json.dumps(self.body, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


def once(key: Key | None, produce: Callable[[], Answer]) -> Answer:
    """The recorded answer for `key`, or what `produce` answers, recorded in the same transaction.

    `produce` carries out the request; what it raises is not recorded, but when it lost a race against its own
    repeat, that repeat's answer is given. Raises KeyReused when the key came with another body.
    """
    if key is None:
        with writing():
            return produce()
    # No look-up before: most requests are no repeats, and a repeat fails here anyhow, on the game's version or on
    # the unique key; then everything is rolled back and the record is looked for.
    try:
        with writing():
            answer = produce()
            _record(key, answer)
            return answer
    except (Refused, RuleError, IntegrityError):
        if (known := _recorded(key)) is not None:
            return known
        raise


def purge(*, now: datetime) -> int:
    """Forgets answers older than a week; returns how many."""
    return IdempotencyKey.objects.filter(created_at__lt=now - KEPT).delete()[0]


def _recorded(key: Key) -> Answer | None:
    row = IdempotencyKey.objects.filter(user=key.user, path=key.place, key=key.key).first()
    if row is None:
        return None
    if row.body_digest != key.digest:
        raise KeyReused
    return Answer(status=row.status, text=row.answer)


def _record(key: Key, answer: Answer) -> None:
    made = IdempotencyKey(
        user=key.user,
        path=key.place,
        key=key.key,
        body_digest=key.digest,
        status=answer.status,
        answer=answer.text,
        created_at=timezone.now(),
    )
    rows_of.insert([made])
