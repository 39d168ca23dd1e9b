"""Who thinks about a turn that nobody plays by hand holds it for a while: no two workers think about the same one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

from games.models import Game
from games.services.faults import told
from games.services.write import writing

log = logging.getLogger(__name__)

AGAIN = timedelta(minutes=1)  # after a fault: later, so that broken games never crowd out the others
LEASE = timedelta(seconds=20)  # after which a turn is anybody's again: whoever held it died, or is very slow
Due = Literal["bot_due", "plan_due"]  # the column of Game that says from when on


def while_held(*, pk: int, due: Due, now: datetime, play: Callable[[], bool]) -> bool:
    """What `play` gives, called while this turn is held by the caller alone; False where another was faster.

    After a fault of ours the turn is due again later.
    """
    held = now + LEASE
    with writing():
        if not Game.objects.filter(pk=pk, **{f"{due}__lte": now}).update(**{due: held}):
            return False
    try:
        return play()
    except Exception as error:  # noqa: BLE001  # one broken game must not hold up the other tables
        log.error("%s of game %s could not be played: %s", due, pk, told(error))
        with writing():
            Game.objects.filter(pk=pk, **{due: held}).update(**{due: now + AGAIN})
        return False
