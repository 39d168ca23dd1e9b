"""A form whose sender was not logged in any more, or that was too old: what was typed stands in it again."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from accounts.models import User
from accounts.services.programs import make
from config.api import throttles
from config.typed import KEPT, MOST
from games.models import Game, Webhook
from games.services import lobby
from games.services.terms import read_terms
from games.services.webhooks import targets
from tests.people import others, person, table

pytestmark = pytest.mark.django_db
PASSWORD = "seven of clubs, seven of hearts"
HERE = "http://testserver"
AGAIN = "What you typed stands in the form again. It was not sent"
BESIDE = re.compile(r'name="(csrfmiddlewaretoken|made_for)" value="([^"]*)"')
NEW = {
    "players": "3",
    "bots": "1",
    "invite": "ben\nemma <3",
    "length": "single",
    "clock": "bank",
    "hints": "on",
}
NEW |= {"contribution": "a word of mine", "start_hours": "77", "key": "old"}


class Browser(Client):
    """Sends forms as a browser does: with the token, and with the page that they stand on."""

    def __init__(self, name: str = "") -> None:
        super().__init__(enforce_csrf_checks=True)
        if name:
            self.enter(name)

    def enter(self, name: str) -> None:
        user = person(name)
        if not user.has_usable_password():  # a new one would end the logins before
            user.set_password(PASSWORD)
            user.save()
        self.sends("/accounts/login/", {"name": name, "password": PASSWORD}, token=self.token("/"))

    def page(self, path: str) -> str:
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer.content.decode()

    def token(self, path: str) -> dict[str, str]:
        """What stands in the page's forms beside what is typed: the token, and for whom they are made."""
        found = dict(BESIDE.findall(self.page(path)))
        assert "csrfmiddlewaretoken" in found
        return found

    def old(self, path: str) -> dict[str, str]:
        """The same with a token that holds no more."""
        return self.token(path) | {"csrfmiddlewaretoken": "x" * 64}

    def sends(
        self,
        path: str,
        form: dict[str, Any],
        *,
        token: dict[str, str] | None = None,
        page: str = "",
        **heads: str,
    ) -> Any:
        sent = form | (token or self.token(page or path))
        heads = {"origin": HERE, "referer": HERE + (page or path)} | heads
        return self.post(path, sent, headers={name: value for name, value in heads.items() if value})


@pytest.fixture
def ana() -> Browser:
    return Browser("ana")


def value(page: str, name: str) -> str:
    """What a field of the page holds."""
    area = re.search(rf'<textarea name="{name}"[^>]*>\r?\n?([^<]*)</textarea>', page)
    field = area or re.search(rf'<input type="[^"]*" name="{name}" value="([^"]*)"', page)
    return html.unescape(field[1]) if field else ""


def chosen(page: str, name: str) -> list[str]:
    """What is ticked, or chosen, of a field of the page."""
    ticked = re.findall(rf'<input type="(?:radio|checkbox)" name="{name}" value="([^"]*)"[^>]* checked', page)
    within = re.search(rf'<select name="{name}".*?</select>', page, re.DOTALL)
    return ticked + (re.findall(r'<option value="([^"]*)" selected', within[0]) if within else [])


