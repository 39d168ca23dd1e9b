"""The embedded default: web, worker and beat as threads of one process, on SQLite and an in-memory queue."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
from typing import Any

import uvicorn
from a2wsgi import WSGIMiddleware
from celery import Celery
from celery.beat import EmbeddedService
from celery.worker import WorkController
from celery.worker import state as worker_state

from config.health import BeatingScheduler

log = logging.getLogger(__name__)

WEB_THREADS = 8
WORKER_THREADS = 2


class PortTaken(Exception):
    """Something else listens there."""


class Background:
    """Celery's worker and beat as threads."""

    def __init__(self, app: Celery) -> None:
        app.set_current()
        app.finalize()
        app.loader.import_default_modules()
        self.ready = threading.Event()
        worker_state.should_stop = worker_state.should_terminate = None
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
            ready_callback=lambda _consumer: self.ready.set(),
        )
        self.thread = threading.Thread(target=self._run, name="celery-worker", daemon=True)
        self.beat = EmbeddedService(app, thread=True, max_interval=1, scheduler_cls=BeatingScheduler)

    def _run(self) -> None:
        try:
            self.worker.start()
        except SystemExit as end:  # how Celery ends a worker; here it ends the thread only
            log.info("the worker's thread ended: %r", end)

    def start(self, timeout: float = 20.0) -> None:
        """Starts both. Raises RuntimeError when the worker does not get ready."""
        self.thread.start()
        if not self.ready.wait(timeout):
            raise RuntimeError("the worker did not start")
        self.beat.start()

    def stop(self, timeout: float = 20.0) -> None:
        """Lets running tasks end, then stops both."""
        self.beat.service.stop(wait=False)
        worker_state.should_stop = 0
        self.thread.join(timeout)
        self.beat.join(2)


def listen(host: str, port: int) -> socket.socket:
    """The listening socket. Raises PortTaken."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"{host}:{port} is in use: stop what listens there, or set PORT.") from None
        raise
    listener.listen(256)
    return listener


def serve(*, app: Celery, wsgi: Any, listener: socket.socket, started: Any) -> None:
    """Serves until Ctrl-C or SIGTERM; `started` is called once everything runs."""
    config = uvicorn.Config(
        WSGIMiddleware(wsgi, workers=WEB_THREADS),
        log_level="warning",
        lifespan="off",
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    server = _Server(config, started)
    background = Background(app)
    background.start()
    # uvicorn raises the signal again after its loop: with a handler of ours in place that is harmless, and what
    # follows the loop runs.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: setattr(server, "should_exit", True))
    try:
        server.run(sockets=[listener])
    finally:
        background.stop()


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Any) -> None:
        super().__init__(config)
        self._told = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._told()
