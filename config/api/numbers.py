"""Whole numbers as they stand in an address or a head."""

from __future__ import annotations

LONGEST = 9  # digits, where nothing else is said


def is_whole(text: str, longest: int = LONGEST) -> bool:
    """Whether the text is a whole number of that many digits at the most, and nothing else; no text is none."""
    return text.isascii() and text.isdigit() and len(text) <= longest
