"""What ends a search before its end."""

from __future__ import annotations


class TooMany(Exception):
    """More states than the caller wants to look at."""


class NotFinished(Exception):
    """The time ran out before anything was proved. `bound` is what the least loss cannot be below."""

    def __init__(self, bound: float = 0) -> None:
        super().__init__(bound)
        self.bound = bound
