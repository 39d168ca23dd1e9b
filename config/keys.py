"""The secret key of an installation that was not given one: made once and kept beside its data."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def kept_secret_key(data_dir: Path, *, required: bool) -> str:
    """The key in `data_dir`/secret_key, made at the first start. Raises where a key must be given (`required`)."""
    if required:
        raise ImproperlyConfigured("Set SECRET_KEY: a service with a public https address needs its own.")
    path = data_dir / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        key = secrets.token_urlsafe(50)
        file.write(key)
    return key
