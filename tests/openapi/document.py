"""The OpenAPI document as the service gives it, and a judge of values by its schemas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import jsonschema
from drf_spectacular.generators import SchemaGenerator

Json = dict[str, Any]


@cache
def document() -> Json:
    made: Json = SchemaGenerator().get_schema(request=None, public=True)
    return made


@dataclass(frozen=True)
class Call:
    """One operation."""

    path: str
    method: str
    told: Json

    @property
    def name(self) -> str:
        return str(self.told["operationId"])

    def bodies(self) -> Json:
        """The media types of its body."""
        found: Json = self.told.get("requestBody", {}).get("content", {})
        return found

    def answers(self) -> Iterator[tuple[str, str, Json]]:
        """Status, media type and what is said of it."""
        for status, response in self.told["responses"].items():
            for media, content in response.get("content", {}).items():
                yield status, media, content


def calls() -> list[Call]:
    return [
        Call(path, method, told)
        for path, methods in document()["paths"].items()
        for method, told in methods.items()
        if method != "parameters"
    ]


def examples(content: Json) -> dict[str, Any]:
    """The values of the examples, those that stand elsewhere too."""
    shared = document()["components"]["examples"]
    return {
        name: (shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each)["value"]
        for name, each in content.get("examples", {}).items()
    }


def judge(schema: Json, value: Any) -> list[str]:
    """What is wrong with the value."""
    whole = {**schema, "components": document()["components"]}
    check = jsonschema.Draft202012Validator(
        whole, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )
    return [
        f"{'.'.join(map(str, error.absolute_path))}: {error.message}"[:300]
        for error in check.iter_errors(value)
    ]
