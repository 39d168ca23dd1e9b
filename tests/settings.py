"""The service's own settings under test: a data folder that goes away, cheap hashes, this run's servers.

`TEST_ON=servers` tests on PostgreSQL with Redis (see tests/servers.py), anything else on SQLite as a file.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests import environment, servers

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
ON_SERVERS = os.environ.get("TEST_ON") == "servers"

if not WORKER:
    # The folder and the servers of the whole run: xdist's workers inherit them.
    _root = tempfile.mkdtemp(prefix="rummy-tests-")
    atexit.register(shutil.rmtree, _root, ignore_errors=True)
    os.environ["TEST_DATA_DIR"] = _root
    if ON_SERVERS:
        given = "TEST_REDIS_URL" in os.environ
        os.environ["TEST_DATABASE_URL"] = servers.database_url()
        os.environ["TEST_REDIS_URL"] = servers.redis_url()
        if not given and os.environ["TEST_REDIS_URL"].endswith("/0"):
            os.environ["TEST_REDIS_IS_OURS"] = "1"

for _name in set(os.environ) - set(environment.clean()):
    if not _name.startswith("PYTEST"):
        del os.environ[_name]
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "tests.settings",  # for the workers and for Celery
    "DATA_DIR": str(Path(os.environ["TEST_DATA_DIR"]) / (WORKER or "one")),
    "SECRET_KEY": "for tests only, and long enough for every check that looks at it",
    "SITE_URL": "http://testserver",
    "ALLOWED_HOSTS": "testserver,127.0.0.1,localhost",
    "THROTTLE_ANON": "1000000/min",
    "THROTTLE_USER": "1000000/min",
    "THROTTLE_LOGIN": "1000000/min",
    "THROTTLE_HINT": "1000000/min",
    "BOT_DELAY": "0",
    "NIGHT_HOURS": "none",  # a test is the same at every hour of the day
}
if ON_SERVERS:
    os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]
    os.environ["REDIS_URL"] = os.environ["TEST_REDIS_URL"]
    if WORKER and "TEST_REDIS_IS_OURS" in os.environ:
        # A Redis has sixteen numbered stores: one for each worker, so that none sees another's counters.
        os.environ["REDIS_URL"] = os.environ["REDIS_URL"][:-1] + str(int(WORKER[2:]) % 16)

from config import catalogues  # noqa: E402
from config.settings import *  # noqa: E402, F403  # the environment had to come first
from config.settings import DATA_DIR, DATABASES, STATIC_ROOT, STORAGES  # noqa: E402

catalogues.compile_catalogues()
STATIC_ROOT.mkdir(parents=True, exist_ok=True)

if not ON_SERVERS:
    # As a file: an in-memory database knows neither WAL nor two writers.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    # Fifty threads that write at once take their time where the machine has other work; whoever waits crosswise waits
    # longer still, and fails.
    DATABASES["default"]["OPTIONS"]["timeout"] = 240
PASSWORD_HASHERS = ["tests.hasher.CheapHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Pages under test need no collected files.
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
