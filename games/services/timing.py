"""A game's clock as its columns hold it: closed and opened with its turns, counted again when a reason changes.

Nothing is stored here. The ledger stores it with the move, games.services.pauses where no move is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from accounts import hours
from accounts.models import User, Vacation
from games.models import ClockChange, Game, Outage, Seat
from games.services import clocks
from games.services.clocks import Clocks
from games.services.deadlines import Floor, Reason, Rests, Span


def close_turn(game: Game, seat: Seat, now: datetime) -> None:
    """The turn of `seat` is over: what ran of its time is used, and rests are not."""
    number = _number(seat)
    _put(game, clocks.close_turn(held(game), seat=number, now=now, rests=rests_of(game, seat)))


def open_turn(game: Game, seat: Seat, now: datetime) -> None:
    """The turn of `seat` opens. What held up an earlier turn only is forgotten."""
    game.pauses = [
        pause for pause in game.pauses if pause["reason"] == Reason.MODERATOR and until(pause) > now
    ]
    opened = clocks.open_turn(
        game.options["clock"], held(game), seat=_number(seat), now=now, rests=rests_of(game, seat)
    )
    _put(game, opened)


def counted_now(game: Game, seat: Seat, outages: Iterable[Outage] = ()) -> Clocks:
    """The clocks with the deadline of the open turn that follows from all that holds it up."""
    rests = rests_of(game, seat, outages)
    return clocks.counted(game.options["clock"], held(game), seat=_number(seat), rests=rests)


def count_again(game: Game, seat: Seat, outages: Iterable[Outage] = ()) -> bool:
    """Counts the deadline of the open turn again; whether it is another one."""
    before = (game.deadline, game.deadline_reasons)
    _put(game, counted_now(game, seat, outages))
    return before != (game.deadline, game.deadline_reasons)


def rests_of(game: Game, seat: Seat, outages: Iterable[Outage] = ()) -> Rests:
    """What holds up the clock of `seat`: of a program, ours or not, only what holds up everybody's."""
    spans = [
        Span(Reason.MODERATOR, begin(pause), until(pause))
        for pause in game.pauses
        if pause["reason"] == Reason.MODERATOR
    ]
    floors = [Floor(Reason.OUTAGE, outage.grace_until) for outage in outages]
    floors += [
        Floor(Reason.CHANGE, until(pause)) for pause in game.pauses if pause["reason"] == Reason.CHANGE
    ]
    player, options = seat.user, game.options
    if player.kind == User.Kind.BOT:
        return Rests(spans=tuple(spans), floors=tuple(floors))
    # The games of an earlier version have neither option: nobody agreed to them.
    if options.get("vacation_allowed"):
        spans += [Span(Reason.VACATION, start, end) for start, end in seat.vacations]
    return Rests(
        spans=tuple(spans),
        floors=tuple(floors),
        zone=hours.zone(player.timezone),
        weekends=bool(options.get("weekends")),
        night=player.night,
    )


def house_due(game: Game, seat: Seat, now: datetime) -> datetime | None:
    """When a house player is to move for `seat`: its own, or one that stands in for who is on vacation."""
    soon = now + timedelta(seconds=settings.BOT_DELAY)
    if seat.user.is_house:
        return soon
    if not stand_in_of(game):
        return None
    coming = [start for start, end in seat.vacations if end > now]
    return max(soon, min(coming)) if coming else None


def stand_in_of(game: Game) -> str:
    """The level of the house player that plays for who is on vacation; empty where such a seat is waited for."""
    return str(game.options.get("vacation_bot") or "") if game.options.get("vacation_allowed") else ""


def stands_in(game: Game, now: datetime) -> bool:
    """Whether a house player moves now for the person whose turn is open."""
    if not stand_in_of(game):
        return False
    return Vacation.objects.filter(user=game.to_act_id, starts_at__lte=now, ends_at__gt=now).exists()


def change_of(
    game: Game, seat: Seat, *, turn: int, why: str, before: datetime | None, now: datetime, note: str = ""
) -> ClockChange:
    """The line of the clock's log that tells of the deadline as it is now."""
    assert game.deadline is not None, "a turn is open"
    return ClockChange(
        game_id=game.pk,
        at=now,
        seat=_number(seat),
        turn=turn,
        why=why,
        before=before,
        deadline=game.deadline,
        reasons=game.deadline_reasons,
        note=note,
    )


def pause(reason: Reason, start: datetime, end: datetime, **more: str) -> dict[str, str]:
    """A pause as the game's column holds it."""
    return {"reason": reason.value, "from": start.isoformat(), "until": end.isoformat(), **more}


def begin(stored: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(stored["from"])


def until(stored: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(stored["until"])


def held(game: Game) -> Clocks:
    """The clocks as the game's columns hold them."""
    return Clocks(
        banks=tuple(game.banks),
        deadline=game.deadline,
        since=game.turn_since,
        reasons=tuple(map(Reason, game.deadline_reasons)),
    )


def _put(game: Game, now_held: Clocks) -> None:
    game.banks, game.deadline, game.turn_since = list(now_held.banks), now_held.deadline, now_held.since
    game.deadline_reasons = [reason.value for reason in now_held.reasons]


def _number(seat: Seat) -> int:
    assert seat.number is not None, "seats are numbered when the game starts"
    return seat.number
