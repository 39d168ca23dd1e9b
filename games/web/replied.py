"""The link that a player gets where it could not be proved that a mail was theirs: one press, and it is played."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from config import languages
from config.errors import said
from games.models import IncomingMail
from games.notify.incoming import handle, links, wording
from games.services import incoming
from games.web.shown import private

Outcome = IncomingMail.Outcome


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Opening it shows nothing of the mail and changes nothing; the button plays what the mail said."""
    mail = links.find(token)
    if mail is None or mail.user is None or mail.game is None or not mail.user.is_active:
        words = _("Answer the newest mail of the game, or play on its page.")
        return said(request, 410, _("This link works no more"), words, again="/accounts/login/")
    if request.method == "POST":
        row = incoming.claim_again(mail_id=mail.pk, now=timezone.now())
        if row is not None:
            handle.handle(row, confirmed=True)
            mail.refresh_from_db()
    return _page(request, mail)


def _page(request: HttpRequest, mail: IncomingMail) -> HttpResponse:
    """In the language of whose mail it is."""
    assert mail.user is not None and mail.game is not None
    with translation.override(languages.shown(mail.user.language)):
        context: dict[str, Any] = {
            "game": mail.game,
            "whose": mail.user,
            "waits": mail.outcome == Outcome.CONFIRM and mail.state == IncomingMail.State.DONE,
            "played": mail.outcome == Outcome.PLAYED,
            "why": wording.why(mail.report) if mail.outcome == Outcome.NOT_PLAYED else "",
        }
        return private(render(request, "games/replied.html", context))
