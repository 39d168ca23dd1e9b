"""The README's code blocks, as a test finds them."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def blocks(language: str) -> list[str]:
    """The texts of the fenced blocks of that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Every command of every shell block, continued lines joined, comments left out."""
    text = "\n".join(blocks("sh")).replace("\\\n", "")
    lines = (re.sub(r"\s+#.*", "", line).strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def inline_commands() -> list[str]:
    """The commands that stand in running text: `.venv/bin/…`."""
    found = re.findall(r"`(\.venv/bin/[^`]+|grep [^`]+)`", README.read_text())
    return [" ".join(command.split()) for command in found]
