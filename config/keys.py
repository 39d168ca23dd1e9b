"""The secret key of an installation that was not given one: made once and kept beside its data."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def kept_secret_key(data_dir: Path, *, required: bool) -> str:
    """The key in `data_dir`/secret_key, made at the first start. Raises where one must be given."""
    if required:
        raise ImproperlyConfigured(
            "Set SECRET_KEY: a service with a public https address or a database elsewhere needs its own."
        )
    path = data_dir / "secret_key"
    try:
        return _made_once(path)
    except OSError as error:
        raise ImproperlyConfigured(
            f"The secret key cannot be kept as {path} ({error.strerror}): see to DATA_DIR, or set SECRET_KEY."
        ) from None


def _made_once(path: Path) -> str:
    if not path.exists():
        # Written in full beside it and then linked: two processes that start at once use one whole key.
        fresh = path.with_name(f"secret_key.{os.getpid()}")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text().strip()
