"""Problem documents (RFC 9457): every refusal of the API in one shape, with one sentence that says what to do."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

import orjson
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.views import set_rollback

log = logging.getLogger("rummy.api")

Known = TypeVar("Known", bound=Exception)
_table: dict[type[Exception], Callable[[Any], Problem]] = {}


class Problem(Exception):
    """A refusal: HTTP status, code of the contract, a sentence, and further members of the document."""

    def __init__(
        self, status: int, code: str, detail: str, headers: dict[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(code)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.members = headers or {}, members


def register(known: type[Known], convert: Callable[[Known], Problem]) -> None:
    """Tells what problem an exception is; subclasses follow their nearest registered base."""
    _table[known] = convert


def problem_of(error: Exception) -> Problem | None:
    """The problem that `error` is; None for a fault of ours."""
    if isinstance(error, Problem):
        return error
    for base in type(error).__mro__:
        if base in _table:
            return _table[base](error)
    return _of_framework(error)


def _of_framework(error: Exception) -> Problem | None:  # noqa: PLR0911  # a table in the form of cases
    match error:
        case exceptions.Throttled():
            wait = max(1, round(error.wait or 1))
            detail = _("Too many requests: wait %(seconds)d seconds and try again.") % {"seconds": wait}
            return Problem(429, "throttled", detail, {"Retry-After": str(wait)})
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            code = "bad_token" if error.get_codes() == "bad_token" else "not_authenticated"
            return Problem(401, code, str(error.detail), {"WWW-Authenticate": "Bearer"})
        case exceptions.PermissionDenied() | PermissionDenied():
            return Problem(403, "not_allowed", _("You may not do this."))
        case exceptions.NotFound() | Http404():
            return Problem(404, "not_found", _("There is nothing here; check the address."))
        case exceptions.MethodNotAllowed():
            detail = _("%(method)s is not offered here; see “Allow” for what is.") % {"method": error.args[0] if error.args else ""}
            return Problem(405, "method_not_allowed", str(detail))
        case exceptions.UnsupportedMediaType():
            return Problem(415, "unsupported_media_type", _("Send JSON: Content-Type application/json."))
        case exceptions.NotAcceptable():
            return Problem(406, "not_acceptable", _("Only JSON is offered: accept application/json."))
        case RequestDataTooBig():
            return Problem(413, "too_large", _("The request is too large: send at most 256 kB."))
        case exceptions.ValidationError():
            return invalid(error.detail)
        case DjangoValidationError():
            return invalid(error.message_dict if hasattr(error, "error_dict") else {"body": error.messages})
        case exceptions.ParseError():
            return Problem(400, "invalid", str(error.detail), errors={"body": [str(error.detail)]})
        case OperationalError() | InterfaceError():
            log.error("database: %s", type(error).__name__)
            return Problem(503, "unavailable", _("The service is busy: try again in a moment."), {"Retry-After": "2"})
    return None


def invalid(errors: Any) -> Problem:
    """400: `errors` maps each field to a list of sentences."""
    if not isinstance(errors, dict):
        errors = {"body": errors if isinstance(errors, list) else [str(errors)]}
    return Problem(400, "invalid", _("Correct the named fields and send it again."), errors=errors)


def document(problem: Problem) -> HttpResponse:
    """The problem as an answer."""
    body = {
        "type": f"/api/docs/problems#{problem.code}",
        "title": problem.code.replace("_", " "),
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail,
        **problem.members,
    }
    response = HttpResponse(
        orjson.dumps(body, default=str), status=problem.status, content_type="application/problem+json"
    )
    response["Cache-Control"] = "no-store"
    for name, value in problem.headers.items():
        response[name] = value
    return response


def fault(error: Exception) -> HttpResponse:
    """A fault of ours: told in the log by its kind and place, and to the client without a trace."""
    # Not the traceback's locals, not the message: both may hold cards.
    frame, place = error.__traceback__, ""
    while frame is not None:
        place, frame = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}", frame.tb_next
    log.error("fault %s at %s", type(error).__name__, place)
    return document(Problem(500, "fault", _("Something went wrong on our side; nothing was changed. Try again.")))


def handler(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """DRF's exception handler."""
    set_rollback()
    problem = problem_of(error)
    if problem is None:
        return fault(error)
    response = document(problem)
    if isinstance(error, exceptions.MethodNotAllowed) and (view := context.get("view")) is not None:
        response["Allow"] = ", ".join(view.allowed_methods)
    return response


def unknown_address(request: HttpRequest) -> HttpResponse:
    """Whatever lies under /api/ and is no call."""
    return document(Problem(404, "not_found", _("There is nothing here; check the address.")))
