"""Every call of the API, as every kind of user, with what no client sends in good faith: a refusal, never a fault."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as some

from accounts.models import User
from games.models import Game
from games.services import lobby, turns
from games.services.terms import read_terms
from tests.openapi.document import Call, calls, document
from tests.people import person, token_of

SOAK = bool(os.environ.get("SOAK"))
CALLS = {call.name: call for call in calls()}
KINDS = ("anonymous", "a bad token", "member", "by the session", "guest", "staff")
TEXTS = [
    *(
        "",
        " ",
        "\0",
        "a\0b",
        "\u202e",
        "\ufeff",
        "é" * 300,
        "x" * 70_000,
        "null",
        "-1",
        "1e400",
        "../..",
        "%00",
        "'",
    ),
    *("${7*7}", "{{7*7}}", "\N{PILE OF POO}" * 50, "7D", "*", "m1", "new", "2026-13-45T99:00:00Z", "9" * 400),
]
NUMBERS = [0, -1, 1, 2**31, 2**53, 2**63, 2**64, 10**40, 0.5, -0.0, 1e308, 3.0]
# What no library would write.
RAW = [
    *(
        b"",
        b"null",
        b"[]",
        b'""',
        b"1",
        b"true",
        b"{",
        b"{}}",
        b'{"a":1,"a":2}',
        b"\xff\xfe",
        b"\xef\xbb\xbf{}",
    ),
    *(
        b'{"version":NaN}',
        b'{"version":Infinity}',
        b'{"version":1e999}',
        b'{"name":"\\ud800"}',
        b'{"name":"\\u0000"}',
    ),
    *(
        b"[" * 5000,
        b'{"a":' * 5000,
        b"[" * 20 + b"]" * 20,
        b'{"table":' + b"[" * 12 + b"]" * 12 + b"}",
        b"\0" * 100,
    ),
    b'{"type":"draw","version":' + b"9" * 5000 + b"}",
]
MEDIA = [
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "multipart/form-data",
    "",
    "application/xml",
]

anything = some.recursive(
    some.none() | some.booleans() | some.sampled_from(NUMBERS) | some.sampled_from(TEXTS),
    lambda inner: (
        some.lists(inner, max_size=4) | some.dictionaries(some.sampled_from(TEXTS[:12]), inner, max_size=3)
    ),
    max_leaves=8,
)


@pytest.fixture
def world(db: None) -> dict[str, Any]:
    """A game that goes on and one that is over; who asks, and how they say so."""
    ana, ben = person("ana"), person("ben")
    codes = []
    for _number in range(2):
        game = lobby.create(creator=ana, terms=read_terms({"players": 2, "hints": True}))
        lobby.join(code=game.code, user=ben)
        codes.append(game.code)
    turns.resign(code=codes[1], user=ben)
    guest = User.objects.create(username="gast", kind=User.Kind.GUEST)
    heads = {
        "anonymous": {},
        "a bad token": {"authorization": "Bearer mr_nothing"},
        **{
            name: {"authorization": f"Bearer {token_of(user)}"}
            for name, user in (("member", ana), ("guest", guest), ("staff", person("steff", is_staff=True)))
        },
        "by the session": {},
    }
    session = Client()
    session.force_login(ana)
    return {"codes": codes, "heads": heads, "session": session.cookies[settings.SESSION_COOKIE_NAME].value}


def bodies(call: Call) -> some.SearchStrategy[bytes]:
    """Raw bytes; anything; or the fields that this call knows, with anything in them."""
    known = [name for content in call.bodies().values() for name in _names(content["schema"])] or ["a"]
    fields = some.dictionaries(some.sampled_from([*known, "unknown"]), anything, max_size=len(known) + 1)
    return some.sampled_from(RAW) | (fields | anything).map(lambda value: json.dumps(value).encode())


def _names(schema: dict[str, Any]) -> Iterator[str]:
    if "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    yield from schema.get("properties", {})
    for one in schema.get("oneOf", ()):
        yield from _names(one)


@pytest.mark.parametrize("kind", KINDS)
def test_never_a_fault(kind: str, world: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, logger="django.request")
    for call in CALLS.values():
        ask_all(call, kind, world)
    assert Game.objects.count() >= len(world["codes"])


def ask_all(call: Call, kind: str, world: dict[str, Any]) -> None:
    queries = [each["name"] for each in call.told.get("parameters", ()) if each["in"] == "query"]

    @how(
        max_examples=30 if SOAK else 2,
        deadline=None,
        database=None,
        derandomize=not SOAK,
        suppress_health_check=list(HealthCheck),
    )
    @given(some.data())
    def ask(data: some.DataObject) -> None:
        path = call.path
        for part, value in (("code", world["codes"]), ("username", ["ana"])):
            path = path.replace(f"{{{part}}}", data.draw(some.sampled_from([*value, "x" * 300, "nobody"])))
        for part in ("token_id", "webhook_id", "delivery_id", "vacation_id"):
            path = path.replace(
                f"{{{part}}}", str(data.draw(some.sampled_from([0, 1, 2**31, 2**63, 10**30])))
            )
        query = {
            each: str(data.draw(some.sampled_from([*TEXTS, *NUMBERS])))
            for each in queries
            if data.draw(some.booleans())
        }
        client = Client(raise_request_exception=False, enforce_csrf_checks=data.draw(some.booleans()))
        if kind == "by the session":
            client.cookies[settings.SESSION_COOKIE_NAME] = world["session"]
        heads = dict(world["heads"][kind])
        if data.draw(some.booleans()):
            heads["idempotency-key"] = data.draw(some.sampled_from(["k", "x" * 65, "é", ""]))
        body = data.draw(bodies(call)) if call.method in ("post", "put", "patch") else b""
        media = data.draw(some.sampled_from(MEDIA)) if data.draw(some.booleans()) else MEDIA[0]
        answer = client.generic(
            call.method.upper(), path, body, content_type=media, headers=heads, query_params=query
        )
        where = f"{call.method} {path} as {kind}: {answer.status_code} for {body[:200]!r} {query}"
        assert answer.status_code < 500, where
        if answer.status_code >= 400:
            told = json.loads(answer.content)
            assert answer["Content-Type"] == "application/problem+json", where
            assert {"type", "title", "status", "code", "detail"} <= told.keys(), where
            assert told["status"] == answer.status_code, where
            codes = call.told["responses"].get(str(answer.status_code), {}).get("x-codes")
            assert codes is None or told["code"] in codes, where

    ask()
