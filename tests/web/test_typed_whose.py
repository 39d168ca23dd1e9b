"""What was typed into a form stands in it again for who typed it, and for nobody who comes into the browser later."""

from __future__ import annotations

import json
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.services import programs
from config.api import throttles
from config.typed import KEPT
from games.models import Game, Plan, Webhook
from games.notify import ways
from games.services import lobby, turns
from games.services.terms import read_terms
from games.services.webhooks import targets
from tests.export import games
from tests.notify import samples
from tests.people import others, person, table
from tests.web.test_typed import AGAIN, Browser, value

pytestmark = pytest.mark.django_db
HOOKS = "/settings/webhooks/"
URL = {"url": "https://example.org/x"}
PLAN = {"how": "most_cards", "tell_if": ["knocked"], "repeat": "always", "version": "1"}


def turned_out(name: str, path: str, form: dict[str, str], page: str = "") -> Browser:
    """Their login had run out when they sent it."""
    browser = Browser(name)
    token = browser.token(page or path)
    Session.objects.all().delete()
    browser.sends(path, form, token=token, page=page)
    assert KEPT in browser.session
    return browser


class TestWhose:
    def test_it_waits_for_nobody_else_who_logs_in_there(self) -> None:
        form = {"email": "secret@example.org", "password": "x"}
        browser = turned_out("ana", "/settings/address/", form, "/settings/")
        browser.enter("ben")
        page = browser.page("/settings/")
        assert AGAIN not in page and "secret@example.org" not in page
        assert KEPT not in browser.session

    def test_who_sends_anothers_form_keeps_nothing_of_it(self) -> None:
        browser = Browser("ana")
        token = browser.token(HOOKS)
        browser.enter("ben")
        answer = browser.sends(HOOKS, URL, token=token)
        assert answer.status_code == 403 and "what you typed is kept" not in answer.content.decode()
        assert AGAIN not in browser.page(HOOKS) and KEPT not in browser.session

    def test_a_visitors_form_goes_on_with_who_has_logged_in_meanwhile(self) -> None:
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
        browser, at = Browser(), f"/games/{game.code}/"
        token = browser.token(at)
        browser.enter("ana")
        answer = browser.sends(at + "join/", {"contribution": "mine"}, token=token, page=at)
        assert "what you typed is kept" in answer.content.decode()
        assert value(browser.page(at), "contribution") == "mine"

    def test_a_session_that_was_planted_fills_in_no_form_after_the_login(self) -> None:
        visitor = Browser()
        made_for = visitor.token("/accounts/login/")
        for token in (made_for, made_for | {"made_for": "0" * 32}):
            visitor.sends(HOOKS, {"url": "https://evil.example/"}, token=token)
            assert KEPT in visitor.session
            planted = dict(visitor.session)[KEPT]
            visitor.enter("ana")
            assert KEPT not in visitor.session
            session = visitor.session
            session[KEPT] = planted  # as if it had come in by another door
            session.save()
            page = visitor.page(HOOKS)
            assert AGAIN not in page and "evil.example" not in page
            visitor.sends("/accounts/logout/", {})

    def test_a_form_that_says_not_whose_it_is_is_not_kept(self) -> None:
        browser = Browser("ana")
        for said in ("", "x", "ü" * 31, "0" * 33):
            browser.sends(HOOKS, URL, token=browser.old(HOOKS) | {"made_for": said})
            assert KEPT not in browser.session

    def test_a_guests_form_says_so_too(self) -> None:
        guest, game = Browser(), lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
        guest.sends(f"/games/{game.code}/join/", {"key": "k"}, page=f"/games/{game.code}/")
        form = {"username": "Dino", "email": "d@example.org", "password": "x", "timezone": "Europe/Malta"}
        guest.sends("/accounts/keep/", form, token=guest.old("/accounts/keep/"))
        assert value(guest.page("/accounts/keep/"), "username") == "Dino"


