"""The door for ASGI servers: raw routes that hold connections open, beside Django on its own threads."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

from a2wsgi import WSGIMiddleware
from django.conf import settings

from config.wsgi import application as _pages  # first: it sets Django up  # isort: skip

from config.api import problems
from config.live import stream

THREADS = 8
WHOLE_WITHIN = 20.0  # seconds for a body to come; a thread is given to a request only when it is there

# Threads that stay keep their database connections: three times as fast as Django's own ASGI door.
_wsgi: Any = _pages
_django: Any = WSGIMiddleware(_wsgi, workers=THREADS)


def close(within: float) -> bool:
    """Ends Django's threads; False where one waits for a client that does not read on, and would wait for ever."""
    _django.executor.shutdown(wait=False, cancel_futures=True)
    end = time.monotonic() + within
    threads = [thread for thread in threading.enumerate() if thread.name.startswith("WSGI")]
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
    return not any(thread.is_alive() for thread in threads)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http" and stream.wants(scope):
        # Costs neither a thread nor a database connection while it is open.
        await stream.application(scope, receive, send)
    elif scope["type"] == "http":
        await _page(scope, receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})


async def _page(scope: Any, receive: Any, send: Any) -> None:
    """Django, which gets the body at once: whoever sends slowly, or never ends, holds no thread."""
    try:
        async with asyncio.timeout(WHOLE_WITHIN):
            body = await _body(receive, _most(scope["path"]))
    except (TimeoutError, asyncio.CancelledError):  # the second one: the service stops, and will not read on
        await _refuse_slow(send)
        return
    if body is None:  # the client is gone
        return

    async def whole() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    await _django(scope, whole, send)


def _most(path: str) -> int:
    """Bytes that a body there can have."""
    most: int = settings.LONG_BODIES.get(path, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return most


async def _body(receive: Any, most: int) -> bytes | None:
    """The body; of one that is too large, enough to see that it is."""
    body = bytearray()
    while len(body) <= most:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return bytes(body)


async def _refuse_slow(send: Any) -> None:
    said = "The body did not come whole in time: send it again."  # who asks is found out later, and their language
    answer = problems.document(problems.Problem(400, "invalid", said, errors={"body": [said]}))
    heads = [(name.lower().encode(), value.encode()) for name, value in answer.items()]
    heads += [(b"connection", b"close"), (b"content-length", str(len(answer.content)).encode())]
    await send({"type": "http.response.start", "status": answer.status_code, "headers": heads})
    await send({"type": "http.response.body", "body": answer.content})
