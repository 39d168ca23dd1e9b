"""Puts the rules into what is built, as `rummy.engine`: they are the service's own, and are kept once."""

from __future__ import annotations

import re
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
RULES = HERE.parent.parent / "games" / "engine"  # not there in an unpacked sdist, which holds `rummy/engine`


def put_rules(into: Path) -> None:
    """The rules under their name in this package."""
    if not RULES.is_dir():
        return
    into.mkdir(parents=True, exist_ok=True)
    for source in sorted(RULES.glob("*.py")):
        text = re.sub(r"\bgames\.engine\b", "rummy.engine", source.read_text("utf-8"))
        (into / source.name).write_text(text, "utf-8")


class WithRules(build_py):
    """For a wheel."""

    def run(self) -> None:
        super().run()
        put_rules(Path(self.build_lib) / "rummy" / "engine")


class Sources(sdist):
    """For an sdist, from which a wheel can be built without the service's code beside it."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        put_rules(Path(base_dir) / "rummy" / "engine")


setup(cmdclass={"build_py": WithRules, "sdist": Sources})