class TestByMail:
    """Who came by the link of a mail is known in that game."""

    @staticmethod
    def way(monkeypatch: pytest.MonkeyPatch, *names: str) -> tuple[str, list[str]]:
        game = samples.melded(monkeypatch)  # ana is to move
        rows = [samples.mail_of("turn", name) for name in names]
        return f"/games/{game.code}/", [urlsplit(ways.play(row)).path for row in rows]

    def test_two_of_them_in_one_browser(self, monkeypatch: pytest.MonkeyPatch) -> None:
        at, (ben, ana) = self.way(monkeypatch, "ben", "ana")
        browser = Browser()
        browser.sends(ben, {})
        browser.sends(at + "plan/", PLAN, token=browser.old(at + "plan/"))
        assert AGAIN in browser.page(at + "plan/")
        browser.sends(ben, {})  # their own link once more
        assert KEPT in browser.session
        browser.sends(ana, {})
        assert KEPT not in browser.session

    def test_the_pass_holds_as_long_as_the_link(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whatever the session was kept for before it, and after it."""
        exported = json.dumps(games.document(games.single(monkeypatch)))
        at, (ben,) = self.way(monkeypatch, "ben")
        browser = Browser()
        form = {"email": "x@example.org"}
        browser.sends("/accounts/reset/", form, token=browser.old("/accounts/reset/"))
        assert Session.objects.get().expire_date < timezone.now() + timedelta(hours=2)
        browser.sends(ben, {})
        assert browser.sends("/replay/", {"text": exported})["Location"] == "/replay/1/"
        with time_machine.travel(timezone.now() + timedelta(days=29)):
            assert "Plan my turn" in browser.page(at + "plan/")
        assert Session.objects.get().expire_date < timezone.now() + timedelta(days=31)


class TestUntilItIsTaken:
    def test_what_came_too_often_is_still_there(self, settings: LazySettings) -> None:
        browser = turned_out("ana", HOOKS, URL)
        browser.enter("ana")
        settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"user": "1/min"}
        throttles.limiter.cache_clear()
        throttles.hit("user", str(person("ana").pk))
        assert browser.sends(HOOKS, URL).status_code == 429
        assert value(browser.page(HOOKS), "url") == URL["url"] and not Webhook.objects.exists()
        settings.THROTTLE_RATES = settings.THROTTLE_RATES | {"user": "9/min"}
        throttles.limiter.cache_clear()
        assert browser.sends(HOOKS, URL).status_code == 200  # it says not of what it wants to hear
        assert KEPT not in browser.session

    def test_what_is_too_old_goes(self) -> None:
        browser = turned_out("ana", HOOKS, URL)
        browser.enter("ana")
        with time_machine.travel(timezone.now() + timedelta(minutes=61)):
            assert AGAIN not in browser.page("/settings/away/")
        assert KEPT not in browser.session

    def test_also_as_its_writer_comes_in(self) -> None:
        browser = Browser("ana")
        browser.sends(HOOKS, URL, token=browser.old(HOOKS))
        with time_machine.travel(timezone.now() + timedelta(minutes=61)):
            browser.enter("ana")
        assert KEPT not in browser.session


class TestNoFormToFill:
    """Nothing says that what was typed stands in the form again where the page has no form."""

    def test_who_has_taken_a_place_meanwhile(self) -> None:
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 3}))
        at, browser = f"/games/{game.code}/", Browser("ana")
        browser.sends(at + "join/", {"contribution": "mine"}, token=browser.old(at), page=at)
        assert AGAIN in browser.page(at)
        lobby.join(code=game.code, user=person("ana"))
        assert AGAIN not in browser.page(at)

    def test_who_has_as_many_as_one_can_have(self, monkeypatch: pytest.MonkeyPatch) -> None:
        browser, me = Browser("ana"), person("ana")
        monkeypatch.setattr(programs, "MOST", 1)
        monkeypatch.setattr(targets, "MOST", 1)
        for at, form in ((HOOKS, URL), ("/settings/programs/", {"username": "robot"})):
            browser.sends(at, form, token=browser.old(at))
            assert AGAIN in browser.page(at)
            if at == HOOKS:
                targets.create(user=me, url="https://example.org/")
            else:
                programs.make(owner=me, username="other")
            assert AGAIN not in browser.page(at)

    def test_whose_turn_it_is(self) -> None:
        game = table(2)
        user = others(game)[0]
        browser, at = Browser(user.username), f"/games/{game.code}/plan/"
        browser.sends(at, PLAN, token=browser.old(at))
        assert AGAIN in browser.page(at)
        Game.objects.filter(pk=game.pk).update(to_act=user)
        assert AGAIN not in browser.page(at) and not Plan.objects.exists()

    def test_a_clock_that_does_not_run(self) -> None:
        game, browser, staff = table(2), Browser("ana"), person("ana")
        staff.is_staff = True
        staff.save()
        at, form = f"/admin/games/{game.code}/clock/", {"note": "a storm"}
        browser.sends(at, form, token=browser.old(at))
        assert value(browser.page(at), "note") == "a storm"
        turns.resign(code=game.code, user=person("ben"))
        assert AGAIN not in browser.page(at)
