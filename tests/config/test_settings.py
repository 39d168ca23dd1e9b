"""The settings file under the environments it serves, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.utils.translation import get_language_info

from tests import environment
from tests.service import ROOT

ASK = """
import json, sys
import config.settings as s
print(json.dumps({name: getattr(s, name, None) for name in sys.argv[1:]}, default=str))
"""


def settings(data: Path, *names: str, **variables: str) -> tuple[dict[str, Any], str]:
    """Those settings, or what was said instead."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, *names],
        cwd=ROOT,
        env=environment.clean(DATA_DIR=str(data), **variables),
        capture_output=True,
        text=True,
        check=False,
    )
    return (json.loads(done.stdout) if done.returncode == 0 else {}), done.stderr


def test_without_any_variable(tmp_path: Path) -> None:
    made, _ = settings(
        tmp_path, "SECRET_KEY", "DATABASES", "DEBUG", "CELERY_BROKER_URL", "SITE_URL", "EMAIL_BACKEND"
    )
    database = made["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "rummy.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["ATOMIC_REQUESTS"] is False
    assert made["DEBUG"] is False
    assert made["CELERY_BROKER_URL"].startswith("memory://")
    assert made["SITE_URL"] == "http://127.0.0.1:8000"
    assert made["EMAIL_BACKEND"] == "games.notify.filebackend.EmailBackend"
    assert len(made["SECRET_KEY"]) > 50
    assert settings(tmp_path, "SECRET_KEY")[0]["SECRET_KEY"] == made["SECRET_KEY"]


def test_with_servers(tmp_path: Path) -> None:
    made, _ = settings(
        tmp_path,
        "DATABASES",
        "CELERY_BROKER_URL",
        "EMAIL_HOST",
        "EMAIL_BACKEND",
        DATABASE_URL="postgres://rummy:word@db.example:5433/rummy",
        REDIS_URL="redis://redis.example:6379/3",
        EMAIL_URL="smtp+tls://me:word@mail.example:587",
        SECRET_KEY="given",
    )
    database = made["DATABASES"]["default"]
    assert (database["ENGINE"], database["HOST"]) == ("django.db.backends.postgresql", "db.example")
    assert made["CELERY_BROKER_URL"] == "redis://redis.example:6379/3"
    assert (made["EMAIL_HOST"], made["EMAIL_BACKEND"]) == (
        "mail.example",
        "django.core.mail.backends.smtp.EmailBackend",
    )


@pytest.mark.parametrize(
    "variables", [{"DATABASE_URL": "postgres://u:p@db.example/r"}, {"SITE_URL": "https://rummy.example"}]
)
def test_a_key_is_asked_for(tmp_path: Path, variables: dict[str, str]) -> None:
    made, said = settings(tmp_path, "SECRET_KEY", **variables)
    assert not made
    assert "Set SECRET_KEY" in said.splitlines()[-1]
    assert not (tmp_path / "secret_key").exists()


def test_every_language_has_a_name() -> None:
    assert [code for code, _ in django_settings.LANGUAGES] == ["en", "mt", "sr-latn", "ar", "lb"]
    assert [get_language_info(code)["bidi"] for code, _ in django_settings.LANGUAGES] == [0, 0, 0, 1, 0]
