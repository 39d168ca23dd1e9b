"""What holds up clocks changes: the deadlines that follow from it are counted again, and the log of each says why.

A change of a clock is no change of the game: its version stays, so that a move that is on its way is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine import codec
from games.errors import Invalid, StaleVersion
from games.models import ClockChange, Game, Outage, Seat
from games.selectors import seats_of
from games.services import live, timing, wake
from games.services.deadlines import Reason
from games.services.seats import locked, refuse_unless_active
from games.services.write import writing

Why = ClockChange.Why

LONGEST_PAUSE = timedelta(days=90)
LONGEST_NOTE = 200
# Whoever sets zone or night hours so that their time would be over has this long to see it.
AFTER_A_CHANGE = timedelta(hours=1)
SOON = timedelta(minutes=1)


def player_away(*, user: User) -> None:
    """The vacations of `user` changed: all their tables show it, and their open turns follow (ACCOUNT_AWAY)."""
    _of_player(user, Why.VACATION)
    # After their rows are locked, in one order.
    Game.objects.filter(pk__in=_shown_in(user)).update(revision=F("revision") + 1)
    live.shown_anew(user=user)


def player_set(*, user: User) -> None:
    """The time zone or night hours of `user` changed: their open turns follow (settings.ACCOUNT_CLOCK)."""
    _of_player(user, Why.SETTINGS)


def stop(*, code: str, staff: User, until: datetime, note: str = "", now: datetime | None = None) -> Game:
    """A moderator stops the clock of a game until then; everybody may still move. Raises Invalid."""
    now = now or timezone.now()
    if not now < until <= now + LONGEST_PAUSE:
        most = LONGEST_PAUSE.days
        raise Invalid({"until": [_("Give a moment within %(days)d days from now.") % {"days": most}]})
    with writing():
        game = locked(code=code)
        refuse_unless_active(game)
        kept = _without_open_pause(game, now)
        game.pauses = [*kept, timing.pause(Reason.MODERATOR, now, until, by=str(staff.pk))]
        recounted(game=game, seats=seats_of(game), why=Why.MODERATOR, now=now, note=note[:LONGEST_NOTE])
        return game


def go_on(*, code: str, note: str = "", now: datetime | None = None) -> Game:
    """A moderator lets the clock of a game go on; where it goes on already, nothing happens."""
    now = now or timezone.now()
    with writing():
        game = locked(code=code)
        refuse_unless_active(game)
        kept = _without_open_pause(game, now)
        if kept != game.pauses:
            game.pauses = kept
            recounted(game=game, seats=seats_of(game), why=Why.MODERATOR, now=now, note=note[:LONGEST_NOTE])
        return game


def stopped_until(game: Game, now: datetime) -> datetime | None:
    """Until when a moderator has stopped the game's clock."""
    open_ones = [
        timing.until(pause)
        for pause in game.pauses
        if pause["reason"] == Reason.MODERATOR and timing.begin(pause) <= now < timing.until(pause)
    ]
    return max(open_ones, default=None)


def recounted(*, game: Game, seats: Sequence[Seat], why: str, now: datetime, note: str = "") -> bool:
    """Counts the deadline of the open turn again and stores it; whether it moved. `game` is locked.

    A line of the clock's log is written where it moved, and for every word of a moderator. Reminders of another
    deadline are due again.
    """
    if game.status != Game.Status.ACTIVE or game.deadline is None or game.turn_since is None:
        return False
    seat, before, outages = _to_act(game, seats), game.deadline, _outages(game)
    moved = timing.count_again(game, seat, outages)
    if why == Why.SETTINGS and game.deadline < (least := min(before, now + AFTER_A_CHANGE)):
        game.pauses = [*game.pauses, timing.pause(Reason.CHANGE, now, least)]
        moved = timing.count_again(game, seat, outages) or game.deadline != before
    if not seat.user.is_house and game.plan_due is None:  # a plan comes before who stands in
        game.bot_due = timing.house_due(game, seat, now)
        if game.bot_due and game.bot_due <= now + SOON:
            wake.bots(settings.BOT_DELAY)
    _store(game, now)
    live.changed(game=game, seats=seats, what=live.CLOCK)
    if moved or why == Why.MODERATOR:
        turn = codec.decode_state(game.state).turns
        timing.change_of(game, seat, turn=turn, why=why, before=before, now=now, note=note).save()
    return moved


def put_off(*, game: Game, seats: Sequence[Seat], now: datetime) -> bool:
    """Whether the deadline that has come is put off: more holds up its clock than was known when it was counted.

    So it is after an outage, and where a vacation was stored at the moment at which the turn opened. `game` is
    locked.
    """
    if game.turn_since is None:
        return False
    found = timing.counted_now(game, _to_act(game, seats), _outages(game))
    if found.deadline is None or found.deadline <= now or list(found.reasons) == game.deadline_reasons:
        return False
    return recounted(game=game, seats=seats, why=Why.LOOKED, now=now)


def _to_act(game: Game, seats: Sequence[Seat]) -> Seat:
    return next(seat for seat in seats if seat.user_id == game.to_act_id)


def _outages(game: Game) -> list[Outage]:
    """Those that the open turn has seen."""
    assert game.turn_since is not None
    return list(Outage.objects.filter(ended_at__gt=game.turn_since))


def _store(game: Game, now: datetime) -> None:
    seen = game.revision
    game.revision, game.remind_at = seen + 1, now
    hit = Game.objects.filter(pk=game.pk, version=game.version, revision=seen).update(
        revision=game.revision,
        deadline=game.deadline,
        deadline_reasons=game.deadline_reasons,
        pauses=game.pauses,
        bot_due=game.bot_due,
        remind_at=game.remind_at,
    )
    if not hit:
        raise StaleVersion(game.version)


def _of_player(user: User, why: str) -> None:
    now = timezone.now()
    with writing():
        # Locked in one order, so that two players of the same tables never wait for each other.
        tables = Game.objects.filter(pk__in=_shown_in(user)).select_for_update().order_by("pk")
        for pk, to_act in list(tables.values_list("pk", "to_act_id")):
            if to_act == user.pk:
                game = locked(pk=pk)
                recounted(game=game, seats=seats_of(game), why=why, now=now)


def _shown_in(user: User) -> list[int]:
    going_on = Seat.objects.filter(user=user, game__status__in=(Game.Status.OPEN, Game.Status.ACTIVE))
    return list(going_on.values_list("game_id", flat=True))


def _without_open_pause(game: Game, now: datetime) -> list[dict[str, str]]:
    """The game's pauses, one that a moderator made and that is not over ended now."""
    kept = []
    for pause in game.pauses:
        if pause["reason"] == Reason.MODERATOR and timing.until(pause) > now:
            if timing.begin(pause) < now:
                kept.append({**pause, "until": now.isoformat()})
        else:
            kept.append(pause)
    return kept
