"""The pass that opens a stream: a short signed text that names what its holder may hear of, good for some minutes."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.crypto import constant_time_compare, salted_hmac

SALT = "config.live"
MINUTE = 60
GOOD_FOR = 10 * MINUTE  # seconds in which a stream can be opened with it
LONGEST = 400  # characters


@dataclass(frozen=True, slots=True)
class Pass:
    """Who opens a stream (a user's id; nobody's is empty), and the topics that are heard there."""

    who: str
    topics: tuple[str, ...]


def issue(who: str, topics: Iterable[str]) -> str:
    """The text of a pass: until when, who, topics, signature. Nothing in it is secret but the signature."""
    until = (
        int(time.time()) // MINUTE + 1
    ) * MINUTE + GOOD_FOR  # the same for all that is asked in one minute
    said = f"{until}~{who}~{','.join(topics)}"
    return f"{said}~{_signature(said)}"


def read(text: str) -> Pass | None:
    """The pass that this text is; None where it is none, or has run out."""
    said, _mark, signature = text.rpartition("~")
    if not said or len(text) > LONGEST or not constant_time_compare(signature, _signature(said)):
        return None
    until, who, topics = said.split("~")
    return Pass(who, tuple(topics.split(","))) if int(until) >= time.time() else None


def of_user(user_id: int | str) -> str:
    """The topic of all games of a user."""
    return f"u{user_id}"


def of_game(code: str) -> str:
    """The topic of one game, for who watches it."""
    return f"g{code}"


def _signature(said: str) -> str:
    # Digits and small letters only: nothing in a page may read like a card.
    return salted_hmac(SALT, said, algorithm="sha256").hexdigest()
