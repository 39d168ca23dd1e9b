"""What the shapes of all bodies share: strictness, and the shape of a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from config.api.expected import said_of, sentence
from config.api.problems import invalid

MOST_NAMED = 20  # unknown fields that one refusal names
MOST_LOOKED_AT = 200  # members of a list; no list of ours is longer


class Strict(serializers.Serializer[Any]):
    """Refuses what it does not know, and takes nothing for something of another kind: no 1 for true, no "1" for 1."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = [str(name)[:60] for name in data if name not in self.fields]
        errors = {name: [_("There is no such field.")] for name in unknown[:MOST_NAMED]}
        for name, value in data.items():
            if name in self.fields and not _of_kind(self.fields[name], value):
                errors[name] = [sentence(self.fields[name])]
        if not errors:
            return super().to_internal_value(data)
        if unknown:
            raise invalid(errors)
        try:
            super().to_internal_value({name: value for name, value in data.items() if name not in errors})
        except serializers.ValidationError as error:
            errors = self._said(error.detail) | errors
        raise invalid(errors)

    def _said(self, errors: Any) -> dict[str, list[str]]:
        """The sentences of each field: those of a list's members stand with the list."""
        return {
            name: list(dict.fromkeys(said_of(self.fields.get(name), each) for each in _details(said)))
            for name, said in errors.items()
        }

    @classmethod
    def read(cls, data: Any, **kwargs: Any) -> dict[str, Any]:
        """The checked fields of a body. Raises the problem that names each bad one."""
        if not isinstance(data, dict):
            raise invalid({"body": [_("Send a JSON object.")]})
        shape = cls(data=data, **kwargs)
        if not shape.is_valid():
            raise invalid(shape._said(shape.errors))
        values: dict[str, Any] = shape.validated_data
        return values


def _of_kind(field: Any, value: Any) -> bool:
    """Whether the value is of the field's kind. Null is the field's own affair."""
    if value is None and field.allow_null:
        return True
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        return all(_of_kind(field.child, each) for each in value[:MOST_LOOKED_AT])
    if isinstance(field, serializers.BooleanField):
        return isinstance(value, bool)
    if isinstance(field, serializers.IntegerField):
        return isinstance(value, int | float) and not isinstance(value, bool) and value == int(value)
    if isinstance(field, serializers.CharField | serializers.ChoiceField | serializers.DateTimeField):
        return isinstance(value, str)
    return True


def _details(said: Any) -> Iterator[ErrorDetail]:
    """Each refusal, however deep it lies in lists and objects."""
    if isinstance(said, dict):
        said = list(said.values())
    if not isinstance(said, list):
        yield said
        return
    for one in said:
        yield from _details(one)


class Problem(serializers.Serializer[Any]):
    """A refusal (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(help_text="one sentence that says what to do")
    # DRF takes fields out of the class, so that this one hides no property.
    errors = serializers.DictField(  # type: ignore[assignment]
        required=False, help_text="of `invalid`: sentences by field"
    )
    version = serializers.IntegerField(required=False, help_text="of `stale_version`: the current one")
    cards = serializers.ListField(child=serializers.CharField(), required=False)
    meld = serializers.IntegerField(required=False, help_text="of `illegal_meld`: its index in `table`")
    reason = serializers.CharField(required=False)
    joker = serializers.CharField(required=False, help_text="of `joker_redeclared`: the value it stood for")
    rule = serializers.CharField(required=False, help_text="the id of the rule, such as R9")
    scope = serializers.CharField(required=False, help_text="of `not_allowed`: what the token would need")
