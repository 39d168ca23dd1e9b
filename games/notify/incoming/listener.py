"""The listener that a mail server, or a mail program of this machine, hands mail to: SMTP and LMTP on one port.

A mail is taken when it is stored, not before: whoever hands it in keeps it until then, and comes again.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session, syntax
from django.conf import settings
from django.db import connection

from games.models import IncomingMail
from games.notify.incoming.doors import is_ours, take_in

log = logging.getLogger(__name__)

THREADS = 2
MOST_RECIPIENTS = 50
PATIENCE = 60.0  # seconds for a client that says nothing
TAKEN, LATER, UNKNOWN = (
    "250 2.0.0 taken",
    "451 4.3.0 cannot be stored now, try again",
    "550 5.1.1 no such address",
)
TOO_MANY = "452 4.5.3 too many recipients"


class Door(SMTP):
    """SMTP that greets LMTP clients as well. Lines may be longer than they should: mail programs write such."""

    line_length_limit = 100_000
    lmtp = False

    @syntax("LHLO hostname")
    async def smtp_LHLO(self, arg: str) -> None:
        self.lmtp = True
        await super().smtp_EHLO(arg)


class Listener(Controller):
    """Runs in a thread of its own between `start` and `stop`. `start` raises OSError where the port is taken."""

    def __init__(self, host: str, port: int) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail-in")
        self._socket: socket.socket | None = None
        super().__init__(_Handler(self._threads), hostname=host, port=port, ready_timeout=60)

    def start(self) -> None:
        # Here and not in the thread, whose failure is noticed only when it should have been ready.
        family = socket.AF_INET6 if ":" in self.hostname else socket.AF_INET
        self._socket = socket.create_server((self.hostname, self.port), family=family)
        super().start()

    def _create_server(self) -> Any:
        assert self._socket is not None, "it is made at the start"
        return self.loop.create_server(self._factory_invoker, sock=self._socket)

    def factory(self) -> SMTP:
        return Door(
            self.handler,
            data_size_limit=settings.MAIL_IN_LIMIT,
            enable_SMTPUTF8=True,
            hostname=settings.REPLY_DOMAIN or "localhost",
            ident="Manipulation Rummy",
            timeout=PATIENCE,
            loop=self.loop,
        )

    def stop(self, no_assert: bool = False) -> None:
        super().stop(no_assert=no_assert)
        self._threads.shutdown()


class _Handler:
    """What happens at each step of the conversation."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Nothing is taken for others: we pass no mail on."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return TOO_MANY
        if not is_ours(address):
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Door, session: Session, envelope: Envelope) -> str:
        loop = asyncio.get_running_loop()
        answer = await loop.run_in_executor(self._threads, _store, envelope, _is_local(session.peer))
        # LMTP answers for each recipient (RFC 2033, 4.2); here they all share one fate.
        return "\r\n".join([answer] * (len(envelope.rcpt_tos) if server.lmtp else 1))


def _store(envelope: Envelope, local: bool) -> str:
    """Stores the mail, for each recipient, and says what is told to who handed it in."""
    content: Any = envelope.content
    raw = bytes(content)
    sender = (envelope.mail_from or "").strip("<> ")
    try:
        take_in(
            raw,
            door=IncomingMail.Door.SMTP,
            recipients=envelope.rcpt_tos,
            sender=sender,
            local=local and settings.TRUST_LOCAL_MAIL,
        )
    except Exception as error:  # noqa: BLE001  # a full disk, a database that is away: whoever brings it keeps it
        log.error("a mail could not be stored: %s", type(error).__name__)
        return LATER
    finally:
        connection.close()
    return TAKEN


def _is_local(peer: Any) -> bool:
    """Whether it comes from this machine. A peer is address and port, and more for IPv6."""
    try:
        return ipaddress.ip_address(str(peer[0])).is_loopback
    except (ValueError, TypeError, IndexError):
        return False
