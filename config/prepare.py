"""What a start brings up to date first: the database's tables, static files, compiled catalogues."""

from __future__ import annotations

import gettext
import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import trans_real

from config import catalogues


def prepare() -> None:
    """Does what is not done yet; a second start has nothing to do."""
    translate()
    migrate()
    collect()


def translate() -> None:
    """Compiles catalogues that are new or changed. What was read before is read again."""
    if catalogues.compile_catalogues():
        gettext._translations = {}  # type: ignore[attr-defined]
        trans_real._translations = {}  # type: ignore[attr-defined]


def migrate() -> None:
    """Applies missing migrations."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def collect() -> None:
    """Collects the static files when one of them is new or changed."""
    mark = Path(settings.STATIC_ROOT) / ".collected"
    now = _fingerprint()
    if not mark.exists() or mark.read_text() != now:
        call_command("collectstatic", verbosity=0, interactive=False)
        mark.write_text(now)


def _fingerprint() -> str:
    """Changes with every static file."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            stat = Path(storage.path(path)).stat()
            digest.update(f"{path} {stat.st_mtime_ns} {stat.st_size}\n".encode())
    return digest.hexdigest()
