"""The house's own rules: who may write, what the engine may load, how long a file may be."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.module_loading import import_string

from tests import environment

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("accounts", "config", "games", "tests", "benchmarks", "templates", "clients", "docs")
LONGEST = 400  # lines of a file

# Only these write (HOUSE.md). Elsewhere a write needs a place of its own in EXCEPTIONS.
WRITERS = ("games/services/", "accounts/services/", "games/migrations/", "accounts/migrations/")
EXCEPTIONS = {
    ("accounts/models.py", "create_user"),  # the manager, which Django's own commands use
    ("accounts/models.py", "create_superuser"),
    ("accounts/models.py", "save"),  # keeps the folded columns true
    ("config/health.py", "beat"),  # a process shows that it lives
    ("accounts/selectors.py", "user_by_token"),  # a SELECT that is written out
    ("games/selectors.py", "seats_of"),  # the same
}
WRITES = {
    "save",
    "create",
    "acreate",
    "asave",
    "adelete",
    "aupdate",
    "bulk_create",
    "bulk_update",
    "get_or_create",
    "update_or_create",
    "create_user",
    "create_superuser",
    "cursor",
    "execute",
    "executemany",
    "executescript",
    "raw",
    "_raw_delete",
    "_do_update",
    "save_base",
}


def files(suffix: str = ".py") -> Iterator[Path]:
    yield from (path for room in ROOMS for path in sorted((ROOT / room).rglob(f"*{suffix}")))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def writes(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, function around it, and what is called, for every call that may write to the database."""
    found: list[tuple[int, str, str]] = []
    tree = ast.parse(source)
    services = {  # modules of services, whose functions may be called what they like
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and "services" in (node.module or "").split(".")
        for alias in node.names
    }

    class Finder(ast.NodeVisitor):
        around = ""

        def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
            before, self.around = self.around, node.name
            self.generic_visit(node)
            self.around = before

        visit_FunctionDef = visit_AsyncFunctionDef = function  # ast's names

        def visit_Call(self, node: ast.Call) -> None:  # ast's name
            called = ""
            if isinstance(node.func, ast.Attribute):
                of = node.func.value
                called = "" if isinstance(of, ast.Name) and of.id in services else node.func.attr
            # A dictionary's or a hash's update has something in its brackets without a name, a row's never.
            row = called == "update" and bool(node.keywords) and not node.args
            gone = called == "delete" and not node.args and not node.keywords
            if called in WRITES or row or gone:
                found.append((node.lineno, self.around, called))
            elif isinstance(node.func, ast.Name) and node.func.id == "RawSQL":
                found.append((node.lineno, self.around, "RawSQL"))
            self.generic_visit(node)

    Finder().visit(tree)
    yield from found


class TestWriters:
    def test_only_services_write(self) -> None:
        strangers = [
            f"{name_of(path)}:{line} {called} in {around or 'the module'}"
            for path in files()
            if name_of(path).startswith(("accounts/", "config/", "games/"))
            and not name_of(path).startswith(WRITERS)
            for line, around, called in writes(path.read_text())
            if (name_of(path), around) not in EXCEPTIONS
        ]
        assert strangers == []

    def test_what_is_written_out_in_selectors_reads(self) -> None:
        from accounts import selectors as accounts
        from games import selectors as games

        for statement in (accounts._USER_OF_IT, games._SEATS):
            assert statement.split()[0] == "SELECT" and ";" not in statement

    @pytest.mark.parametrize(
        "line",
        [
            "game.save()",
            "Game.objects.create(a=1)",
            "Game.objects.filter(pk=1).update(version=2)",
            "Game.objects.filter(pk=1).update(**fields)",
            "rows.delete()",
            "Move.objects.bulk_create(rows)",
            "Seat.objects.bulk_update(rows, ['number'])",
            "User.objects.get_or_create(username='x')",
            "Draft.objects.update_or_create(game=game)",
            "connection.cursor()",
            "cursor.execute('DROP TABLE game')",
            "Game.objects.raw('SELECT 1')",
            "RawSQL('SELECT 1', ())",
        ],
    )
    def test_a_write_is_found(self, line: str) -> None:
        assert [around for _, around, _ in writes(f"def f():\n    {line}\n")] == ["f"]

    @pytest.mark.parametrize(
        "line",
        [
            "digest.update(b'x')",
            "headers.update({'a': 1})",
            "cache.delete('key')",
            "save()",
            "from games.services import lobby\nlobby.create()",
        ],
    )
    def test_what_is_no_write_is_let_pass(self, line: str) -> None:
        assert list(writes(line)) == []

    def test_the_exceptions_are_still_needed(self) -> None:
        for name, function in EXCEPTIONS:
            assert function in {around for _, around, _ in writes((ROOT / name).read_text())}, (
                name,
                function,
            )


