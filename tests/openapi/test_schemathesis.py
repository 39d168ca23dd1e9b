"""Schemathesis against the running service: no 5xx, and no answer outside the document, whoever asks.

In `make soak` as every kind of user, all phases, at least ten thousand requests; in `make test` the examples and a
part of the rest.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.openapi.furnished import KINDS, Furnished, furnish
from tests.service import ROOT, Service

pytestmark = pytest.mark.server
SOAK = bool(os.environ.get("SOAK"))
ENOUGH = 10_000 if SOAK else 200  # requests
SHORT = ("member",)
LONG = ("--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "40")
SAME = ("--phases", "examples,coverage", "--mode", "positive", "--generation-deterministic")
HOW = LONG if SOAK else SAME
# Calls that may refuse with 400 what has the right shape: what is said after the colon no schema can say.
BY_MEANING = {
    "register": "a name that is taken, a password that is too easy, no such time zone",
    "confirm_address": "a key that nobody was given",
    "change_me": "a night of more than twelve hours, no address, no such time zone",
    "take_vacation": "times that are over, or that another vacation has",
    "create_token": "a name with characters that nobody sees",
    "create_bot_token": "a name with characters that nobody sees",
    "create_bot": "a name that is taken or that nobody can have",
    "create_game": "more house players than places, somebody invited who does not exist",
    "list_games": "a cursor that leads nowhere",
    "list_deliveries": "a cursor that leads nowhere",
    "play_move": "more than 200 cards in all",
    "check_move": "more than 200 cards in all",
    "create_webhook": "an address that nothing is sent to",
    "change_webhook": "an address that nothing is sent to",
    "put_plan": "wishes that do not go together",
    "put_draft": "more than 200 cards in all",
}
# Parameters that a call does not know are nobody's affair, and a NUL is refused wherever it stands (test_hostile).
CONFIG = """
[generation]
allow-extra-parameters = false
allow-x00 = false

[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", "401", "403", "404", "409", "422", "429"]

[[operations]]
include-operation-id = ["own_events", "game_events"]
max-stream-events = 2
request-timeout = 120

[[operations]]
include-operation-id = {by_meaning}
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "404", "409", "422", "429"]
"""


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Furnished]:
    with Service(tmp_path_factory.mktemp("schemathesis"), MAIL_IN_PORT="0") as service:
        yield furnish(service)


def run(furnished: Furnished, folder: Path, kind: str, *arguments: str) -> int:
    """Runs it as this kind of user; how many requests were sent. Fails with what Schemathesis found."""
    (folder / "schemathesis.toml").write_text(CONFIG.format(by_meaning=json.dumps(list(BY_MEANING))))
    report = folder / "report.json"
    command = [
        *(str(Path(sys.executable).parent / "st"), "--config-file", str(folder / "schemathesis.toml"), "run"),
        *(
            f"{furnished.service.url}/api/v1/schema/",
            "--checks",
            "all",
            "--workers",
            "2",
            "--warnings",
            "off",
        ),
        *("--report", "json", "--report-json-path", str(report), "--request-timeout", "240"),
        *(part for head in furnished.heads[kind].items() for part in ("-H", ": ".join(head))),
        *arguments,
    ]
    known = {
        "code": furnished.codes,
        "followed": furnished.followed,
        "doomed": furnished.doomed,
        "token_id": furnished.tokens,
    }
    environment = os.environ | {
        "SCHEMATHESIS_HOOKS": "tests.openapi.hooks",
        "RUMMY_KNOWN": json.dumps(known),
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"as {kind}:\n{done.stdout[-20_000:]}\n{done.stderr[-2_000:]}"
    told = json.loads(report.read_text())
    assert told["complete"] and not told["test_cases"]["errored"]
    return int(told["test_cases"]["generated"])


def alive(furnished: Furnished) -> None:
    assert furnished.service.health()[0] == 200
    said = furnished.service.said()
    assert "Traceback" not in said and " fault " not in said, said[-5_000:]


def test_no_answer_outside_the_document(furnished: Furnished, tmp_path: Path) -> None:
    counts = {}
    for kind in KINDS if SOAK else SHORT:
        folder = tmp_path / kind
        folder.mkdir()
        counts[kind] = run(furnished, folder, kind, *HOW)
        alive(furnished)
    assert sum(counts.values()) >= ENOUGH, counts
