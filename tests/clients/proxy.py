"""A bad line between a client and the service: it loses answers, breaks connections, holds up streams."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

Verdict = (
    str  # pass · lose (the answer) · refuse (the request) · busy (503) · throttle (429) · cut N (a stream)
)
HOP = {"connection", "transfer-encoding", "keep-alive", "content-length", "server", "date"}


class Line:
    """Passes requests on to `service`, or does with them what `fate` says; `passed` are those that arrived."""

    def __init__(self, service: str, fate: Callable[[str, str], Verdict]) -> None:
        self.service, self.fate = urlsplit(service), fate
        self.passed: list[tuple[str, str, str | None]] = []  # method, path, Idempotency-Key
        self.heads: list[dict[str, str]] = []
        line = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self) -> None:
                line.handle(self)

            do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = handle_one

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def handle(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        self.heads.append(dict(request.headers))
        verdict = self.fate(request.command, request.path)
        if verdict in ("busy", "throttle"):
            return _refuse(request, 503 if verdict == "busy" else 429)
        if verdict == "refuse":
            return _break(request)
        to = http.client.HTTPConnection(str(self.service.hostname), self.service.port, timeout=60)
        with contextlib.closing(to):
            heads = {name: value for name, value in request.headers.items() if name.lower() not in HOP}
            to.request(request.command, request.path, body or None, heads)
            answer = to.getresponse()
            self.passed.append((request.command, request.path, request.headers.get("Idempotency-Key")))
            if answer.headers.get("Content-Type", "").startswith("text/event-stream"):
                return _stream(request, answer, verdict)
            content = answer.read()
        if verdict == "lose":
            return _break(request)
        _head(request, answer)
        request.send_header("Content-Length", str(len(content)))
        request.end_headers()
        request.wfile.write(content)
        return None

    def __enter__(self) -> Line:
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()


def _head(request: BaseHTTPRequestHandler, answer: http.client.HTTPResponse) -> None:
    request.send_response(answer.status)
    for name, value in answer.getheaders():
        if name.lower() not in HOP:
            request.send_header(name, value)


def _stream(request: BaseHTTPRequestHandler, answer: http.client.HTTPResponse, verdict: Verdict) -> None:
    """Passes on what comes as it comes; with `cut N` no more than so many bytes of it."""
    left = int(verdict.split()[1]) if verdict.startswith("cut") else None
    _head(request, answer)
    request.send_header("Connection", "close")
    request.end_headers()
    with contextlib.suppress(OSError, http.client.HTTPException):
        while left is None or left > 0:
            piece = answer.read1(65536 if left is None else min(left, 65536))
            if not piece:
                break
            request.wfile.write(piece)
            left = None if left is None else left - len(piece)
    _break(request)


def _refuse(request: BaseHTTPRequestHandler, status: int) -> None:
    request.send_response(status)
    request.send_header("Content-Length", "0")
    if status == 429:
        request.send_header("Retry-After", "1")
    request.end_headers()


def _break(request: BaseHTTPRequestHandler) -> None:
    request.close_connection = True
    with contextlib.suppress(OSError):
        request.connection.shutdown(socket.SHUT_RDWR)


def one_after_another(*verdicts: Verdict, of: str = "POST", on: str = "") -> Callable[[str, str], Verdict]:
    """These for the requests of this method whose path ends so, then `pass`; `pass` for all others."""
    coming: Iterator[Verdict] = iter(verdicts)
    lock = threading.Lock()

    def fate(method: str, path: str) -> Verdict:
        if method != of or not path.partition("?")[0].endswith(on):
            return "pass"
        with lock:
            return next(coming, "pass")

    return fate
