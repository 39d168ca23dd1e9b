"""The shell's variables that would change what tests see are left out: every machine tests the same."""

from __future__ import annotations

import os

OURS = (
    "ALLOWED_HOSTS",
    "ANYMAIL",
    "BEHIND_TLS_PROXY",
    "BOT_DELAY",
    "CONN_MAX_AGE",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DATA_DIR",
    "DEBUG",
    "DEFAULT_FROM_EMAIL",
    "DJANGO_SETTINGS_MODULE",
    "EMAIL_URL",
    "IMAP_URL",
    "LOG_LEVEL",
    "MAIL_IN_LIMIT",
    "MAIL_IN_PORT",
    "MAIL_IN_PROVIDER",
    "MAIL_IN_SECRET",
    "NIGHT_HOURS",
    "OUTAGE_GRACE_HOURS",
    "PORT",
    "PREPARE_STATEMENTS",
    "REDIS_URL",
    "REPLY_DOMAIN",
    "SECRET_KEY",
    "SITE_NAME",
    "SITE_URL",
    "TRUSTED_AUTHSERV",
    "TRUSTED_PROXIES",
    "TRUST_LOCAL_MAIL",
    "VACATION_DAYS",
)
# What must not reach a test process from outside, by its beginning.
BEGINNINGS = ("PYTEST", "THROTTLE_", "WEBHOOK_", "SECURE_", "CELERY_", "PG")


def clean(**more: str) -> dict[str, str]:
    """The environment without them, and with `more`."""
    kept = {k: v for k, v in os.environ.items() if k not in OURS and not k.startswith(BEGINNINGS)}
    return kept | {"PYTHONUNBUFFERED": "1"} | more
