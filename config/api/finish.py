"""The last strokes on the OpenAPI document: shapes written out by hand, bodies that are closed, codes of refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from config.api.described import PROBLEM

Json = dict[str, Any]
STREAM = "text/event-stream"
SENT_EVENT: Json = {
    "type": "object",
    "description": "One event of a stream, by its fields.",
    "properties": {
        "id": {"type": "string", "description": "for `Last-Event-ID`, to go on after it"},
        "event": {"type": "string", "description": "its kind"},
        "data": {"type": "string", "contentMediaType": "application/json"},
        "retry": {"type": "integer", "description": "milliseconds until the client comes again"},
    },
}
# Whatever is asked: a query that holds NUL is refused.
_REFUSED: Json = {PROBLEM: {"schema": {"$ref": "#/components/schemas/Problem"}}}
_CODE = re.compile(r"`(\w+)`")


def finish(result: Json, generator: Any, request: Any, public: bool) -> Json:
    """What drf-spectacular calls with the document that it has made (POSTPROCESSING_HOOKS)."""
    schemas: Json = result["components"]["schemas"]
    for name in settings.API_COMPONENTS:
        schemas.update(import_string(name))
    schemas["ServerSentEvent"] = SENT_EVENT
    refused = import_string(settings.API_REFUSALS)()
    for operation in operations(result):
        operation["responses"].setdefault("400", {"description": "`invalid`", "content": deepcopy(_REFUSED)})
        for content in operation.get("requestBody", {}).get("content", {}).values():
            _close(content["schema"], schemas, set())
            if _needs_fields(content["schema"], schemas):
                operation["requestBody"]["required"] = True
        for response in operation["responses"].values():
            _name_codes(response, refused)
            if "application/json" in response.get("content", {}):  # generators take what stands first
                content = response["content"]
                response["content"] = {"application/json": content.pop("application/json"), **content}
            if STREAM in response.get("content", {}):
                response["content"][STREAM]["schema"] = {"$ref": "#/components/schemas/ServerSentEvent"}
    schemas["Problem"]["properties"]["code"]["enum"] = sorted(refused)
    result["components"]["examples"] = {code: {"value": value} for code, value in sorted(refused.items())}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    return result


def _needs_fields(schema: Json, schemas: Json) -> bool:
    """Whether an empty body is none."""
    if "$ref" in schema:
        return _needs_fields(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    return bool(schema.get("required")) or any(_needs_fields(one, schemas) for one in schema.get("oneOf", ()))


def operations(document: Json) -> Iterator[Json]:
    """Every call of the document."""
    for path in document["paths"].values():
        yield from (each for method, each in path.items() if method != "parameters")


def _close(schema: Json, schemas: Json, seen: set[str]) -> None:
    """A body that has a field which nobody knows is refused, so the document says so."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in seen:
            seen.add(name)
            _close(schemas[name], schemas, seen)
        return
    if "properties" in schema:
        schema.setdefault("additionalProperties", False)
    inner = [*schema.get("properties", {}).values()]
    inner += [one for kind in ("oneOf", "anyOf", "allOf") for one in schema.get(kind, ())]
    inner += [schema[name] for name in ("items",) if isinstance(schema.get(name), dict)]
    for one in inner:
        _close(one, schemas, seen)


def _name_codes(response: Json, refused: Json) -> None:
    """The codes that stand in a refusal's description are the only ones that come there; each has an example.

    As an extension: a schema of its own for each refusal would be a class of its own in every client that is generated.
    """
    content = response.get("content", {}).get(PROBLEM)
    codes = sorted(set(_CODE.findall(response.get("description", "")))) if content else []
    if not codes:
        return
    response["x-codes"] = codes
    examples = content.setdefault("examples", {})
    shown = {each["value"].get("code") for each in examples.values() if "value" in each}
    examples.update(
        {
            code: {"$ref": f"#/components/examples/{code}"}
            for code in codes
            if code in refused and code not in shown
        }
    )
