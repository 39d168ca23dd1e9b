"""The page's script agrees with the engine: run by the Node that comes with Playwright."""

from __future__ import annotations

import subprocess
from pathlib import Path

import playwright
import pytest

from tests.js.cases import HERE, arrangements, lines, placings

NODE = Path(playwright.__file__).parent / "driver" / "node"


def node() -> str:
    """The program; on Windows it has another ending."""
    return str(NODE if NODE.exists() else NODE.with_suffix(".exe"))


@pytest.mark.parametrize("script", sorted(HERE.glob("*.test.mjs")), ids=lambda path: path.name)
def test_script(script: Path) -> None:
    done = subprocess.run(
        [node(), "--test", str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "ℹ pass 0" not in done.stdout


def test_the_data_is_what_the_engine_says() -> None:
    """`python -m tests.js.cases` writes it anew where the engine has changed."""
    assert (HERE / "arrangements.jsonl").read_text() == lines(arrangements())
    assert (HERE / "placings.jsonl").read_text() == lines(placings())
