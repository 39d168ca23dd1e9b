"""The OpenAPI document: examples for every call and every refusal, each of which holds."""

from __future__ import annotations

from typing import Any

import pytest

from config.api.described import PROBLEM
from tests.openapi.document import Call, calls, document, examples, judge

CALLS = {call.name: call for call in calls()}


@pytest.fixture(params=CALLS)
def call(request: pytest.FixtureRequest) -> Call:
    return CALLS[request.param]


def test_it_is_a_document_of_the_version_that_it_says() -> None:
    assert document()["openapi"].startswith("3.1")
    assert len(CALLS) == len(calls()) > 50


def test_every_call_is_told_in_a_sentence(call: Call) -> None:
    assert call.told["description"].rstrip().endswith((".", "`", ":")) or len(call.told["description"]) > 30
    for parameter in call.told.get("parameters", ()):
        assert parameter.get("description") or parameter["in"] == "path", parameter["name"]


def test_every_body_and_every_answer_has_an_example_that_holds(call: Call) -> None:
    for media, content in call.bodies().items():
        given = examples(content)
        assert given, f"an example of the body as {media}"
        for name, value in given.items():
            assert judge(content["schema"], value) == [], name
    for status, media, content in call.answers():
        given = examples(content)
        assert given, f"an example of {status} as {media}"
        for name, value in given.items():
            assert judge(content["schema"], parsed(media, value)) == [], (status, name)


def test_every_refusal_has_an_example(call: Call) -> None:
    refusals = [(status, content) for status, media, content in call.answers() if media == PROBLEM]
    assert {"400", "429", "503"} <= {status for status, _content in refusals}
    for status, content in refusals:
        codes = call.told["responses"][status]["x-codes"]
        given = list(examples(content).values())
        assert {value["code"] for value in given} == set(codes), status
        for value in given:
            assert str(value["status"]) == status and value["type"].endswith(f"#{value['code']}")
            assert value["detail"][-1] in ".…", value["detail"]


def parsed(media: str, value: Any) -> Any:
    """Of a stream its first event, as its client reads it."""
    if media != "text/event-stream":
        return value
    first: str = value.strip().split("\n\n")[0]
    fields = [line.partition(": ") for line in first.splitlines() if line and not line.startswith(":")]
    return {name: int(text) if name == "retry" else text for name, _colon, text in fields}
