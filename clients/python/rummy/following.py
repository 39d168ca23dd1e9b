"""Following events, step by step, without doing it (see `talks`): nothing is missed, and nothing is given twice.

A stream is opened from where we are (`Last-Event-ID`), and again when it ends. Where streams do not get through, as
behind some proxies, the service is asked for what is new, and holds the answer until there is something.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from rummy.calls import Call
from rummy.problems import Problem
from rummy.shapes import Event, Game
from rummy.sse import Message, Parser
from rummy.talks import BUSY, Answer, Fault, Patience, Send, Wait, failure_of, read

WAIT = 25  # seconds that the service holds the answer to a poll
AT_ONCE = 1.0  # an answer that came so soon was not held
HELD_UP = 20.0  # a stream that was not opened after so long
PAUSE = 3.0  # seconds between polls whose answers are not held
SILENT_STREAMS = 3  # in a row that ended before they said anything: they do not get through
HEAD = "text/event-stream"
RESET = "reset"  # what lies before can no longer be told: read the games anew
Way = Literal["auto", "stream", "poll"]


@dataclass(frozen=True, slots=True)
class Open:
    """Open this stream. Told by an `Answer` that has no content yet."""

    call: Call[Any]
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Next:
    """Read on in the open stream."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """What was read; nothing at its end."""

    content: bytes


@dataclass(frozen=True, slots=True)
class Give:
    """This event is for whoever listens."""

    event: Event


Step = Send | Wait | Open | Next | Give
Told = Answer | Fault | Chunk | None
Follow = Generator[Step, Told, None]


class Following:
    """One who follows: where they are, and how it goes."""

    def __init__(
        self,
        path: str,
        *,
        query: Mapping[str, str | None],
        after: int | None,
        way: Way,
        patience: Patience,
        game: Call[Game] | None = None,
    ) -> None:
        """`game`: asks for the game with which it ends."""
        self.path, self.query, self.position = path, dict(query), after
        self.way, self.patience = way, patience
        self.game, self.over = game, False
        self.begun, self.reached = patience.now(), False
        self.failed = 0  # times in a row
        self.silent = 0  # streams in a row
        self.parser = Parser()

    def talk(self) -> Follow:
        """Ends with its game, or never. Raises the Problem of a refusal; that nobody answers, only where nobody ever
        did."""
        while not self.over:
            if self.way == "poll" or (self.way == "auto" and self.silent >= SILENT_STREAMS):
                yield from self._poll()
            else:
                yield from self._stream()

    def _poll(self) -> Follow:
        """Asks once for what is new."""
        asked = self.patience.now()
        messages = yield from self._asked(WAIT)
        if messages is None:
            return
        if _untold(messages):
            yield from self._look()
        if self.over:
            return
        if messages or self.patience.now() - asked >= AT_ONCE:
            self.failed = 0
        else:
            yield from self._pause(PAUSE)  # nobody holds the answer

    def _asked(self, wait: int) -> Generator[Step, Told, list[Message] | None]:
        """What is new, given already; None where that could not be asked."""
        call = Call("GET", self.path, _polled, query={**self.query, "after": self.position, "wait": wait})
        came = yield Send(call)
        if not isinstance(came, Answer) or came.status >= 400:
            yield from self._failure(came)
            return None
        messages, following = read(call, came)
        self.reached = True
        for message in messages:
            yield from self._given(message)
        if self.position is None or following > self.position:
            self.position = following
        return messages

    def _look(self) -> Follow:
        """Whether the game is over: that it was cancelled before it began, no number tells. What is left is given."""
        if self.game is None or self.over:
            return
        came = yield Send(self.game)
        if not isinstance(came, Answer) or came.status >= 400:
            yield from self._failure(came)
        elif read(self.game, came).over:
            while left := (yield from self._asked(0)):
                pass
            self.over = self.over or left is not None

    def _stream(self) -> Follow:
        """Reads one stream to its end, and waits until it is time for the next."""
        call = Call("GET", self.path, lambda _data: None, query=self.query)
        asked = self.patience.now()
        came = yield Open(call, {} if self.position is None else {"Last-Event-ID": str(self.position)})
        if not isinstance(came, Answer) or came.status >= 400:
            if self.patience.now() - asked < HELD_UP:
                yield from self._failure(came)
            else:
                self.silent = SILENT_STREAMS  # something between us waits for the stream's end
            return
        self.reached = True
        if not came.headers.get("content-type", "").startswith(HEAD):
            self.silent = SILENT_STREAMS  # something between us does not know streams
            return
        self.parser, said = Parser(), False
        while isinstance(read_on := (yield Next()), Chunk) and read_on.content:
            messages, self.failed = list(self.parser.feed(read_on.content)), 0
            for message in messages:
                yield from self._given(message)
            if self.position is None:  # the stream began with where it begins
                self.position = _number(self.parser.last)
            if not said or _untold(
                messages
            ):  # what came to pass before the stream was open, it does not tell
                yield from self._look()
            if self.over:
                return
            said = True
        self.silent = 0 if said else self.silent + 1
        yield from self._pause(self.parser.retry)

    def _failure(self, came: Told) -> Follow:
        """Waits for what passes; raises what does not, and what has not passed while nobody ever answered."""
        assert isinstance(came, Answer | Fault)
        error, status = failure_of(came), came.status if isinstance(came, Answer) else 0
        if status in (405, 406, 501):
            self.silent = SILENT_STREAMS
            return
        passes = status in (0, 429, *BUSY)
        lost = not self.reached and self.patience.now() - self.begun > self.patience.seconds
        if error is not None and (lost or not passes):
            raise error
        yield from self._pause(error.retry_after if isinstance(error, Problem) else None)

    def _pause(self, wanted: float | None) -> Follow:
        self.failed += 1
        yield Wait(max(wanted or 0.0, self.patience.delay(min(self.failed, 16))))

    def _given(self, message: Message) -> Iterator[Give]:
        number, data = _number(message.id), _object(message.data)
        if data is None:
            return  # none of ours
        if number is not None:
            known = self.position is not None and number <= self.position
            if known and message.event != RESET:
                return  # it was given before the stream broke
            self.position = number
        event = Event(number, message.event, data.get("game"), data)
        self.over = self.over or (self.game is not None and event.ends_game)
        yield Give(event)


def _untold(messages: Sequence[Message]) -> bool:
    """Whether something may have come to pass that has no number: a hint says so, or nothing was said for long."""
    return not messages or any(message.id is None for message in messages)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() else None


def _object(text: str) -> dict[str, Any] | None:
    try:
        data = json.loads(text)
    except ValueError:
        return None
    return data if isinstance(data, dict) else None


def _polled(data: Any) -> tuple[list[Message], int]:
    messages = [
        Message(None if each["id"] is None else str(each["id"]), each["event"], json.dumps(each["data"]))
        for each in data["results"]
    ]
    return messages, int(data["next"])
