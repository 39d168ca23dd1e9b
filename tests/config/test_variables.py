"""Variables that cannot be used are named in one sentence, before anything starts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
