"""Static files as they are served: every module under a name of its own, kept for good, small on the way."""

from __future__ import annotations

import gzip
import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings

from games.web.modules import MAIN, MODULES
from tests.service import Service

# Bytes of all that a table needs beside its page, which with 104 cards is 9 kB: benchmarks/page.py counts all.
MOST = 68 * 1024
IMPORTS = re.compile(r"""\b(?:from|import)\s*\(?\s*["']([^"']+)["']""")
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """All static files as a start of the service collects them."""
    root = tmp_path_factory.mktemp("static")
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": "config.storage.Storage"}}
    with override_settings(STATIC_ROOT=root, STORAGES=storages):
        call_command("collectstatic", verbosity=0, interactive=False)
        yield root


def test_every_import_leads_to_a_name_that_changes_with_the_file(collected: Path) -> None:
    named = {name: collected / staticfiles_storage.stored_name(name) for name in (MAIN, *MODULES)}
    for name, path in named.items():
        assert HASHED.search(path.name), name
        source = path.read_text()
        for wanted in IMPORTS.findall(source):
            assert HASHED.search(wanted), (name, wanted)
            assert (path.parent / wanted).resolve() in named.values(), (name, wanted)
        assert gzip.decompress(Path(f"{path}.gz").read_bytes()).decode() == source


def test_files_of_others_are_left_as_they_are(collected: Path) -> None:
    """They have comments that look like imports; Swagger's interface is one of them."""
    name = "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
    assert (collected / staticfiles_storage.stored_name(name)).read_bytes() == (collected / name).read_bytes()


@pytest.mark.server
def test_modules_are_kept_for_good_and_small_on_the_way(service: Service) -> None:
    page = urllib.request.urlopen(service.url + "/").read().decode()
    sheets = re.findall(r'href="(/static/[^"]+\.css)"', page)
    sheets += [f"/static/{stored(service, f'games/css/{name}.css')}" for name in ("table", "play")]
    script = urljoin(service.url, f"/static/{stored(service, MAIN)}")
    seen: set[str] = set()
    size = 0
    waiting = [script, *(urljoin(service.url, sheet) for sheet in sheets)]
    while waiting:
        url = waiting.pop()
        if url in seen:
            continue
        seen.add(url)
        request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            assert "immutable" in answer.headers["Cache-Control"], url
            assert answer.headers["Content-Encoding"] == "gzip", url
            packed = answer.read()
        size += len(packed)
        source = gzip.decompress(packed).decode()
        if url.endswith(".js"):
            assert answer.headers["Content-Type"].startswith("text/javascript")
            waiting += [urljoin(url, wanted) for wanted in IMPORTS.findall(source)]
    assert len(seen) == len(sheets) + 1 + len(MODULES)
    assert size < MOST


def stored(service: Service, name: str) -> str:
    paths = json.loads((service.data / "static" / "staticfiles.json").read_text())["paths"]
    return str(paths[name])
