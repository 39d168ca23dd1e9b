"""Each call of the OpenAPI document can be made by the client, and the client makes no other."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from rummy import Client
from rummy.calls import Call, method, pages
from rummy.rules import Draw

FOR_PAGES = {("POST", "/events/token/")}  # of use for their scripts alone


def every_call() -> Iterator[Call[Any]]:
    with Client("http://127.0.0.1:9") as client:
        for resource in vars(client).values():
            for descriptor in vars(type(resource)).values():
                if isinstance(descriptor, method | pages):
                    yield described(descriptor, resource)


def calls_of_client() -> set[tuple[str, str]]:
    of_iterators = {("GET", "/events/"), ("GET", "/games/{}/events/")}  # no single call
    return of_iterators | {(call.method, re.sub("k7f3q9wz|77", "{}", call.path)) for call in every_call()}


def described(descriptor: Any, resource: Any) -> Call[Any]:
    """The call, with something for each argument that it needs."""
    given: dict[str, Any] = {}
    for name, parameter in list(inspect.signature(descriptor._describe).parameters.items())[1:]:
        if parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD:
            given[name] = something(name, str(parameter.annotation))
    call: Call[Any] = descriptor._describe(resource, **given)
    return call


def something(name: str, kind: str) -> Any:
    if kind == "Seen":
        return type("Game", (), {"id": "k7f3q9wz", "version": 1})()
    if kind == "Move":
        return Draw()
    if name in ("table", "cards", "ops"):
        return []
    return 77 if kind.startswith("int") else "k7f3q9wz"


def test_the_client_makes_every_call() -> None:
    document = SchemaGenerator().get_schema(request=None, public=True)
    offered = {
        (verb.upper(), re.sub(r"\{\w+\}", "{}", path.removeprefix("/api/v1")))
        for path, verbs in document["paths"].items()
        for verb in verbs
        if verb in ("get", "post", "put", "patch", "delete")
    }
    assert sorted(offered - calls_of_client()) == sorted(FOR_PAGES)
    assert sorted(calls_of_client() - offered) == []


def test_what_is_posted_to_games_has_a_key_of_its_own() -> None:
    posted = [call for call in every_call() if call.method == "POST"]
    keys = [call.key for call in posted if call.path.startswith("/games/")]
    assert len(keys) > 10 and None not in keys
    assert len(set(keys)) == len(keys)
    assert all(1 <= len(str(key)) <= 64 for key in keys)
    assert {call.key for call in posted if not call.path.startswith("/games/")} == {None}
