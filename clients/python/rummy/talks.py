"""What is done for a call, step by step, without doing it: sending, waiting, sending again. The doors do it.

A talk is a generator. It yields `Send` or `Wait`, is told what came (`Answer` or `Fault`, or nothing), and
returns what the call gives. So what is hard is written once, for blocking and for async.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

from rummy.calls import Call
from rummy.problems import NotFound, Problem, RummyError, Unreachable, problem_of

T = TypeVar("T")
BUSY = (502, 503, 504)  # the service, or a proxy before it, cannot just now


@dataclass(frozen=True, slots=True)
class Send:
    """Send this request."""

    call: Call[Any]


@dataclass(frozen=True, slots=True)
class Wait:
    """Do nothing for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    content: bytes

    def json(self) -> Any:
        """The document, or None where it is none."""
        try:
            return json.loads(self.content)
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class Fault:
    """No answer. `sent`: the request may have arrived, so that it may have been carried out."""

    error: Exception
    sent: bool = True
    at: str = ""  # whom it was asked of


Talk = Generator[Send | Wait, Answer | Fault | None, T]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long, and how often, a call is tried again. Delays double from `first` to `longest`, with chance in them."""

    seconds: float = 60.0
    first: float = 0.25
    longest: float = 10.0
    now: Callable[[], float] = field(default=time.monotonic)
    chance: Callable[[], float] = field(default=random.random)  # from 0 to 1; no secret

    def delay(self, tries: int) -> float:
        """Before the next try, when so many have failed: from half to all of a delay that grows."""
        return float(min(self.longest, self.first * 2 ** (tries - 1)) * (0.5 + self.chance() / 2))


def answered(call: Call[T], patience: Patience) -> Talk[T]:
    """The call's answer. Raises the Problem of a refusal, or Unreachable.

    Sent again: what was refused for being too much (429), when that time is over; what met a service that is away
    (502, 503, 504) or a connection that broke, if a repeat does nothing more or the request cannot have arrived.
    """
    end, tries = patience.now() + patience.seconds, 0
    while True:
        came = yield Send(call)
        failed = failure_of(came)
        if failed is None and isinstance(came, Answer):
            return read(call, came)
        if isinstance(failed, NotFound) and call.method == "DELETE" and tries:
            return call.read(None)  # it is gone: an earlier try did it, whose answer was lost
        tries += 1
        delay = patience.delay(tries)
        if isinstance(failed, Problem) and failed.retry_after is not None:
            delay = failed.retry_after + delay / 4  # all who wait do not come at the same moment
        if not _again(call, came) or patience.now() + delay > end:
            assert failed is not None
            raise failed
        yield Wait(delay)


def failure_of(came: Answer | Fault | None) -> RummyError | None:
    """Why this is no answer to the call; None where it is one."""
    if isinstance(came, Fault):
        reason = str(came.error) or type(came.error).__name__
        whom = f"The service at {came.at}" if came.at else "The service"
        return Unreachable(f"{whom} does not answer ({reason}): is the address right, and does it run?")
    assert came is not None
    if came.status < 400:
        return None
    return problem_of(came.status, came.json(), retry_after=seconds_of(came.headers.get("retry-after")))


def _again(call: Call[Any], came: Answer | Fault | None) -> bool:
    if isinstance(came, Fault):
        return call.repeatable or not came.sent
    assert came is not None
    return came.status == 429 or (came.status in BUSY and call.repeatable)


def read(call: Call[T], came: Answer) -> T:
    """What the call gives. Raises RummyError where the answer is none of the service's."""
    if call.form != "json":
        return call.read(came.content if call.form == "bytes" else came.content.decode("utf-8", "replace"))
    document = came.json() if came.content else None
    if came.content and document is None:
        raise RummyError(
            "This is not the service that was expected: its answer is no JSON. Is the address right?"
        )
    try:
        return call.read(document)
    except (KeyError, TypeError, ValueError) as error:
        raise RummyError(
            f"The service's answer is not as expected ({error!r}): a newer client may be needed."
        ) from error


def seconds_of(header: str | None, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> float | None:
    """How long `Retry-After` asks to wait: it gives seconds, or a date."""
    if not header:
        return None
    if header.strip().isdecimal():
        return float(header)
    try:
        until = parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, (until if until.tzinfo else until.replace(tzinfo=UTC)).timestamp() - now().timestamp())
