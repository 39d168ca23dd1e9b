"""Receivers of webhooks as real servers on this machine: each takes connections and does to them what it likes."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

CERTIFICATE = (
    Path(__file__).parent / "hooks.example.pem"
)  # for hooks.example, signed by an authority of its own
Manner = Callable[[socket.socket, "Receiver"], None]


@dataclass(frozen=True, slots=True)
class Request:
    """One that came, as it came."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Where it listens, and what came."""

    port: int
    requests: list[Request] = field(default_factory=list)
    connections: int = 0
    most_at_once: int = 0
    open: set[int] = field(default_factory=set)  # threads whose request is not answered yet
    ended: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def begins(self) -> None:
        with self.lock:
            self.connections += 1
            self.open.add(threading.get_ident())
            self.most_at_once = max(self.most_at_once, len(self.open))

    def ends(self) -> None:
        """Before the answer goes: whoever has it may come again at once."""
        with self.lock:
            self.open.discard(threading.get_ident())


def taken(line: socket.socket, receiver: Receiver) -> Request:
    """Reads a request whole, and keeps it."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += _some(line)
    head, _, body = data.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in rest)}
    while len(body) < int(headers["content-length"]):
        body += _some(line)
    made = Request(first, headers, body)
    with receiver.lock:
        receiver.requests.append(made)
    return made


def _some(line: socket.socket) -> bytes:
    data = line.recv(65536)
    if not data:
        raise ConnectionError("it went away")
    return data


def answering(status: str = "204 No Content", body: str = "", *heads: str) -> Manner:
    """Takes the request and answers so."""

    def manner(line: socket.socket, receiver: Receiver) -> None:
        taken(line, receiver)
        receiver.ends()
        length = [] if status.startswith("204") else [f"Content-Length: {len(body.encode())}"]
        line.sendall("\r\n".join([f"HTTP/1.1 {status}", *heads, *length, "", body]).encode())

    return manner


def holding(line: socket.socket, receiver: Receiver) -> None:
    """Takes the connection, says nothing, and hangs up when the test is over."""
    receiver.ended.wait(600)


@contextmanager
def receiving(
    manner: Manner | None = None, *, tls: bool = False, host: str = "127.0.0.1"
) -> Iterator[Receiver]:
    """A receiver with these manners."""
    do = manner or answering()
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as door:
        door.bind((host, 0))
        door.listen(64)
        receiver = Receiver(door.getsockname()[1])

        def serve(line: socket.socket) -> None:
            receiver.begins()
            try:
                with (
                    suppress(OSError),
                    context.wrap_socket(line, server_side=True) if context else line as inner,
                ):
                    inner.settimeout(600)
                    do(inner, receiver)
            finally:
                receiver.ends()

        def accept() -> None:
            while True:
                try:
                    line, _ = door.accept()
                except OSError:
                    return
                threading.Thread(target=serve, args=(line,), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        try:
            yield receiver
        finally:
            receiver.ended.set()
            with suppress(OSError):
                door.shutdown(socket.SHUT_RDWR)
