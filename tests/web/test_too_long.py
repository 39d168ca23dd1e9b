"""A form that is longer than any may be: a page says so, and leads back to it."""

from __future__ import annotations

from django.test import Client


def test_a_page_says_it_in_the_readers_language() -> None:
    heads = {"accept-language": "en", "referer": "http://testserver/accounts/register/?next=/games/"}
    answer = Client().post("/accounts/register/", {"username": "x" * 300_000}, headers=heads)
    page = answer.content.decode()
    assert answer.status_code == 413 and "no-store" in answer["Cache-Control"]
    assert "a form takes 256 kB at the most" in page
    assert 'href="/accounts/register/?next=/games/"' in page
    arabic = Client().post("/accounts/register/", {"a": "x" * 300_000}, headers={"accept-language": "ar"})
    assert arabic.status_code == 413 and '<html lang="ar" dir="rtl">' in arabic.content.decode()


def test_what_no_browser_sends_is_answered_without_a_page() -> None:
    answer = Client().get("/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400 and "<nav" not in answer.content.decode()
