"""The forms of what somebody wants to hear by mail. What would do is accounts.services.wishes' to say."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import time
from typing import Any

from django import forms
from django.utils.formats import time_format
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import Wishes
from accounts.web.forms import Form
from games.models import GameWishes
from games.notify import times
from games.wanted import USUAL_LEADS

LEADS = (1, 2, 3, 6, 12, 24, 48, 72)
MINUTES = (10, 30, 60, 120, 360)
KINDS = ("rounds", "results", "invitations")
AS_EVERYWHERE = "as_everywhere"


def _lead_choices(more: Iterable[int] = ()) -> list[tuple[str, str]]:
    """Those on offer, and those that the user has by the API."""
    return [(str(hours), times.hours(hours)) for hours in sorted({*LEADS, *more})]


def _minute_choices(more: Iterable[int] = ()) -> list[tuple[str, str]]:
    return [(str(count), _minutes(count)) for count in sorted({*MINUTES, *more})]


def _minutes(count: int) -> str:
    if count % 60 == 0:
        return times.hours(count // 60)
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}


def _hour_choices() -> list[tuple[str, str]]:
    return [(str(hour), time_format(time(hour), "H:i")) for hour in range(24)]


def _list_choices() -> list[tuple[str, str]]:
    return [("", _now("no list")), *_hour_choices()]


class _Leads(Form):
    """Which hours before a deadline."""

    leads = forms.MultipleChoiceField(
        label=_("Before my time runs out"),
        required=False,
        choices=_lead_choices,
        widget=forms.CheckboxSelectMultiple,
    )

    def offer(self, leads: Iterable[int], minutes: Iterable[int]) -> None:
        """What the user has is among the choices, wherever it came from."""
        self.fields["leads"].choices = _lead_choices(leads)  # type: ignore[attr-defined]  # a field with choices
        self.fields["turn_minutes"].choices = _minute_choices(minutes)  # type: ignore[attr-defined]  # the same


class WishesForm(_Leads):
    """All games."""

    turn = forms.ChoiceField(
        label=_("When it is my turn"), choices=Wishes.Turn.choices, widget=forms.RadioSelect
    )
    turn_minutes = forms.ChoiceField(label=_("How much later"), choices=_minute_choices)
    while_open = forms.BooleanField(label=_("Also while I have a page of this site open"), required=False)
    digest_hour = forms.ChoiceField(
        label=_("Daily list of the games that wait"), choices=_list_choices, required=False
    )
    kinds = forms.MultipleChoiceField(
        label=_("Also tell me"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[
            ("rounds", _("how a round was scored")),
            ("results", _("how a game ended")),
            ("invitations", _("when somebody invites me")),
        ],
    )
    quiet = forms.ChoiceField(
        label=_("No mails about games"), choices=Wishes.Quiet.choices, widget=forms.RadioSelect
    )
    quiet_from = forms.ChoiceField(label=_("from"), choices=_hour_choices)
    quiet_until = forms.ChoiceField(label=_("until"), choices=_hour_choices)

    def __init__(self, *args: Any, wishes: Wishes, **kwargs: Any) -> None:
        self.had = wishes
        leads = list(USUAL_LEADS) if wishes.leads is None else wishes.leads
        present = {
            **{name: getattr(wishes, name) for name in ("turn", "while_open", "quiet")},
            **{name: str(getattr(wishes, name)) for name in ("turn_minutes", "quiet_from", "quiet_until")},
            "leads": [str(hours) for hours in leads],
            "digest_hour": "" if wishes.digest_hour is None else str(wishes.digest_hour),
            "kinds": [name for name in KINDS if getattr(wishes, name)],
        }
        super().__init__(*args, initial=present, **kwargs)
        self.offer(leads, [wishes.turn_minutes])

    def changes(self) -> dict[str, Any]:
        """What the service is to keep."""
        given = self.cleaned_data
        leads = sorted((int(hours) for hours in given["leads"]), reverse=True)
        usual = self.had.leads is None and leads == list(USUAL_LEADS)
        return {
            **{name: given[name] for name in ("turn", "while_open", "quiet")},
            **{name: int(given[name]) for name in ("turn_minutes", "quiet_from", "quiet_until")},
            **{name: name in given["kinds"] for name in KINDS},
            "leads": None if usual else leads,
            "digest_hour": int(given["digest_hour"]) if given["digest_hour"] else None,
        }


class GameWishesForm(_Leads):
    """One game."""

    muted = forms.BooleanField(label=_("No mails of this game"), required=False)
    turn = forms.ChoiceField(label=_("When it is my turn"), widget=forms.RadioSelect)
    turn_minutes = forms.ChoiceField(label=_("How much later"), choices=_minute_choices)
    own_leads = forms.BooleanField(label=_("Other reminders than everywhere"), required=False)

    def __init__(self, *args: Any, wishes: GameWishes, own: Wishes, **kwargs: Any) -> None:
        leads = wishes.leads if wishes.leads is not None else own.leads
        leads = list(USUAL_LEADS) if leads is None else leads
        minutes = wishes.turn_minutes or own.turn_minutes
        present = {
            "muted": wishes.muted,
            "turn": wishes.turn or AS_EVERYWHERE,
            "turn_minutes": str(minutes),
            "own_leads": wishes.leads is not None,
            "leads": [str(hours) for hours in leads],
        }
        super().__init__(*args, initial=present, **kwargs)
        everywhere = _now("as everywhere: %(how)s") % {"how": own.get_turn_display()}
        self.fields["turn"].choices = [(AS_EVERYWHERE, everywhere), *Wishes.Turn.choices]  # type: ignore[attr-defined]  # a field with choices
        self.offer(leads, [minutes])

    def changes(self) -> dict[str, Any]:
        """What the service is to keep."""
        given = self.cleaned_data
        own_turn = given["turn"] != AS_EVERYWHERE
        return {
            "muted": given["muted"],
            "turn": given["turn"] if own_turn else None,
            "turn_minutes": int(given["turn_minutes"]) if given["turn"] == Wishes.Turn.LATER else None,
            "leads": sorted((int(hours) for hours in given["leads"]), reverse=True)
            if given["own_leads"]
            else None,
        }
