"""Reading the environment: a variable that cannot be used is named in one sentence, before anything starts."""

from __future__ import annotations

import ipaddress
import re
import warnings
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

ENGINES = ("django.db.backends.postgresql", "django.db.backends.sqlite3")
_MAILBOX = re.compile(r"imap(s|\+tls)?://[^/@\s]+@[^/@\s]+(/\S*)?")
_RATE = re.compile(r"[1-9][0-9]{0,8}/(s|m|h|d|sec|min|hour|day|second|minute)")
_NIGHT = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Variables(environ.Env):  # type: ignore[misc]  # django-environ has no types
    """django-environ, which otherwise answers a wrong value with whatever reading it raised."""

    def get_value(self, var: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().get_value(var, *args, **kwargs)
        except (ValueError, TypeError, KeyError):
            raise wrong(var, "its value cannot be read") from None

    def port(self, var: str, default: int, *, none: bool = False) -> int:
        """A port of TCP; with `none`, 0 for none."""
        number: int = self.int(var, default=default)
        if not (0 if none else 1) <= number <= 65535:
            raise wrong(var, "give a port from 1 to 65535")
        return number

    def whole(self, var: str, default: int, most: int) -> int:
        """A whole number, not below 0."""
        number: int = self.int(var, default=default)
        if not 0 <= number <= most:
            raise wrong(var, f"give a whole number from 0 to {most}")
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
        if not found or not all(int(hour) < 24 for hour in found.groups()):
            raise wrong(var, "give two hours of the day, such as 22-8, or none")
        return int(found[1]), int(found[2])

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
