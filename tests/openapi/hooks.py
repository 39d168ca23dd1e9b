"""What Schemathesis loads (SCHEMATHESIS_HOOKS): ids that exist, so that calls reach more than a 404."""

from __future__ import annotations

import itertools
import json
import os
from typing import Any

import schemathesis

KNOWN: dict[str, list[Any]] = json.loads(os.environ["RUMMY_KNOWN"])
_next = {name: itertools.cycle(values) for name, values in KNOWN.items() if values}
ENDING = ("/leave/", "/resign/")
STREAM = "/events/"


@schemathesis.hook
def before_call(_context: Any, case: Any, _kwargs: Any) -> None:
    """Each call asks about the next of the things that there are; what ends games, about those that may end."""
    path = case.path_parameters or {}
    for name in path:
        kind = "doomed" if name == "code" and case.path.endswith(ENDING) else name
        if case.path.endswith(STREAM):
            kind = "followed"
        if kind in _next:
            path[name] = next(_next[kind])
    if case.path.endswith(STREAM):
        _soon(case)


def _soon(case: Any) -> None:
    """Nothing is waited for: what has happened is told from its beginning. What is no number stays what it is."""
    query = case.query if isinstance(case.query, dict) else {}
    if str(query.get("wait", "")).isdigit():
        query["wait"] = "0"
    if str(query.get("after", "0")).isdigit():
        query["after"] = "0"
    for name in [name for name in case.headers or {} if name.lower() == "last-event-id"]:
        if str(case.headers[name]).isdigit():
            del case.headers[name]
    case.query = query


@schemathesis.check
def code_is_named(_context: Any, response: Any, case: Any) -> None:
    """A refusal has a code that the document names for this call and this status."""
    told = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    if "x-codes" in told:
        code = response.json()["code"]
        assert code in told["x-codes"], f"{code} is not among {told['x-codes']}"
