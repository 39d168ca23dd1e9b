"""The two ways to reach the service, blocking and async: they carry out what the talks say, and nothing else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from contextlib import AsyncExitStack, ExitStack
from dataclasses import replace
from typing import Any, TypeVar

import httpx

from rummy.calls import Call, Page
from rummy.following import Chunk, Follow, Give, Next, Open
from rummy.problems import RummyError
from rummy.shapes import Event
from rummy.talks import Answer, Fault, Patience, Send, Wait, answered

T = TypeVar("T")
ROOT = "/api/v1"
# Before anything was sent: the same again can do nothing twice.
_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)
STREAM_QUIET = 75.0  # seconds without a sign of life; the service gives one at least every 20 or 30
LONGEST_POLL = 60.0  # seconds that the service may take to answer a poll


class _Door:
    """What both share: the address, the token, the language; how a call becomes a request."""

    def __init__(self, url: str, *, token: str | None, language: str | None, patience: Patience) -> None:
        address = httpx.URL(url.rstrip("/"))
        if address.scheme not in ("http", "https") or not address.host:
            raise RummyError(f"{url!r} is no address of a service: write it as https://rummy.example.org.")
        self.url = str(address)
        self.token, self.language, self.patience = token, language, patience

    def headers(self, call: Call[Any], more: dict[str, str]) -> dict[str, str]:
        head = {"Accept": "application/json" if call.form == "json" else "*/*", **more}
        if self.token:
            head["Authorization"] = f"Bearer {self.token}"
        if self.language:
            head["Accept-Language"] = self.language
        if call.key:
            head["Idempotency-Key"] = call.key
        return head

    def request(self, call: Call[Any], **more: str) -> dict[str, Any]:
        query = {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in call.query.items()
            if value is not None
        }
        asked: dict[str, Any] = {
            "method": call.method,
            "url": self.url + ROOT + call.path,
            "headers": self.headers(call, more),
        }
        if query:
            asked["params"] = query
        if call.body is not None:
            asked["json"] = call.body
        return asked

    def fault(self, error: httpx.HTTPError) -> Fault:
        return Fault(error, sent=not isinstance(error, _NOT_SENT), at=self.url)


def _next(call: Call[Page[T]], page: Page[T]) -> Call[Page[T]] | None:
    """The call for the next page. Of its address only the query counts: so it is asked where the first one was, and
    the token goes nowhere else, whatever an answer says."""
    return None if page.next is None else replace(call, query=dict(httpx.URL(page.next).params.items()))


class Blocking(_Door):
    """Waits for what it asks."""

    def __init__(self, http: httpx.Client, **how: Any) -> None:
        super().__init__(**how)
        self.http = http

    def do(self, call: Call[T]) -> T:
        """The call's answer."""
        talk = answered(call, self.patience)
        step: Send | Wait = next(talk)
        try:
            while True:
                step = talk.send(self._carry_out(step))
        except StopIteration as end:
            given: T = end.value
            return given

    def _carry_out(self, step: Send | Wait) -> Answer | Fault | None:
        if isinstance(step, Wait):
            time.sleep(step.seconds)
            return None
        try:
            came = self.http.request(**self.request(step.call))
        except httpx.HTTPError as error:
            return self.fault(error)
        return Answer(came.status_code, came.headers, came.content)

    def pages(self, call: Call[Page[T]]) -> Iterator[T]:
        """Everything that the list holds, page by page."""
        following: Call[Page[T]] | None = call
        while following is not None:
            page = self.do(following)
            yield from page.results
            following = _next(call, page)

    def follow(self, talk: Follow) -> Generator[Event, None, None]:
        """The events, for as long as somebody asks for the next one."""
        came: Answer | Fault | Chunk | None = None
        with ExitStack() as held:
            chunks: Iterator[bytes] = iter(())
            while True:
                try:
                    step = talk.send(came)
                except StopIteration:
                    return
                came = None
                if isinstance(step, Give):
                    yield step.event
                elif isinstance(step, Open):
                    held.close()  # the stream before
                    came, chunks = self._open(step, held)
                elif isinstance(step, Next):
                    came = self._chunk(chunks)
                else:
                    came = self._carry_out(step)

    def _open(self, step: Open, held: ExitStack) -> tuple[Answer | Fault, Iterator[bytes]]:
        timeout = httpx.Timeout(STREAM_QUIET, connect=10.0)
        asked = self.request(step.call, Accept="text/event-stream", **step.headers)
        try:
            came = held.enter_context(self.http.stream(**asked, timeout=timeout))
            content = b"" if came.status_code < 400 else came.read()
        except httpx.HTTPError as error:
            return self.fault(error), iter(())
        return Answer(came.status_code, came.headers, content), came.iter_bytes()

    def _chunk(self, chunks: Iterator[bytes]) -> Chunk | Fault:
        try:
            return Chunk(next(chunks, b""))
        except httpx.HTTPError as error:
            return self.fault(error)


class Awaited(_Door):
    """Lets others run while it waits."""

    def __init__(self, http: httpx.AsyncClient, **how: Any) -> None:
        super().__init__(**how)
        self.http = http

    async def do(self, call: Call[T]) -> T:
        """The call's answer."""
        talk = answered(call, self.patience)
        step: Send | Wait = next(talk)
        try:
            while True:
                step = talk.send(await self._carry_out(step))
        except StopIteration as end:
            given: T = end.value
            return given

    async def _carry_out(self, step: Send | Wait) -> Answer | Fault | None:
        if isinstance(step, Wait):
            await asyncio.sleep(step.seconds)
            return None
        try:
            came = await self.http.request(**self.request(step.call))
        except httpx.HTTPError as error:
            return self.fault(error)
        return Answer(came.status_code, came.headers, came.content)

    async def pages(self, call: Call[Page[T]]) -> AsyncIterator[T]:
        """Everything that the list holds, page by page."""
        following: Call[Page[T]] | None = call
        while following is not None:
            page = await self.do(following)
            for each in page.results:
                yield each
            following = _next(call, page)

    async def follow(self, talk: Follow) -> AsyncGenerator[Event, None]:
        """The events, for as long as somebody asks for the next one."""
        came: Answer | Fault | Chunk | None = None
        async with AsyncExitStack() as held:
            chunks: AsyncIterator[bytes] = _none()
            while True:
                try:
                    step = talk.send(came)
                except StopIteration:
                    return
                came = None
                if isinstance(step, Give):
                    yield step.event
                elif isinstance(step, Open):
                    await held.aclose()  # the stream before
                    came, chunks = await self._open(step, held)
                elif isinstance(step, Next):
                    came = await self._chunk(chunks)
                else:
                    came = await self._carry_out(step)

    async def _open(self, step: Open, held: AsyncExitStack) -> tuple[Answer | Fault, AsyncIterator[bytes]]:
        timeout = httpx.Timeout(STREAM_QUIET, connect=10.0)
        asked = self.request(step.call, Accept="text/event-stream", **step.headers)
        try:
            came = await held.enter_async_context(self.http.stream(**asked, timeout=timeout))
            content = b"" if came.status_code < 400 else await came.aread()
        except httpx.HTTPError as error:
            return self.fault(error), _none()
        return Answer(came.status_code, came.headers, content), came.aiter_bytes()

    async def _chunk(self, chunks: AsyncIterator[bytes]) -> Chunk | Fault:
        try:
            return Chunk(await anext(chunks, b""))
        except httpx.HTTPError as error:
            return self.fault(error)


async def _none() -> AsyncIterator[bytes]:
    return
    yield b""
