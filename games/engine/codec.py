"""States, moves and events as JSON values and back: the door for what is stored, and for what is sent.

What is stored carries a format number; older formats are brought up to date by a chain of small steps.
What is sent is checked for its shape and size only, cheaply, before any rule is asked.
"""

from __future__ import annotations

from games.engine.codec_events import decode_event, encode_event, encode_result
from games.engine.codec_moves import (
    DraftShape,
    check_draft,
    decode_move,
    decode_stored_move,
    encode_move,
)
from games.engine.codec_state import FORMAT, decode_state, encode_state, rounds_scored, scores

__all__ = [
    "FORMAT",
    "DraftShape",
    "check_draft",
    "decode_event",
    "decode_move",
    "decode_state",
    "decode_stored_move",
    "encode_event",
    "encode_move",
    "encode_result",
    "encode_state",
    "rounds_scored",
    "scores",
]
