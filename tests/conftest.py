"""What all tests share. Settings and servers: tests/settings.py; the running service: tests/service.py."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import hypothesis
import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone, translation

from config.api import throttles
from config.live import hub
from tests.service import Service

# What is tried is the same at every run, however slow the machine is; `make soak` tries what chance gives.
hypothesis.settings.register_profile(
    "same",
    derandomize=not os.environ.get("SOAK"),
    database=None,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("same")
# A Redis that is slow is none that is away.
throttles.LONGEST_WAIT = hub.LONGEST_WAIT = 120.0


class Named:
    """Says at once which test failed: a long run is not waited for to its end to know it."""

    def __init__(self, config: pytest.Config) -> None:
        self.plugins = config.pluginmanager

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and (terminal := self.plugins.get_plugin("terminalreporter")):
            terminal.ensure_newline()
            terminal.write_line(f"failed: {report.nodeid}")


def pytest_configure(config: pytest.Config) -> None:
    # What a shell starts in the background ignores Ctrl-C, and so would all that the tests start and stop by it.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):  # a worker of pytest-xdist reports to the one that shows
        config.pluginmanager.register(Named(config))


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One running service for all tests of this process that need no other."""
    with Service(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Counters, language and zone of one test are nothing to the next."""
    translation.activate(settings.LANGUAGE_CODE)
    timezone.deactivate()
    yield
    cache.clear()
    throttles.limiter.cache_clear()
