"""The embedded default: web, worker and beat as threads of one process, on SQLite and an in-memory queue."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from celery import Celery
from celery.beat import Service
from celery.worker import WorkController
from celery.worker import state as worker_state

from config.health import BeatingScheduler, WorkerPulse
from config.live.hub import hub
from games.notify.incoming.listener import Listener

log = logging.getLogger(__name__)

WORKER_THREADS = 2
QUIET = 0.3  # seconds that the worker waits for a message before it looks whether it is to stop


class PortTaken(Exception):
    """Something else listens there, or we may not."""


class Background:
    """Celery's worker and beat as threads."""

    def __init__(self, app: Celery) -> None:
        app.set_current()
        app.finalize()
        app.loader.import_default_modules()
        self.ready = threading.Event()
        # Celery's own flags, which are true for the process: of an earlier worker, in tests.
        state: Any = worker_state
        state.should_stop = state.should_terminate = None
        self.worker = WorkController(
            app=app,
            hostname="embedded",
            pool="threads",
            concurrency=WORKER_THREADS,
            without_heartbeat=True,
            without_mingle=True,
            without_gossip=True,
            task_events=False,
            prefetch_multiplier=1,
            ready_callback=self._is_ready,
        )
        self.thread = threading.Thread(target=self._run, name="celery-worker", daemon=True)
        self.pulse = WorkerPulse()
        self.beat = Service(app, max_interval=1, scheduler_cls=BeatingScheduler)
        self.beat_thread = threading.Thread(target=self.beat.start, name="celery-beat", daemon=True)

    def _is_ready(self, consumer: Any) -> None:
        # Celery looks twice whether it is to stop, and waits two seconds for messages between: shorter here,
        # so that Ctrl-C is obeyed at once.
        drain = consumer.connection.drain_events
        consumer.connection.drain_events = lambda timeout=QUIET: drain(timeout=min(timeout, QUIET))
        self.ready.set()

    def _run(self) -> None:
        try:
            self.worker.start()
        except SystemExit as end:  # how Celery ends a worker; here it ends the thread only
            log.info("the worker's thread ended: %r", end)
        finally:
            self.pulse.stop()  # a dead worker shows no sign of life

    def start(self, timeout: float = 60.0) -> None:
        """Starts both, until they have shown that they live. Raises RuntimeError when the worker does not."""
        self.thread.start()
        if not self.ready.wait(timeout):
            raise RuntimeError("The worker did not start: is REDIS_URL right?")
        self.pulse.start()
        BeatingScheduler.ticks.clear()
        self.beat_thread.start()
        self.pulse.beaten.wait(timeout)
        BeatingScheduler.ticks.wait(timeout)

    def stop(self, timeout: float = 20.0) -> None:
        """Lets running tasks end, then stops both."""
        state: Any = worker_state
        state.should_stop = 0  # the exit code of the worker's thread
        self.beat.stop()
        for thread in (self.thread, self.beat_thread):
            if thread.is_alive():
                thread.join(timeout)


class MailDoor:
    """The listener for replies by mail. Where its port is taken everything else works, and the log says so."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        self._host, self._port = host, port
        self._listener: Listener | None = None

    def start(self) -> None:
        if not self._port:
            return
        listener = Listener(self._host, self._port)
        try:
            listener.start()
        except OSError as error:
            where = f"{self._host}:{self._port}"
            log.warning(
                "no mail comes in: %s cannot be listened on (%s); set MAIL_IN_PORT", where, error.strerror
            )
            return
        self._listener = listener

    def stop(self) -> None:
        if self._listener is not None:
            self._listener.stop()


def listen(host: str, port: int) -> socket.socket:
    """The listening socket. Raises PortTaken."""
    # TCP by name: else asyncio does not take what is accepted there for TCP, leaves Nagle's algorithm on, and each
    # answer on a connection that is kept waits some 40 ms until the other side has acknowledged its head.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"{host}:{port} is in use: stop what listens there, or set PORT.") from None
        raise PortTaken(f"{host}:{port} cannot be listened on ({error.strerror}): set PORT.") from None
    return listener


class Embedded:
    """The whole service in this process, until Ctrl-C or SIGTERM."""

    def __init__(
        self,
        *,
        app: Celery,
        asgi: Any,
        listener: socket.socket,
        started: Callable[[], None],
        mail_port: int = 0,
    ) -> None:
        self._mail_port = mail_port
        self._listener = listener
        self._app = app
        self._server = _Server(
            uvicorn.Config(
                asgi,
                log_level="warning",
                lifespan="off",
                timeout_graceful_shutdown=3,  # open streams do not keep it up
                server_header=False,
            ),
            started,
        )

    def run(self) -> None:
        """Serves. Raises RuntimeError when the worker does not get ready."""
        # Before anything runs. uvicorn raises the signal again after its loop: with a handler of ours in
        # place that is harmless, and what follows the loop runs.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._end)
        background, mail = Background(self._app), MailDoor(self._mail_port)
        try:
            background.start()
            mail.start()
            self._server.run(sockets=[self._listener])
        finally:
            mail.stop()
            background.stop()

    def _end(self, *_: Any) -> None:
        self._server.should_exit = True


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._tell_started = started

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub.end_all()  # open streams end in order, and keep nothing up
        await super().shutdown(sockets=sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._tell_started()
