"""What is told to those who follow: numbered events, whose numbers say where to go on after a break; and from where."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from config.api.renderers import dumps

MOST_AT_ONCE = 100  # events of one reading


class NoLonger(Exception):
    """What was followed is gone, or its follower may not see it any more."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event as it is sent; `data` is JSON. Without a number it is a hint, which comes once or not at all."""

    number: int | None
    kind: str
    data: str

    def as_stream(self) -> str:
        """For a stream of server-sent events."""
        mark = "" if self.number is None else f"id: {self.number}\n"
        return f"{mark}event: {self.kind}\ndata: {self.data}\n\n"

    def as_json(self) -> str:
        """For who asks again and again."""
        number = "null" if self.number is None else self.number
        return f'{{"id":{number},"event":"{self.kind}","data":{self.data}}}'


def event(number: int | None, kind: str, data: Mapping[str, Any]) -> Event:
    """An event of this number and kind."""
    return Event(number, kind, dumps(data).decode())


def reset(number: int) -> Event:
    """What lies before this number cannot be told any more: the games are to be read anew."""
    return event(number, "reset", {"next": number})


def opening(number: int, retry: int) -> str:
    """How a stream begins: from where it goes on, should it break before anything happens, and after how many
    milliseconds."""
    return f"id: {number}\nretry: {retry}\n\n"


@dataclass(frozen=True, slots=True)
class Batch:
    """Events in their order. Up to `position` nothing is missing; `full`: more may be there already."""

    events: Sequence[Event]
    position: int
    full: bool = False


class Source(Protocol):
    """What can be followed, as one follower may know it. Reads in a thread; nothing is held between two readings."""

    @property
    def key(self) -> Hashable:
        """The same for all followers for whom one reading is enough."""

    @property
    def topics(self) -> Iterable[str]:
        """Where the hub tells of news."""

    def read(self, after: int, limit: int) -> Any:
        """What there is after that number: for all followers with this key alike."""

    def told(self, found: Any) -> Batch:
        """What this follower may know of it. Raises NoLonger; reads nothing."""

    def hint(self, message: Mapping[str, Any]) -> Event | None:
        """What the hub told of, if it is nothing that has a number here."""

    @classmethod
    def newest(cls, keys: Iterable[Hashable]) -> Mapping[Hashable, int]:
        """The newest number of each, without those that are gone."""


@dataclass(frozen=True, slots=True)
class Admission:
    """Whom a door let in: what they follow, from where, and how. `reset`: from before what is kept."""

    source: Source
    position: int
    reset: bool
    wait: int | None  # seconds that who asks again and again waits for something; None: a stream
    who: str  # a user's id; nobody's is empty
    token_id: int | None
    by_session: bool


def as_answer(events: Sequence[Event], position: int) -> str:
    """The JSON for who asks again and again."""
    return f'{{"results":[{",".join(each.as_json() for each in events)}],"next":{position}}}'
