"""Every request of docs/api.md, run in its order against a running service; its program, which plays a whole game."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.openapi.document import calls, document
from tests.service import ROOT, Service

pytestmark = pytest.mark.server
GUIDE = (ROOT / "docs" / "api.md").read_text()
USUAL = "http://127.0.0.1:8000"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)


def wanted(script: str) -> list[int]:
    """The statuses that stand behind the requests."""
    return [int(number) for number in re.findall(r"  # (\d{3})$", script, re.MULTILINE)]


def test_each_request_gets_what_the_guide_says(service: Service, tmp_path: Path) -> None:
    script = "\n".join(blocks("sh"))
    requests = [
        line for line in script.splitlines() if re.search(r"\bcurl -s|mine \"", line) and "() {" not in line
    ]
    assert len(requests) == len(wanted(script)) > 30, "a status stands behind every request"
    (tmp_path / "curl").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" "{ROOT}/tests/openapi/curl.py" "$@"\n'
    )
    (tmp_path / "curl").chmod(0o755)
    log = tmp_path / "statuses"
    done = subprocess.run(
        ["sh", "-eu", "-c", script.replace(USUAL, service.url)],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "CURL_LOG": str(log)},
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert list(map(int, log.read_text().split())) == wanted(script), done.stdout


def test_the_program_plays_a_whole_game(service: Service) -> None:
    (program,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", program.replace(USUAL, service.url)],
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr
    assert "'reason': 'single_round'" in done.stdout


def test_each_link_leads_somewhere() -> None:
    for name in ("api.md", "changes.md"):
        for target in re.findall(r"\]\(([\w./-]+)\)", (ROOT / "docs" / name).read_text()):
            assert (ROOT / "docs" / target).exists(), target


def test_it_is_served_beside_the_page_on_which_calls_are_tried() -> None:
    client = Client()
    for name in re.findall(r"\(/api/docs/(\w+)\.md\)", document()["info"]["description"]):
        answer = client.get(f"/api/docs/{name}.md")
        assert answer.content.decode() == (ROOT / "docs" / f"{name}.md").read_text()
        assert answer["Content-Type"].startswith("text/plain")
    for name in ("README", "nothing", "..%2Fmanage"):
        assert client.get(f"/api/docs/{name}.md").status_code == 404


def test_each_call_that_is_named_exists() -> None:
    paths = [re.sub(r"\{\w+\}", "{}", call.path.removeprefix("/api/v1")) for call in calls()]
    texts = [GUIDE, (ROOT / "docs" / "changes.md").read_text()]
    named = set(
        itertools.chain.from_iterable(re.findall(r"`(?:[A-Z, ]+ )?(/[\w/{}]+/)`", text) for text in texts)
    )
    for path in named:
        plain = re.sub(r"\{\w+\}", "{}", path)
        known = any(each.startswith(plain) for each in paths)
        assert known or path in ("/api/docs/", "/api/v1/", "/api/v2/", "/api/v1/schema/", "/replay/"), path
