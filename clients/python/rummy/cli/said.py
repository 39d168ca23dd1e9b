"""What a command has at hand: its arguments, the client, where it writes; and how it says that it failed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from rummy.cli.kept import Login
from rummy.cli.paint import Paint
from rummy.client import Client

FINE, REFUSED, USAGE, NO_LOGIN, AWAY = 0, 1, 2, 3, 4
CODES = """exit codes:
  0  done
  1  the service or the rules refused, you said no, or a shuffle was not as promised: nothing was done
  2  the command was not understood
  3  you are not logged in
  4  the service does not answer"""


class Failed(Exception):
    """Ends the command with one sentence and this code."""

    def __init__(self, said: str, code: int = REFUSED) -> None:
        self.said, self.code = said, code
        super().__init__(said)


class Command:
    """One run of the command line."""

    def __init__(self, given: argparse.Namespace, client: Client, login: Login | None, paint: Paint) -> None:
        self.given, self.client, self.login, self.paint = given, client, login, paint

    def say(self, *lines: str) -> None:
        """Writes lines."""
        for line in lines:
            print(line)

    def say_json(self, data: Any) -> None:
        """Writes what the service answered."""
        print(json.dumps(data, ensure_ascii=False, indent=None if self.given.command == "watch" else 2))

    def show(self, data: Any, lines: Iterable[str]) -> None:
        """As JSON where that was asked for, else as text."""
        if self.given.json:
            self.say_json(data)
        else:
            self.say(*lines)

    def agreed(self, question: str) -> bool:
        """Whether the person says yes. Raises Failed where nobody can be asked."""
        if self.given.yes:
            return True
        if not sys.stdin.isatty():
            raise Failed("Nobody can be asked here: say --yes.", USAGE)
        print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip().lower() in ("y", "yes")
