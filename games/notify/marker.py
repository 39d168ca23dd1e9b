"""The line of our mails above which a reply is to be written. Whatever stands below it is our own text, come back."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

EDGE = "~~~~"


def line() -> str:
    """In the language of the mail that is being written."""
    return " ".join((EDGE, _("Write your move above this line"), EDGE))


def lines() -> list[str]:
    """In every language in which we have written, or may have."""
    found = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            found.append(line())
    return list(dict.fromkeys(found))
