"""Reading a body: JSON only, strict, of a bounded size, depth and range of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import IO, Any

import orjson
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

DEEPEST = 16  # levels; the deepest body of the contract has four
GREATEST = 2**53 - 1  # beyond it JSON numbers are not exact everywhere, and no field needs one
_SUSPECT = re.compile(rb"\\u0000|[0-9]{16}|[0-9.][eE]|[0-9]\.0")


class JsonParser(BaseParser):
    """Bodies of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes; no NaN, no lone surrogate, no NUL in a text."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        data = _read(stream, parser_context)
        if not data.strip():
            return {}
        try:
            value = orjson.loads(data)
        except orjson.JSONDecodeError:
            raise ParseError(_("This is not JSON: send one JSON object in UTF-8.")) from None
        suspect = _SUSPECT.search(data) is not None
        for depth, level in enumerate(_levels(value)):
            if depth > DEEPEST:
                raise ParseError(_("This is nested too deeply: send what the API's document describes."))
            if suspect:
                _refuse_oddities(level)
                _make_whole(level)
        return value


def _read(stream: IO[Any], context: Mapping[str, Any] | None) -> bytes:
    limit: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    declared = str(context["request"].META.get("CONTENT_LENGTH") or 0) if context else "0"
    if declared.isdecimal() and int(declared) > limit:
        raise RequestDataTooBig
    data = b""
    # A body without a declared length comes in pieces, and a server may give fewer bytes than were asked for.
    while len(data) <= limit and (piece := stream.read(limit + 1 - len(data))):
        data += piece
    if len(data) > limit:
        raise RequestDataTooBig
    return data


def _levels(value: Any) -> Iterator[list[Any]]:
    """The value, then what it contains, then what that contains, …"""
    level = [value]
    while level:
        yield level
        inner: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                inner.extend(one.values())
            elif isinstance(one, list):
                inner.extend(one)
        level = inner


def _refuse_oddities(level: list[Any]) -> None:
    for one in level:
        texts = one if isinstance(one, dict) else (one,) if isinstance(one, str) else ()
        if any("\0" in text for text in texts):
            raise ParseError(_("A text holds the character NUL: leave it out."))
        if isinstance(one, int | float) and abs(one) > GREATEST:
            raise ParseError(_("A number is too great: send what the API's document describes."))


def _make_whole(level: list[Any]) -> None:
    """JSON knows no kinds of numbers: 3.0 and 3e0 are 3, also where a whole number is wanted."""
    for one in level:
        for place, value in (
            one.items() if isinstance(one, dict) else enumerate(one if isinstance(one, list) else ())
        ):
            if isinstance(value, float) and value.is_integer():
                one[place] = int(value)
