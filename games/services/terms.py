"""The terms of a new game: read from what a client sent, checked, with every field's fault in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from games.bots import LEVELS
from games.errors import Invalid

BOT_LEVELS = tuple(LEVELS)
MAX_INVITED = 20
MOST_NAMED = 20  # unknown options that one refusal names
LONGEST_INVITED = 254  # characters of a name or an address
LONGEST_CONTRIBUTION = 256  # characters
LONGEST_SHOWN = 60  # characters of what is refused
RULES_VERSION = 1
DEFAULT_CLOCK: dict[str, object] = {"kind": "per_turn", "hours": 72}
_CLOCKS: dict[
    str, dict[str, tuple[int, int, int]]
] = {  # kind -> field -> (lowest, highest, default), in hours
    "per_turn": {"hours": (1, 336, 72)},
    "bank": {"start_hours": (0, 2000, 240), "turn_hours": (1, 336, 36), "cap_hours": (1, 2000, 240)},
}


@dataclass(frozen=True, slots=True)
class Terms:
    """What the creator of a game chose. `bots`: levels; `invite`: user names or addresses; `contribution`: the words
    that they give to the shuffle.

    `hints`: whoever is to move may ask for one. `weekends`: the Saturdays and Sundays of the player to move do not
    count. `vacation_bot`: the level of the house player that plays for who is on vacation; None: they are waited for.
    """

    players: int
    visibility: str
    target: int
    rounds: int | None
    clock: dict[str, object]
    timeouts_to_leave: int
    replace_left: str | None
    hints: bool
    bots: tuple[str, ...]
    invite: tuple[str, ...]
    weekends: bool = False
    vacation_allowed: bool = True
    vacation_bot: str | None = None
    contribution: str = ""

    def as_options(self) -> dict[str, object]:
        """The `options` of the game's view."""
        return {
            "players": self.players,
            "visibility": self.visibility,
            "target": self.target,
            "rounds": self.rounds,
            "clock": self.clock,
            "timeouts_to_leave": self.timeouts_to_leave,
            "replace_left": self.replace_left,
            "hints": self.hints,
            "weekends": self.weekends,
            "vacation_allowed": self.vacation_allowed,
            "vacation_bot": self.vacation_bot,
        }


def read_terms(data: Mapping[str, Any]) -> Terms:
    """The terms in `data` (shape of POST /games/ in the contract). Raises Invalid that names each bad field."""
    errors: dict[str, list[str]] = {}
    given = dict(data)

    def take(name: str, default: Any, read: Callable[[Any], Any]) -> Any:
        try:
            return read(given.pop(name)) if name in given else default
        except ValueError as fault:
            errors[name] = [str(fault)]
            return default

    if "players" not in given:
        errors["players"] = [_("Say how many players: 2 to 5.")]
    players: int = take("players", 2, lambda value: _whole(value, 2, 5))
    terms = Terms(
        players=players,
        visibility=take("visibility", "public", lambda value: _one_of(value, ("public", "private"))),
        target=take("target", 150, lambda value: _whole(value, 50, 500)),
        rounds=take("rounds", None, _rounds),
        clock=take("clock", DEFAULT_CLOCK, _clock),
        timeouts_to_leave=take("timeouts_to_leave", 2, lambda value: _whole(value, 1, 10)),
        replace_left=take("replace_left", None, lambda v: None if v is None else _one_of(v, BOT_LEVELS)),
        hints=take("hints", False, _flag),
        bots=take("bots", (), lambda value: _bots(value, players)),
        invite=take("invite", (), _invited),
        weekends=take("weekends", False, _flag),
        vacation_allowed=take("vacation_allowed", True, _flag),
        vacation_bot=take("vacation_bot", None, lambda v: None if v is None else _one_of(v, BOT_LEVELS)),
        contribution=take("contribution", "", _words),
    )
    if terms.vacation_bot and not terms.vacation_allowed and "vacation_allowed" not in errors:
        errors["vacation_bot"] = [
            _("Where vacations do not count nobody plays for who is on one: give null.")
        ]
    for name in list(given)[:MOST_NAMED]:
        errors[str(name)[:60]] = [_("There is no such option.")]
    if errors:
        raise Invalid(errors)
    return terms


