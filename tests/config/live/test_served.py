"""The stream over sockets: many at once cost no thread and little memory; between processes it goes by Redis."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import redis
import uvicorn
from django.db.backends.signals import connection_created

from config import asgi
from config.live import hub as hubs
from config.live import passes
from config.live.hub import channel, hub
from tests import environment, servers
from tests.config.live.reading import Stream
from tests.service import ROOT, Service
from tests.whole.client import Player as Client

HELPERS = min(32, (os.cpu_count() or 1) + 4)  # threads that asyncio has at most


def until(what: Callable[[], Any], within: float = 240.0) -> None:
    end = time.monotonic() + within
    while not what():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.01)


@pytest.fixture
def served() -> Iterator[int]:
    """The ASGI door on a port, in this process."""
    config = uvicorn.Config(
        asgi.application, log_level="error", lifespan="off", timeout_graceful_shutdown=1, backlog=512
    )
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=server.run, args=([door],), daemon=True)
        thread.start()
        until(lambda: server.started)
        yield door.getsockname()[1]
        hub.end_all()
        server.should_exit = True
        thread.join(240)
    hub._publisher, hub._paused_until = None, 0.0


def token(number: int) -> str:
    return passes.issue(str(number), [f"u{number}", "gall"])


def test_many_cost_no_thread_and_no_connection(served: int, settings: Any) -> None:
    settings.REDIS_URL = ""
    many = 300
    with Stream(served, token(0)) as first:
        first.said()
        threads, memory = threading.enumerate(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        made: list[object] = []  # connections to the database, on whatever thread

        def count(**_: object) -> None:
            made.append(threading.current_thread())

        connection_created.connect(count)
        with ExitStack() as opened:
            opened.callback(connection_created.disconnect, count)
            streams = [opened.enter_context(Stream(served, token(number))) for number in range(1, many)]
            until(lambda: hub.count() == many)
            # None each: only the loop's own few helpers, to which who is here is said once a minute.
            more = [each for each in threading.enumerate() if each not in threads]
            assert len(more) <= HELPERS and all(each.name.startswith("asyncio_") for each in more)
            assert not made
            hub.publish(["gall"], {"game": "all", "version": 7})
            assert all(each.event() == {"game": "all", "version": 7} for each in (first, *streams))
            hub.publish(["u5"], {"game": "five", "version": 1})
            assert streams[4].event()["game"] == "five"
        until(lambda: hub.count() == 1)
    until(lambda: hub.count() == 0)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    # Kilobytes, on macOS bytes: far less than 100 kB each, both ends of the sockets together.
    assert grown < many * 100 * (1024 if sys.platform == "darwin" else 1)


@pytest.fixture(scope="module")
def broker() -> str:
    return servers.redis_url()


TELL = """
import django; django.setup()
from config.live import hub as hubs
from config.live.hub import hub
hubs.LONGEST_WAIT = 240.0
hub.publish(["u1"], {"game": "elsewhere", "version": 3})
"""


def test_another_process_is_heard_through_redis(served: int, broker: str, settings: Any) -> None:
    settings.REDIS_URL = broker
    client = redis.Redis.from_url(broker)
    until(lambda: client.pubsub_numsub(channel())[0][1] == 0)  # whoever listened in an earlier test is gone
    with Stream(served, token(1)) as one, Stream(served, token(2)) as two:
        until(lambda: client.pubsub_numsub(channel())[0][1] == 1)
        subprocess.run(
            [sys.executable, "-c", TELL],
            cwd=ROOT,
            env=environment.clean(
                REDIS_URL=broker,
                SECRET_KEY=settings.SECRET_KEY,
                DATA_DIR=str(settings.DATA_DIR),
                DJANGO_SETTINGS_MODULE="config.settings",
            ),
            check=True,
        )
        assert one.event() == {"game": "elsewhere", "version": 3}
        hub.publish(["gall"], {"game": "all", "version": 4})
        assert one.event() == two.event() == {"game": "all", "version": 4}


def test_whoever_may_have_missed_something_is_told_to_look(served: int, broker: str, settings: Any) -> None:
    settings.REDIS_URL = broker
    client = redis.Redis.from_url(broker)
    until(lambda: client.pubsub_numsub(channel())[0][1] == 0)  # whoever listened in an earlier test is gone
    with Stream(served, token(1)) as one:
        until(lambda: client.pubsub_numsub(channel())[0][1] == 1)
        assert one.said().startswith("retry:")
        client.client_kill_filter(_type="pubsub")
        assert one.news().startswith("event: missed\n")
        hub.publish(["u1"], {"game": "a", "version": 4})
        assert one.event()["version"] == 4


def test_installations_on_one_redis_do_not_hear_each_other(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:6379/0"
    names = {channel()}
    settings.REDIS_URL = "redis://127.0.0.1:6379/1"
    names.add(channel())
    settings.SECRET_KEY = "another"
    names.add(channel())
    assert len(names) == 3


@pytest.mark.server
def test_open_streams_do_not_keep_the_service_up(tmp_path: Path) -> None:
    service = Service(tmp_path).start()
    player = Client(service.url, "ana")
    given = player.call("POST", "/events/token/", {})
    with ExitStack() as opened:
        streams = [opened.enter_context(Stream(service.port, given["token"])) for _each in range(5)]
        assert all(each.said().startswith("retry:") for each in streams)
        player.call("POST", "/games/", {"players": 2, "bots": ["beginner"]})
        for each in streams:  # dealt is version 2; whoever is told late is told the newest only
            while each.event()["version"] < 2:
                pass
        assert service.stop() == 0  # they would be open for half an hour
        assert all(ended(each) for each in streams)
    # A machine that stands still meanwhile may let uvicorn's three seconds pass.
    assert len(service.said().splitlines()) == 1 or "graceful shutdown exceeded" in service.said()


def ended(stream: Stream) -> bool:
    """Whether the stream came to its end in order, after what was still said."""
    while text := stream.said():
        assert text.startswith(("data: ", ": here"))
    return True


def test_a_redis_that_falls_silent_is_left_and_found_again(
    served: int, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As where the network swallows what is said: the connection stands, and nothing comes."""
    monkeypatch.setattr(hubs, "SILENT", 0.1)
    monkeypatch.setattr(hubs, "ANSWERS", 1.0)
    own = servers.start_redis(next(servers.redis_programs()))
    settings.REDIS_URL = own.url
    try:
        client = redis.Redis.from_url(own.url)
        with Stream(served, token(1)) as one:
            until(lambda: client.pubsub_numsub(channel())[0][1] == 1)
            assert one.said().startswith("retry:")
            own.process.send_signal(signal.SIGSTOP)
            until(lambda: "tells no live updates" in caplog.text)
            own.process.send_signal(signal.SIGCONT)
            assert one.news().startswith("event: missed\n")
            hub.publish(["u1"], {"game": "a", "version": 4})
            assert one.event()["version"] == 4
    finally:
        own.process.send_signal(signal.SIGCONT)
        own.stop()
