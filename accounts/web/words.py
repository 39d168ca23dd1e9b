"""What a form says of a field that it cannot take: what to do, instead of what a program found."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

_CHOICE = {"required": _("Choose one."), "invalid_choice": _("Choose one of those that are offered.")}
_TEXT = {
    "required": _("Fill this in."),
    "max_length": ngettext_lazy(
        "That is too long: %(limit_value)d character at the most.",
        "That is too long: %(limit_value)d characters at the most.",
        "limit_value",
    ),
    "null_characters_not_allowed": _("There is a character in it that nobody can see: type it anew."),
}
_NUMBER = {
    "required": _("Fill this in."),
    "invalid": _("Write a whole number."),
    "min_value": _("%(limit_value)d at the least."),
    "max_value": _("%(limit_value)d at the most."),
}
_MOMENT = {
    "required": _("Fill this in."),
    "invalid": _("Write the day and the hour so: 2026-12-24 18:30."),
}
# The first that a field is an instance of.
_OF = (
    (forms.ChoiceField, _CHOICE),
    (forms.IntegerField, _NUMBER),
    (forms.DateTimeField, _MOMENT),
    (forms.CharField, _TEXT),
)


def speak(field: forms.Field) -> None:
    """Lets a field of a form say these."""
    words = next((words for kind, words in _OF if isinstance(field, kind)), {})
    field.error_messages = {**field.error_messages, **words}
