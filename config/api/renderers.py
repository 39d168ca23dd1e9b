"""Writing an answer: compact JSON, times as RFC 3339 in UTC with a Z."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from django.utils.functional import Promise
from rest_framework.renderers import BaseRenderer

_HOW = orjson.OPT_UTC_Z | orjson.OPT_OMIT_MICROSECONDS


def dumps(value: Any) -> bytes:
    """The value as JSON in UTF-8."""
    return orjson.dumps(value, default=_plain, option=_HOW)


def _plain(value: Any) -> Any:
    if isinstance(value, Promise):  # a sentence that is translated when it is shown
        return str(value)
    raise TypeError


class JsonRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else dumps(data)
