"""`make test`: every check and every test, in one go, and at the end what came of it.

python -m tests.run            everything
python -m tests.run --lint     the checks only
SOAK=1 python -m tests.run     the long versions
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests import environment

ROOT = Path(__file__).resolve().parent.parent
WORKERS = os.environ.get("TEST_WORKERS", "2")
ON_SERVERS = (
    *("tests/webhooks", "tests/accounts", "tests/services", "tests/api", "tests/faults"),
    *("tests/incoming/test_mails.py", "tests/config/live/test_following.py"),
    *("tests/config/live/test_followers.py", "tests/shuffles/test_games.py"),
)


@dataclass(frozen=True)
class Check:
    """A command that must end well."""

    name: str
    command: tuple[str, ...]
    variables: tuple[tuple[str, str], ...] = ()


MANAGE = (sys.executable, "manage.py")
PRODUCTION = (
    ("SITE_URL", "https://rummy.example"),
    ("ALLOWED_HOSTS", "rummy.example"),
    ("SECRET_KEY", "a key for this check only, 0123456789 abcdefghijklmnopqrstuvwxyz"),
)
CHECKS = (
    Check("ruff check", (sys.executable, "-m", "ruff", "check", "--quiet", ".")),
    Check("ruff format", (sys.executable, "-m", "ruff", "format", "--check", "--quiet", ".")),
    Check("mypy", (sys.executable, "-m", "mypy", "--no-error-summary")),
    Check("mypy of the Python client", (sys.executable, "-m", "tests.clients.built")),
    Check("lint-imports", (str(Path(sys.executable).parent / "lint-imports"), "--no-logo")),
    Check("missing migrations", (*MANAGE, "makemigrations", "--check", "--dry-run")),
    Check("deployment", (*MANAGE, "check", "--deploy", "--fail-level", "WARNING"), PRODUCTION),
    Check("OpenAPI", (*MANAGE, "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull)),
)


def check(one: Check, data: str) -> bool:
    """Runs it; shows what it says only when it fails."""
    done = subprocess.run(
        one.command,
        cwd=ROOT,
        env=environment.clean(DATA_DIR=data, **dict(one.variables)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(f"{one.name}: {'ok' if done.returncode == 0 else 'FAILED'}", flush=True)
    if done.returncode:
        print(done.stdout, flush=True)
    return done.returncode == 0


def tests(*arguments: str, **variables: str) -> tuple[bool, str]:
    """Runs pytest, showing what it says as it comes. Whether all passed, and its last line."""
    last = ""
    command = [sys.executable, "-m", "pytest", "-q", "-n", WORKERS, "--dist", "worksteal", *arguments]
    command += ["--durations", "25", "--durations-min", "5"]  # what makes it long is seen each time
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment.clean(**variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    return process.returncode == 0, last


def main() -> int:
    """The exit code: 0 when everything is well."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--lint", action="store_true", help="the checks only")
    only_checks = asked.parse_args().lint
    with tempfile.TemporaryDirectory(prefix="rummy-checks-") as data:
        failed = [one.name for one in CHECKS if not check(one, data)]
    lines: list[str] = []
    if not only_checks:
        print("\nOn PostgreSQL with Redis:", flush=True)
        well, line = tests(*ON_SERVERS, TEST_ON="servers")
        lines.append(line)
        failed += [] if well else ["tests on PostgreSQL with Redis"]
        print("\nEverything, on SQLite:", flush=True)
        well, line = tests()
        lines.append(line)
        failed += [] if well else ["tests on SQLite"]
        print()
    if failed:
        print("FAILED: " + ", ".join(failed))
    print("\n".join(lines or ["" if failed else "All checks are well."]))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
