"""The forms for tokens and programs: shape only; what would do is the services' to say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.scopes import Scope
from accounts.web.forms import Form, password_field, username_field

DAYS = (7, 30, 90, 365)


def _days() -> list[tuple[str, str]]:
    offered = [
        (str(days), ngettext("%(count)d day", "%(count)d days", days) % {"count": days}) for days in DAYS
    ]
    return [*offered, ("", _now("until it is ended"))]


class NewProgram(Form):
    username = username_field(_("Name of the program"))


class NewToken(Form):
    whose = forms.ChoiceField(label=_("Whose"), required=False)
    name = forms.CharField(
        label=_("What it is for"),
        max_length=60,
        required=False,
        help_text=_("So that you know it again."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=Scope.choices,
        initial=[Scope.READ.value, Scope.PLAY.value],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("How long"), choices=_days, coerce=int, empty_value=None, required=False, initial="365"
    )
    password = password_field(_("Your password"), "current-password")

    def __init__(self, *args: Any, programs: Sequence[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["whose"].choices = [  # type: ignore[attr-defined]  # a field with choices
            ("", _now("mine")),
            *((str(each.pk), each.username) for each in programs),
        ]

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if not name.isprintable():
            raise forms.ValidationError(_now("Leave out control characters and marks of direction."))
        return name
