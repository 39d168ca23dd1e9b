"""Games that nobody goes on with, tables that will not begin: each ends by a rule of docs/rules.md, and all hear it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q

from games.engine import codec, rules
from games.engine.errors import RuleError
from games.engine.moves import Abandon
from games.models import Game
from games.selectors import seats_of
from games.services import lobby
from games.services.faults import told
from games.services.ledger import commit
from games.services.seats import locked
from games.services.write import writing

log = logging.getLogger(__name__)

SILENT = timedelta(days=30)  # nobody moved by their own hand, and everybody missed their last turn
NOT_FILLED = timedelta(days=14)  # nobody joined or left the open table
INVITED = timedelta(days=30)  # an invitation holds as long, and an open table with it
BATCH = 100


def end_all(*, now: datetime) -> int:
    """Ends all that is due to end at `now`, each in its own transaction; how many. Run twice, it ends each once."""
    return sum(_closed(pk, reason, now) for pk, reason in list(_tables(now))) + sum(
        _abandoned(pk, now) for pk in _silent(now)
    )


def _tables(now: datetime) -> Iterable[tuple[int, str]]:
    """The open tables that will not begin, and why."""
    waiting = Game.objects.filter(status=Game.Status.OPEN).order_by("pk")
    gone = waiting.filter(creator__is_active=False)
    old = waiting.filter(Q(updated_at__lte=now - NOT_FILLED) | Q(created_at__lte=now - INVITED))
    for pk in gone.values_list("pk", flat=True):
        yield pk, "creator_left"
    for pk in old.exclude(creator__is_active=False).values_list("pk", flat=True):
        yield pk, "expired"


def _silent(now: datetime) -> Iterable[int]:
    """The games that go on without anybody's own move, longest first; whether somebody is still there is asked then."""
    after = (datetime.min.replace(tzinfo=now.tzinfo), 0)
    while True:
        silent = Game.objects.filter(status=Game.Status.ACTIVE, moved_at__lte=now - SILENT)
        following = silent.filter(Q(moved_at__gt=after[0]) | Q(moved_at=after[0], pk__gt=after[1]))
        batch = list(following.order_by("moved_at", "pk").values_list("moved_at", "pk")[:BATCH])
        for moved_at, pk in batch:
            assert moved_at is not None
            after = (moved_at, pk)
            yield pk
        if len(batch) < BATCH:
            break


def _closed(pk: int, reason: str, now: datetime) -> bool:
    try:
        return lobby.close(pk=pk, reason=reason, now=now)
    except Exception as error:  # noqa: BLE001  # one broken table must not keep the others open
        log.error("open table %s could not be ended: %s", pk, told(error))
        return False


def _abandoned(pk: int, now: datetime) -> bool:
    try:
        return _end(pk, now)
    except RuleError:  # somebody has not missed their turn yet
        return False
    except Exception as error:  # noqa: BLE001  # one broken game must not keep the others going
        log.error("game %s could not be ended as abandoned: %s", pk, told(error))
        return False


def _end(pk: int, now: datetime) -> bool:
    with writing():
        game = locked(pk=pk)
        seats = seats_of(game)
        away = any(start <= now < end for seat in seats for start, end in seat.vacations)
        if game.status != Game.Status.ACTIVE or game.moved_at is None or game.moved_at > now - SILENT or away:
            return False
        state = codec.decode_state(game.state)
        steps = rules.play(state, None, Abandon())
        commit(game=game, seats=seats, before=state, steps=steps, now=now)
        return True
