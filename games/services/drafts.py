"""The private, unsent arrangement of a player: kept and dropped. The last write wins."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.cards import Card
from games.engine.errors import BadCard
from games.errors import Invalid
from games.models import Draft
from games.selectors import own_seat, seats_of
from games.services.seats import refuse_unless_active, unlocked
from games.services.write import writing


def put(
    *, code: str, user: User, table: Sequence[Sequence[Card]] | BadCard, loose: Sequence[Card], version: int
) -> Draft:
    """Keeps the arrangement. Not part of the game's version; legality is not judged."""
    with writing():
        game = unlocked(code)
        own_seat(game, seats_of(game), user)
        if isinstance(table, BadCard):
            raise table
        refuse_unless_active(game)
        if version > game.version:  # nobody has seen it yet
            raise Invalid({"version": [_("Send the version that you saw, a whole number.")]})
        known = Draft.objects.filter(game=game, user=user).values_list("step", flat=True).first()
        draft, _created = Draft.objects.update_or_create(
            game=game,
            user=user,
            defaults={
                "table": [[card.text for card in meld] for meld in table],
                "loose": [card.text for card in loose],
                "version": version,
                "step": (known or 0) + 1,
                "labels": [],  # what the pages keep with theirs (see arranging) belongs to another arrangement
                "before": [],
                "after": [],
                "updated_at": timezone.now(),
            },
        )
        return draft


def drop(*, code: str, user: User) -> None:
    """Forgets the arrangement, if there is one."""
    with writing():
        game = unlocked(code)
        own_seat(game, seats_of(game), user)
        Draft.objects.filter(game=game, user=user).delete()
