"""Sessions: those that have run out are forgotten, with what lay in them; nobody is logged out by it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.services import sessions
from games import tasks
from tests.people import person

pytestmark = pytest.mark.django_db


def test_what_has_run_out_is_forgotten(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "PURGED_AT_ONCE", 2)
    client.force_login(person("ana"))
    now = timezone.now()
    for number in range(5):
        over = now - timedelta(days=number, seconds=1)
        Session.objects.create(session_key=f"old{number}", session_data="", expire_date=over)
    assert sessions.purge(now=now) == 5
    assert client.get("/settings/").status_code == 200
    assert sessions.purge(now=now + timedelta(days=15)) == 1


def test_it_is_a_part_of_the_hourly_purge() -> None:
    assert sessions.purge in tasks.PURGES
