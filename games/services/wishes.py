"""What a player wants to hear of one game, where it is not what they want of all; and the end of a kind of mail."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, Wishes
from accounts.names import address_key
from accounts.selectors import user_by_confirmed_address
from accounts.services import wishes as own
from accounts.services.locks import hold, one_at_a_time
from games.models import Game, GameWishes, Outbox, StoppedAddress
from games.selectors import find, own_seat
from games.services import outbox, reminders
from games.services.write import writing

Kind = Outbox.Kind


def of_game(*, user: User, code: str) -> tuple[Game, GameWishes]:
    """The player's wishes for the game; not stored where they are as everywhere. Raises NotFound, NotYourSeat."""
    game, seats = find(code=code, user=user)
    own_seat(game, seats, user)
    return game, GameWishes.objects.filter(game=game, user=user).first() or GameWishes(game=game, user=user)


def change(*, user: User, code: str, **changes: Any) -> GameWishes:
    """Changes `muted`, `turn`, `turn_minutes`, `leads` for one game; null: as everywhere.

    Who wants to hear of it by the daily list alone gets that list.
    Raises ValidationError with a dict that names each bad one, NotFound, NotYourSeat.
    """
    checked = own.checks(changes, _CHECKS)
    with writing():
        one_at_a_time(user)
        game, _wishes = of_game(user=user, code=code)
        if checked.get("turn") == Wishes.Turn.DIGEST and own.of(user).digest_hour is None:
            # Otherwise nothing would ever tell of its turns.
            own.change(user=user, digest_hour=own.FIRST_DIGEST_HOUR)
        return _keep(user, game, checked)


def changed(*, user: User, game: Game | None = None) -> None:
    """Other wishes: what waits by the old ones is looked at again (settings.WISHES_CHANGED)."""
    reminders.look_again(user=user, game=game)
    outbox.look_again(user=user, game=game)


def stop(*, row: Outbox) -> None:
    """No more mails of this kind: of this game, no daily list, no invitations. Again does no harm."""
    with writing():
        _set(row, wanted=False)


def resume(*, row: Outbox) -> None:
    """They are wanted after all."""
    with writing():
        _set(row, wanted=True)


def is_stopped(*, row: Outbox) -> bool:
    """Whether mails of this kind come no more, by whatever way that was said."""
    user = row.user or user_by_confirmed_address(row.address)
    if user is None:
        return StoppedAddress.objects.filter(address_key=address_key(row.address)).exists()
    if row.kind == Kind.DIGEST:
        return own.of(user).digest_hour is None
    if row.kind == Kind.INVITATION:
        return not own.of(user).invitations
    return GameWishes.objects.filter(game=row.game_id, user=user, muted=True).exists()


def _set(row: Outbox, *, wanted: bool) -> None:
    user = row.user or user_by_confirmed_address(row.address)
    if user is None:
        _set_for_stranger(row.address, wanted=wanted)
    elif not hold(user):
        return  # the account has ended: it gets no mail
    elif row.kind == Kind.DIGEST:
        _set_list(user, wanted=wanted)
    elif row.kind == Kind.INVITATION:
        own.change(user=user, invitations=wanted)
    elif row.game is not None:
        _keep(user, row.game, {"muted": not wanted})


def _set_list(user: User, *, wanted: bool) -> None:
    if wanted:
        own.change(user=user, digest_hour=own.FIRST_DIGEST_HOUR)
    elif own.of(user).turn == Wishes.Turn.DIGEST:  # of turns they heard by it alone
        own.change(user=user, digest_hour=None, turn=Wishes.Turn.NEVER)
    else:
        own.change(user=user, digest_hour=None)


def _set_for_stranger(address: str, *, wanted: bool) -> None:
    stopped = StoppedAddress.objects.filter(address_key=address_key(address))
    if wanted:
        stopped.delete()
    elif address:
        StoppedAddress.objects.get_or_create(
            address_key=address_key(address), defaults={"why": "wants no mail", "at": timezone.now()}
        )


def _keep(user: User, game: Game, checked: dict[str, Any]) -> GameWishes:
    kept, _made = GameWishes.objects.update_or_create(game=game, user=user, defaults=checked)
    changed(user=user, game=game)
    return kept


def _muted(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValidationError(_("Send true or false."))
    return value


_CHECKS: dict[str, Any] = {
    "muted": _muted,
    "turn": lambda value: None if value is None else own.turn(value),
    "turn_minutes": lambda value: None if value is None else own.turn_minutes(value),
    "leads": own.leads,
}
