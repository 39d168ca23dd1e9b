"""What the shapes of all bodies share: strictness, and the shape of a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.problems import invalid

MOST_NAMED = 20  # unknown fields that one refusal names


class Strict(serializers.Serializer[Any]):
    """Refuses what it does not know, and takes texts for texts only."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = [str(name)[:60] for name in data if name not in self.fields]
        errors = {name: [_("There is no such field.")] for name in unknown[:MOST_NAMED]}
        for name, value in data.items():
            if isinstance(self.fields.get(name), serializers.CharField) and not isinstance(value, str):
                errors[name] = [_("Send a text.")]
        if errors:
            raise invalid(errors)
        return super().to_internal_value(data)

    @classmethod
    def read(cls, data: Any, **kwargs: Any) -> dict[str, Any]:
        """The checked fields of a body. Raises the problem that names each bad one."""
        if not isinstance(data, dict):
            raise invalid({"body": [_("Send a JSON object.")]})
        shape = cls(data=data, **kwargs)
        if not shape.is_valid():
            raise invalid(
                {name: list(dict.fromkeys(_sentences(said))) for name, said in shape.errors.items()}
            )
        values: dict[str, Any] = shape.validated_data
        return values


def _sentences(said: Any) -> Iterator[str]:
    """Those of a list's members stand with the list."""
    if isinstance(said, dict):
        said = list(said.values())
    if not isinstance(said, list):
        yield str(said)
        return
    for one in said:
        yield from _sentences(one)


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
