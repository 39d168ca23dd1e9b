"""Who hears of what: hands each change to the open streams of this process; between processes it goes by Redis."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlsplit

import redis
import redis.asyncio
from django.conf import settings
from django.utils.crypto import salted_hmac

log = logging.getLogger(__name__)

DEEPEST = 100  # messages that wait for one stream; whoever reads slower than that is let go
LONGEST_WAIT = 0.5  # seconds for Redis to take a message
SILENT = 20.0  # seconds without a word, after which Redis is asked whether it is there
ANSWERS = 5.0  # in which it then answers
PAUSE = 10.0  # seconds that Redis is left alone after it failed
MISSED = b"event: missed\ndata: {}\n\n"  # something may have happened meanwhile: look

Message = Mapping[str, Any]


class Full(Exception):
    """There are so many streams open that this one cannot be: `of_one` says whether they are the same visitor's."""

    def __init__(self, *, of_one: bool) -> None:
        super().__init__()
        self.of_one = of_one


@dataclass(eq=False)
class Ear:
    """Whoever hears of these topics. Everything but its making happens on its own loop."""

    who: str
    topics: frozenset[str]
    loop: asyncio.AbstractEventLoop
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, said: bytes, message: Message | None, count: int) -> None:
        """One more message, as it is said to pages and as it came; None: something may have been missed. `count`
        is the same for all who hear this one."""
        raise NotImplementedError


@dataclass(eq=False)
class Listener(Ear):
    """A page's stream, which is told what is said."""

    waiting: asyncio.Queue[bytes] = field(default_factory=lambda: asyncio.Queue(DEEPEST))

    def put(self, said: bytes, message: Message | None, count: int) -> None:
        """A stream whose client does not read is over."""
        try:
            self.waiting.put_nowait(said)
        except asyncio.QueueFull:
            self.ended.set()


@dataclass(eq=False)
class Waiter(Ear):
    """Who reads anew whenever there is news; of many messages meanwhile the newest of each game is kept."""

    woken: asyncio.Event = field(default_factory=asyncio.Event)
    heard: int = 0
    news: dict[str, Message] = field(default_factory=dict)

    def put(self, said: bytes, message: Message | None, count: int) -> None:
        """Wakes it."""
        self.heard = count
        if message is not None and len(self.news) < DEEPEST:
            self.news[str(message.get("game"))] = message
        self.woken.set()


Some = TypeVar("Some", bound=Ear)