class TestLoginRunOut:
    def test_from_the_form_over_the_login_into_the_form(self, ana: Browser) -> None:
        token = ana.token("/games/new/")
        Session.objects.all().delete()
        answer = ana.sends("/games/new/", NEW, token=token)
        assert answer["Location"] == "/accounts/login/?next=%2Fgames%2Fnew%2F"
        assert "log in, and what you typed is there again" in ana.page(answer["Location"])
        entering = {"name": "ana", "password": PASSWORD, "next": "/games/new/"}
        answer = ana.sends("/accounts/login/", entering)
        page = ana.page(answer["Location"])
        assert AGAIN in page and not Game.objects.exists()
        assert (value(page, "invite"), value(page, "contribution")) == ("ben\nemma <3", "a word of mine")
        assert (chosen(page, "players"), chosen(page, "clock"), chosen(page, "bots")) == (
            ["3"],
            ["bank"],
            ["1"],
        )
        assert 'name="hints" id="id_hints" checked' in page and 'name="weekends" id="id_weekends">' in page
        assert value(page, "start_hours") == "77" and 'name="key" value="old"' not in page
        assert page.count("<details open>") == 2
        assert 'class="errors"' not in page

    def test_it_stays_until_it_is_sent(self, ana: Browser) -> None:
        token = ana.token("/settings/programs/")
        Session.objects.all().delete()
        ana.sends("/settings/programs/", {"username": "robot"}, token=token)
        ana.enter("ana")
        for _time in range(2):  # a page that is loaded anew loses nothing
            assert value(ana.page("/settings/programs/"), "username") == "robot"
        assert AGAIN not in ana.page("/settings/")
        assert ana.sends("/settings/programs/", {"username": "other"}).status_code == 302
        assert AGAIN not in ana.page("/settings/programs/") and KEPT not in ana.session
        assert not User.objects.filter(username="robot").exists()

    def test_for_an_hour(self, ana: Browser) -> None:
        token = ana.token("/settings/webhooks/")
        Session.objects.all().delete()
        ana.sends("/settings/webhooks/", {"url": "https://example.org/x"}, token=token)
        assert Session.objects.get().expire_date <= timezone.now() + timedelta(hours=1)
        ana.enter("ana")
        assert Session.objects.get().expire_date > timezone.now() + timedelta(days=7)
        assert value(ana.page("/settings/webhooks/"), "url") == "https://example.org/x"
        with time_machine.travel(timezone.now() + timedelta(minutes=61)):
            assert AGAIN not in ana.page("/settings/webhooks/")

    def test_logging_out_forgets_it(self, ana: Browser) -> None:
        token = ana.token("/settings/webhooks/")
        ana.enter("ana")
        ana.sends("/settings/webhooks/", {"url": "https://example.org/x"}, token=token)
        assert KEPT in ana.session
        ana.sends("/accounts/logout/", {})
        ana.enter("ana")
        assert AGAIN not in ana.page("/settings/webhooks/")

    def test_what_only_has_buttons_is_not_kept(self, ana: Browser) -> None:
        game = table(2)
        at = f"/games/{game.code}/"
        token = ana.token(at)
        Session.objects.all().delete()
        ana.sends(at + "plan/", {"do": "drop"}, token=token, page=at)
        ana.sends(at + "draft/", {"card": "hand 7C", "to": "new"}, token=token, page=at)
        answer = ana.sends("/settings/tokens/", {"password": PASSWORD, "name": ""}, token=token)
        assert not Session.objects.exists()
        assert "then try again" in ana.page(answer["Location"])


class TestTooOld:
    """Logged out and in again elsewhere, while the form stood open."""

    def test_one_opens_the_page_and_sends_it(self, ana: Browser) -> None:
        token = ana.token("/settings/webhooks/")
        ana.enter("ana")
        form = {"url": "https://example.org/x", "name": "x & y", "kinds": ["move"]}
        answer = ana.sends("/settings/webhooks/", form, token=token)
        assert answer.status_code == 403
        said = answer.content.decode()
        assert "what you typed is kept" in said and '<a class="button" href="/settings/webhooks/">' in said
        page = ana.page("/settings/webhooks/")
        assert AGAIN in page and value(page, "name") == "x & y" and not Webhook.objects.exists()

    def test_no_password_is_kept(self, ana: Browser) -> None:
        token = ana.token("/settings/")
        ana.enter("ana")
        form = {"email": "new@example.org", "password": "my secret words"}
        ana.sends("/settings/address/", form, token=token, page="/settings/")
        assert ana.session[KEPT]["fields"] == {"email": ["new@example.org"]}
        assert "my secret words" not in str(dict(ana.session))
        page = ana.page("/settings/")
        assert value(page, "email") == "new@example.org" and "<details open>" in page

    def test_visitors_keep_it_too(self) -> None:
        visitor, where = Browser(), "/accounts/register/?next=/games/new/"
        form = {"username": "Dino", "email": "d@example.org", "password": "x", "timezone": "Europe/Malta"}
        token = visitor.token(where)
        visitor.cookies["csrftoken"] = "b" * 32
        answer = visitor.sends("/accounts/register/", form, token=token, page=where)
        assert 'href="/accounts/register/?next=/games/new/"' in answer.content.decode()
        page = visitor.page(where)
        assert (value(page, "username"), value(page, "password")) == ("Dino", "")
        assert chosen(page, "timezone") == ["Europe/Malta"]

    def test_the_words_of_who_joins_by_a_link(self) -> None:
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 3, "visibility": "private"}))
        ana, where = Browser("ana"), f"/games/{game.code}/?invitation={game.invitation}"
        token = ana.token(where)
        ana.enter("ana")
        form = {"contribution": "mine", "invitation": game.invitation}
        answer = ana.sends(f"/games/{game.code}/join/", form, token=token, page=where)
        assert f'<a class="button" href="{where}">' in answer.content.decode()
        assert value(ana.page(where), "contribution") == "mine"

    def test_a_plan(self) -> None:
        game = table(2)
        name, at = others(game)[0].username, f"/games/{game.code}/plan/"
        browser = Browser(name)
        token = browser.token(at)
        browser.enter(name)
        form = {
            "how": "most_cards",
            "tell_if": ["knocked"],
            "repeat": "always",
            "version": "1",
            "watch": "m99",
        }
        assert browser.sends(at, form, token=token).status_code == 403
        page = browser.page(at)
        assert (chosen(page, "how"), chosen(page, "repeat")) == (["most_cards"], ["always"])
        assert 'name="knock" id="id_knock">' in page  # it was ticked as the page opened
        assert f'name="version" value="{game.version}"' in page

    def test_a_browser_that_takes_no_cookie_is_promised_nothing(self) -> None:
        token = Browser().old("/accounts/reset/")
        answer = Browser().sends("/accounts/reset/", {"email": "x@example.org"}, token=token)
        assert answer.status_code == 403 and "Nothing was done: open its page anew" in answer.content.decode()
        assert not Session.objects.exists() and "sessionid" not in answer.cookies

    @pytest.mark.parametrize(
        "heads",
        [
            {"origin": "https://elsewhere.example"},
            {"origin": "null"},
            {"origin": "", "referer": ""},
            {"origin": "", "referer": "https://elsewhere.example/settings/webhooks/"},
            {"origin": "", "referer": "//"},
            {"origin": "http://testserver.elsewhere.example"},
        ],
    )
    def test_nobody_elses_page_fills_in_a_form(self, ana: Browser, heads: dict[str, str]) -> None:
        at = "/settings/webhooks/"
        answer = ana.sends(at, {"url": "https://evil.example/"}, token=ana.old(at), **heads)
        assert answer.status_code == 403 and KEPT not in ana.session
        assert AGAIN not in ana.page("/settings/webhooks/")

    def test_no_more_than_a_form_holds(self, ana: Browser) -> None:
        token = ana.old("/settings/webhooks/")
        for form in ({"url": "x" * (MOST + 1)}, {"kinds": [""] * MOST}, {"url": ""}):
            ana.sends("/settings/webhooks/", form, token=token)
            assert KEPT not in ana.session
        ana.sends(
            "/settings/webhooks/",
            {"url": "x" * 3000, "kinds": ["\0", "nothing"], "more": "y"},
            token=token,
        )
        assert set(ana.session[KEPT]["fields"]) == {"url", "kinds"}
        assert value(ana.page("/settings/webhooks/"), "url") == "x" * 3000

    def test_not_at_any_rate(self, settings: LazySettings) -> None:
        settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"login": "3/min"}
        throttles.limiter.cache_clear()
        for _time in range(5):
            visitor = Browser()
            token = visitor.old("/accounts/reset/")
            answer = visitor.sends("/accounts/reset/", {"email": "x@example.org"}, token=token)
            assert answer.status_code == 403
        assert Session.objects.count() == 3


