"""What can go wrong: each refusal of the service is an exception with its code, its sentence and its members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class RummyError(Exception):
    """Whatever this package raises about the service."""


class Unreachable(RummyError):
    """No answer came in the time that the client has patience for."""


class Problem(RummyError):
    """The service refused (RFC 9457). Nothing has changed.

    `status` and `code` say what; `detail` is one sentence that says what to do; `members` holds the rest of the
    document, such as `version`, `cards`, `meld`, `reason`, `rule`, `errors`.
    """

    def __init__(self, status: int, document: Mapping[str, Any], *, retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(document.get("code", ""))
        untold = f"The service, or what stands before it, answers {status} and does not say why."
        self.detail = str(document.get("detail") or document.get("title") or untold)
        self.members = {name: value for name, value in document.items() if name not in _HEAD}
        self.retry_after = retry_after
        super().__init__(self.detail)

    @property
    def rule(self) -> str | None:
        """The id of the rule that a move breaks."""
        return self.members.get("rule")


_HEAD = ("type", "title", "status", "code", "detail")


class Invalid(Problem):
    """Not the right shape; `errors` names each field."""

    @property
    def errors(self) -> dict[str, list[str]]:
        return dict(self.members.get("errors", {}))


class NotLoggedIn(Problem):
    """There is no token, or it is no longer good."""


class NotAllowed(Problem):
    """Somebody else may, or a token with more rights."""


class NotFound(Problem):
    """There is no such thing, or not for you."""


class Conflict(Problem):
    """Not as the game stands."""


class StaleVersion(Conflict):
    """The game has moved on: look again. `version` is the current one."""

    @property
    def version(self) -> int:
        return int(self.members["version"])


class NotYourTurn(Conflict):
    """Somebody else is to move."""


class WrongPhase(Conflict):
    """The move does not belong to this phase of the turn."""


class GameOver(Conflict):
    """The game has ended."""


class IllegalMove(Problem):
    """The rules do not allow it; `rule` is the rule's id."""


class Throttled(Problem):
    """Too many requests, and the wait would be longer than the client's patience; `retry_after` in seconds."""


class Unavailable(Problem):
    """The service cannot answer now."""


_BY_CODE: dict[str, type[Problem]] = {
    "stale_version": StaleVersion,
    "not_your_turn": NotYourTurn,
    "wrong_phase": WrongPhase,
    "game_over": GameOver,
}
_BY_STATUS: dict[int, type[Problem]] = {
    400: Invalid,
    401: NotLoggedIn,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    422: IllegalMove,
    429: Throttled,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}


def problem_of(status: int, document: object, *, retry_after: float | None = None) -> Problem:
    """The exception for an answer; `document` is what came, if it was JSON."""
    members = document if isinstance(document, Mapping) else {}
    kind = _BY_CODE.get(str(members.get("code"))) or _BY_STATUS.get(status, Problem)
    return kind(status, members, retry_after=retry_after)
