"""The shapes of bodies that concern accounts: read by these, and shown in the OpenAPI document."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import Wishes
from accounts.scopes import ALL
from accounts.services.tokens import LONGEST_LIFE
from accounts.services.wishes import LONGEST_LEAD, LONGEST_WAIT, MOST_LEADS
from config.api.shapes import Problem, Strict

LANGUAGES = list(dict(settings.LANGUAGES))
SCOPES = [scope.value for scope in ALL]


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


class TokenWanted(Strict):
    name = serializers.CharField(
        max_length=60,
        required=False,
        allow_blank=True,
        validators=[_visible],
        help_text="what the token is for, for its owner's list",
    )
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES),
        min_length=1,
        max_length=len(SCOPES),
        required=False,
        help_text="what it may be used for: `read` what I see, `play` (join, move, resign, …), `manage` settings, "
        "tokens, programs, webhooks; else all of it",
    )
    expires_in_days = serializers.IntegerField(
        min_value=1,
        max_value=LONGEST_LIFE,
        allow_null=True,
        required=False,
        help_text="else it is good until it is revoked",
    )


class Login(TokenWanted):
    username = serializers.CharField(max_length=60)
    password = serializers.CharField(max_length=256, trim_whitespace=False, write_only=True)


class NewToken(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    token = serializers.CharField(help_text="shown this once only")
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    expires = serializers.DateTimeField(allow_null=True)


class ShownToken(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    expires = serializers.DateTimeField(allow_null=True, help_text="null: it is good until it is revoked")
    created = serializers.DateTimeField()
    last_used = serializers.DateTimeField(allow_null=True, help_text="to the hour")


class NewBot(Strict):
    username = serializers.CharField(max_length=60, help_text="public; 2 to 30 letters and digits")


class Bot(serializers.Serializer[Any]):
    """A program, as its owner sees it."""

    username = serializers.CharField()
    kind = serializers.ChoiceField(["human", "guest", "bot"])
    owner = serializers.CharField()
    created = serializers.DateTimeField()


class NightHours(serializers.Serializer[Any]):
    """Local hours, at most twelve: a deadline that would fall between them is moved to their end."""

    until = serializers.IntegerField(min_value=0, max_value=23)

    def get_fields(self) -> dict[str, Any]:
        return {"from": serializers.IntegerField(min_value=0, max_value=23), **super().get_fields()}


@extend_schema_field(NightHours)
class _Night(serializers.Field[Any, Any, Any, Any]):
    """Read as the pair of hours that it names."""

    def to_internal_value(self, data: Any) -> tuple[int, int]:
        given = dict(data) if isinstance(data, dict) else {}
        begins, ends = given.pop("from", None), given.pop("until", None)
        if given or type(begins) is not int or type(ends) is not int or min(begins, ends) < 0:
            raise serializers.ValidationError(_("Give “from” and “until”, two hours of the day, or null."))
        return begins, ends


class NewVacation(Strict):
    until = serializers.DateTimeField(required=False, help_text="else as long as my days last")

    def get_fields(self) -> dict[str, Any]:
        start = serializers.DateTimeField(required=False, help_text="else now")
        return {"from": start, **super().get_fields()}


class ShownVacation(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    until = serializers.DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "from": serializers.DateTimeField()}


class Vacations(serializers.Serializer[Any]):
    days_left = serializers.FloatField(
        help_text="that I could be away from now on; they fill up over the year"
    )
    vacations = ShownVacation(many=True, help_text="the one I am on, and those that are planned")


class Profile(serializers.Serializer[Any]):
    username = serializers.CharField()
    email = serializers.CharField(allow_blank=True)
    email_confirmed = serializers.BooleanField()
    language = serializers.ChoiceField(LANGUAGES)
    timezone = serializers.CharField()
    night = NightHours(allow_null=True)
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
    night = _Night(allow_null=True, required=False, help_text="null: none")


HOURS: dict[str, Any] = {"min_value": 0, "max_value": 23}


class _Leads(serializers.ListField):
    child = serializers.IntegerField(min_value=1, max_value=LONGEST_LEAD)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            allow_null=True,
            max_length=MOST_LEADS,
            help_text="hours before a deadline at which to remind me; null: what is usual",
            **kwargs,
        )


class MailWishesChange(Strict):
    turn = serializers.ChoiceField(Wishes.Turn.choices, required=False, help_text="how to hear of my turn")
    turn_minutes = serializers.IntegerField(
        min_value=1, max_value=LONGEST_WAIT, required=False, help_text="of `later`: how much"
    )
    leads = _Leads(required=False)
    digest_hour = serializers.IntegerField(
        **HOURS, allow_null=True, required=False, help_text="local hour of the daily list; null: no list"
    )
    rounds = serializers.BooleanField(required=False, help_text="how a round was scored")
    results = serializers.BooleanField(required=False, help_text="how a game ended")
    invitations = serializers.BooleanField(required=False)
    quiet = serializers.ChoiceField(
        Wishes.Quiet.choices, required=False, help_text="when no mail about games comes but what I asked for"
    )
    quiet_from = serializers.IntegerField(**HOURS, required=False, help_text="of `own`: local hour")
    quiet_until = serializers.IntegerField(**HOURS, required=False, help_text="of `own`: local hour")
    while_open = serializers.BooleanField(
        required=False, help_text="mail of my turn even while I have a page open"
    )


class MailWishes(serializers.Serializer[Any]):
    turn = serializers.ChoiceField(Wishes.Turn.choices)
    turn_minutes = serializers.IntegerField()
    leads = _Leads()
    digest_hour = serializers.IntegerField(allow_null=True)
    rounds = serializers.BooleanField()
    results = serializers.BooleanField()
    invitations = serializers.BooleanField()
    quiet = serializers.ChoiceField(Wishes.Quiet.choices)
    quiet_from = serializers.IntegerField()
    quiet_until = serializers.IntegerField()
    while_open = serializers.BooleanField()
    stopped = serializers.BooleanField(help_text="mail to my address was refused for good: none is sent")
    stopped_why = serializers.CharField(allow_blank=True)


__all__ = [
    "Bot",
    "Confirmation",
    "Login",
    "MailWishes",
    "MailWishesChange",
    "NewBot",
    "NewToken",
    "NewVacation",
    "Problem",
    "Profile",
    "ProfileChange",
    "Registration",
    "ShownToken",
    "TokenWanted",
    "Vacations",
]
