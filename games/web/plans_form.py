"""The form in which a turn is planned. What would do is games.services.plans' to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from accounts.web.forms import Form
from games.models import Plan
from games.notify.cards import in_prose
from games.planned import TELL_IF
from games.services.plan_orders import Orders

# How far to draw and what to lay, as one choice.
HOW = {
    "most_points": ("until_fits", "most_points"),
    "most_cards": ("until_fits", "most_cards"),
    "to_third": ("to_third", "most_points"),
}


class PlanForm(Form):
    """`prepared`: what is arranged now. `step` says which arrangement was looked at, `version` which game."""

    how = forms.ChoiceField(
        label=_("When my turn opens"),
        initial="most_points",
        widget=forms.RadioSelect,
        choices=[
            ("most_points", _("draw until something fits, then lay the most points")),
            ("most_cards", _("draw until something fits, then lay the most cards")),
            ("to_third", _("draw to the third card and lay nothing")),
        ],
    )
    prepared = forms.BooleanField(
        label=_("First of all lay what I have arranged, if the table has not changed until then"),
        required=False,
    )
    knock = forms.BooleanField(label=_("Knock as soon as I may"), required=False, initial=True)
    tell_if = forms.MultipleChoiceField(
        label=_("Do not play, but tell me, if"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=list(TELL_IF.items()),
    )
    watch = forms.MultipleChoiceField(
        label=_("Do not play, but tell me, if one of these has changed"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    repeat = forms.ChoiceField(
        label=_("It holds"),
        initial="once",
        widget=forms.RadioSelect,
        choices=[("once", _("for my next turn")), ("always", _("for every turn, until I drop it"))],
    )
    version = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)
    step = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *args: Any,
        melds: Mapping[str, list[str]],
        arranged: bool,
        plan: Plan | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, initial=_as_filled_in(plan, melds), **kwargs)
        self.fields["watch"].choices = [  # type: ignore[attr-defined]  # a field with choices
            (label, f"{label}: {in_prose(cards)}") for label, cards in melds.items()
        ]
        if not melds:
            del self.fields["watch"]
        if not arranged:
            del self.fields["prepared"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if given.get("prepared") and given.get("repeat") == "always":
            self.add_error("prepared", _now("What is prepared is laid once: plan it for one turn."))
        return given

    def orders(self, table: tuple[tuple[Any, ...], ...] | None) -> Orders:
        """What is planned, with the table that is prepared."""
        given = self.cleaned_data
        draw, lay = HOW[given["how"]]
        return Orders(
            draw=draw,
            lay=lay,
            knock=given["knock"],
            table=table,
            tell_if=tuple(given["tell_if"]),
            watch=tuple(given.get("watch", ())),
        )


def _as_filled_in(plan: Plan | None, melds: Mapping[str, list[str]]) -> dict[str, Any]:
    """A plan that is there, as the form shows it."""
    if plan is None:
        return {}
    orders = plan.orders
    how = "to_third" if orders["draw"] == "to_third" else orders["lay"]
    return {
        "how": how,
        "prepared": orders["table"] is not None,
        "knock": orders["knock"],
        "tell_if": orders["tell_if"],
        "watch": [label for label in orders["watch"] if label in melds],
        "repeat": "always" if plan.repeat else "once",
    }
