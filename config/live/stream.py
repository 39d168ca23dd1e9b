"""The door of open pages: who shows a pass hears which of their games changed, never what. Programs follow."""

from __future__ import annotations

import asyncio
import random
from typing import Any
from urllib.parse import parse_qs

from django.utils import translation
from django.utils.translation import gettext as _

from config.api.problems import Problem
from config.live import door, following, passes, presence
from config.live.door import Line
from config.live.hub import Listener
from config.live.passes import Pass

PATH = "/api/v1/events/"
LONGEST_QUERY = 1000


def wants(scope: Any) -> bool:
    """Whether this is for `application`: all other methods are refused like everywhere."""
    return scope["method"] == "GET" and following.ADDRESS.fullmatch(scope["path"]) is not None


async def application(scope: Any, receive: Any, send: Any) -> None:
    """`?token=` shows a page's pass; everybody else follows."""
    token = _token(scope)
    if token is None:
        await following.application(scope, receive, send)
        return
    try:
        held = _admitted(scope, token)
        with door.place(scope, Listener, held.who, held.topics) as listener:
            line = Line(listener, receive, send)
            try:
                await _tell(listener, line)
            finally:
                line.close()
    except Problem as problem:
        await door.refuse(problem, send)


def _token(scope: Any) -> str | None:
    """What the page shows. An empty one is none where a program shows something else."""
    if scope["path"] != PATH:
        return None
    query = scope["query_string"][:LONGEST_QUERY].decode("latin-1")
    found = parse_qs(query, keep_blank_values=True).get("token")
    return None if found is None or (not found[0] and door.header(scope, b"authorization")) else found[0]


def _admitted(scope: Any, token: str) -> Pass:
    """What the one who asks may hear of. Raises Problem."""
    held = passes.read(token)
    if held is None:
        with translation.override(door.language_of(scope)):
            said = _("Open the stream with a new token: POST to /api/v1/events/token/ gives one.")
            raise Problem(401, "bad_token", said, {"WWW-Authenticate": "Bearer"})
    return held


async def _tell(listener: Listener, line: Line) -> None:
    """Says what comes until the client goes, does not read, or its time is over."""
    await line.begin()
    clock = asyncio.get_running_loop().time
    end, seen = clock() + door.LIFE, float("-inf")
    said = f"retry: {random.randint(*door.RETRY)}\n\n".encode()  # noqa: S311  # no secret
    while await line.say(said) and (left := end - clock()) > 0:
        if clock() - seen >= presence.EVERY and passes.of_user(listener.who) in listener.topics:
            seen = clock()
            await asyncio.to_thread(presence.seen, listener.who)
        said = await line.wait_for(listener.waiting.get(), min(door.BEAT, left)) or b": here\n\n"
        if line.over:
            break
    await line.end()
