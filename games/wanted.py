"""Reads: what somebody wants to hear of a game, by their own wishes and those for that game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts import hours
from accounts.models import User, Wishes
from games.models import Game, GameWishes

USUAL_LEADS = (24,)  # hours before a deadline that who has said nothing is reminded


@dataclass(frozen=True, slots=True)
class Wanted:
    """The wishes that hold for one user, of one game or of none."""

    turn: str
    turn_after: timedelta
    leads: tuple[int, ...]
    asked: bool  # whether the leads are the user's own choice
    rounds: bool
    results: bool
    invitations: bool
    digest_hour: int | None
    quiet: tuple[int, int] | None
    while_open: bool
    muted: bool
    tz: ZoneInfo

    @property
    def turn_mails(self) -> bool:
        """Whether a mail tells of each turn."""
        return self.turn in (Wishes.Turn.AT_ONCE, Wishes.Turn.LATER) and not self.muted

    def quiet_until(self, moment: datetime) -> datetime | None:
        return hours.quiet_until(self.quiet, self.tz, moment)

    def quiet_since(self, moment: datetime) -> datetime | None:
        return hours.quiet_since(self.quiet, self.tz, moment)


def by(user: User, game: Game | None = None) -> Wanted:
    """What `user` wants to hear of `game`; without one, of all that is of no game."""
    own = Wishes.objects.filter(user=user).first()
    here = GameWishes.objects.filter(user=user, game=game).first() if game is not None else None
    return _merged(user, own, here)


def of_their_turns(games: Iterable[Game]) -> dict[int, Wanted]:
    """For each game, by its id, what who is to act wants to hear of it. Two queries for all of them."""
    games = [game for game in games if game.to_act is not None]
    own = {one.user_id: one for one in Wishes.objects.filter(user__in={game.to_act_id for game in games})}
    rows = GameWishes.objects.filter(game__in=[game.pk for game in games])
    here = {(one.game_id, one.user_id): one for one in rows}
    return {
        game.pk: _merged(game.to_act, own.get(game.to_act.pk), here.get((game.pk, game.to_act.pk)))
        for game in games
        if game.to_act is not None
    }


def _merged(user: User, own: Wishes | None, here: GameWishes | None) -> Wanted:
    own = own or Wishes()
    leads, turn, minutes = own.leads, own.turn, own.turn_minutes
    if here is not None:
        leads = leads if here.leads is None else here.leads
        turn = here.turn or turn
        minutes = here.turn_minutes or minutes
    return Wanted(
        turn=turn,
        turn_after=timedelta(minutes=minutes),
        leads=USUAL_LEADS if leads is None else tuple(leads),
        asked=leads is not None,
        rounds=own.rounds,
        results=own.results,
        invitations=own.invitations,
        digest_hour=own.digest_hour,
        quiet=_quiet(user, own),
        while_open=own.while_open,
        muted=here is not None and here.muted,
        tz=hours.zone(user.timezone),
    )


def _quiet(user: User, own: Wishes) -> tuple[int, int] | None:
    if own.quiet == Wishes.Quiet.NONE:
        return None
    if own.quiet == Wishes.Quiet.OWN:
        return own.quiet_from, own.quiet_until
    return night_of(user)


def night_of(user: User) -> tuple[int, int] | None:
    """Their night hours. Who has said neither where they live nor when they sleep has none that we know of."""
    known = user.timezone != "UTC" or user.night_from is not None
    return user.night if known else None
