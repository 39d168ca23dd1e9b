"""Where the command line keeps who is logged in: one file that only its owner can read."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

DEFAULT_URL = "http://127.0.0.1:8000"


@dataclass(frozen=True, slots=True)
class Login:
    """A service, and the token for it; `token_id` where it was made by us."""

    url: str
    token: str
    username: str
    token_id: int | None = None


def place() -> Path:
    """The file, in the user's configuration folder (XDG)."""
    base = os.environ.get("XDG_CONFIG_HOME", "")
    folder = Path(base) if Path(base).is_absolute() else Path.home() / ".config"
    return folder / "rummy" / "login.json"


def load() -> Login | None:
    """Who is logged in: what RUMMY_TOKEN and RUMMY_URL say, else what was kept. Raises ValueError.

    A login at another service than RUMMY_URL names is none: it would be asked, or get a token that is not for it.
    """
    url = os.environ.get("RUMMY_URL", "")
    if token := os.environ.get("RUMMY_TOKEN", ""):
        return Login(url or DEFAULT_URL, token, "")
    login = stored()
    return login if login is None or not url or same(url, login.url) else None


def stored() -> Login | None:
    """What was kept. Raises ValueError."""
    try:
        return Login(**json.loads(place().read_text("utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise ValueError(f"{place()} cannot be read: delete it and log in again.") from error


def same(one: str, other: str) -> bool:
    """Whether both are the address of one service."""
    return one.rstrip("/").lower() == other.rstrip("/").lower()


def store(login: Login) -> None:
    """Keeps it. The file is never there with other rights, nor half written."""
    to = place()
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, made = tempfile.mkstemp(dir=to.parent, prefix=".login-")  # readable for its owner only
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(asdict(login), file)
        Path(made).replace(to)
    except OSError:
        with suppress(OSError):
            Path(made).unlink()
        raise


def forget() -> None:
    """Keeps it no longer."""
    place().unlink(missing_ok=True)
