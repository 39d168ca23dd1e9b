"""Where a mail provider, or a script of the host's, posts the mail that comes in for us."""

from __future__ import annotations

import base64
import binascii

from anymail.exceptions import AnymailError
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.notify.incoming import webhook


@csrf_exempt  # no browser comes here; the secret says who may
@require_http_methods(["HEAD", "POST"])
def post(request: HttpRequest) -> HttpResponse:
    """A raw mail as the body, or with MAIL_IN_PROVIDER what that provider posts. Open only with MAIL_IN_SECRET."""
    if not settings.MAIL_IN_SECRET:
        raise Http404
    if request.method == "HEAD":  # some providers look first whether we are there
        return HttpResponse()
    if not _knows_the_secret(request):
        answer = HttpResponse(status=401)
        answer.headers["WWW-Authenticate"] = 'Basic realm="mail"'
        return answer
    if settings.MAIL_IN_PROVIDER:
        return _of_provider(request)
    taken = webhook.take_posted(request.body)
    return HttpResponse(status=200 if taken else 422)


def _of_provider(request: HttpRequest) -> HttpResponse:
    """anymail knows each provider's form, and the signatures of those that sign."""
    try:
        view = resolve(f"/{settings.MAIL_IN_PROVIDER}/inbound/", urlconf="anymail.urls").func
    except Resolver404:
        raise Http404 from None
    try:
        answer: HttpResponse = view(request)
    except AnymailError:
        return HttpResponse(status=400)
    return answer


def _knows_the_secret(request: HttpRequest) -> bool:
    kind, _blank, said = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "basic":
        return False
    try:
        pair = base64.b64decode(said, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return False
    return constant_time_compare(pair, settings.MAIL_IN_SECRET)
