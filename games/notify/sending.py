"""The line to the mail server: one connection for many mails, and what each of its refusals means."""

from __future__ import annotations

import re
import smtplib
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from types import TracebackType
from typing import Any, TypeGuard

from django.core.mail import EmailMultiAlternatives, get_connection

CLOSING = 421
# Refusals that are about us or about a full mailbox, though they come with a 5: they may pass.
_MAY_PASS = re.compile(rb"\A[45]\.(?:7\.\d+|2\.2|3\.\d+|4\.\d+)\b")

_ADDRESS = re.compile(r"\S+@\S+")


class Outcome(Enum):
    """What a failure means for the mail."""

    LATER = auto()  # this mail, another time
    OUTAGE = auto()  # no mail can be sent now
    REFUSED = auto()  # this mail, never


@dataclass(frozen=True, slots=True)
class Failure:
    outcome: Outcome
    error: str
    of_address: bool = False  # it is the address that the server will never take mail for


class Line:
    """Sends one mail after the other over one connection, opened when the first is sent."""

    def __init__(self) -> None:
        self.down = ""  # why no mail can be sent now
        self._connection: Any = None

    def __enter__(self) -> Line:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hang_up()

    def send(self, message: EmailMultiAlternatives) -> Failure | None:
        """None when the server has taken the mail."""
        try:
            if self._connection is None:
                self._connection = get_connection(fail_silently=False)
                self._connection.open()
        except (smtplib.SMTPException, OSError) as error:
            self._hang_up()
            self.down = _words(error)
            return Failure(Outcome.OUTAGE, self.down)
        try:
            self._connection.send_messages([message])
        except (smtplib.SMTPException, OSError, ValueError) as error:
            failure = judged(error)
            if failure.outcome is Outcome.OUTAGE:
                self.down = failure.error
            if not isinstance(error, smtplib.SMTPRecipientsRefused) or _code(error) == CLOSING:
                self._hang_up()  # whatever state the conversation is in, the next mail gets a new one
            return failure
        return None

    def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(smtplib.SMTPException, OSError):
                connection.close()


def judged(error: Exception) -> Failure:
    """What it means for the mail that sending it ended so."""
    words = _words(error)
    if isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError):
        of_address = isinstance(error, smtplib.SMTPRecipientsRefused)
        return (
            Failure(Outcome.REFUSED, words, of_address) if _for_good(error) else Failure(Outcome.LATER, words)
        )
    if isinstance(error, smtplib.SMTPServerDisconnected | TimeoutError | ConnectionError):
        # Perhaps it was this mail that the server could not bear: the next one is tried on a new connection.
        return Failure(Outcome.LATER, words)
    if isinstance(error, smtplib.SMTPException | OSError):
        return Failure(Outcome.OUTAGE, words)  # our own address or login is refused, the disk is full
    return Failure(Outcome.REFUSED, words)  # not a mail that can be written down


def _for_good(error: smtplib.SMTPException) -> bool:
    return 500 <= _code(error) < 600 and not _MAY_PASS.match(_reply(error)[1])


def _code(error: smtplib.SMTPException) -> int:
    return _reply(error)[0]


def _reply(error: smtplib.SMTPException) -> tuple[int, bytes]:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return next(iter(error.recipients.values()))
    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        return error.smtp_code, said if isinstance(said, bytes) else said.encode()
    return 0, b""


def _words(error: Exception) -> str:
    """For the log of the outbox: the server's reply, or the kind of fault. Never the address."""
    code, said = _reply(error) if isinstance(error, smtplib.SMTPException) else (0, b"")
    if code:
        return _ADDRESS.sub("(address)", f"{code} {said.decode(errors='replace')}")
    return f"{type(error).__name__}: {error.strerror or error}" if _of_system(error) else type(error).__name__


def _of_system(error: Exception) -> TypeGuard[OSError]:
    return isinstance(error, OSError) and not isinstance(error, smtplib.SMTPException)
