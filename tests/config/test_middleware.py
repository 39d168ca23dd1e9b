"""The API pays for no page's middleware; pages get all of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils.module_loading import import_string

PARTS = [name for name in django_settings.MIDDLEWARE if name.startswith("config.")]


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("path", ["/api/v1/games/", "/healthz"])
def test_steps_aside(name: str, path: str) -> None:
    seen: list[HttpRequest] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request)
        return HttpResponse()

    request = RequestFactory().post(path)
    before = set(vars(request))
    part: Any = import_string(name)(view)
    response = part(request)
    if hasattr(part, "process_view"):
        assert part.process_view(request, view, (), {}) is None
    assert seen == [request]
    assert set(vars(request)) == before
    assert set(response.headers) == {"Content-Type"}


def test_pages_get_all_of_it(client: Client) -> None:
    response = client.get("/")
    assert response.status_code == 200
    assert "default-src 'none'" in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"
    assert response["Content-Language"] == "en"
    assert isinstance(response.wsgi_request.session, SessionBase)


def test_a_page_speaks_the_visitors_language(client: Client) -> None:
    response = client.get("/", headers={"accept-language": "ar"})
    assert b'<html lang="ar" dir="rtl">' in response.content


def test_pages_are_small_on_the_way(client: Client) -> None:
    page = client.get("/rules/", headers={"accept-encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip" and len(page.content) < len(client.get("/rules/").content) / 2
    assert "Accept-Encoding" in page["Vary"]
    answer = client.get("/api/v1/schema/", headers={"accept-encoding": "gzip"})
    assert not answer.has_header("Content-Encoding")
