"""Variables that cannot be used are named in one sentence, before anything starts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.variables import Variables
from tests import environment
from tests.service import ROOT


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "abc"),
        ("PORT", "99999"),
        ("THROTTLE_ANON", "lots"),
        ("THROTTLE_USER", "5"),
        ("THROTTLE_LOGIN", "0/min"),
        ("BOT_DELAY", "soon"),
        ("NIGHT_HOURS", "22-24"),
        ("VACATION_DAYS", "-1"),
        ("VACATION_DAYS", "181"),
        ("OUTAGE_GRACE_HOURS", "a day"),
        ("WEBHOOK_ALLOW", "localhost"),
        ("WEBHOOK_DENY", "10.0.0.1/8"),
        ("DATABASE_URL", "secret-word"),
        ("DATABASE_URL", "gopher://secret-word@host/name"),
        ("EMAIL_URL", "gopher://secret-word"),
        ("REDIS_URL", "redis.example:6379/secret-word"),
        ("TRUSTED_PROXIES", "one"),
        ("DATA_DIR", "/dev/null/data"),
    ],
)
def test_a_wrong_one_is_named_and_not_shown(tmp_path: Path, name: str, value: str) -> None:
    variables = {"DATA_DIR": str(tmp_path), name: value}
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment.clean(**variables),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"The environment's {name} cannot be used: ")
    assert len(done.stderr.splitlines()) == 1
    assert "secret-word" not in done.stderr


Read = Callable[[Variables], Any]
KINDS: dict[str, tuple[Read, dict[str, Any], list[str]]] = {
    "an address of the site": (
        lambda env: env.site("X", default="http://127.0.0.1:8000"),
        {
            "https://rummy.example.org": "https://rummy.example.org",
            "http://10.0.0.2:8000/": "http://10.0.0.2:8000",
            "https://[::1]:443": "https://[::1]:443",
            "HTTPS://rummy.example.org": "https://rummy.example.org",
            "": "http://127.0.0.1:8000",
        },
        [
            *("rummy.example.org", "//rummy.example.org", "https://", "https://rummy.example.org/games"),
            *("ftp://rummy.example.org", "https://me@rummy.example.org", "https://x:port", "https://x/?a=b"),
            *("https://rum my.example.org", "https://rummy.example.org https://x"),
        ],
    ),
    "yes or no": (
        lambda env: env.flag("X", default=True),
        {"1": True, "yes": True, "ON": True, "0": False, "false": False, "": True},
        ["maybe", "ture", "2", "-"],
    ),
    "seconds": (
        lambda env: env.seconds("X", default=1.0),
        {"0": 0.0, "2.5": 2.5},
        ["-1", "nan", "inf", "1e12", "soon"],
    ),
    "a night": (
        lambda env: env.night("X", default="22-8"),
        {"22-8": (22, 8), "0-12": (0, 12), "none": None},
        ["22-24", "8-22", "22-22", "22", "a-b"],
    ),
    "a Redis": (
        lambda env: env.redis("X"),
        {
            url: url
            for url in ("", "redis://host:6379/0", "rediss://:word@host", "redis://:a@word@host:6379/1")
        },
        ["host:6379", "redis://", "http://host", "redis:///0"],
    ),
    "a domain": (
        lambda env: env.domain("X", default="localhost"),
        {"": "", "play.example.org": "play.example.org"},
        ["a b", "rummy@example.org", "https://example.org", ".example.org"],
    ),
    "whom mails are from": (
        lambda env: env.sender("X", default="Rummy <rummy@localhost>"),
        {text: text for text in ("rummy@example.org", "Rummy <r@e.org>", '"Rummy, Club" <r@e.org>')},
        [
            "Rummy, Club <r@e.org>",
            "rummy",
            "Rummy <rummy@example.org",
            "rummy@example.org>",
            "a@e.org, b@e.org",
            "Rummy rummy@e.org",
        ],
    ),
    "a name and its password": (
        lambda env: env.pair("X"),
        {"": "", "me:word:more": "me:word:more"},
        ["word", ":word", "me:"],
    ),
    "a level of the log": (
        lambda env: env.level("X", default="WARNING"),
        {"info": "INFO", "": "WARNING"},
        ["loud", "-1"],
    ),
    "a whole number": (
        lambda env: env.whole("X", default=20, least=10, most=30),
        {"10": 10, "30": 30},
        ["9", "31", "1.5", ""],
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_takes_what_it_can_use_and_nothing_else(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    read, usable, useless = KINDS[kind]
    for text, value in usable.items():
        monkeypatch.setenv("X", text)
        assert read(Variables()) == value, text
    for text in useless:
        monkeypatch.setenv("X", text)
        with pytest.raises(ImproperlyConfigured, match=r"^The environment's X cannot be used: "):
            read(Variables())


@pytest.mark.parametrize("name", ["secret_key", "static", "rummy.sqlite3"])
def test_a_folder_that_cannot_be_used_is_said_in_one_sentence(tmp_path: Path, name: str) -> None:
    """As where the disk is full, or is another's: here something else lies in the place."""
    if name == "static":
        (tmp_path / name).write_text("no folder")
    elif name == "secret_key":
        (tmp_path / name).mkdir()
    else:
        (tmp_path / name).write_text("This is no database. " * 100)
    done = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment.clean(DATA_DIR=str(tmp_path)),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert name == "rummy.sqlite3" or str(tmp_path / name) in done.stderr


def test_the_public_address_is_always_answered_to(tmp_path: Path) -> None:
    asked = subprocess.run(
        [sys.executable, "-c", "import config.settings as s; print(s.ALLOWED_HOSTS)"],
        cwd=ROOT,
        env=environment.clean(DATA_DIR=str(tmp_path), SITE_URL="http://rummy.example:8000"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "'rummy.example'" in asked.stdout
