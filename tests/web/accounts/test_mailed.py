"""What mailed links lead to: a confirmed address, a new password. Keys used, old, foreign, broken."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import Token, User
from accounts.services import passwords, registration
from games.models import Outbox
from games.notify.deliver import deliver_due
from tests.people import person, token_of
from tests.web.accounts.test_entering import FORM, PASSWORD, user, who

pytestmark = pytest.mark.django_db
NEW = "eight of spades, nine of spades"


def mailed(path: str) -> str:
    """The link in the one mail that was sent."""
    deliver_due()
    (message,) = mail.outbox
    (link,) = re.findall(rf"^http://testserver({path}\S+)$", str(message.body), re.MULTILINE)
    return str(link)


class TestConfirmation:
    def test_opening_the_link_changes_nothing_its_button_confirms(self, client: Client) -> None:
        client.post("/accounts/register/", FORM)
        link = mailed("/accounts/confirm/")
        text = client.get(link).content.decode()
        assert not User.objects.get().email_confirmed_at
        (key,) = re.findall(r'name="key" value="([^"]+)"', text)
        answer = client.post("/accounts/confirm/", {"key": key}, follow=True)
        assert "dino@example.org is confirmed" in answer.content.decode()
        assert User.objects.get().email_confirmed_at
        # Again, and by a stranger's browser: no harm.
        assert Client().post("/accounts/confirm/", {"key": key}).headers["Location"] == "/accounts/login/"

    def test_a_double_click_is_told_once(self, client: Client) -> None:
        client.post("/accounts/register/", FORM)
        text = client.get(mailed("/accounts/confirm/")).content.decode()
        key = {"key": re.findall(r'name="key" value="([^"]+)"', text)[0]}
        client.post("/accounts/confirm/", key)
        answer = client.post("/accounts/confirm/", key, follow=True)
        assert answer.content.decode().count("dino@example.org is confirmed") == 1

    @pytest.mark.parametrize("key", ["", "x", "x" * 9000, "\x00", "InR3byI:1x:2"])
    def test_a_bad_key(self, client: Client, key: str) -> None:
        answer = client.post("/accounts/confirm/", {"key": key})
        assert answer.status_code == 200
        assert "ask for a new mail" in answer.content.decode()
        assert client.get("/accounts/confirm/", {"key": key}).status_code == 200


class TestReset:
    def test_a_new_password_by_mail(self, client: Client) -> None:
        ana = user("ana")
        elsewhere, token = Client(), token_of(ana)
        elsewhere.force_login(ana)
        answer = client.post("/accounts/reset/", {"email": "Ana@EXAMPLE.org"})
        assert answer.headers["Location"] == "/accounts/reset/sent/"
        link = mailed("/accounts/reset/new/")
        assert mail.outbox[0].to == ["ana@example.org"]
        (key,) = re.findall(r'name="key" value="([^"]+)"', client.get(link).content.decode())
        assert client.post("/accounts/reset/new/", {"key": key, "password": "short"}).status_code == 200
        assert client.post("/accounts/reset/new/", {"key": key, "password": NEW}).status_code == 302
        assert who(client) == "ana"
        assert token and not Token.objects.exists()
        assert elsewhere.get("/settings/").status_code == 302, "the other login has ended"
        assert not Client().login(username="ana", password=PASSWORD)
        used = Client().post("/accounts/reset/new/", {"key": key, "password": PASSWORD})
        assert used.status_code == 410
        assert "used already" in used.content.decode()

    def test_the_answer_tells_nothing(self, client: Client) -> None:
        user("ana")
        unconfirmed = person("ben")
        User.objects.filter(pk=unconfirmed.pk).update(email_confirmed_at=None)
        answers = set()
        for name in ("ana", "ben", "nobody"):
            answer = client.post("/accounts/reset/", {"email": f"{name}@example.org"}, follow=True)
            answers.add(re.sub(r'value="[^"]*"', "", answer.content.decode()))
        assert len(answers) == 1
        deliver_due()
        assert [message.to for message in mail.outbox] == [["ana@example.org"]]

    def test_a_letter_that_looks_alike_leads_to_the_owner(self, client: Client) -> None:
        kim = person("kim")
        assert "\u212aim@example.org".lower() == kim.email
        client.post("/accounts/reset/", {"email": "\u212aim@example.org"})
        deliver_due()
        assert all(message.to == ["kim@example.org"] for message in mail.outbox)

    def test_one_mail_a_minute(self, client: Client) -> None:
        for _again in range(3):
            client.post("/accounts/reset/", {"email": "ana@example.org"})
        assert Outbox.objects.count() <= 2  # a minute may end between

    def test_old_foreign_and_outdated_keys(self, monkeypatch: pytest.MonkeyPatch) -> None:
        ana, ben = user("ana"), user("ben")
        key = passwords.reset_key(user=ana)
        assert passwords.user_of_key(key=key) == ana
        for bad in (key + "x", registration.confirmation_key(user_id=ana.pk, address=ana.email), ""):
            with pytest.raises(ValidationError):
                passwords.user_of_key(key=bad)
        registration.update_profile(user=ana, email="new@example.org")
        with pytest.raises(ValidationError):
            passwords.user_of_key(key=key)
        key = passwords.reset_key(user=ben)
        monkeypatch.setattr(passwords, "RESET_WITHIN", -1)
        with pytest.raises(ValidationError):
            passwords.user_of_key(key=key)

    def test_a_closed_account_gets_none(self, client: Client) -> None:
        User.objects.filter(pk=user("ana").pk).update(is_active=False)
        client.post("/accounts/reset/", {"email": "ana@example.org"})
        deliver_due(now=timezone.now() + timedelta(minutes=1))
        assert mail.outbox == []
