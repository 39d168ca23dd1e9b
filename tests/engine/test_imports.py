"""The engine stands alone: it loads without Django, and nothing in it asks a clock or chance."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import games.engine

ROOM = Path(games.engine.__file__).parent
FORBIDDEN = {"django", "time", "datetime", "random", "secrets", "os", "socket", "threading", "uuid"}


def test_loads_with_nothing_installed() -> None:
    code = "import pkgutil, importlib, games.engine as e\n" + (
        "for m in pkgutil.iter_modules(e.__path__, 'games.engine.'): importlib.import_module(m.name)\n"
        "import sys; assert 'django' not in sys.modules"
    )
    root = ROOM.parent.parent
    subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(root)!r})\n{code}"],
        check=True,
    )


def test_imports_only_itself_and_what_is_pure() -> None:
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                top = name.split(".")[0]
                assert top not in FORBIDDEN, (path.name, name)
                assert top in sys.stdlib_module_names or name.startswith("games.engine"), (path.name, name)
