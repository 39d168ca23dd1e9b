"""Vacations: taken at once or planned, out of a budget of days that fills up over the year; each ends by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import cast

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User, Vacation
from accounts.services.locks import hold, one_at_a_time

NOTHING = timedelta(0)
A_YEAR = timedelta(days=365)
SHORTEST = timedelta(hours=1)
JUST_NOW = timedelta(minutes=10)  # the form stood open so long
AHEAD = timedelta(days=366)  # how far one can plan
MOST_PLANNED = 20
# What has been longer than this holds back no day any more: the budget is full again after a year at most.
REMEMBERED = timedelta(days=800)


def of(user: User, *, now: datetime | None = None) -> list[Vacation]:
    """The vacation that the user is on, and those that are planned; the next first."""
    coming = Vacation.objects.filter(user=user, ends_at__gt=now or timezone.now())
    return list(coming.order_by("starts_at"))


def take(
    *, user: User, until: datetime | None = None, since: datetime | None = None, now: datetime | None = None
) -> Vacation:
    """A vacation from `since` (now) to `until`; without that, as long as the budget allows.

    Raises ValidationError with a dict of fields.
    """
    if user.kind == User.Kind.BOT:
        raise ValidationError({"until": [_("A program goes on no vacation: its clock always runs.")]})
    now = now or timezone.now()
    start = now if since is None or now - JUST_NOW <= since < now else since
    if not now <= start <= now + AHEAD:
        raise ValidationError({"from": [_("Give a moment from now on, within a year.")]})
    try:
        with transaction.atomic():
            one_at_a_time(user)
            known = _remembered(user, now)
            most = longest(known, start)
            if until is None and most < SHORTEST:
                raise _too_long(most)
            end = until or start + most
            _refuse_unless_possible(known, start, end)
            _refuse_unless_affordable(known, start, end)
            if sum(vacation.starts_at > now for vacation in known) >= MOST_PLANNED:
                raise ValidationError(
                    {"from": [_("At most %(most)d can be planned.") % {"most": MOST_PLANNED}]}
                )
            made = Vacation.objects.create(user=user, starts_at=start, ends_at=end)
            _tell(user)
    except IntegrityError:  # its twin was faster
        raise _overlapping() from None
    return made


def end(*, user: User, vacation_id: int, now: datetime | None = None) -> bool:
    """Ends a vacation now, or drops a planned one: its days stay in the budget. False where it is over already."""
    now = now or timezone.now()
    with transaction.atomic():
        if not hold(user):
            return False
        own = Vacation.objects.filter(user=user, pk=vacation_id, ends_at__gt=now)
        gone = own.filter(starts_at__gte=now).delete()[0]
        if not gone and not own.update(ends_at=now):
            return False
        _tell(user)
    return True


def days_left(user: User, *, now: datetime | None = None) -> float:
    """How many days the user could be away from now on, what is planned aside."""
    now = now or timezone.now()
    begun = [vacation for vacation in _remembered(user, now) if vacation.starts_at < now]
    return balance(begun, now) / timedelta(days=1)


def in_words(days: float) -> str:
    """`30 days`, `1 day`, `29.1 days`."""
    told, whole = round(days, 1), round(days)
    if told == whole:
        return ngettext("%(count)d day", "%(count)d days", whole) % {"count": whole}
    return _("%(part)s days") % {"part": number_format(told)}


def balance(vacations: Sequence[Vacation], at: datetime) -> timedelta:
    """What the budget holds at `at`: it is full at first, each vacation takes from it, and it fills over a year."""
    full = timedelta(days=settings.VACATION_DAYS)
    held, seen = full, None
    for vacation in sorted(vacations, key=lambda each: each.starts_at):
        if vacation.starts_at >= at:
            break
        ended = min(vacation.ends_at, at)
        if seen is not None:
            held = min(full, held + (vacation.starts_at - seen) * _rate())
        # It fills during a vacation too, but not above what it was: nobody is away for nothing.
        held = held - (ended - vacation.starts_at) * (1 - _rate())
        seen = ended
    return held if seen is None else min(full, held + (at - seen) * _rate())


def longest(vacations: Sequence[Vacation], start: datetime) -> timedelta:
    """How long a vacation can be that begins at `start`, in whole minutes."""
    most = balance(vacations, start) / (1 - _rate())
    coming = [vacation.starts_at for vacation in vacations if vacation.starts_at > start]
    return timedelta(
        minutes=max(NOTHING, min([most, *(each - start for each in coming)])) // timedelta(minutes=1)
    )


def _rate() -> float:
    return timedelta(days=settings.VACATION_DAYS) / A_YEAR


def _refuse_unless_possible(known: Sequence[Vacation], start: datetime, end: datetime) -> None:
    if end - start < SHORTEST:
        raise ValidationError({"until": [_("A vacation is an hour at least.")]})
    if any(vacation.starts_at < end and start < vacation.ends_at for vacation in known):
        raise _overlapping()


def _refuse_unless_affordable(known: Sequence[Vacation], start: datetime, end: datetime) -> None:
    """The budget never falls below nothing, not at the end of a later one that is planned already either."""
    every = [*known, Vacation(starts_at=start, ends_at=end)]
    if any(balance(every, each.ends_at) < NOTHING for each in every if each.ends_at >= end):
        raise _too_long(longest(known, start))


def _too_long(most: timedelta) -> ValidationError:
    tenths = max(NOTHING, most) // (timedelta(days=1) / 10)  # no more than what can be had
    said = _("Your days do not last so long: from then on you have %(days)s, with what is planned.")
    return ValidationError({"until": [said % {"days": in_words(tenths / 10)}]})


def _overlapping() -> ValidationError:
    return ValidationError({"from": [_("You have a vacation then already: end that one first.")]})


def _remembered(user: User, now: datetime) -> list[Vacation]:
    mine = Vacation.objects.filter(user=user, ends_at__gt=now - REMEMBERED)
    return list(mine.order_by("starts_at"))


def _tell(user: User) -> None:
    _told()(user=user)


@cache
def _told() -> Callable[..., None]:
    return cast(Callable[..., None], import_string(settings.ACCOUNT_AWAY))
