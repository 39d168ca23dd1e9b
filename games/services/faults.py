"""A fault of ours as a log may tell it: its kind and place, never its own words, which may hold a card."""

from __future__ import annotations

import traceback
from pathlib import Path


def told(error: BaseException) -> str:
    """The kind of the fault and where it came from, on one line."""
    places = (
        f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in traceback.extract_tb(error.__traceback__)
    )
    return f"{type(error).__name__} at {' > '.join(places)}"
