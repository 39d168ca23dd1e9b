"""The door for ASGI servers: raw routes that hold connections open, beside Django on its own threads."""

from __future__ import annotations

from typing import Any

from a2wsgi import WSGIMiddleware

from config.wsgi import application as _pages

THREADS = 8

# Path -> ASGI application. Such a route costs neither a thread nor a database connection while it is open.
raw_routes: dict[str, Any] = {}

# Threads that stay keep their database connections: three times as fast as Django's own ASGI door.
_wsgi: Any = _pages
_django: Any = WSGIMiddleware(_wsgi, workers=THREADS)


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] in ("http", "websocket") and (route := raw_routes.get(scope["path"])):
        await route(scope, receive, send)
    elif scope["type"] == "http":
        await _django(scope, receive, send)
    elif scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1000})
