"""What all tests share. Settings and servers: tests/settings.py; the running service: tests/service.py."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone, translation

from config.api import throttles
from tests.service import Service


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
