"""Reading the environment: a variable that cannot be used is named in one sentence, before anything starts."""

from __future__ import annotations

import ipaddress
import logging
import re
import warnings
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

ENGINES = ("django.db.backends.postgresql", "django.db.backends.sqlite3")
_MAILBOX = re.compile(r"imap(s|\+tls)?://[^/@\s]+@[^/@\s]+(/\S*)?")
_RATE = re.compile(r"[1-9][0-9]{0,8}/(s|m|h|d|sec|min|hour|day|second|minute)")
_NIGHT = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
_LONGEST_NIGHT = 12  # hours, as of a player who names their own
_REDIS = re.compile(r"rediss?://(?:[^/\s]*@)?[^/@\s]+(?:/\S*)?")
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)
_SENDER = re.compile(r"""(?:(?:"[^"<>]*"\s*|[^<>,"]*)<)?[^<>@\s,]+@[^<>@\s,]+>?""")
_PAIR = re.compile(r"[^:\s]+:\S+")
_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
_LONGEST_DELAY = 10_000_000.0  # seconds
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Variables(environ.Env):  # type: ignore[misc]  # django-environ has no types
    """django-environ, which otherwise answers a wrong value with whatever reading it raised."""

    def get_value(self, var: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().get_value(var, *args, **kwargs)
        except (ValueError, TypeError, KeyError):
            raise wrong(var, "its value cannot be read") from None

    def flag(self, var: str, *, default: bool) -> bool:
        """Yes or no: what is neither must not pass for a no."""
        text: str = self.str(var, default="").strip().lower()
        if text and text not in (*_YES, *_NO):
            raise wrong(var, "say 1 or 0")
        return text in _YES if text else default

    def port(self, var: str, default: int, *, none: bool = False) -> int:
        """A port of TCP; with `none`, 0 for none."""
        number: int = self.int(var, default=default)
        if not (0 if none else 1) <= number <= 65535:
            raise wrong(var, "give a port from 1 to 65535")
        return number

    def whole(self, var: str, default: int, most: int, least: int = 0) -> int:
        """A whole number within these."""
        number: int = self.int(var, default=default)
        if not least <= number <= most:
            raise wrong(var, f"give a whole number from {least} to {most}")
        return number

    def seconds(self, var: str, default: float) -> float:
        """A time to wait."""
        try:  # django-environ's own reading takes `1e9` for 19
            number = float(self.str(var, default=str(default)))
        except ValueError:
            raise wrong(var, "its value cannot be read") from None
        if not 0 <= number <= _LONGEST_DELAY:  # what is no number is not either
            raise wrong(var, "give seconds, 0 or more")
        return number

    def rate(self, var: str, default: str) -> str:
        """How many requests a period, such as 100/min."""
        text: str = self.str(var, default=default).strip()
        if not _RATE.fullmatch(text):
            raise wrong(var, "give a number and a period, such as 100/min")
        return text

    def night(self, var: str, default: str) -> tuple[int, int] | None:
        """From which local hour to which it is night, such as 22-8; None for `none`."""
        text: str = self.str(var, default=default).strip()
        if text == "none":
            return None
        found = _NIGHT.fullmatch(text)
        begins, ends = (int(found[1]), int(found[2])) if found else (24, 24)
        if begins > 23 or ends > 23 or not 0 < (ends - begins) % 24 <= _LONGEST_NIGHT:  # hours
            raise wrong(
                var, f"give two hours of the day, at most {_LONGEST_NIGHT} hours apart, such as 22-8, or none"
            )
        return begins, ends

    def networks(self, var: str) -> tuple[Network, ...]:
        """Networks such as 10.0.0.0/8, or single addresses, with commas between; none by default."""
        parts = [part.strip() for part in self.str(var, default="").split(",")]
        try:
            return tuple(ipaddress.ip_network(part) for part in parts if part)
        except ValueError:
            raise wrong(var, "give networks such as 127.0.0.0/8,10.1.2.0/24") from None

    def database(self, var: str, default: str) -> dict[str, Any]:
        """A database by its address, for DATABASES."""
        try:
            with warnings.catch_warnings(action="ignore"):  # it would show what it read
                made = dict(self.db(var, default=default))
        except ImproperlyConfigured:
            made = {}
        if made.get("ENGINE") not in ENGINES:
            raise wrong(var, "give an address such as postgresql://user@host/name")
        return made

    def mail(self, var: str) -> dict[str, Any]:
        """Django's settings of a mail server by its address."""
        try:
            return dict(self.email(var))
        except ImproperlyConfigured:
            raise wrong(
                var, "give an address such as smtp://host:25 or smtp+tls://user:password@host:587"
            ) from None

    def site(self, var: str, default: str) -> str:
        """The public address of the service, without a slash at its end: every link begins with it."""
        text: str = self.str(var, default="").strip() or default
        try:
            parts = urlsplit(text)
            whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
            whole = whole and len(text.split()) == 1
        except ValueError:
            whole = False
        if not whole or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
            raise wrong(var, "give an address such as https://rummy.example.org, without a path")
        return f"{parts.scheme}://{parts.netloc}"  # its scheme in small letters, which is asked for elsewhere

    def redis(self, var: str) -> str:
        """The address of a Redis; empty where none is given."""
        url: str = self.str(var, default="")
        if url and not _REDIS.fullmatch(url):
            raise wrong(var, "give an address such as redis://host:6379/0")
        return url

    def domain(self, var: str, default: str) -> str:
        """The name of a domain, or nothing."""
        name: str = self.str(var, default=default).strip()
        if name and not _HOST.fullmatch(name):
            raise wrong(var, "give a domain such as play.example.org")
        return name

    def sender(self, var: str, default: str) -> str:
        """Whom mails are from."""
        text: str = self.str(var, default="").strip() or default
        if not _SENDER.fullmatch(text) or ("<" in text) != text.endswith(">"):
            raise wrong(var, "give an address such as Rummy <rummy@example.org>")
        return text

    def pair(self, var: str) -> str:
        """A name and its password; empty where none is given."""
        text: str = self.str(var, default="")
        if text and not _PAIR.fullmatch(text):
            raise wrong(var, "give user:password")
        return text

    def level(self, var: str, default: str) -> str:
        """From which level on something is logged."""
        name: str = (self.str(var, default="").strip() or default).upper()
        known = logging.getLevelNamesMapping()
        if name not in known:
            raise wrong(var, "give one of " + ", ".join(sorted(known, key=lambda each: known[each])[1:]))
        return name

    def mailbox(self, var: str) -> str:
        """The address of a mailbox; empty where none is given."""
        url: str = self.str(var, default="")
        if url and not _MAILBOX.fullmatch(url):
            raise wrong(var, "give an address such as imaps://user:password@host/INBOX")
        return url

    def folder(self, var: str, default: Path) -> Path:
        """A folder, made where it is not there."""
        path = Path(self.str(var, default="") or default).resolve()
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise wrong(var, f"{path} cannot be made ({error.strerror})") from None
        return path


def wrong(var: str, why: str) -> ImproperlyConfigured:
    """The refusal. It never shows the value: addresses of servers hold passwords."""
    return ImproperlyConfigured(f"The environment's {var} cannot be used: {why}.")
