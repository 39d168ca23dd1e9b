"""The ASGI door: a request gets a thread only when its body is there."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any

import pytest
from a2wsgi import WSGIMiddleware
from django.urls import reverse

from config import asgi
from tests import loops

SCOPE = {"type": "http", "method": "POST"}


def ask(
    monkeypatch: pytest.MonkeyPatch, *messages: dict[str, Any], path: str = "/api/v1/tokens/"
) -> tuple[list[Any], list[bytes]]:
    """What is answered to a client that sends these and then nothing; the bodies that Django got."""
    sent: list[Any] = []
    bodies: list[bytes] = []
    coming = list(messages)

    async def receive() -> dict[str, Any]:
        if not coming:
            await asyncio.sleep(600)
        return coming.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    async def django(_scope: Any, receive: Any, _send: Any) -> None:
        message = await receive()
        assert message["more_body"] is False
        bodies.append(message["body"])

    monkeypatch.setattr(asgi, "_django", django)
    # On a thread of its own: a browser that other tests use leaves its loop running on this one.
    loops.run(asgi.application({**SCOPE, "path": path}, receive, send))
    return sent, bodies


def piece(body: bytes, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_in_pieces_comes_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(monkeypatch, piece(b"{", True), piece(b"}")) == ([], [b"{}"])


def test_a_body_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asgi, "WHOLE_WITHIN", 0.05)
    sent, bodies = ask(monkeypatch, piece(b"{", True))
    assert not bodies
    assert sent[0]["status"] == 400
    assert (b"content-type", b"application/problem+json") in sent[0]["headers"]
    assert json.loads(sent[1]["body"])["code"] == "invalid"


def test_nothing_is_done_for_who_went_away(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(monkeypatch, piece(b"{", True), {"type": "http.disconnect"}) == ([], [])


def test_of_what_is_too_large_enough_is_read_to_see_it(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    assert ask(monkeypatch, piece(b"x" * 6, True), piece(b"x" * 6, True)) == ([], [b"x" * 12])


def test_where_a_file_is_handed_in_it_comes_whole(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    file = [piece(b"x" * 6, True)] * 4
    _sent, bodies = ask(monkeypatch, *file, piece(b"x"), path=reverse("replay"))
    assert bodies == [b"x" * 25]
    settings.LONG_BODIES = {reverse("replay"): 20}
    assert ask(monkeypatch, *file, piece(b"x"), path=reverse("replay"))[1] == [b"x" * 24]


def test_a_thread_that_waits_for_a_client_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    door = WSGIMiddleware(lambda _environ, _start: [], workers=1)
    monkeypatch.setattr(asgi, "_django", door)
    door.executor.submit(free.wait, 600)
    assert asgi.close(0.05) is False
    free.set()
    assert asgi.close(300) is True
