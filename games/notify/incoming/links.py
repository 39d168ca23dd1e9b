"""The link by which a player says that a mail was theirs: signed, good for some days, for that one mail."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core import signing

from games.models import IncomingMail

GOOD_FOR = timedelta(days=3)
_SALT = "games.notify.incoming.links"


def address(mail: IncomingMail) -> str:
    """The page with the button; asking for it changes nothing, and shows nothing of the mail."""
    return f"{settings.SITE_URL}/m/move/{_signer().sign_object(mail.pk)}/"


def find(token: str) -> IncomingMail | None:
    """The mail that the link is for; None for one that is not ours, or not good any more."""
    try:
        pk = _signer().unsign_object(token, max_age=GOOD_FOR)
    except signing.BadSignature:
        return None
    return IncomingMail.objects.select_related("game", "user").filter(pk=pk).first()


def _signer() -> signing.TimestampSigner:
    return signing.TimestampSigner(salt=_SALT)
