"""All that is kept of one's own, as one archive: a ZIP of JSON files, which holds nobody else's secrets and no key."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, cast

import orjson
from django.conf import settings
from django.db.models import Model
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import Token, User, Vacation
from accounts.services import wishes

Files = Iterator[tuple[str, Any]]  # names in the archive, and what is in them
_ABOUT = """This is what {site} keeps of {name}, as of {now}.

profile.json    name, address, settings
mails.json      what you want to hear by mail
vacations.json  past, present and planned ones
tokens.json     your programs' keys: for what, since when; the keys themselves are stored nowhere
bots.json       accounts of programs that are yours
games/*.json    each game: your view of it, the log as you may see it, your draft, plan and wishes
sent.json       mails that were sent to you
webhooks.json   addresses that are told; not their secrets

Passwords, keys and logins are kept only in a form that tells nothing, and are not in here. Answers that you sent by
mail are kept for thirty days as they came, and shown to nobody.
"""


def archive_of(*, user: User) -> bytes:
    """The archive as it is now. Reads only."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        about = _ABOUT.format(
            site=settings.SITE_URL, name=user.username, now=f"{timezone.now():%Y-%m-%d %H:%M} UTC"
        )
        archive.writestr("README.txt", about)
        for parts in (_of_account(user), _of_others()(user)):
            for name, value in parts:
                archive.writestr(name, orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_UTC_Z))
    return packed.getvalue()


def told(row: Model, *fields: str) -> dict[str, Any]:
    """The fields of a row by their names."""
    return {name: getattr(row, name) for name in fields}


def _of_account(user: User) -> Files:
    of_profile = (
        "username",
        "email",
        "email_confirmed_at",
        "language",
        "timezone",
        "night_from",
        "night_until",
        "kind",
    )
    yield (
        "profile.json",
        told(user, *of_profile, "date_joined", "last_login", "mail_stopped_at", "mail_stopped_why"),
    )
    of_wishes = ("turn", "turn_minutes", "leads", "digest_hour", "rounds", "results", "invitations")
    yield (
        "mails.json",
        told(wishes.of(user), *of_wishes, "quiet", "quiet_from", "quiet_until", "while_open"),
    )
    away = Vacation.objects.filter(user=user).order_by("starts_at")
    yield "vacations.json", [told(each, "starts_at", "ends_at") for each in away]
    tokens = Token.objects.filter(user=user).order_by("pk")
    yield (
        "tokens.json",
        [told(each, "id", "name", "scopes", "created_at", "expires_at", "last_used_at") for each in tokens],
    )
    bots = User.objects.filter(owner=user, is_active=True).order_by("pk")
    yield "bots.json", [told(each, "username", "date_joined") for each in bots]


@cache
def _of_others() -> Callable[[User], Files]:
    """What else is kept of a user, which only others know (settings.ACCOUNT_ARCHIVE)."""
    return cast(Callable[[User], Files], import_string(settings.ACCOUNT_ARCHIVE))