class TestFiles:
    def test_none_is_too_long(self) -> None:
        suffixes = (".py", ".html", ".txt", ".css", ".js", ".md")
        lengths = {name_of(path): path.read_text().count("\n") for end in suffixes for path in files(end)}
        assert lengths, "nothing was looked at"
        assert {name: length for name, length in lengths.items() if length > LONGEST} == {}

    def test_each_module_begins_with_what_it_is_about(self) -> None:
        silent = [
            name_of(path)
            for path in [*files(), ROOT / "manage.py"]
            if "/migrations/" not in name_of(path)
            and (lines := path.read_text().splitlines())
            and not lines[lines[0].startswith("#!")].startswith('"""')
        ]
        assert silent == []


PURE = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {forbidden}:
            raise ImportError("blocked: " + name)

sys.meta_path.insert(0, Blocked())
for package in ("games.engine", "games.bots"):
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        importlib.import_module(module.name)
print(len([name for name in sys.modules if name.startswith("games.")]))
"""


class TestProcesses:
    def test_rules_and_house_players_load_without_django(self) -> None:
        forbidden = {"django", "rest_framework", "celery", "accounts", "config", "environ"}
        done = subprocess.run(
            [sys.executable, "-c", PURE.replace("{forbidden}", repr(forbidden))],
            cwd=ROOT,
            env=environment.clean(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert int(done.stdout) > 15

    def test_a_public_service_passes_djangos_own_checks(self, tmp_path: Path) -> None:
        done = subprocess.run(
            [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
            cwd=ROOT,
            env=environment.clean(
                DATA_DIR=str(tmp_path),
                SITE_URL="https://rummy.example",
                ALLOWED_HOSTS="rummy.example",
                SECRET_KEY="A key of this test, long & varied enough for all that looks at it: 0123456789",
            ),
            capture_output=True,
            text=True,
            check=False,
        )
        told = set(re.findall(r"\((\w+\.[A-Z]\d+)\)", done.stderr))
        assert done.returncode == 0 or told, done.stderr
        # These two look for Django's classes by their names; the next test looks for what they mean.
        assert told <= {"security.W002", "security.W003"}, done.stderr

    def test_pages_have_frame_and_csrf_protection(self) -> None:
        middleware = [import_string(name) for name in settings.MIDDLEWARE]
        for wanted in (CsrfViewMiddleware, XFrameOptionsMiddleware):
            assert any(isinstance(one, type) and issubclass(one, wanted) for one in middleware), wanted

    def test_a_public_service_wants_a_key_of_its_own(self, tmp_path: Path) -> None:
        done = subprocess.run(
            [sys.executable, "manage.py", "check"],
            cwd=ROOT,
            env=environment.clean(DATA_DIR=str(tmp_path), SITE_URL="https://rummy.example"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode != 0 and "SECRET_KEY" in done.stderr


def test_no_test_waits_for_one_navigation() -> None:
    """One that another click breaks off counts as failed there: tests.browser.wait.comes waits for the page."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.name not in ("wait.py", "test_architecture.py"):
            assert "expect_navigation(" not in path.read_text(), path


def test_no_loop_of_a_test_is_on_its_own_thread() -> None:
    """Where a browser was used before on the same worker, another loop cannot run there: tests.loops.run can."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.name not in ("loops.py", "test_architecture.py"):
            assert "asyncio.run(" not in path.read_text(), path
