"""Where a webhook may lead: how its address may be written, and which addresses of the network it may reach.

Everybody can give us an address to send to. None of them is to be a way into the host's own network, so an address is
judged by what its name leads to, at the moment of sending; here it is only read and judged, nothing is looked up.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

IP = IPv4Address | IPv6Address
LONGEST = 500
PORTS = {"https": 443, "http": 80}
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?")
# What resolvers take for IPv4 in one of its odd spellings, decimal, octal or hexadecimal.
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_PLAIN = re.compile(r"[!#-;=?-\[\]_a-z~]+", re.IGNORECASE)
_PLACE = re.compile(r"(\[[0-9a-f:.]*:[0-9a-f:.]*\]|[^][:]+)(:[0-9]{1,5})?", re.IGNORECASE)
# Names that lead into one's own network wherever they are asked for.
_AT_HOME = ("localhost", ".localhost", ".local", ".internal", ".lan", ".home.arpa")

# Global addresses of IPv6 lie here; of them, those that carry an address of IPv4 or are for nobody.
_GLOBAL = ipaddress.ip_network("2000::/3")
_SPECIAL = tuple(
    ipaddress.ip_network(each)
    for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "192.0.0.0/24", "192.88.99.0/24")
)
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class Address:
    """An address of the web, taken apart. `target` is path and query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def ip(self) -> IP | None:
        """Where the host is no name, but an address itself."""
        return _ip(self.host)

    @property
    def authority(self) -> str:
        """As it stands in the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    def __str__(self) -> str:
        return f"{self.scheme}://{self.authority}{self.target}"


def parse(text: str) -> Address:
    """The address, in one spelling for each. Raises ValidationError with a sentence."""
    if len(text) > LONGEST:
        raise ValidationError(_("Give an address of at most %(count)d characters.") % {"count": LONGEST})
    if not _PLAIN.fullmatch(text):
        raise ValidationError(
            _("Write it in plain letters and signs: other ones percent-encoded, a foreign name as xn--….")
        )
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _unreadable() from None
    scheme, host = parts.scheme.lower(), (parts.hostname or "").lower().removesuffix(".")
    if scheme not in PORTS:
        raise ValidationError(_("Give an address that begins with https://."))
    if "@" in parts.netloc or parts.fragment or "#" in text:
        raise ValidationError(_("Leave out user name, password and what follows a #."))
    if not _PLACE.fullmatch(parts.netloc) or not _is_host(host):
        raise _unreadable()
    port = PORTS[scheme] if port is None else port
    if port not in PORTS.values() and port < 1024:
        raise ValidationError(_("Use port 80, 443, or one from 1024 on."))
    made = Address(scheme, host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
    if len(str(made)) > LONGEST:
        raise ValidationError(_("Give an address of at most %(count)d characters.") % {"count": LONGEST})
    return made


def check(text: str) -> Address:
    """The address, if it may be given to us; what its name leads to is seen at sending. Raises ValidationError."""
    address = parse(text)
    if address.scheme == "http" and not settings.WEBHOOK_ALLOW:
        raise ValidationError(_("Give an address that begins with https://."))
    own = address.host.endswith(_AT_HOME) or (address.ip is None and "." not in address.host)
    if (own and not settings.WEBHOOK_ALLOW) or (
        address.ip is not None and not may_reach(address.ip, address)
    ):
        raise ValidationError(_("This service sends nothing into its own network: give a public address."))
    return address


def may_reach(ip: IP, address: Address) -> bool:
    """Whether we may connect to `ip` for `address`: a public one, or one of a network that the host allows.

    Without TLS only the latter: what is told of games passes no foreign line in the clear.
    """
    found = _inner(ip)
    if _within(found, settings.WEBHOOK_DENY):
        return False
    return _within(found, settings.WEBHOOK_ALLOW) or (address.scheme == "https" and _is_public(found))


def is_allowed(ip: IP) -> bool:
    """Whether the host named it as one of its own that may be reached."""
    return _within(_inner(ip), settings.WEBHOOK_ALLOW)


def _is_public(ip: IP) -> bool:
    if ip.is_multicast or ip.is_reserved or ip.is_unspecified or not ip.is_global or _within(ip, _SPECIAL):
        return False
    return ip.version == 4 or ip in _GLOBAL


def _inner(ip: IP) -> IP:
    """The address of IPv4 that one of IPv6 stands for, by itself or where NAT64 is at work."""
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return ip.ipv4_mapped
        if ip in _NAT64:
            return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip


def _within(ip: IP, networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]) -> bool:
    return any(ip.version == each.version and ip in each for each in networks)


def _is_host(host: str) -> bool:
    if ":" in host:
        return "%" not in host and _ip(host) is not None
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        return _ip(host) is not None
    return len(host) <= 253 and all(map(_LABEL.fullmatch, labels))


def _ip(host: str) -> IP | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _unreadable() -> ValidationError:
    return ValidationError(_("This is no address of the web: give one such as https://example.org/rummy."))
