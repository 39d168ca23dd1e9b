"""What the doors of open connections share: how many there may be, what is sent in what time, how one is refused."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from collections.abc import Callable, Coroutine, Iterable, Iterator
from types import SimpleNamespace
from typing import Any, TypeVar

from django.http import HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _

from config import languages
from config.api import problems, throttles
from config.api.problems import Problem
from config.live.hub import Ear, Full, hub

BEAT = 20.0  # seconds between signs of life, so that nothing on the way takes the stream for dead
READ_WITHIN = 30.0  # seconds for a client to take what is sent
LIFE = 30 * 60.0  # seconds; then the client comes again
RETRY = (2000, 5000)  # milliseconds: not all come back at the same moment
MOST_OF_USER = 12
MOST_OF_ADDRESS = 60  # visitors without login; many may share an address
FILES = 5000  # open ones that a process may want: a connection is one


def _most() -> int:
    """How many connections this process may hold, of each as many files as may be open beside it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard > soft:  # the lower limit is a default, meant to be raised
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    return min(2000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)


MOST = _most()

HEAD_OF_STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # proxies pass on what comes as it comes
    (b"x-content-type-options", b"nosniff"),
]

Some = TypeVar("Some", bound=Ear)
Result = TypeVar("Result")


@contextlib.contextmanager
def place(scope: Any, kind: Callable[..., Some], who: str, topics: Iterable[str]) -> Iterator[Some]:
    """A place among those who are open, for a user or, where that is nobody, an address. Raises Problem."""
    visitor = who or throttles.address_of(request_of(scope))
    most_of_one = MOST_OF_USER if who else MOST_OF_ADDRESS
    try:
        with hub.listening(kind, visitor, topics, most=MOST, most_of_one=most_of_one) as ear:
            yield ear
    except Full as full:
        with translation.override(language_of(scope)):
            raise _too_many(full) from None


class Line:
    """The connection to one client, while it lasts: `over` once it is gone, or is to be let go."""

    def __init__(self, ear: Ear, receive: Any, send: Any) -> None:
        self._send = send
        self._gone = asyncio.ensure_future(_gone(receive))
        self._ended = asyncio.ensure_future(ear.ended.wait())

    @property
    def over(self) -> bool:
        return self._gone.done() or self._ended.done()

    async def begin(self) -> None:
        """The head of a stream."""
        await self._send({"type": "http.response.start", "status": 200, "headers": HEAD_OF_STREAM})

    async def say(self, said: bytes) -> bool:
        """Whether the client took it: in time, and before the line was over."""
        return await self._sent(said, READ_WITHIN, self._gone, self._ended) and not self.over

    async def wait_for(self, what: Coroutine[Any, Any, Result], within: float) -> Result | None:
        """What comes of it; None where it does not in time, or the line is over."""
        coming = asyncio.ensure_future(what)
        try:
            first = asyncio.FIRST_COMPLETED
            await asyncio.wait({coming, self._gone, self._ended}, timeout=within, return_when=first)
            return coming.result() if coming.done() and not self.over else None
        finally:
            coming.cancel()

    async def end(self) -> None:
        """An end in order for a client that is still there, after which it comes again."""
        if not self._gone.done():
            await self._sent(b"", 1.0, self._gone)

    def close(self) -> None:
        for task in (self._gone, self._ended):
            task.cancel()

    async def _sent(self, said: bytes, within: float, *over: asyncio.Future[Any]) -> bool:
        message = {"type": "http.response.body", "body": said, "more_body": bool(said)}
        going = asyncio.ensure_future(self._send(message))
        await asyncio.wait({going, *over}, timeout=within, return_when=asyncio.FIRST_COMPLETED)
        if going.done():
            return going.exception() is None
        going.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await going
        return False


async def _gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def answer(given: HttpResponse, send: Any) -> None:
    """An answer that is whole."""
    heads = [(name.lower().encode(), value.encode()) for name, value in given.items()]
    heads.append((b"content-length", str(len(given.content)).encode()))
    await send({"type": "http.response.start", "status": given.status_code, "headers": heads})
    await send({"type": "http.response.body", "body": given.content})


async def refuse(problem: Problem, send: Any) -> None:
    """The answer to who is not let in."""
    await answer(problems.document(problem), send)


def header(scope: Any, name: bytes) -> str:
    return b", ".join(value for key, value in scope["headers"] if key == name).decode("latin-1")


def request_of(scope: Any) -> Any:
    """As much of a request as says from where it comes and in which language it is answered."""
    address = scope.get("client") or ("", 0)
    return SimpleNamespace(
        META={
            "REMOTE_ADDR": address[0],
            "HTTP_X_FORWARDED_FOR": header(scope, b"x-forwarded-for"),
            "HTTP_ACCEPT_LANGUAGE": header(scope, b"accept-language"),
        },
        COOKIES={},
        headers={},
    )


def language_of(scope: Any) -> str:
    return languages.wanted(request_of(scope))


def _too_many(full: Full) -> Problem:
    if full.of_one:
        said = _("You have too many pages open at once: close some, then look again.")
        return Problem(429, "throttled", said, {"Retry-After": "30"})
    said = _("The service is busy: try again in a moment.")
    return Problem(503, "unavailable", said, {"Retry-After": "30"})
