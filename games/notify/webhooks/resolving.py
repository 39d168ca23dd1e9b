"""Where a name leads: every address that it has, and whether one of them is this machine's."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
from contextlib import suppress

from games.services.webhooks.addresses import IP, is_allowed

# Looking up a name can take the system as long as it likes, and cannot be broken off.
AT_ONCE = 64
# Of examples in documents. Where the system lets these be listened on, it lets everything: that tells nothing then.
NOBODYS: dict[int, IP] = {4: ipaddress.ip_address("192.0.2.1"), 6: ipaddress.ip_address("2001:db8::1")}
_free = threading.BoundedSemaphore(AT_ONCE)


async def look_up(host: str) -> list[IP]:
    """All of its addresses, in the order in which the system would try them; none where it has none.

    In a thread that nobody waits for longer than they want, also not at the end of the process.
    """
    loop = asyncio.get_running_loop()
    found: asyncio.Future[list[IP]] = loop.create_future()
    if not _free.acquire(blocking=False):
        return []

    def work() -> None:
        try:
            addresses = _addresses(host)
        finally:
            _free.release()
        with suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(answer, addresses)

    def answer(addresses: list[IP]) -> None:
        if not found.done():
            found.set_result(addresses)

    threading.Thread(target=work, name="look-up", daemon=True).start()
    return await found


def _addresses(host: str) -> list[IP]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return list(dict.fromkeys(ipaddress.ip_address(str(each[4][0])) for each in found))


def is_our_own(ip: IP) -> bool:
    """Whether it is an address of this machine, though a public one: no firewall stands between us and ourselves.

    Only one's own addresses can be listened on. What the host allows is not asked.
    """
    if is_allowed(ip):
        return False
    return _listens_at(ip) and not _listens_at(NOBODYS[ip.version])


def _listens_at(ip: IP) -> bool:
    family = socket.AF_INET if ip.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.bind((str(ip), 0))
    except OSError:
        return False
    return True
