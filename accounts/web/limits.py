"""How often the forms of accounts may be sent, by address and by account; the same counters as the API's."""

from __future__ import annotations

from math import ceil

from django.http import HttpRequest
from django.utils.translation import ngettext
from rest_framework.exceptions import Throttled

from accounts.web.forms import Form
from config.api import throttles


def counted(request: HttpRequest, form: Form, *more: str) -> bool:
    """Counts one try from this address and for each of `more`; False, with a sentence, where it is too many.

    It counts before anything is looked up, so that it says nothing about what there is.
    """
    try:
        throttles.hit("login", f"address {throttles.address_of(request)}")
        for who in more:
            throttles.hit("login", who)
    except Throttled as error:
        wait = ceil(getattr(error, "wait", None) or 1)
        form.add_error(
            None,
            ngettext(
                "Too many tries: wait %(count)d second, then go on.",
                "Too many tries: wait %(count)d seconds, then go on.",
                wait,
            )
            % {"count": wait},
        )
        form.wait = wait
        return False
    return True
