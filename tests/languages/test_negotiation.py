"""Which language somebody gets: what they chose, else what their browser asks for, else English."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, RequestFactory

from accounts.web.forms import Preferences
from config import languages
from tests.people import person


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("ar", "ar"),
        ("ar-EG", "ar"),
        ("AR", "ar"),
        ("en-GB", "en"),
        ("sr", "sr-latn"),
        ("sr-RS", "sr-latn"),
        ("sr-Cyrl-RS", "sr-latn"),
        ("sr_Latn_RS", "sr-latn"),
        ("hr", "sr-latn"),
        ("bs-BA", "sr-latn"),
        ("sh", "sr-latn"),
        ("mt-MT", "mt"),
        ("lb-LU", "lb"),
        ("de", None),
        ("", None),
        ("-", None),
        ("arc", None),
    ],
)
def test_tags(tag: str, code: str | None) -> None:
    assert languages.known(tag) == code


@pytest.mark.parametrize(
    ("accepted", "wanted", "readable"),
    [
        ("ar", "ar", "ar"),
        ("fr-FR, ar-MA;q=0.8, en;q=0.5", "ar", "ar"),
        ("sr-RS, ar;q=0.5", "sr-latn", "ar"),
        ("sr-RS, en;q=0.5", "sr-latn", "en"),
        ("mt", "mt", "en"),
        ("ar;q=0, en", "en", "en"),
        ("*", "en", "en"),
        ("*, ar;q=0.1", "en", "en"),
        ("", "en", "en"),
        ("\xff;q=x", "en", "en"),
        ("ar," * 400, "ar", "ar"),
    ],
)
def test_of_a_browser(accepted: str, wanted: str, readable: str) -> None:
    request = RequestFactory().get("/", headers={"accept-language": accepted})
    assert (languages.wanted(request), languages.readable(request)) == (wanted, readable)


def test_a_choice_comes_before_the_browser(settings: Any) -> None:
    request = RequestFactory().get("/", headers={"accept-language": "en"})
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = "ar"
    assert languages.wanted(request) == languages.readable(request) == "ar"
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = "mt"
    assert (languages.wanted(request), languages.readable(request)) == ("mt", "en")
    request.COOKIES[settings.LANGUAGE_COOKIE_NAME] = "../../etc" * 99
    assert languages.wanted(request) == "en"


def test_a_page_is_never_half_translated(client: Client) -> None:
    answer = client.get("/rules/", headers={"accept-language": "sr-RS"})
    assert answer.headers["Content-Language"] == "en"
    assert '<html lang="en" dir="ltr"' in answer.content.decode()
    answer = client.get("/rules/", headers={"accept-language": "ar-EG"})
    assert answer.headers["Content-Language"] == "ar"
    assert '<html lang="ar" dir="rtl"' in answer.content.decode()
    assert "Accept-Language" in answer.headers["Vary"]


def test_pages_offer_what_can_be_read(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    assert '<option value="ar" lang="ar"' in page
    assert '<option value="mt"' not in page


@pytest.mark.django_db
def test_a_language_of_the_api_is_not_lost_on_the_page(client: Client) -> None:
    ana = person("ana", language="lb")
    assert [code for code, _name in Preferences(user=ana).fields["language"].choices] == ["en", "ar", "lb"]  # type: ignore[attr-defined]
    client.force_login(ana)
    page = client.get("/settings/").content.decode()
    assert '<html lang="en"' in page
    assert '<option value="lb" selected' in page
