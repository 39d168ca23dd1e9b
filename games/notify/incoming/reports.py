"""What is kept of a reply that was not played: enough to say later, in its reader's language, which line and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.engine.draft import ArrangeError
from games.engine.errors import RuleError
from games.engine.notation import NotationError
from games.errors import Refused


@dataclass(frozen=True, slots=True)
class Report:
    """`code` and `members` are those of the error; `line` counts the writer's lines from 1, 0 where none is meant."""

    code: str
    line: int = 0
    members: dict[str, Any] = field(default_factory=dict)
    rule: str = ""
    lines: Sequence[str] = ()

    def stored(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "code": self.code,
            "line": self.line,
            "members": self.members,
            "rule": self.rule,
            "lines": list(self.lines)[:40],
        }


def report_of(error: NotationError | RuleError | Refused, lines: Sequence[str]) -> Report:
    """Why the reply with these lines was not played."""
    if isinstance(error, NotationError):
        cause = error.cause
        if isinstance(cause, ArrangeError):
            return Report(cause.code, error.line, dict(cause.members), lines=lines)
        return Report(error.code, error.line, dict(error.members), lines=lines)
    if isinstance(error, RuleError):
        return Report(error.code, members=dict(error.members), rule=error.rule, lines=lines)
    return Report(error.code, members=dict(error.members), lines=lines)
