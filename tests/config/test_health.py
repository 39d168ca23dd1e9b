"""/healthz tells what lives and what does not."""

from __future__ import annotations

from datetime import timedelta
from unittest import mock

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from config import health
from games.models import Heartbeat

pytestmark = pytest.mark.django_db
AWAY = OperationalError("secret host name")


def test_a_silent_worker_is_dead(client: Client) -> None:
    health.beat("beat")
    health.beat("worker")
    assert client.get("/healthz").status_code == 200
    Heartbeat.objects.filter(name="worker").update(at=timezone.now() - timedelta(minutes=1))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"ok": False, "database": True, "worker": False, "beat": True}
    health.beat("worker")
    assert client.get("/healthz").status_code == 200
    assert answer["Cache-Control"] == "no-store"


def test_nothing_ever_lived(client: Client) -> None:
    assert client.get("/healthz").json() == {"ok": False, "database": True, "worker": False, "beat": False}


def test_no_database(client: Client) -> None:
    with mock.patch.object(Heartbeat.objects, "values_list", side_effect=AWAY):
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["database"]) == (503, False)
    assert b"secret" not in answer.content


def test_a_heartbeat_that_cannot_be_written_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    with mock.patch.object(Heartbeat.objects, "update_or_create", side_effect=AWAY):
        health.beat("worker")
    assert "no heartbeat of worker" in caplog.text
    assert "secret" not in caplog.text


def test_the_scheduler_shows_that_it_lives() -> None:
    from config.celery import app

    scheduler = health.BeatingScheduler(app=app, lazy=True)
    with mock.patch("celery.beat.Scheduler.tick", return_value=1):
        assert scheduler.tick() == 1
        scheduler.tick()
    assert Heartbeat.objects.filter(name="beat").count() == 1