FIELD = re.compile(r'<(?:input type="(?:text|email|url|number|datetime-local)"|textarea)[^>]*name="(\w+)"')
FORM = re.compile(r'<form[^>]*method="post"[^>]*>.*?</form>', re.DOTALL)
UNKEPT = {"/replay/": "a file, or as long as one"}


def test_every_form_that_one_types_into_keeps_it(ana: Browser) -> None:
    """Also one that is made later: here it says whether it does."""
    me, game = person("ana"), table(2)
    mine, shown = (
        lobby.create(creator=person(name), terms=read_terms({"players": 3})) for name in ("ana", "ben")
    )
    make(owner=me, username="robot")
    hook = targets.create(user=me, url="https://example.org/")
    me.is_staff = True
    me.save()
    waiting = Browser(others(game)[0].username)
    pages = ["games/new/", "settings/", "settings/away/", "settings/programs/", "settings/mails/", "replay/"]
    pages += ["settings/webhooks/", f"settings/webhooks/{hook.pk}/", "settings/password/"]
    pages += [f"games/{mine.code}/", f"games/{mine.code}/shuffle/", f"games/{shown.code}/"]
    pages += [f"games/{game.code}/mails/", f"admin/games/{game.code}/clock/"]
    opened = [(ana, path) for path in pages] + [(waiting, f"games/{game.code}/plan/")]
    opened += [(Browser(), f"accounts/{name}/") for name in ("login", "register", "reset")]
    found: set[str] = set()
    for browser, path in opened:
        for form in FORM.findall(browser.page("/" + path)):
            to = re.search(r'<form[^>]*action="([^"]*)"', form)
            action, typed = to[1] if to else "/" + path, set(FIELD.findall(form))
            chosen_from = 'type="radio"' in form or 'type="checkbox"' in form
            if typed or (chosen_from and action != f"/games/{game.code}/draft/"):
                found.add(action)
                if action not in UNKEPT:
                    assert hasattr(resolve(action).func, "typed_into"), action
                    assert 'name="made_for"' in form, action
    assert len(found) == 19, found
