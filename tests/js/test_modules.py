"""The page asks beforehand for exactly the modules that its script imports."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from games.web.modules import MAIN, MODULES
from tests.service import ROOT

STATIC = ROOT / "games" / "static"
IMPORT = re.compile(r'^(?:import|export)\b[^"]*?from "([^"]+)";|^import "([^"]+)";', re.MULTILINE)


def reached(module: str, known: set[str]) -> set[str]:
    """All that this module imports, by whatever way."""
    for found in IMPORT.finditer((STATIC / module).read_text()):
        path = str(PurePosixPath("/", module).parent / (found[1] or found[2]))
        name = _plain(path)
        if name not in known:
            known.add(name)
            reached(name, known)
    return known


def _plain(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def test_every_module_is_asked_for_beforehand() -> None:
    assert sorted(reached(MAIN, set())) == sorted(MODULES)
