"""The rules as a program needs them most often; all of them are in `rummy.engine`, which says what the words mean."""

from rummy.engine.arrange import apply_op, apply_ops, draft_from, to_table
from rummy.engine.cards import JOKER, Card, card, declared, hand_points, parse_card, value
from rummy.engine.errors import (
    BadCard,
    CardNotInHand,
    HandAboveFive,
    IllegalMeld,
    JokerRedeclared,
    NothingPlayed,
    RuleError,
    TableCardRemoved,
)
from rummy.engine.melds import Meld, Reason, flaw, kind_of, ordered
from rummy.engine.moves import Draw, Knock, MeldMove, Move, Pass
from rummy.engine.notation import (
    NotationError,
    format_cards,
    format_move,
    format_table,
    parse_cards,
    parse_move,
)
from rummy.engine.table import Arrangement, Table, rearrange
from rummy.engine.undeclared import choices

__all__ = [
    "JOKER",
    "Arrangement",
    "BadCard",
    "Card",
    "CardNotInHand",
    "Draw",
    "HandAboveFive",
    "IllegalMeld",
    "JokerRedeclared",
    "Knock",
    "Meld",
    "MeldMove",
    "Move",
    "NotationError",
    "NothingPlayed",
    "Pass",
    "Reason",
    "RuleError",
    "Table",
    "TableCardRemoved",
    "apply_op",
    "apply_ops",
    "card",
    "choices",
    "declared",
    "draft_from",
    "flaw",
    "format_cards",
    "format_move",
    "format_table",
    "hand_points",
    "kind_of",
    "ordered",
    "parse_card",
    "parse_cards",
    "parse_move",
    "rearrange",
    "to_table",
    "value",
]