class Hub:
    """The streams of this process, by what they hear of."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_topic: dict[str, set[Ear]] = {}
        self._listeners: set[Ear] = set()
        self._by_visitor: Counter[str] = Counter()
        self._ear: asyncio.Task[None] | None = None
        self._publisher: redis.Redis | None = None
        self._paused_until = 0.0
        self.heard = 0  # messages so far, of whatever topic

    def count(self) -> int:
        """How many streams are open."""
        return len(self._listeners)

    @contextmanager
    def listening(
        self, kind: Callable[..., Some], who: str, topics: Iterable[str], *, most: int, most_of_one: int
    ) -> Iterator[Some]:
        """A stream's place here, on the running loop. Raises Full."""
        listener = kind(who, frozenset(topics), asyncio.get_running_loop())
        with self._lock:
            if len(self._listeners) >= most or self._by_visitor[who] >= most_of_one:
                raise Full(of_one=self._by_visitor[who] >= most_of_one)
            self._listeners.add(listener)
            self._by_visitor[who] += 1
            for topic in listener.topics:
                self._by_topic.setdefault(topic, set()).add(listener)
        self._listen_to_redis(listener.loop)
        try:
            yield listener
        finally:
            self._forget(listener)

    def _forget(self, listener: Ear) -> None:
        with self._lock:
            self._listeners.discard(listener)
            self._by_visitor[listener.who] -= 1
            self._by_visitor += Counter()  # drops those with none
            for topic in listener.topics:
                there = self._by_topic[topic]
                there.discard(listener)
                if not there:
                    del self._by_topic[topic]

    def publish(self, topics: Iterable[str], message: dict[str, Any]) -> None:
        """Tells all who hear of any of these topics, in every process. Never raises: it tells of what is done."""
        said, topics = json.dumps(message, separators=(",", ":")), list(topics)
        if settings.REDIS_URL and self._told_redis(json.dumps([topics, said])):
            return
        self.deliver(topics, said)

    def deliver(self, topics: Iterable[str], said: str) -> None:
        """Tells those of this process."""
        with self._lock:
            found = {each for topic in topics for each in self._by_topic.get(topic, ())}
        self._put(found, f"data: {said}\n\n".encode(), json.loads(said))

    def look(self, listeners: Iterable[Ear]) -> None:
        """Something may have happened that these have not heard of."""
        self._put(listeners, MISSED, None)

    def end_all(self) -> None:
        """The service stops: every stream ends now."""
        with self._lock:
            found = set(self._listeners)
        for listener in found:
            with contextlib.suppress(RuntimeError):  # its loop is closed already
                listener.loop.call_soon_threadsafe(listener.ended.set)

    def _put(self, listeners: Iterable[Ear], said: bytes, message: Message | None) -> None:
        with self._lock:
            self.heard += 1
            count = self.heard
        by_loop: dict[asyncio.AbstractEventLoop, list[Ear]] = {}
        for listener in listeners:
            by_loop.setdefault(listener.loop, []).append(listener)
        for loop, those in by_loop.items():
            with contextlib.suppress(RuntimeError):  # it is closed already
                loop.call_soon_threadsafe(_give, those, said, message, count)

    def _told_redis(self, text: str) -> bool:
        if time.monotonic() < self._paused_until:
            return False
        try:
            if self._publisher is None:
                self._publisher = redis.Redis.from_url(
                    settings.REDIS_URL, socket_timeout=LONGEST_WAIT, socket_connect_timeout=LONGEST_WAIT
                )
            self._publisher.publish(channel(), text)
        except Exception as error:  # noqa: BLE001  # whatever the client raises: what is told of is committed
            # Its kind only: the client's own words may hold the address, with its password.
            self._paused_until = time.monotonic() + PAUSE
            log.warning("Redis takes no live updates (%s): pages ask by themselves", type(error).__name__)
            return False
        return True

    def _listen_to_redis(self, loop: asyncio.AbstractEventLoop) -> None:
        gone = self._ear is None or self._ear.done() or self._ear.get_loop() is not loop
        if settings.REDIS_URL and gone:
            self._ear = loop.create_task(self._hear())

    async def _hear(self) -> None:
        """One connection for all streams of this process, as long as it lives."""
        failed = False
        while True:
            try:
                async with _client() as client, client.pubsub() as ear:
                    await ear.subscribe(channel())
                    await self._heard_next(ear)  # that it listens now
                    if failed:
                        self.look(list(self._listeners))
                    failed = False
                    while True:
                        await self._heard_next(ear)
            except Exception as error:  # noqa: BLE001  # whatever the client raises: it is tried again
                if not failed:
                    log.warning("Redis tells no live updates (%s): trying again", type(error).__name__)
                failed = True
                await asyncio.sleep(1)

    async def _heard_next(self, ear: redis.asyncio.client.PubSub) -> None:
        """Waits for one message; a Redis that says nothing is asked whether it lives. Raises where it does not."""
        message = await ear.get_message(timeout=SILENT)
        if message is None:
            await ear.ping()
            message = await ear.get_message(timeout=ANSWERS)
        if message is None:
            raise redis.exceptions.TimeoutError
        if message["type"] == "message":
            with contextlib.suppress(ValueError, TypeError):  # not of ours
                topics, said = json.loads(message["data"])
                self.deliver(topics, said)


def _give(listeners: Iterable[Ear], said: bytes, message: Message | None, count: int) -> None:
    for listener in listeners:
        listener.put(said, message, count)


def _client() -> redis.asyncio.Redis:
    return redis.asyncio.Redis.from_url(
        settings.REDIS_URL, socket_timeout=ANSWERS, socket_connect_timeout=ANSWERS
    )


def channel() -> str:
    """Where processes of one installation tell each other; no other installation on the same Redis is heard there."""
    number = urlsplit(settings.REDIS_URL).path
    return f"live.{salted_hmac('config.live.channel', number, algorithm='sha256').hexdigest()[:24]}"


hub = Hub()
