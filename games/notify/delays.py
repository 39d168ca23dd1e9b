"""Why a deadline is later than the clock of its game alone would have it, in words."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def listed(reasons: Iterable[str]) -> str:
    """What moved a deadline beyond the allowance: `weekend, night`."""
    words = {
        "vacation": pgettext("why a deadline is later", "vacation"),
        "weekend": pgettext("why a deadline is later", "weekend"),
        "moderator": pgettext("why a deadline is later", "stopped by a moderator"),
        "night": pgettext("why a deadline is later", "night"),
        "outage": pgettext("why a deadline is later", "the service was down"),
        "change": pgettext("why a deadline is later", "settings were changed"),
    }
    return _(", ").join(words[reason] for reason in reasons if reason in words)


def sentence(reasons: Iterable[str]) -> str:
    """The same as a sentence; empty where the deadline is the plain allowance."""
    words = listed(reasons)
    return _("Later than the clock alone would have it: %(reasons)s.") % {"reasons": words} if words else ""
