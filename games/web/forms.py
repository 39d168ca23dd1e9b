"""The forms of the lobby: a new table, and invitations to one. What would do is games.services.terms' to say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.web.forms import Form
from games.errors import Invalid
from games.notify import times
from games.services.terms import (
    BOT_LEVELS,
    LONGEST_CONTRIBUTION,
    MAX_INVITED,
    Terms,
    read_invited,
    read_terms,
)
from games.wording import LEVELS

_HOURS = (1, 3, 6, 12, 24, 48, 72, 120, 168, 336)
_LONGEST_LIST = 4000


def _times() -> list[tuple[int, str]]:
    return [(hours, times.hours(hours)) for hours in _HOURS]


def _bots() -> list[tuple[int, str]]:
    counts = [
        (count, ngettext("%(count)d house player", "%(count)d house players", count) % {"count": count})
        for count in range(1, 5)
    ]
    return [(0, _now("None: people only")), *counts]


def _whole(label: Any, lowest: int, highest: int, start: int, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=lowest,
        max_value=highest,
        initial=start,
        help_text=help_text,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "ltr"}),
    )


def _invite(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=_LONGEST_LIST,
        help_text=_("Names or mail addresses, one a line. You also get a link that you can send."),
        widget=forms.Textarea(
            attrs={"rows": 3, "autocapitalize": "none", "spellcheck": "false", "dir": "auto"}
        ),
    )


def _contribution() -> forms.CharField:
    return forms.CharField(
        label=_("Your words for the shuffle"),
        required=False,
        max_length=LONGEST_CONTRIBUTION,
        help_text=_(
            "Anything at all: it is mixed into every deck, so that nobody can have chosen them. Once the game begins, "
            "all who may see it can read this for good: write nothing personal."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


class Joining(Form):
    """What whoever takes a place may give to the shuffle."""

    contribution = _contribution()


class Inviting(Form):
    """Whom to ask to a table. Guests give names only: nobody is to be mailed by who gave no address."""

    invite = _invite(_("Invite"))

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.kind == User.Kind.GUEST:
            self.fields["invite"].help_text = _("Names of players here, one a line.")

    def clean_invite(self) -> tuple[str, ...]:
        names = [name.strip() for name in re.split(r"[\n,;،؛]", self.cleaned_data["invite"]) if name.strip()]
        if len(names) > MAX_INVITED:
            raise forms.ValidationError(
                _now("At most %(most)d can be invited to a table.") % {"most": MAX_INVITED}
            )
        if self.user.kind == User.Kind.GUEST and any("@" in name for name in names):
            raise forms.ValidationError(
                _now("Guests invite by name; keep your games under a name of your own to invite by mail.")
            )
        try:
            return read_invited(names)
        except Invalid as refusal:
            raise forms.ValidationError(refusal.errors["invite"]) from None

    def show(self, refusal: Invalid) -> None:
        """Shows beside its field what the service refused."""
        for name, sentences in refusal.errors.items():
            self.add_error(name if name in self.fields else None, sentences)


class NewTable(Inviting):
    """All terms of a game. The first fields are what most people choose; the others have good defaults."""

    FIRST = ("players", "bots", "level", "visibility", "invite")
    players = forms.TypedChoiceField(
        label=_("Players, you included"),
        choices=[(count, str(count)) for count in range(2, 6)],
        coerce=int,
        initial=3,
        widget=forms.RadioSelect,
    )
    bots = forms.TypedChoiceField(
        label=_("House players"),
        choices=_bots,
        coerce=int,
        initial=0,
        help_text=_("They take places at once; the other places are for people."),
    )
    level = forms.ChoiceField(
        label=_("House players are"),
        choices=lambda: [(level, LEVELS.get(level, level)) for level in BOT_LEVELS],
        required=False,
        help_text=_("Also those that take over from somebody."),
    )
    visibility = forms.ChoiceField(
        label=_("Who can join and watch"),
        choices=[
            ("public", _("Everybody: the table is listed; hands are never shown")),
            ("private", _("Only whom I send the link")),
        ],
        initial="public",
        widget=forms.RadioSelect,
    )
    length = forms.ChoiceField(
        label=_("Length"),
        choices=[("target", _("Rounds until somebody has the target")), ("single", _("A single round"))],
        initial="target",
        widget=forms.RadioSelect,
    )
    target = _whole(_("Target"), 50, 500, 150, _("Points, from 50 to 500."))
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[
            ("per_turn", _("The same time for each turn")),
            ("bank", _("A time bank: what is not used is kept")),
        ],
        initial="per_turn",
        widget=forms.RadioSelect,
    )
    hours = forms.TypedChoiceField(label=_("Time for each turn"), choices=_times, coerce=int, initial=72)
    start_hours = _whole(
        _("Bank at the start, in hours"), 0, 2000, 240, _("At most what the bank may ever hold, below.")
    )
    turn_hours = _whole(_("More with each turn, in hours"), 1, 336, 36)
    cap_hours = _whole(
        _("Never above, in hours"), 1, 2000, 240, _("The most that the bank holds at any time.")
    )
    timeouts_to_leave = _whole(
        _("Missed turns in a row until a player is out"),
        1,
        10,
        2,
        _("The clock draws for who does not come."),
    )
    replace_left = forms.BooleanField(
        label=_("A house player takes over the seat of whoever leaves"), required=False
    )
    hints = forms.BooleanField(label=_("Whoever is to move may ask for a hint"), required=False)
    weekends = forms.BooleanField(
        label=_("Saturdays and Sundays do not count, where the player to move lives"), required=False
    )
    away = forms.ChoiceField(
        label=_("Who is on vacation"),
        choices=[
            ("wait", _("is waited for")),
            ("bot", _("has a house player play for them")),
            ("count", _("plays on: vacations do not stop the clock")),
        ],
        initial="wait",
        required=False,
        widget=forms.RadioSelect,
    )
    invite = _invite(_("Invite"))
    contribution = _contribution()
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    # A field of the way not chosen may hold anything: it is not read.
    _OF = {
        "target": ("length", "target"),
        "hours": ("clock", "per_turn"),
        "start_hours": ("clock", "bank"),
        "turn_hours": ("clock", "bank"),
        "cap_hours": ("clock", "bank"),
    }

    def first(self) -> Iterable[forms.BoundField]:
        return [self[name] for name in self.FIRST]

    def more_is_refused(self) -> bool:
        """Whether the folded part has something to correct."""
        return any(name not in (*self.FIRST, "contribution", "__all__") for name in self.errors)

    def clean(self) -> dict[str, Any]:
        for name, (choice, value) in self._OF.items():
            if name in self.errors and self.cleaned_data.get(choice) not in (value, None):
                del self.errors[name]
        given = self.cleaned_data
        if given.get("clock") == "bank" and given.get("start_hours", 0) > given.get("cap_hours", 2000):
            self.add_error(
                "start_hours",
                _now(
                    "The bank cannot start with more than it may ever hold: give at most %(cap)d, or raise that."
                )
                % {"cap": given["cap_hours"]},
            )
        return given

    def terms(self) -> Terms | None:
        """The terms; None, with the faults beside their fields, where they would not do."""
        given = self.cleaned_data
        level = given["level"] or BOT_LEVELS[0]
        names = ("hours",) if given["clock"] == "per_turn" else ("start_hours", "turn_hours", "cap_hours")
        wanted: dict[str, Any] = {
            "players": given["players"],
            "visibility": given["visibility"],
            "bots": [level] * given["bots"],
            "invite": list(given["invite"]),
            "clock": {"kind": given["clock"], **{name: given[name] for name in names}},
            "timeouts_to_leave": given["timeouts_to_leave"],
            "replace_left": level if given["replace_left"] else None,
            "hints": given["hints"],
            "weekends": given["weekends"],
            "contribution": given["contribution"],
            "vacation_allowed": given["away"] != "count",
            "vacation_bot": level if given["away"] == "bot" else None,
            **({"rounds": 1} if given["length"] == "single" else {"target": given["target"]}),
        }
        try:
            return read_terms(wanted)
        except Invalid as refusal:
            self.show(refusal)
            return None
