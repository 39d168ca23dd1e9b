"""Reminders of deadlines: each belongs to one value of a deadline. Where that moves, they are due again.

A game says when it is to be looked at (Game.remind_at): a moment after its deadline was set or moved, and then when
the next reminder is due. The sweep finds those only, however many games there are.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import F

from accounts.models import User
from games import wanted
from games.models import Game, Outbox
from games.services import outbox
from games.services.faults import told
from games.services.outbox import Owed
from games.services.write import writing
from games.wanted import Wanted

log = logging.getLogger(__name__)

BATCH = 100
# Most turns at a quick table are over before anybody needs to look.
LOOK_AFTER = timedelta(minutes=5)
# A reminder of who asked for none is moved out of their night, but not nearer to the deadline than this.
LEAST = timedelta(hours=1)


def first_look(now: datetime) -> datetime:
    """When a game is to be looked at whose turn opens now."""
    return now + LOOK_AFTER


def look_again(*, user: User, game: Game | None = None) -> None:
    """The user wants to be reminded otherwise: the games that wait for them, or the one, are looked at."""
    waiting = Game.objects.filter(to_act=user, deadline__isnull=False)
    if game is not None:
        waiting = waiting.filter(pk=game.pk)
    # Locked in one order: an update alone takes them as they come.
    found = list(waiting.order_by("pk").select_for_update().values_list("pk", flat=True))
    Game.objects.filter(pk__in=found).update(remind_at=F("updated_at"))


def sweep(*, now: datetime, limit: int = 1000) -> int:
    """Owes what reminders are due at `now`; how many. Run twice, or by two at once, it owes each once."""
    owed = seen = 0
    while seen < limit:
        due = Game.objects.filter(remind_at__lte=now).order_by("remind_at", "pk")
        games = list(due.select_related("to_act").defer("state", "options", "result")[:BATCH])
        wishes = wanted.of_their_turns(games)
        for game in games:
            owed += _look(game, wishes.get(game.pk), now)
        seen += len(games)
        if len(games) < BATCH:
            break
    return owed


def moments(deadline: datetime, wishes: Wanted) -> dict[int, datetime]:
    """When to remind, by how many hours before the deadline each is meant."""
    return {lead: _outside_the_night(deadline, lead, wishes) for lead in wishes.leads}


def _outside_the_night(deadline: datetime, lead: int, wishes: Wanted) -> datetime:
    at = deadline - timedelta(hours=lead)
    began, ended = wishes.quiet_since(at), wishes.quiet_until(at)
    if wishes.asked or began is None or ended is None:
        return at  # who chose the hours chose these too
    return ended if ended <= deadline - LEAST else began


def _look(game: Game, wishes: Wanted | None, now: datetime) -> bool:
    """Owes the reminder of one game that is due, and says when to look at it next. False where none is."""
    try:
        with writing():
            due, following = _plan(game, wishes, now)
            same = Game.objects.filter(
                pk=game.pk, remind_at=game.remind_at, deadline=game.deadline, to_act=game.to_act_id
            )
            if not same.update(remind_at=following) or due is None:
                return False
            assert game.to_act_id is not None and game.deadline is not None, "who is reminded, and of what"
            return _owe(game, game.to_act_id, game.deadline.isoformat(), due, now)
    except Exception as error:  # noqa: BLE001  # one broken game must not keep all others from being told
        log.error("game %s could not be looked at for reminders: %s", game.pk, told(error))
        Game.objects.filter(pk=game.pk, remind_at=game.remind_at).update(remind_at=now + LOOK_AFTER)
        return False


def _owe(game: Game, user_id: int, deadline: str, lead: int, now: datetime) -> bool:
    key = f"reminder:{game.code}:{deadline}:{lead}:{user_id}"
    if Outbox.objects.filter(key=key).exists():
        return outbox.holds_again(key=key, now=now)  # the deadline was this before
    payload = {"deadline": deadline, "lead": lead}
    outbox.owe([Owed(Outbox.Kind.REMINDER, key, user_id, game.pk, payload=payload)])
    return True


def _plan(game: Game, wishes: Wanted | None, now: datetime) -> tuple[int | None, datetime | None]:
    """The lead whose reminder is due, and when the next one is."""
    if wishes is None or wishes.muted or game.to_act is None or not game.to_act.email:
        return None, None
    if game.deadline is None or game.deadline <= now:
        return None, None
    at = moments(game.deadline, wishes)
    following = min((moment for moment in at.values() if moment > now), default=None)
    passed = [lead for lead, moment in at.items() if moment <= now]
    if not passed:
        return None, following
    due = min(passed)  # of several that were slept through, the one that is nearest says all
    known = _told_at(game) if wishes.turn_mails else None
    return (None if known is not None and at[due] <= known else due), following


def _told_at(game: Game) -> datetime | None:
    """When the mail of the open turn was owed that told of this very deadline."""
    turns = Outbox.objects.filter(game=game, user=game.to_act, kind=Outbox.Kind.TURN).order_by("-pk")
    # One that was moot when it was to be sent has told nobody.
    newest = turns.exclude(state=Outbox.State.MOOT).values_list("created_at", "payload").first()
    if newest is None or game.deadline is None:
        return None
    return newest[0] if newest[1].get("deadline") == game.deadline.isoformat() else None