def read_invited(names: list[str]) -> tuple[str, ...]:
    """Whom to invite, as `invite` of the terms. Raises Invalid."""
    try:
        return _invited(names)
    except ValueError as fault:
        raise Invalid({"invite": [str(fault)]}) from None


def _whole(value: Any, lowest: int, highest: int) -> int:
    if type(value) is not int or not lowest <= value <= highest:
        raise ValueError(
            _("Give a whole number from %(lowest)d to %(highest)d.") % {"lowest": lowest, "highest": highest}
        )
    return value


def _one_of(value: Any, choices: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise ValueError(_("Give one of: %(choices)s.") % {"choices": ", ".join(choices)})
    return value


def _rounds(value: Any) -> int | None:
    if value is None or (type(value) is int and value == 1):
        return value
    raise ValueError(_("Give 1 for a single round, or null to play to the target."))


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError(_("Give true or false."))
    return value


def _words(value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_CONTRIBUTION:
        raise ValueError(_("Send a text of at most %(most)d characters.") % {"most": LONGEST_CONTRIBUTION})
    return value


def _clock(value: Any) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(_("Give an object with “kind” per_turn or bank."))
    fields = dict(value)
    kind = _one_of(fields.pop("kind", None), tuple(_CLOCKS))
    clock: dict[str, object] = {"kind": kind}
    for name, (lowest, highest, default) in _CLOCKS[kind].items():
        try:
            clock[name] = _whole(fields.pop(name, default), lowest, highest)
        except ValueError as fault:
            raise ValueError(f"{name}: {fault}") from None
    if kind == "bank":
        _refuse_overfull(clock, chosen="start_hours" in value)
    if fields:
        raise ValueError(
            _("A clock of kind %(kind)s has no %(field)s.") % {"kind": kind, "field": min(fields, key=str)}
        )
    return clock


def _refuse_overfull(clock: dict[str, Any], *, chosen: bool) -> None:
    """A bank starts with no more than it may hold; one that was left to us starts with what it may hold."""
    if clock["start_hours"] <= clock["cap_hours"]:
        return
    if chosen:
        raise ValueError(
            _(
                "start_hours: the bank cannot start with more than cap_hours, the most that it may hold: %(cap)d."
            )
            % {"cap": clock["cap_hours"]}
        )
    clock["start_hours"] = clock["cap_hours"]


def _bots(value: Any, players: int) -> tuple[str, ...]:
    levels = _texts(value, players)
    for level in levels:
        _one_of(level, BOT_LEVELS)
    if len(levels) >= players:
        raise ValueError(_("At most %(most)d: one place is yours.") % {"most": players - 1})
    return levels


def _invited(value: Any) -> tuple[str, ...]:
    names = [name.strip() for name in _texts(value, MAX_INVITED)]
    bad = [name for name in names if not _can_be_invited(name)]
    if bad:
        words = _("“%(line)s” is neither a user name nor a mail address.")
        raise ValueError(" ".join(words % {"line": _shown(name)} for name in bad))
    return tuple(dict.fromkeys(names))


def _can_be_invited(name: str) -> bool:
    return 0 < len(name) <= LONGEST_INVITED and name.isprintable() and ("@" not in name or _is_address(name))


def _shown(text: str) -> str:
    """What was sent, short, and without what does not show."""
    seen = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return seen if len(seen) <= LONGEST_SHOWN else seen[: LONGEST_SHOWN - 1] + "…"


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _texts(value: Any, most: int) -> tuple[str, ...]:
    if not isinstance(value, list) or any(not isinstance(item, str) for item in value):
        raise ValueError(_("Give a list of texts."))
    if len(value) > most:
        raise ValueError(_("At most %(most)d.") % {"most": most})
    return tuple(value)
