"""One request to a webhook: to checked addresses only, within ten seconds and a bounded number of bytes.

The name is looked up here, every address that it leads to is judged, and the connection goes to one of these very
addresses: what the name leads to a moment later is asked of nobody. Redirects are answers like any other. No proxy of
the environment, no cookie, no kept connection.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache

import certifi
import h11
from django.conf import settings

from games.models import WebhookDelivery
from games.notify.webhooks import resolving
from games.services.webhooks.addresses import IP, Address, may_reach
from games.services.webhooks.queue import Outcome

Error = WebhookDelivery.Error
TOTAL = 10.0  # seconds, from looking the name up to the answer
TO_CONNECT = 4.0  # to one address; there may be another
FOR_A_BODY = 2.0  # whoever has answered has been told; how the answer goes on is only shown
MOST = 64 * 1024  # bytes of an answer, its head included
SHOWN = 500  # characters of it that are kept
ADDRESSES = 3  # that are tried
REDIRECTS = frozenset({300, 301, 302, 303, 305, 307, 308})


@dataclass(frozen=True, slots=True)
class Call:
    """What is to be sent where."""

    address: Address
    headers: Mapping[str, str]
    body: bytes


class Failed(Exception):
    """No answer, and why."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


async def call(what: Call) -> Outcome:
    """Sends it; never raises for what the other side does."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(TOTAL):
            outcome = await _exchange(what)
    except TimeoutError:
        outcome = Outcome(error=Error.TIMEOUT)
    except Failed as failure:
        outcome = Outcome(error=failure.error)
    took = round((time.monotonic() - began) * 1000)
    return Outcome(outcome.status, outcome.error, outcome.answer, took, outcome.retry_after)


async def _exchange(what: Call) -> Outcome:
    reader, writer = await _connection(what.address, await checked(what.address))
    try:
        line = h11.Connection(h11.CLIENT)
        request = h11.Request(method="POST", target=what.address.target, headers=list(_headers(what).items()))
        parts = (request, h11.Data(what.body), h11.EndOfMessage())
        writer.write(b"".join(line.send(part) or b"" for part in parts))
        return await _Answer(line, reader).read()
    except OSError:
        raise Failed(Error.BROKEN) from None
    finally:
        writer.transport.abort()


async def checked(address: Address) -> Sequence[IP]:
    """Where its name leads, if we may go everywhere that it leads to. Raises Failed."""
    found = [address.ip] if address.ip is not None else await resolving.look_up(address.host)
    if not found:
        raise Failed(Error.UNKNOWN)
    if not all(may_reach(ip, address) and not resolving.is_our_own(ip) for ip in found):
        raise Failed(Error.ADDRESS)
    return found[:ADDRESSES]


async def _connection(
    address: Address, found: Sequence[IP]
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """To the first that takes it, with the certificate checked for the name."""
    secure = address.scheme == "https"
    for ip in found:
        try:
            async with asyncio.timeout(TO_CONNECT):
                return await asyncio.open_connection(
                    str(ip),
                    address.port,
                    limit=MOST,
                    ssl=_tls() if secure else None,
                    server_hostname=address.host if secure else None,
                )
        except ssl.SSLError:
            raise Failed(Error.TLS) from None
        except TimeoutError:
            slow = True
        except OSError:
            slow = False
    raise Failed(Error.TIMEOUT if slow else Error.UNREACHABLE)


@cache
def _tls() -> ssl.SSLContext:
    """Trusts what this machine trusts, and what browsers do where the machine has no list of its own."""
    context = ssl.create_default_context()
    context.load_verify_locations(certifi.where())
    return context


def _headers(what: Call) -> dict[str, str]:
    return {
        "host": what.address.authority,
        "content-type": "application/json",
        "content-length": str(len(what.body)),
        "accept-encoding": "identity",
        "user-agent": f"ManipulationRummy (+{settings.SITE_URL})",
        "connection": "close",
        **what.headers,
    }


class _Answer:
    """Reads an answer as it comes, up to the limits."""

    def __init__(self, line: h11.Connection, reader: asyncio.StreamReader) -> None:
        self.line, self.reader = line, reader
        self.head: h11.Response | None = None
        self.body = b""
        self.taken = 0

    async def read(self) -> Outcome:
        """Once there is a status it counts, whatever becomes of the rest."""
        while self.head is None:
            await self._next()
        try:
            async with asyncio.timeout(FOR_A_BODY):
                while await self._next():
                    pass
        except (TimeoutError, Failed):
            pass
        return _judged(self.head, self.body)

    async def _next(self) -> bool:
        """Takes the next part of the answer; whether there may be more. Raises Failed where it is none of HTTP."""
        try:
            event = self.line.next_event()
            if event is h11.NEED_DATA:
                return await self._more()
        except (h11.RemoteProtocolError, OSError):
            raise Failed(Error.BROKEN) from None
        if isinstance(event, h11.Response):
            self.head = event
        elif isinstance(event, h11.Data):
            self.body += event.data
        elif event is h11.PAUSED or isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
            if self.head is None:
                raise Failed(Error.BROKEN)
            return False
        return True

    async def _more(self) -> bool:
        data = await self.reader.read(4096)
        self.taken += len(data)
        if self.taken > MOST:
            if self.head is None:
                raise Failed(Error.BROKEN)
            return False
        self.line.receive_data(data)
        return True


def _judged(head: h11.Response, body: bytes) -> Outcome:
    status = head.status_code
    error = "" if 200 <= status < 300 else Error.REDIRECT if status in REDIRECTS else Error.STATUS
    return Outcome(status, error, _shown(body), retry_after=_retry_after(head) if error else None)


def _shown(body: bytes) -> str:
    """How it begins, as one line of text without anything that is no text."""
    text = body[: SHOWN * 8].decode("utf-8", "replace")
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:SHOWN]


def _retry_after(head: h11.Response) -> timedelta | None:
    """Of 429 and 503, where it is given in seconds, as nearly everybody does."""
    if head.status_code not in (429, 503):
        return None
    value = next((value for name, value in head.headers if name == b"retry-after"), b"").strip()
    return timedelta(seconds=int(value)) if value.isdigit() and len(value) < 9 else None
