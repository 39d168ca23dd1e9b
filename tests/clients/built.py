"""The client as it is installed: built from the sources, with the rules in it, and put where it can be imported.

python -m tests.clients.built    checks its types
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import environment

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "clients" / "python"


def sources(to: Path) -> Path:
    """A copy of what it is built from, lying as in the repository: building leaves nothing there."""
    unwanted = shutil.ignore_patterns("__pycache__", "build", "dist", "*.egg-info")
    shutil.copytree(CLIENT, to / "clients" / "python", ignore=unwanted)
    shutil.copytree(ROOT / "games" / "engine", to / "games" / "engine", ignore=unwanted)
    return to / "clients" / "python"


def run(*command: str | Path, cwd: Path) -> str:
    """What the command says; what it complains of, where it fails."""
    done = subprocess.run(
        command, cwd=cwd, env=environment.clean(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def wheel(to: Path) -> Path:
    """The wheel, built without a network."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"]
    run(*pip, "--wheel-dir", str(to), str(sources(to / "sources")), cwd=to)
    (built,) = to.glob("*.whl")
    return built


def importable(to: Path) -> Path:
    """A folder from which `rummy` is imported, put together in a moment: for tests of what it does."""
    run(sys.executable, "setup.py", "-q", "build_py", "-d", str(to / "lib"), cwd=sources(to / "sources"))
    return to / "lib"


def main() -> int:
    """Strict types, of the package and of the example."""
    with tempfile.TemporaryDirectory(prefix="rummy-client-") as folder:
        lib = importable(Path(folder))
        shutil.copytree(CLIENT / "examples", lib / "examples")
        config = f"--config-file={CLIENT / 'pyproject.toml'}"
        cache = f"--cache-dir={ROOT / '.mypy_cache' / 'client'}"
        command = [
            sys.executable,
            "-m",
            "mypy",
            config,
            cache,
            "--no-error-summary",
            "-p",
            "rummy",
            "-p",
            "examples",
        ]
        return subprocess.run(command, cwd=lib, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
