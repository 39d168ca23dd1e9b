"""Clients that others' generators make of the document play a whole game.

In `make soak` only: they come by the network, and one of them needs Node and npm.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import urllib.request
import venv
from pathlib import Path

import pytest

from tests.openapi.document import document
from tests.service import Service

HERE = Path(__file__).parent / "generated"
PYTHON = "openapi-python-client==0.29.1"
NODE = ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3", "@types/node@20.19.43")
TSC = (
    "--strict",
    "--noUncheckedIndexedAccess",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--skipLibCheck",
)


def run(folder: Path, *command: str | Path) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False, timeout=900
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout.strip()


@pytest.fixture
def schema(service: Service, tmp_path: Path) -> Path:
    """The document, as the running service gives it."""
    path = tmp_path / "schema.yml"
    with urllib.request.urlopen(f"{service.url}/api/v1/schema/") as answer:
        path.write_bytes(answer.read())
    assert document()["info"]["title"] in path.read_text()
    return path


if os.environ.get("SOAK"):

    @pytest.mark.server
    def test_openapi_python_client_plays_a_game(service: Service, schema: Path, tmp_path: Path) -> None:
        venv.create(tmp_path / "venv", with_pip=True)
        binaries = tmp_path / "venv" / "bin"
        run(tmp_path, binaries / "python", "-m", "pip", "install", "--quiet", PYTHON, "ruff")
        made = run(
            tmp_path,
            *("env", f"PATH={binaries}:{os.environ['PATH']}", binaries / "openapi-python-client", "generate"),
            *(
                "--path",
                schema,
                "--meta",
                "none",
                "--output-path",
                tmp_path / "rummy_generated",
                "--fail-on-warning",
            ),
        )
        assert "pieces may be missing" not in made
        shutil.copy(HERE / "play.py", tmp_path)
        assert run(tmp_path, binaries / "python", "play.py", service.url) == "single_round"

    @pytest.mark.server
    def test_openapi_typescript_plays_a_game(service: Service, schema: Path, tmp_path: Path) -> None:
        assert shutil.which("npm"), "the generated TypeScript client needs Node and npm on the machine"
        (tmp_path / "package.json").write_text('{"private": true, "type": "module"}')
        run(tmp_path, "npm", "install", "--no-audit", "--no-fund", "--silent", *NODE)
        run(tmp_path, "npx", "openapi-typescript", schema, "-o", "schema.d.ts")
        shutil.copy(HERE / "play.ts", tmp_path)
        run(tmp_path, "npx", "tsc", *TSC, "play.ts")
        assert run(tmp_path, "node", "play.js", service.url) == "single_round"
