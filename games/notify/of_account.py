"""The mails of an account: to confirm an address, or to say that it has an account already."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.services.registration import CONFIRM_WITHIN, confirmation_key
from games.notify.cards import named
from games.notify.reader import Reader

DAY = 24 * 3600


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


def address_known(reader: Reader) -> dict[str, Any]:
    """What the templates of mail/address_known show. The name that was asked for may be bait."""
    return {
        "headline": _("You have an account at %(site)s already.") % {"site": settings.SITE_NAME},
        "name": named(reader.user.username) if reader.user else "",
        "link": f"{settings.SITE_URL}/",
    }
