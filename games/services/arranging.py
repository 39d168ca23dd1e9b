"""The arrangement that a player makes on the pages, step by step: each change counted, undone and done again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.engine import codec
from games.engine.cards import card
from games.engine.draft import Draft, draft_from, resume
from games.engine.melds import Meld
from games.engine.placing import reopen
from games.engine.state import State
from games.engine.undeclared import in_order
from games.errors import NotYourSeat, StaleVersion
from games.models import Draft as Stored
from games.models import Game, Move, Seat
from games.selectors import own_seat, seats_of
from games.services.seats import locked, refuse_unless_active
from games.services.write import writing

MOST_STEPS = 60  # that can be undone
Kept = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A player's arrangement as it stands on the table of now. `step` counts its changes."""

    draft: Draft
    step: int = 0
    undo: int = 0  # how many steps lead back
    redo: int = 0  # how many of those that led back can be done again
    stale: bool = False  # the table has changed since, and the draft was brought to it
    key: str = ""  # the name of the newest step, where who made it gave one


class OtherStep(Exception):
    """The form belongs to another step than the arrangement's `step`: it came twice, or another window's first."""

    def __init__(self, step: int) -> None:
        super().__init__(step)
        self.step = step


@dataclass(frozen=True, slots=True)
class _Held:
    """What one step is made on. `key` is its name; `done` says that a step of this name was made already."""

    game: Game
    user: User
    state: State
    number: int
    row: Stored | None
    key: str
    done: bool

    def now(self) -> Arrangement:
        return _read(self.game, self.state, self.number, self.row)


def opened(game: Game, seat: Seat, state: State) -> Arrangement:
    """The arrangement of who holds `seat`: what was stored, or the table as it lies."""
    return _read(game, state, _number(seat), Stored.objects.filter(game=game, user_id=seat.user_id).first())


def change(
    *,
    code: str,
    user: User,
    step: int,
    to: Callable[[Draft], Draft],
    version: int | None = None,
    key: str = "",
) -> Arrangement:
    """Makes one change, and gives what it led to. Raises OtherStep, and what `to` raises; then nothing is changed.

    With the `version` that the player saw it also raises StaleVersion where the table has changed since: what
    was to be done there may mean something else by now. A step with a `key` is made once, however often it comes.
    """
    with writing():
        held = _held(code, user, step, version, key)
        if held.done:
            return held.now()
        draft = held.now().draft
        after = to(draft)
        before = [*_before(held.row), _kept(draft)][-MOST_STEPS:]
        _write(held, _kept(after), before=before, after=[])
        return Arrangement(after, step + 1, len(before), key=key)


def put_all_back(*, code: str, user: User, step: int, key: str = "") -> Arrangement:
    """The table lies as it did, the hand is whole; this can be undone as well."""
    return change(
        code=code, user=user, step=step, key=key, to=lambda draft: draft_from(draft.table, draft.dealt)
    )


def undo(*, code: str, user: User, step: int, key: str = "") -> Arrangement:
    """One step back, if there is one."""
    with writing():
        held = _held(code, user, step, key=key)
        row = held.row
        if row is not None and row.before and not held.done:
            now = _kept(held.now().draft)
            row = _write(held, row.before[-1], before=row.before[:-1], after=[*row.after, now])
        return _read(held.game, held.state, held.number, row)


def redo(*, code: str, user: User, step: int, key: str = "") -> Arrangement:
    """What was undone last is done again, if there is anything."""
    with writing():
        held = _held(code, user, step, key=key)
        row = held.row
        if row is not None and row.after and not held.done:
            now = _kept(held.now().draft)
            row = _write(held, row.after[-1], before=[*row.before, now], after=row.after[:-1])
        return _read(held.game, held.state, held.number, row)


def _held(code: str, user: User, step: int, version: int | None = None, key: str = "") -> _Held:
    game = locked(code=code)
    seat = own_seat(game, seats_of(game), user)
    refuse_unless_active(game)
    state, number = codec.decode_state(game.state), _number(seat)
    if state.seats[number].left:
        raise NotYourSeat
    row = Stored.objects.filter(game=game, user=user).first()
    if key and row is not None and key in row.keys:
        return _Held(game, user, state, number, row, key, done=True)
    if step != (row.step if row else 0):
        raise OtherStep(row.step if row else 0)
    if version is not None and (version > game.version or _has_changed(game, version)):
        raise StaleVersion(game.version)
    return _Held(game, user, state, number, row, key, done=False)


def _read(game: Game, state: State, number: int, row: Stored | None) -> Arrangement:
    table: tuple[Meld, ...] = state.round.table if state.round else ()
    hand = state.seats[number].hand
    if row is None:
        return Arrangement(draft_from(table, hand))
    stale = _has_changed(game, row.version)
    melds = [tuple(map(card, meld)) for meld in row.table]
    if stale:
        # A meld in which the player had done nothing follows the table.
        touched = [touched for _label, touched in row.labels] or [True] * len(melds)
        draft = resume(table, hand, [meld for meld, own in zip(melds, touched, strict=True) if own])
    else:
        draft = reopen(table, hand, [label for label, _touched in row.labels], melds)
    key = row.keys[-1] if row.keys else ""
    return Arrangement(draft, row.step, len(row.before), len(row.after), stale, key)


def _has_changed(game: Game, version: int) -> bool:
    """Whether the table has, since that version."""
    if version == game.version:
        return False
    moves = Move.objects.filter(game=game, version__gt=version, type__in=("meld", "deal"))
    return moves.exists()


def _kept(draft: Draft) -> Kept:
    lying = {meld.label: in_order(meld.cards) for meld in draft.table}
    return {
        "labels": [[each.label, lying.get(each.label) != each.cards] for each in draft.melds],
        "table": [[each.text for each in meld.cards] for meld in draft.melds],
        "loose": [each.text for each in draft.loose],
    }


def _before(row: Stored | None) -> list[Kept]:
    return row.before if row else []


def _write(held: _Held, kept: Kept, *, before: list[Kept], after: list[Kept]) -> Stored:
    row = held.row
    keys = [*(row.keys if row else []), held.key][-MOST_STEPS:]
    written, _created = Stored.objects.update_or_create(
        game=held.game,
        user=held.user,
        defaults={
            **kept,
            "version": held.game.version,
            "step": (row.step if row else 0) + 1,
            "before": before,
            "after": after,
            "keys": keys,
            "updated_at": timezone.now(),
        },
    )
    return written


def _number(seat: Seat) -> int:
    assert seat.number is not None, "seats are numbered when the game starts"
    return seat.number
