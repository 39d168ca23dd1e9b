"""The shapes of bodies that concern accounts: read by these, and shown in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import serializers

from config.api.shapes import Problem, Strict

LANGUAGES = list(dict(settings.LANGUAGES))


def _visible(text: str) -> None:
    if not text.isprintable():
        raise serializers.ValidationError(_("Leave out control characters and marks of direction."))


class Registration(Strict):
    username = serializers.CharField(max_length=60, help_text="public; 2 to 30 letters and digits")
    email = serializers.CharField(max_length=254, help_text="private; a mail to confirm it is sent there")
    password = serializers.CharField(max_length=256, trim_whitespace=False, write_only=True)
    language = serializers.ChoiceField(LANGUAGES, required=False, help_text="else that of the request")
    timezone = serializers.CharField(
        max_length=64, required=False, help_text="such as Europe/Malta; else UTC"
    )


class Confirmation(Strict):
    key = serializers.CharField(max_length=400, help_text="of the mail")


class Login(Strict):
    username = serializers.CharField(max_length=60)
    password = serializers.CharField(max_length=256, trim_whitespace=False, write_only=True)
    name = serializers.CharField(
        max_length=60,
        required=False,
        allow_blank=True,
        validators=[_visible],
        help_text="what the token is for, for its owner's list",
    )


class NewToken(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    token = serializers.CharField(help_text="shown this once only")


class ShownToken(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    created = serializers.DateTimeField()
    last_used = serializers.DateTimeField(allow_null=True, help_text="to the hour")


class Profile(serializers.Serializer[Any]):
    username = serializers.CharField()
    email = serializers.CharField(allow_blank=True)
    email_confirmed = serializers.BooleanField()
    language = serializers.ChoiceField(LANGUAGES)
    timezone = serializers.CharField()
    kind = serializers.ChoiceField(["human", "guest", "bot"])
    created = serializers.DateTimeField()


class ProfileChange(Strict):
    email = serializers.CharField(
        max_length=254,
        required=False,
        help_text="a new one counts once it is confirmed; mails stop until then",
    )
    language = serializers.ChoiceField(LANGUAGES, required=False)
    timezone = serializers.CharField(max_length=64, required=False)


__all__ = [
    "Confirmation",
    "Login",
    "NewToken",
    "Problem",
    "Profile",
    "ProfileChange",
    "Registration",
    "ShownToken",
]
