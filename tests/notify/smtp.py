"""A real mail server on a free port that accepts, refuses, puts off, or hangs up, as a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.test import override_settings

from tests.servers import free_port


@dataclass
class Server:
    """What the server has taken, and how it is to answer: `rcpt` by address (`*`: any), `data` for every mail."""

    rcpt: dict[str, str] = field(default_factory=dict)
    data: str = ""
    slow: set[str] = field(default_factory=set)  # addresses whose mail it takes too long over
    hang_up_after_data: bool = False
    taken: list[tuple[str, bytes]] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    connections: int = 0
    let_go: asyncio.Event = field(default_factory=asyncio.Event)

    async def handle_EHLO(
        self, _server: SMTP, session: Session, _envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if refusal := self.rcpt.get(address) or self.rcpt.get("*"):
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:
        if envelope.rcpt_tos[0] in self.slow:
            await self.let_go.wait()
        if self.data:
            return self.data
        content: Any = envelope.content
        self.taken.append((envelope.rcpt_tos[0], content))
        self.senders.append(str(envelope.mail_from))
        if self.hang_up_after_data:
            transport: Any = server.transport
            transport.abort()
        return "250 OK"


@contextmanager
def running(**behaviour: Any) -> Iterator[Server]:
    """The server, and Django's settings to send by it."""
    server = Server(**behaviour)
    controller = Controller(server, hostname="127.0.0.1", port=free_port(), ready_timeout=240)
    controller.start()
    try:
        with sending_to(controller.port):
            yield server
    finally:
        controller.loop.call_soon_threadsafe(server.let_go.set)
        controller.stop()


@contextmanager
def sending_to(port: int) -> Iterator[None]:
    """Django's settings to send by the server on that port, there or not."""
    backend = "django.core.mail.backends.smtp.EmailBackend"
    with override_settings(EMAIL_BACKEND=backend, EMAIL_HOST="127.0.0.1", EMAIL_PORT=port, EMAIL_TIMEOUT=120):
        yield
