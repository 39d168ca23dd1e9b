"""The mails of an account: to confirm an address, to say that it is known, to choose a password."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.services.passwords import RESET_WITHIN, reset_key
from accounts.services.registration import CONFIRM_WITHIN, confirmation_key
from games.notify.cards import named
from games.notify.reader import Reader

HOUR = 3600
DAY = 24 * HOUR


def confirm(reader: Reader) -> dict[str, Any]:
    """What the templates of mail/confirm show. The key is made here, and stored nowhere."""
    if reader.user is None:
        raise ValueError("an address is confirmed for a user")
    key = confirmation_key(user_id=reader.user.pk, address=reader.address)
    days = CONFIRM_WITHIN // DAY
    return {
        "headline": _("Confirm your address to get mail from %(site)s.") % {"site": settings.SITE_NAME},
        "name": named(reader.user.username),
        "key": key,
        "link": f"{settings.SITE_URL}/accounts/confirm/?{urlencode({'key': key})}",
        "api": f"{settings.SITE_URL}/api/v1/accounts/confirm/",
        "within": ngettext("It works for %(count)d day.", "It works for %(count)d days.", days)
        % {"count": days},
    }


def reset(reader: Reader) -> dict[str, Any]:
    """What the templates of mail/reset show. The key is made here, and stored nowhere."""
    if reader.user is None:
        raise ValueError("a password is reset for a user")
    hours = RESET_WITHIN // HOUR
    key = reset_key(user=reader.user)
    return {
        "headline": _("Choose a new password for %(site)s.") % {"site": settings.SITE_NAME},
        "name": named(reader.user.username),
        "link": f"{settings.SITE_URL}/accounts/reset/new/?{urlencode({'key': key})}",
        "within": ngettext("It works once, for %(count)d hour.", "It works once, for %(count)d hours.", hours)
        % {"count": hours},
    }


def address_known(reader: Reader) -> dict[str, Any]:
    """What the templates of mail/address_known show. The name that was asked for may be bait."""
    return {
        "headline": _("You have an account at %(site)s already.") % {"site": settings.SITE_NAME},
        "name": named(reader.user.username) if reader.user else "",
        "link": f"{settings.SITE_URL}/",
    }
