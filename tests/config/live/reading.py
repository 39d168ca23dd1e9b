"""A client of the stream for tests: opens it over a socket, reads what is said, one event at a time."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tests.config.live.asking import Told, told


class Stream:
    """Opened at once; `status` and `head` are those of the answer. Used with `with`."""

    def __init__(
        self, port: int, token: str = "", *, path: str = "", within: float = 240.0, **heads: str
    ) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), within)
        lines = [
            f"GET {path or f'/api/v1/events/?token={quote(token)}'} HTTP/1.1",
            "Host: 127.0.0.1",
            *(f"{name.replace('_', '-')}: {value}" for name, value in heads.items()),
        ]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.head: dict[str, str] = {}
        while line := self.file.readline().strip().decode():
            name, _colon, value = line.partition(":")
            self.head[name.lower()] = value.strip()

    def body(self) -> Any:
        """The JSON of an answer that is no stream."""
        return json.loads(self.file.read(int(self.head["content-length"])))

    def said(self) -> str:
        """The next thing that is said, sign of life or event; empty where the stream has ended."""
        size = int(self.file.readline() or b"0", 16)
        text = self.file.read(size).decode()
        self.file.readline()
        return text

    def news(self) -> str:
        """The next thing that is said, without signs of life."""
        while (text := self.said()).startswith(": "):
            pass
        return text

    def event(self) -> dict[str, Any]:
        """The next event, without signs of life."""
        while True:
            text = self.said()
            assert text, "the stream has ended"
            if text.startswith("data: "):
                return dict(json.loads(text.removeprefix("data: ")))

    def told(self) -> Iterator[Told]:
        """The numbered events as they come, until the stream ends or breaks."""
        try:
            while text := self.said():
                yield from (each for each in told(text) if each.id)
        except (OSError, ValueError):  # cut off, or in the midst of a line
            return

    def close(self) -> None:
        self.file.close()
        self.socket.close()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
