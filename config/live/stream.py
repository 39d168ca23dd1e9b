"""The door of live updates: server-sent events beside Django. An open stream holds no thread and no connection."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

from django.db import connections
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.selectors import user_by_token
from accounts.services.tokens import digest_of
from config import languages
from config.api import problems, throttles
from config.api.problems import Problem
from config.live import passes, presence
from config.live.hub import Full, Listener, hub
from config.live.passes import Pass

PATH = "/api/v1/events/"
BEAT = 20.0  # seconds between signs of life, so that nothing on the way takes the stream for dead
READ_WITHIN = 30.0  # seconds for a client to take what is sent
LIFE = 30 * 60.0  # seconds; then the client comes again with a new pass
RETRY = (2000, 5000)  # milliseconds: not all come back at the same moment
MOST_OF_USER = 12
MOST_OF_ADDRESS = 60  # visitors without login; many may share an address
MOST = min(2000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
LONGEST_QUERY = 1000

_HEAD = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # proxies pass on what comes as it comes
    (b"x-content-type-options", b"nosniff"),
]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """GET with `?token=` (a pass), or with a bearer token."""
    if scope["type"] != "http":
        await send({"type": "websocket.close", "code": 1000})
        return
    try:
        held = await _admitted(scope)
        who = held.who or throttles.address_of(_request(scope))
        most_of_one = MOST_OF_USER if held.who else MOST_OF_ADDRESS
        with hub.listening(Listener, who, held.topics, most=MOST, most_of_one=most_of_one) as listener:
            await _tell(listener, receive, send)
    except Problem as problem:
        await _refuse(problem, send)
    except Full as full:
        with translation.override(_language(scope)):
            await _refuse(_too_many(full), send)


async def _admitted(scope: Any) -> Pass:
    """What the one who asks may hear of. Raises Problem."""
    with translation.override(_language(scope)):
        if scope["method"] != "GET":
            said = _("This method is not offered here; see “Allow” for what is.")
            raise Problem(405, "method_not_allowed", said, {"Allow": "GET"})
        query = scope["query_string"][:LONGEST_QUERY].decode("latin-1")
        held = passes.read(parse_qs(query).get("token", [""])[0])
        if held is None and (bearer := _bearer(scope)):
            held = await asyncio.to_thread(_of_bearer, bearer)
        if held is None:
            said = _("Open the stream with a new token: POST to /api/v1/events/token/ gives one.")
            raise Problem(401, "bad_token", said, {"WWW-Authenticate": "Bearer"})
        return held


def _of_bearer(text: str) -> Pass | None:
    """One look, in a thread that keeps nothing of it."""
    try:
        user = user_by_token(digest=digest_of(text), idle_since=timezone.now())
    except Exception as error:  # noqa: BLE001  # a database that is away is told as everywhere
        raise problems.problem_of(error) or error from None
    finally:
        connections.close_all()
    if user is None or not user.is_active:
        return None
    return Pass(str(user.pk), (passes.of_user(user.pk),))


async def _tell(listener: Listener, receive: Any, send: Any) -> None:
    """Says what comes until the client goes, does not read, or its time is over."""
    await send({"type": "http.response.start", "status": 200, "headers": _HEAD})
    end = asyncio.get_running_loop().time() + LIFE
    over = [asyncio.ensure_future(_gone(receive)), asyncio.ensure_future(listener.ended.wait())]
    said = f"retry: {random.randint(*RETRY)}\n\n".encode()  # noqa: S311  # no secret
    seen = float("-inf")
    try:
        while said and await _sent(said, send, over):
            now = asyncio.get_running_loop().time()
            left = end - now
            if now - seen >= presence.EVERY and passes.of_user(listener.who) in listener.topics:
                seen = now
                await asyncio.to_thread(presence.seen, listener.who)
            said = await _next(listener, over, left) if left > 0 else b""
        # For a client that is still there it is an end in order, after which it comes again.
        if not over[0].done():
            await _sent(b"", send, over[:1], within=1.0)
    finally:
        for task in over:
            task.cancel()


async def _next(listener: Listener, over: Sequence[asyncio.Future[Any]], left: float) -> bytes:
    """What is to be said next: what happened, or a sign of life; nothing where the stream is over."""
    coming = asyncio.ensure_future(listener.waiting.get())
    try:
        within = min(BEAT, left)
        await asyncio.wait({coming, *over}, timeout=within, return_when=asyncio.FIRST_COMPLETED)
        if any(task.done() for task in over):
            return b""
        return coming.result() if coming.done() else b": here\n\n"
    finally:
        coming.cancel()


async def _sent(
    said: bytes, send: Any, over: Sequence[asyncio.Future[Any]], *, within: float | None = None
) -> bool:
    """Whether the client took it: in time, and before the stream was over."""
    going = asyncio.ensure_future(send({"type": "http.response.body", "body": said, "more_body": bool(said)}))
    await asyncio.wait({going, *over}, timeout=within or READ_WITHIN, return_when=asyncio.FIRST_COMPLETED)
    if going.done():
        return going.exception() is None and not any(task.done() for task in over)
    going.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await going
    return False


async def _gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _too_many(full: Full) -> Problem:
    if full.of_one:
        said = _("You have too many pages open at once: close some, then look again.")
        return Problem(429, "throttled", said, {"Retry-After": "30"})
    said = _("The service is busy: try again in a moment.")
    return Problem(503, "unavailable", said, {"Retry-After": "30"})


async def _refuse(problem: Problem, send: Any) -> None:
    answer = problems.document(problem)
    heads = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    heads.append((b"content-length", str(len(answer.content)).encode()))
    await send({"type": "http.response.start", "status": problem.status, "headers": heads})
    await send({"type": "http.response.body", "body": answer.content})


def _header(scope: Any, name: bytes) -> str:
    return b", ".join(value for key, value in scope["headers"] if key == name).decode("latin-1")


def _bearer(scope: Any) -> str:
    kind, _blank, value = _header(scope, b"authorization").partition(" ")
    return value.strip() if kind.lower() == "bearer" and len(value) <= passes.LONGEST else ""


def _request(scope: Any) -> Any:
    """As much of a request as says from where it comes and in which language it is answered."""
    address = scope.get("client") or ("", 0)
    return SimpleNamespace(
        META={
            "REMOTE_ADDR": address[0],
            "HTTP_X_FORWARDED_FOR": _header(scope, b"x-forwarded-for"),
            "HTTP_ACCEPT_LANGUAGE": _header(scope, b"accept-language"),
        },
        COOKIES={},
        headers={},
    )


def _language(scope: Any) -> str:
    return languages.wanted(_request(scope))
