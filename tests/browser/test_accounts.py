"""An account from its registration to its end, in a browser without JavaScript."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.mails import link_in_mail
from tests.browser.playing import press
from tests.browser.wait import again_until
from tests.service import Service

pytestmark = [pytest.mark.browser, pytest.mark.server]
PASSWORD = "seven of clubs, seven of hearts"


@pytest.fixture
def plain(browser: Browser, service: Service) -> Iterator[Page]:
    """A page on which no script runs."""
    context = browser.new_context(base_url=service.url, locale="en", java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_an_account_from_beginning_to_end(plain: Page, service: Service) -> None:
    name = f"Lina{time.monotonic_ns() % 10**9}"
    address = f"{name.lower()}@example.org"
    plain.goto("/accounts/register/")
    plain.get_by_label("Name").fill(name)
    plain.get_by_label("Mail address").fill(address)
    plain.get_by_label("Password", exact=True).fill("12345678")
    plain.get_by_label("Time zone").select_option("Europe/Malta")
    press(plain.get_by_role("button", name="Register"))
    expect(plain.get_by_text("This password is too common.")).to_be_visible()
    expect(plain.get_by_label("Name")).to_have_value(name)
    plain.get_by_label("Password", exact=True).fill(PASSWORD)
    press(plain.get_by_role("button", name="Register"))
    expect(plain.get_by_role("status")).to_contain_text(f"Welcome, {name}.")

    plain.goto(link_in_mail(service, address, "/accounts/confirm/"))
    press(plain.get_by_role("button", name="Confirm the address"))
    expect(plain.get_by_role("status")).to_contain_text(f"{address} is confirmed")

    press(plain.get_by_role("link", name=name))
    expect(plain.get_by_text("✓ confirmed")).to_be_visible()
    expect(plain.locator("#id_timezone")).to_have_value("Europe/Malta")
    press(plain.get_by_role("link", name="Which mails you get"))
    plain.get_by_label("only in the daily list").check()
    press(plain.get_by_role("button", name="Keep these wishes"))
    expect(plain.get_by_label("only in the daily list")).to_be_checked()
    expect(plain.get_by_label("Daily list of the games that wait")).to_have_value("8")
    press(plain.get_by_role("link", name="Mails that were sent to me"))
    again_until(plain.get_by_text("confirmation of an address"))  # it is noted after it was sent
    press(plain.get_by_role("link", name="Which mails you get"))
    press(plain.get_by_role("link", name="Settings", exact=True))
    press(plain.get_by_role("link", name="Log out"))
    press(plain.get_by_role("button", name="Log out"))
    expect(plain.get_by_role("link", name="Log in")).to_be_visible()

    plain.goto("/accounts/login/")
    press(plain.get_by_role("link", name="Password forgotten?"))
    plain.get_by_label("Mail address").fill(address)
    press(plain.get_by_role("button", name="Send the mail"))
    expect(plain.get_by_role("heading", level=1)).to_have_text("Look into your mail")
    plain.goto(link_in_mail(service, address, "/accounts/reset/new/"))
    plain.get_by_label("New password").fill(PASSWORD + "!")
    press(plain.get_by_role("button", name="Keep this password"))
    expect(plain.get_by_role("status")).to_contain_text("Your new password holds.")

    plain.goto("/settings/delete/")
    plain.get_by_label("Your password").fill(PASSWORD + "!")
    press(plain.get_by_role("button", name="Delete my account"))
    expect(plain.get_by_role("status")).to_contain_text("Your account is deleted.")
    plain.goto("/settings/")
    expect(plain.get_by_role("heading", level=1)).to_have_text("Log in")


def test_arabic_from_right_to_left(plain: Page) -> None:
    plain.goto("/accounts/login/")
    plain.locator("#language-choice").select_option("ar")
    press(plain.locator("footer button").first)
    expect(plain.locator("html")).to_have_attribute("dir", "rtl")
    assert plain.url.endswith("/accounts/login/")
