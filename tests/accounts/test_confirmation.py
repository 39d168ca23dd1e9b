"""Confirming an address: keys that are good for one account, one address, three days."""

from __future__ import annotations

from urllib.parse import quote

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from accounts.services import confirmation_key, registration
from tests.accounts.conftest import Mail
from tests.api.api import Api
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(owed: list[Mail]) -> User:
    return registration.register(username="Ana", email="ana@example.org", password="four-of-a-kind")


def key_of(user: User) -> str:
    return confirmation_key(user_id=user.pk, address=user.email)


def refused(visitor: Api, key: object) -> bool:
    status, body = visitor.post("/accounts/confirm/", {"key": key})
    return status == 400 and list(body["errors"]) == ["key"]


def test_confirms(visitor: Api, ana: User) -> None:
    assert visitor.ok("POST", "/accounts/confirm/", {"key": key_of(ana)})["email_confirmed"] is True
    ana.refresh_from_db()
    assert ana.confirmed_email == "ana@example.org"


def test_as_it_stands_in_the_link(visitor: Api, ana: User) -> None:
    """Whoever copies it from there gets its colons as `%3A`."""
    key = quote(key_of(ana))
    assert "%3A" in key and visitor.ok("POST", "/accounts/confirm/", {"key": key})["email_confirmed"] is True


def test_a_second_time_changes_nothing(visitor: Api, ana: User) -> None:
    visitor.ok("POST", "/accounts/confirm/", {"key": key_of(ana)})
    first = User.objects.get().email_confirmed_at
    visitor.ok("POST", "/accounts/confirm/", {"key": key_of(ana)})
    assert User.objects.get().email_confirmed_at == first


def test_a_key_lasts_three_days(visitor: Api, ana: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        key = key_of(ana)
        clock.shift(3 * 24 * 3600 + 60)
        assert refused(visitor, key)
        clock.shift(-120)
        assert not refused(visitor, key)


@pytest.mark.parametrize("key", ["", "x", "a:b:c", "WzEsMl0:1:x", "\u202e", 7, None, {}, "x" * 500])
def test_what_is_no_key(visitor: Api, ana: User, key: object) -> None:
    assert refused(visitor, key)
    assert not User.objects.get().confirmed_email


def test_a_changed_letter_spoils_it(visitor: Api, ana: User) -> None:
    key = key_of(ana)
    assert refused(visitor, key[:-1] + ("A" if key[-1] != "A" else "B"))


def test_a_key_of_the_old_address_is_worth_nothing(visitor: Api, ana: User) -> None:
    old = key_of(ana)
    registration.update_profile(user=ana, email="new@example.org")
    assert refused(visitor, old)
    assert visitor.ok("POST", "/accounts/confirm/", {"key": key_of(ana)})["email"] == "new@example.org"


def test_a_key_of_somebody_else_does_not_confirm_mine(visitor: Api, ana: User) -> None:
    ben = person("ben")
    assert refused(visitor, confirmation_key(user_id=ben.pk, address=ana.email))


def test_of_two_accounts_one_gets_the_address(visitor: Api, ana: User) -> None:
    other = registration.register(username="Ana2", email="ANA@example.org", password="four-of-a-kind")
    visitor.ok("POST", "/accounts/confirm/", {"key": key_of(other)})
    assert refused(visitor, key_of(ana))
    assert not User.objects.get(pk=ana.pk).confirmed_email


def test_a_closed_account_confirms_nothing(visitor: Api, ana: User) -> None:
    User.objects.update(is_active=False)
    assert refused(visitor, key_of(ana))


def test_writing_does_not_confirm_what_changes_meanwhile(ana: User) -> None:
    """The address is compared where it is written, not where it was read."""
    key = key_of(ana)
    User.objects.update(email="new@example.org", email_key="new@example.org")
    with pytest.raises(Exception, match="no longer"):
        registration.confirm(key=key)
    assert User.objects.get().email_confirmed_at is None
