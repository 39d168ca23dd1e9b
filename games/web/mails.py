"""My mails: what was sent to me in the last thirty days, what became of it, and one of them once more."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from rest_framework.exceptions import Throttled

from accounts.models import User
from accounts.web.shown import user_of, users_only
from config.api import throttles
from config.posted import form_only
from games.models import Outbox
from games.notify import holds
from games.notify.headers import OF_ACCOUNT
from games.services import outbox
from games.web.refusals import too_often

PAGE = 50
SHOWN_FOR = timedelta(days=30)
_GREATEST = 2**63
# An answer to a mail of one's own is worth nothing later; keys are asked for anew where they are used.
NOT_AGAIN = OF_ACCOUNT | holds.ANSWERS


@require_safe
@users_only
def page(request: HttpRequest) -> HttpResponse:
    """The newest first."""
    mails = _mine(user_of(request)).exclude(state=Outbox.State.MOOT).defer("payload", "address", "key")
    shown = Paginator(mails.order_by("-pk"), PAGE).get_page(request.GET.get("page", "")[:9])
    rows = [(mail, _can_go_again(mail)) for mail in shown.object_list]
    answer = render(request, "games/mails.html", {"rows": rows, "page": shown, "now": timezone.now()})
    patch_cache_control(answer, private=True, no_store=True)
    return answer


@form_only("mails")
@users_only
def again(request: HttpRequest, pk: int) -> HttpResponse:
    """Once more, if it still holds. The button pressed twice sends it once."""
    user = user_of(request)
    mail = _mine(user).filter(pk=pk).first() if pk < _GREATEST else None
    if mail is None or not _can_go_again(mail):
        raise Http404
    try:
        throttles.hit("login", f"mail {user.pk}")
    except Throttled as error:
        return too_often(request, error)
    mail.payload["again"] = True
    if user.mail_stopped_at:
        messages.warning(request, _("Your address takes no mail: correct it in the settings first."))
    elif holds.why_moot(mail):
        messages.warning(request, _("What this mail says is over; look at the game instead."))
    else:
        outbox.owe_again(row=mail)
        messages.success(request, _("The mail is on its way once more."))
    return redirect("mails")


def _mine(user: User) -> QuerySet[Outbox]:
    since = timezone.now() - SHOWN_FOR
    return Outbox.objects.filter(user=user, created_at__gt=since).select_related("game", "user")


def _can_go_again(mail: Outbox) -> bool:
    return mail.state in (Outbox.State.SENT, Outbox.State.REFUSED) and mail.kind not in NOT_AGAIN
