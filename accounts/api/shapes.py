"""The shapes of bodies under /api/v1/ that concern accounts: read by these, and shown in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.problems import invalid


class Strict(serializers.Serializer):
    """Refuses what it does not know, and takes texts for texts only."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            errors = {str(name)[:60]: [_("There is no such field.")] for name in data if name not in self.fields}
            for name, value in data.items():
                if isinstance(self.fields.get(name), serializers.CharField) and not isinstance(value, str):
                    errors[name] = [_("Send a text.")]
            if errors:
                raise invalid(errors)
        return super().to_internal_value(data)

    @classmethod
    def read(cls, data: Any, **kwargs: Any) -> dict[str, Any]:
        """The checked fields of a body. Raises the problem that names each bad one."""
        shape = cls(data=data, **kwargs)
        if not shape.is_valid():
            raise invalid(shape.errors)
        values: dict[str, Any] = shape.validated_data
        return values


class Registration(Strict):
    username = serializers.CharField(max_length=60)
    email = serializers.CharField(max_length=254)
    password = serializers.CharField(max_length=256, trim_whitespace=False, write_only=True)
    language = serializers.ChoiceField(list(dict(settings.LANGUAGES)), required=False)
    timezone = serializers.CharField(max_length=64, required=False)


class Confirmation(Strict):
    key = serializers.CharField(max_length=400)


class Login(Strict):
    username = serializers.CharField(max_length=60)
    password = serializers.CharField(max_length=256, trim_whitespace=False)
    name = serializers.CharField(max_length=60, required=False, allow_blank=True)


class NewToken(serializers.Serializer):
    id = serializers.IntegerField()
    token = serializers.CharField(help_text="shown this once only")


class ShownToken(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    created = serializers.DateTimeField()
    last_used = serializers.DateTimeField(allow_null=True)


class Profile(serializers.Serializer):
    username = serializers.CharField()
    email = serializers.CharField()
    email_confirmed = serializers.BooleanField()
    language = serializers.ChoiceField(list(dict(settings.LANGUAGES)))
    timezone = serializers.CharField()
    kind = serializers.ChoiceField(["human", "guest", "bot"])
    created = serializers.DateTimeField()


class ProfileChange(Strict):
    email = serializers.CharField(max_length=254, required=False)
    language = serializers.ChoiceField(list(dict(settings.LANGUAGES)), required=False)
    timezone = serializers.CharField(max_length=64, required=False)


class Problem(serializers.Serializer):
    """A refusal (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(help_text="one sentence that says what to do")
    errors = serializers.DictField(required=False, help_text="of `invalid`: sentences by field")
    version = serializers.IntegerField(required=False, help_text="of `stale_version`: the current one")
    cards = serializers.ListField(child=serializers.CharField(), required=False)
    meld = serializers.IntegerField(required=False, help_text="of `illegal_meld`: its index in `table`")
    reason = serializers.CharField(required=False)
    joker = serializers.CharField(required=False, help_text="of `joker_redeclared`: the value it stood for")
    rule = serializers.CharField(required=False, help_text="the id of the rule, such as R9")
