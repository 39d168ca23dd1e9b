"""Each way in which the engine refuses: a code of the contract, the rule's id, and what says why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar


class RuleError(Exception):
    """A move that the rules do not allow. Nothing has changed."""

    code: ClassVar[str] = "rule"
    default_rule: ClassVar[str] = ""

    def __init__(self, *, rule: str = "", **members: object) -> None:
        self.rule = rule or self.default_rule
        self.members: dict[str, object] = members
        super().__init__(f"{self.code} ({self.rule})")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.rule, self.members)


def _rebuild(kind: type[RuleError], rule: str, members: dict[str, object]) -> RuleError:
    return kind(rule=rule, **members)


class NotStarted(RuleError):
    """Nothing can be played: a deal is still owed."""

    code = "not_started"
    default_rule = "R4"


class GameOver(RuleError):
    """The game has ended."""

    code = "game_over"
    default_rule = "R26"


class NotYourTurn(RuleError):
    """Somebody else is to move, or the seat has left."""

    code = "not_your_turn"
    default_rule = "R5"


class WrongPhase(RuleError):
    """The move does not belong to this phase of the turn."""

    code = "wrong_phase"
    default_rule = "R6"


class ThirdCardDrawn(RuleError):
    """Who drew a third card may not meld in that turn."""

    code = "third_card_drawn"
    default_rule = "R6"


class StockEmpty(RuleError):
    """There is no card to draw: meld or pass."""

    code = "stock_empty"
    default_rule = "D6e"


class HandAboveFive(RuleError):
    """Knocking takes a hand of five points or fewer."""

    code = "hand_above_five"
    default_rule = "R17"


class TableCardRemoved(RuleError):
    """Cards (`cards`) that lay on the table are missing from the new arrangement."""

    code = "table_card_removed"
    default_rule = "R13"


class NothingPlayed(RuleError):
    """The arrangement adds no card from the hand."""

    code = "nothing_played"
    default_rule = "R12"


class CardNotInHand(RuleError):
    """Cards (`cards`) were played that the hand does not hold."""

    code = "card_not_in_hand"
    default_rule = "R12"


class IllegalMeld(RuleError):
    """The meld with index `meld` is neither a group nor a sequence, for `reason`."""

    code = "illegal_meld"
    default_rule = "R8"


class JokerRedeclared(RuleError):
    """A joker that stood for `joker` changed its value, but no actual such card lies on the table."""

    code = "joker_redeclared"
    default_rule = "R15"


def shown(sent: object) -> str:
    """The beginning of what somebody sent, fit to be said back: no marks of control or direction in it."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in str(sent)[:40])


class BadCard(ValueError):
    """A text that names no card."""

    code: ClassVar[str] = "bad_card"

    def __init__(self, text: object) -> None:
        self.text = shown(text)
        self.rule = "R14" if self.text == "*" else "R2"  # a bare joker on the table has no value yet
        self.members: dict[str, object] = {"card": self.text}
        super().__init__(f"no such card: {self.text!r}")


class InvalidMove(ValueError):
    """A move that has not the right shape; `errors` names each field and what is wrong with it."""

    code: ClassVar[str] = "invalid"

    def __init__(self, errors: Mapping[str, Iterable[str] | str]) -> None:
        self.errors: dict[str, list[str]] = {
            field: [said] if isinstance(said, str) else list(said) for field, said in errors.items()
        }
        super().__init__("; ".join(f"{field}: {' '.join(said)}" for field, said in self.errors.items()))


class BadState(ValueError):
    """A stored state, move or event that cannot be read: unknown format number, or damaged."""
