"""The door of those who follow: streams of numbered events, and answers that wait. None holds a thread or a connection.

A follower has a position. Whenever there is news all after it is read and told, so that nothing is missed and nothing
told twice, whichever message did not come or came twice. One reading serves all who want the same.
"""

from __future__ import annotations

import asyncio
import io
import logging
import random
import re
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpResponse
from django.urls import resolve

from config.api import problems
from config.api.problems import Problem
from config.live import door, told
from config.live.door import Line
from config.live.hub import Waiter, hub
from config.live.readers import readers
from config.live.told import MOST_AT_ONCE, Admission, Event, NoLonger, Source
from config.live.watch import Follower, watch

log = logging.getLogger(__name__)

ADDRESS = re.compile(r"/api/v1/(?:games/[^/]+/)?events/")
LIFE_OF_SESSION = 60.0  # whoever came by a session shows it again so often: its end is seen nowhere else
SHARED_FOR = 1.0  # seconds that a reading is kept for those who want the same

_readings: dict[tuple[Hashable, ...], asyncio.Future[Any]] = {}


async def application(scope: Any, receive: Any, send: Any) -> None:
    """GET of an address of ADDRESS."""
    asked = await readers.read(partial(_asked, scope))
    admission: Admission | None = getattr(asked, "admission", None)
    if admission is None:
        await door.answer(asked, send)
        return
    given: HttpResponse | None
    try:
        with door.place(scope, Waiter, admission.who, admission.source.topics) as waiter:
            waiter.heard = hub.heard
            follower, line = Follower(admission, waiter, admission.position), Line(waiter, receive, send)
            watch.add(follower)
            try:
                given = await _told(follower, line)
            finally:
                watch.discard(follower)
                line.close()
    except Problem as problem:
        given = problems.document(problem)
    if given is not None:
        await door.answer(given, send)


def _asked(scope: Any) -> HttpResponse:
    """What the view of this address says: it lets in, or refuses."""
    try:
        match, request = resolve(scope["path"]), ASGIRequest(scope, io.BytesIO())
        view: Callable[..., HttpResponse] = match.func.cls().dispatch  # type: ignore[attr-defined]  # DRF's mark
        return view(request, **match.kwargs, held=True)
    except Exception as error:  # noqa: BLE001  # an address or a head of which no request can be made
        return problems.handler(error, {})


async def _told(follower: Follower, line: Line) -> HttpResponse | None:
    """Tells what there is as it was asked for: by a stream, or by the answer that is given."""
    try:
        # Also before a stream begins, so that what fails is told as everywhere.
        news = await _news(follower)
        if (wait := follower.admission.wait) is not None:
            return await _waited(follower, line, news, wait)
    except NoLonger:
        return problems.handler(Http404(), {})
    except Exception as error:  # noqa: BLE001  # whatever it is, the client gets a problem document
        return problems.handler(error, {})
    await _stream(follower, line, news)
    return None


async def _waited(follower: Follower, line: Line, news: Sequence[Event], wait: int) -> HttpResponse:
    """What there is, at once; else what comes within so many seconds."""
    clock = asyncio.get_running_loop().time
    end = clock() + wait
    if follower.admission.reset:
        news = [told.reset(follower.admission.position), *news]
    while not news and not line.over and (left := end - clock()) > 0:
        await line.wait_for(follower.waiter.woken.wait(), left)
        news = await _news(follower)
    answer = HttpResponse(told.as_answer(news, follower.position), content_type="application/json")
    answer["Cache-Control"] = "private, no-store"
    return answer


async def _stream(follower: Follower, line: Line, news: Sequence[Event]) -> None:
    """Says what is new until the client goes, does not read, may not any more, or its time is over."""
    admission, clock = follower.admission, asyncio.get_running_loop().time
    await line.begin()
    end = clock() + (LIFE_OF_SESSION if admission.by_session else door.LIFE)
    said = told.opening(admission.position, random.randint(*door.RETRY))  # noqa: S311  # no secret
    if admission.reset:
        said += told.reset(admission.position).as_stream()
    said += _texts(news)
    while await line.say(said.encode()) and (left := end - clock()) > 0:
        await line.wait_for(follower.waiter.woken.wait(), min(door.BEAT, left))
        if line.over:
            break
        try:
            said = _texts(await _news(follower)) if follower.waiter.woken.is_set() else ""
        except NoLonger:
            break
        except Exception as error:  # noqa: BLE001  # its client comes again, and goes on from the last number
            log.warning("a stream ended: %s", type(error).__name__)
            break
        said = said or ": here\n\n"
    await line.end()


def _texts(news: Sequence[Event]) -> str:
    return "".join(each.as_stream() for each in news)


async def _news(follower: Follower) -> list[Event]:
    """All that this follower was not told yet. Raises NoLonger."""
    waiter, source = follower.waiter, follower.admission.source
    waiter.woken.clear()  # what comes from here on wakes again
    messages, waiter.news = list(waiter.news.values()), {}
    batch = source.told(await _read(source, follower.position, waiter.heard))
    follower.position = batch.position
    if batch.full:
        waiter.woken.set()
    hints = (source.hint(message) for message in messages)
    return [*batch.events, *(each for each in hints if each is not None)]


async def _read(source: Source, after: int, heard: int) -> Any:
    """One reading for all who want the same: what was read since a message came holds what that message told of."""
    key = (type(source), source.key, after, heard)
    reading, loop = _readings.get(key), asyncio.get_running_loop()
    if reading is None or reading.get_loop() is not loop:
        reading = _readings[key] = readers.read(partial(source.read, after, MOST_AT_ONCE))
        loop.call_later(SHARED_FOR, _readings.pop, key, None)
    return await asyncio.shield(reading)
