"""What is installed works by itself: the wheel, in an environment of its own, far from the repository."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from tests import environment
from tests.clients.built import ROOT, run, sources, wheel

A_BOT_TESTS_A_MOVE = """
import json, sys
from rummy import Client, Game
from rummy.rules import CardNotInHand, IllegalMeld, MeldMove, card
game = Game.read(json.loads(sys.argv[1]))
laid = game.judge(game.move("new 7C 7D 7H", "KH > m3"))
print(*(f"{meld.label}:" + " ".join(map(str, meld.cards)) for meld in laid.table), "left", *laid.hand)
for lines, refused in (("new 7C 7D 9S", IllegalMeld), ):
    try:
        game.judge(game.move(lines))
    except refused as error:
        print(error.code, error.rule)
try:
    game.judge(MeldMove((game.table[0].cards, tuple(map(card, ("2C", "2D", "2H"))))))
except CardNotInHand as error:
    print(*error.members["cards"])
print(sorted(name for name in sys.modules if name.split(".")[0] in ("games", "django")))
"""
VIEW = """{"id": "k7f3q9wz", "status": "active", "version": 42, "options": {}, "result": null, "can": ["draw", "meld"],
"seats": [{"seat": 0, "player": {"username": "ana", "kind": "human"}, "score": 0, "rounds_won": 0, "cards": 6,
"status": "playing", "clock": {"deadline": "2026-12-03T08:20:00Z", "bank_hours": null}}],
"round": {"number": 1, "dealer": 1, "turn": {"seat": 0, "phase": "meld", "drawn": 1, "deadline": null}, "stock": 30,
"table": [{"id": "m3", "kind": "sequence", "cards": ["TH", "JH", "QH"]}], "last_turns": false},
"you": {"seat": 0, "hand": ["7C", "7D", "7H", "KH", "9S", "*"], "points": 65, "can": ["draw", "meld"]}}"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel(tmp_path_factory.mktemp("wheel"))


def test_it_holds_the_rules_and_nothing_else_of_the_service(built: Path) -> None:
    names = zipfile.ZipFile(built).namelist()
    rules = {Path(name).name for name in names if name.startswith("rummy/engine/")}
    assert rules == {path.name for path in (ROOT / "games" / "engine").glob("*.py")}
    assert "rummy/py.typed" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"rummy", "manipulation_rummy_client"}
    for name in names:
        assert b"games.engine" not in zipfile.ZipFile(built).read(name), name


def test_it_is_built_from_its_own_sources_too(built: Path, tmp_path: Path) -> None:
    """The sdist needs no service beside it."""
    run(sys.executable, "setup.py", "-q", "sdist", "-d", str(tmp_path / "dist"), cwd=sources(tmp_path / "of"))
    (packed,) = (tmp_path / "dist").glob("*.tar.gz")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"]
    run(*pip, "--wheel-dir", str(tmp_path), str(packed), cwd=tmp_path)
    (again,) = tmp_path.glob("*.whl")
    assert sorted(zipfile.ZipFile(again).namelist()) == sorted(zipfile.ZipFile(built).namelist())


def test_a_bot_tests_a_move_without_the_repository(built: Path, tmp_path: Path) -> None:
    place = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", place, cwd=tmp_path)
    python = place / "bin" / "python"
    inside = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip()
    run(
        sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", built,
        cwd=tmp_path,
    )  # fmt: skip
    # httpx, which is installed here already; the repository is not among these.
    (Path(inside) / "httpx.pth").write_text(sysconfig.get_path("purelib") + "\n")
    done = subprocess.run(
        [python, "-c", A_BOT_TESTS_A_MOVE, VIEW],
        cwd=tmp_path, env=environment.clean(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "m3:TH JH QH KH m4:7C 7D 7H left 9S *",
        "illegal_meld R8",
        "2C 2D 2H",
        "[]",
    ]
    command = run(place / "bin" / "rummy", "--help", cwd=tmp_path)
    assert "meld" in command and "verify" in command
