"""Reading a body: JSON only, strict, of a bounded size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

import orjson
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser


class JsonParser(BaseParser):
    """Bodies of at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes; no NaN, no lone surrogate, no NUL in a text."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        request = parser_context["request"]._request if parser_context else None
        if request is not None and int(request.META.get("CONTENT_LENGTH") or 0) > limit:
            raise RequestDataTooBig
        data = stream.read(limit + 1)
        if len(data) > limit:
            raise RequestDataTooBig
        if not data.strip():
            return {}
        try:
            value = orjson.loads(data)
        except (orjson.JSONDecodeError, RecursionError):
            raise ParseError(_("This is not JSON: send one JSON object in UTF-8.")) from None
        if b"\\u0000" in data:
            raise ParseError(_("A text holds the character NUL: leave it out."))
        return value
