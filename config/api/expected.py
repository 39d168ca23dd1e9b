"""What a field of a body takes, in one sentence: it is said wherever something else came."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

EXACT = 2**31  # a greater limit is none that anybody would meet
# What the framework finds wrong with a value; its own words do not say what to send instead.
_OF_FRAMEWORK = frozenset({
    *("null", "blank", "empty", "invalid_choice", "not_a_list"),
    *("min_value", "max_value", "min_length", "max_length", "max_string_length"),
})  # fmt: skip


def said_of(field: Any, error: ErrorDetail) -> str:
    """What is said of a value of this field that was refused so. What we say ourselves stays as it is."""
    if error.code == "required":
        return " ".join((_("This field is missing."), sentence(field)))
    moment = isinstance(field, serializers.DateTimeField)
    return sentence(field) if moment or error.code in _OF_FRAMEWORK else str(error)


def sentence(field: Any) -> str:
    """What to send, whatever came."""
    said = _sentence(field)
    return " ".join((said, _("It may be null as well."))) if field.allow_null else said


def _sentence(field: Any) -> str:
    said = _("Send what the API’s document describes: /api/docs/.")
    match field:
        case serializers.BooleanField():
            said = _("Send true or false.")
        case serializers.ChoiceField():
            said = _("Give one of: %(choices)s.") % {"choices": _choices(field)}
        case serializers.DateTimeField():
            said = _("Send a time with its zone, such as 2026-11-30T08:15:00Z.")
        case serializers.ListField():
            said = _list(field)
        case serializers.IntegerField():
            said = _whole(field.min_value, field.max_value)
        case serializers.CharField():
            said = _text(field)
    return said


def _whole(lowest: int | None, highest: int | None) -> str:
    if lowest is None or highest is None or highest > EXACT:
        return _("Send a whole number.")
    return _("Give a whole number from %(lowest)d to %(highest)d.") % {"lowest": lowest, "highest": highest}


def _text(field: serializers.CharField) -> str:
    if field.max_length is None:
        return _("Send a text.")
    if field.allow_blank:
        return _("Send a text of at most %(most)d characters.") % {"most": field.max_length}
    return _("Send a text of 1 to %(most)d characters.") % {"most": field.max_length}


def _list(field: serializers.ListField) -> str:
    words: dict[str, Any] = {"most": field.max_length or 0}
    match field.child:
        case serializers.ChoiceField() as child:
            words["choices"] = _choices(child)
            if field.min_length:
                return _("Send a list of at least one of: %(choices)s.") % words
            return _("Send a list of at most %(most)d of: %(choices)s.") % words
        case serializers.IntegerField(min_value=lowest, max_value=highest):
            words |= {"lowest": lowest, "highest": highest}
            return _("Send a list of at most %(most)d whole numbers from %(lowest)d to %(highest)d.") % words
    return _("Send a list of at most %(most)d texts.") % words


def _choices(field: serializers.ChoiceField) -> str:
    return ", ".join(map(str, field.choices))
