"""Server-sent events: what a stream of bytes says, however it was cut into pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Message:
    """One event of a stream. `id` is None where it has none of its own."""

    id: str | None
    event: str
    data: str


class Parser:
    """Reads a stream as the standard says.

    `retry`: after how many seconds the service wants to be asked again; `last`: from where on, which it may say
    before anything has happened.
    """

    def __init__(self) -> None:
        self.retry: float | None = None
        self.last: str | None = None
        self._rest = b""
        self._begin = True
        self._clear()

    def _clear(self) -> None:
        self._id: str | None = None
        self._event, self._data = "", list[str]()

    def feed(self, chunk: bytes) -> Iterator[Message]:
        """The messages that this piece of the stream completes."""
        self._rest += chunk
        if self._begin and len(self._rest) >= 3:
            self._rest, self._begin = self._rest.removeprefix(b"\xef\xbb\xbf"), False
        while end := _END.search(self._rest):
            if end[0] == b"\r" and end.end() == len(self._rest):
                return  # a line feed may follow in the next piece
            line, self._rest = self._rest[: end.start()], self._rest[end.end() :]
            message = self._line(line.decode("utf-8", "replace"))
            if message is not None:
                yield message

    def _line(self, line: str) -> Message | None:
        if not line:
            return self._complete()
        name, _colon, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "data":
                self._data.append(value)
            case "event":
                self._event = value
            case "id" if "\0" not in value:
                self._id = value
            case "retry" if value.isascii() and value.isdigit():
                self.retry = int(value) / 1000
        return None

    def _complete(self) -> Message | None:
        id_, event, data = self._id, self._event, self._data
        self._clear()
        self.last = self.last if id_ is None else id_
        return Message(id_, event or "message", "\n".join(data)) if data else None
