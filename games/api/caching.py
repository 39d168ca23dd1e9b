"""Conditional answers: an ETag a reader and language, made of one cheap query, so that a 304 renders nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request

from accounts.models import User
from games.api.answers import dumps
from games.selectors import Stamp

VIEW_FORMAT = 3  # counts changes of what the view shows, so that an update of the service outdates every ETag


def conditional(request: Request, user: User | None, seen: Stamp, body: Callable[[], Any]) -> HttpResponse:
    """304 where the reader has seen `seen` already, else 200 with `body()` as JSON."""
    etag = _etag(user, seen)
    known = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    if "*" in known or etag in (tag.removeprefix("W/") for tag in known):
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(dumps(body()), content_type="application/json")
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    return response


def _etag(user: User | None, seen: Stamp) -> str:
    what = f"{VIEW_FORMAT}:{seen.pk}:{seen.revision}:{seen.own}:{user.pk if user else ''}:{get_language()}"
    return f'"{hashlib.sha256(what.encode()).hexdigest()[:24]}"'
