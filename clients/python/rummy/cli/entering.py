"""The commands that say who you are: login, logout."""

from __future__ import annotations

import getpass
import platform
import sys

from rummy.cli import kept
from rummy.cli.kept import Login
from rummy.cli.paint import clean
from rummy.cli.said import NO_LOGIN, USAGE, Command, Failed
from rummy.problems import NotAllowed, NotFound, NotLoggedIn


def login(run: Command) -> None:
    """Keeps a token for the service: one that is made with your name and password, or one that you have."""
    given, client = run.given, run.client
    token_id = None
    if given.token is None:
        name = given.username or _asked("Name: ")
        secret = getpass.getpass("Password: ") if sys.stdin.isatty() else _asked("")
        try:
            made = client.tokens.create(name, secret, name=f"rummy on {platform.node() or 'a computer'}"[:60])
        except NotLoggedIn as error:
            raise Failed(f"{error.detail} This was asked of {client.url}.", NO_LOGIN) from None
        client.token, token_id = made["token"], made["id"]
    else:
        client.token = given.token or (getpass.getpass("Token: ") if sys.stdin.isatty() else _asked(""))
    assert client.token is not None
    try:
        me = client.me.get()
    except NotLoggedIn:
        client.token = None
        page = f"{client.url}/settings/programs/"
        raise Failed(f"This token is not good: make another one at {page}.", NO_LOGIN) from None
    except NotAllowed:
        me = {"username": ""}  # a token that may play, and not look at the account
    kept.store(Login(given.url, client.token, me["username"], token_id))
    run.say(f"Logged in{' as ' + clean(me['username']) if me['username'] else ''}. Kept in {kept.place()}.")


def logout(run: Command) -> None:
    """Forgets the token, and makes it useless if it was made by login."""
    if run.login is not None and run.login.token_id is not None:
        try:
            run.client.tokens.revoke(run.login.token_id)
        except (NotLoggedIn, NotAllowed, NotFound):
            pass  # it is of no use already, or not ours to end
        finally:
            kept.forget()
    else:
        kept.forget()
    run.say("Logged out.")


def _asked(question: str) -> str:
    """A line of input."""
    if question:
        print(question, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line.strip():
        raise Failed("Nothing was said.", USAGE)
    return line.rstrip("\r\n")
