"""`rummy`: runs one command, and says in one sentence what went wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

import httpx

from rummy.cli import kept
from rummy.cli.arguments import parser
from rummy.cli.paint import clean, paint_for
from rummy.cli.said import AWAY, FINE, NO_LOGIN, REFUSED, Command, Failed
from rummy.client import Client
from rummy.problems import Invalid, NotLoggedIn, Problem, RummyError, Unavailable, Unreachable
from rummy.talks import Patience

PATIENCE = Patience(seconds=20.0, longest=5.0)
INTERRUPTED = 130  # as shells have it
WITHOUT_LOGIN = ("login", "logout", "list", "show", "watch", "replay", "export", "verify")


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code."""
    given = parser().parse_args(arguments)
    try:
        return _run(given)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except (Failed, RummyError, ValueError, OSError, httpx.InvalidURL) as error:
        said, code = _failure(error)
        print(f"rummy: {clean(said)}", file=sys.stderr)
        return code


def _failure(error: Exception) -> tuple[str, int]:
    """The sentence, and the exit code."""
    match error:
        case Failed():
            said, code = error.said, error.code
        case Unreachable() | Unavailable():
            said, code = str(error), AWAY
        case NotLoggedIn():
            said, code = f"{error.detail} (rummy login)", NO_LOGIN
        case Invalid(errors=errors) if errors:
            said, code = "; ".join(f"{name}: {' '.join(each)}" for name, each in errors.items()), REFUSED
        case Problem():
            said, code = error.detail + (f" ({error.rule})" if error.rule else ""), REFUSED
        case _:
            said, code = str(error), REFUSED
    return said, code


def _run(given: argparse.Namespace) -> int:
    command: str = given.command
    login = kept.load() if command != "login" else None
    if login is None and command not in WITHOUT_LOGIN:
        raise Failed("You are not logged in: rummy login.", NO_LOGIN)
    url = given.url if command == "login" else login.url if login else _url()
    token = login.token if login else None
    with Client(url, token=token, patience=PATIENCE, language=_language()) as client:
        given.does(Command(given, client, login, paint_for()))
    sys.stdout.flush()
    return FINE


def _url() -> str:
    return os.environ.get("RUMMY_URL") or kept.DEFAULT_URL


def _language() -> str | None:
    """The language of this terminal, for the sentences of the service."""
    said = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := os.environ.get(name))), "")
    code = said.partition(".")[0].replace("_", "-")
    return code if code not in ("", "C", "POSIX") else None


def run() -> None:
    """The entry point."""
    try:
        code = main()
    except BrokenPipeError:  # whoever read, reads no more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = FINE
    sys.exit(code)
