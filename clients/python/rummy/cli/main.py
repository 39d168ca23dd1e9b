"""`rummy`: runs one command, and says in one sentence what went wrong."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from urllib.parse import parse_qs

import httpx

from rummy.cli import kept
from rummy.cli.arguments import parser
from rummy.cli.paint import clean, paint_for
from rummy.cli.said import AWAY, FINE, NO_LOGIN, REFUSED, USAGE, Command, Failed
from rummy.client import Client
from rummy.problems import Invalid, NotLoggedIn, Problem, RummyError, Unavailable, Unreachable
from rummy.talks import Patience

PATIENCE = Patience(seconds=20.0, longest=5.0)
INTERRUPTED = 130  # as shells have it
_GAME_PAGE = re.compile(
    r"(?P<service>.+?)/games/(?P<game>[a-z0-9]+)(?:/[^?#]*)?(?:\?(?P<asked>[^#]*))?(?:#.*)?"
)
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
    login = None if command == "login" else kept.stored() if command == "logout" else kept.load()
    if login is None and command not in WITHOUT_LOGIN:
        raise Failed("You are not logged in: rummy login.", NO_LOGIN)
    url = given.url if command == "login" else login.url if login else _url()
    if "://" in (getattr(given, "game", None) or ""):
        _by_address(given, url)
    token = login.token if login else None
    try:
        with Client(url, token=token, patience=PATIENCE, language=_language()) as client:
            given.does(Command(given, client, login, paint_for()))
    except Unreachable as error:
        if login or command == "login":
            raise
        raise Failed(f"{error} You are not logged in: rummy login URL.", AWAY) from None
    sys.stdout.flush()
    return FINE


def _by_address(given: argparse.Namespace, url: str) -> None:
    """Takes game and invitation from the address of the game's page, as one gets it from a friend or a mail."""
    found = _GAME_PAGE.fullmatch(given.game)
    if found is None:
        raise Failed(f"{given.game} is no address of a game: it ends in /games/ and the game.", USAGE)
    if not kept.same(found["service"], url):
        raise Failed(
            f"That game is at {found['service']}, and you are at {url}: rummy login there.", NO_LOGIN
        )
    given.game = found["game"]
    invitation = parse_qs(found["asked"] or "").get("invitation")
    if invitation and "invitation" in given:
        given.invitation = given.invitation or invitation[0]


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
