"""Problem documents (RFC 9457): every refusal of the API in one shape, with a sentence on what to do."""

from __future__ import annotations

import logging
import math
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from django.core.exceptions import (
    DisallowedHost,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.request import Request

from config import errors as pages
from config import languages
from config.api.renderers import dumps

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


def _of_framework(error: Exception) -> Problem | None:  # noqa: PLR0911, PLR0912  # a table in the form of cases
    match error:
        case exceptions.Throttled():
            wait = max(1, math.ceil(getattr(error, "wait", None) or 1))
            detail = _("Too many requests: wait %(seconds)d seconds and try again.") % {"seconds": wait}
            return Problem(429, "throttled", detail, {"Retry-After": str(wait)})
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            code = "bad_token" if error.get_codes() == "bad_token" else "not_authenticated"
            return Problem(401, code, str(error.detail), {"WWW-Authenticate": "Bearer"})
        case exceptions.PermissionDenied():
            return Problem(403, "not_allowed", str(error.detail))
        case PermissionDenied():
            return Problem(403, "not_allowed", _("You may not do this."))
        case exceptions.NotFound() | Http404():
            return Problem(404, "not_found", _("There is nothing here; check the address."))
        case exceptions.MethodNotAllowed():
            return Problem(
                405, "method_not_allowed", _("This method is not offered here; see “Allow” for what is.")
            )
        case exceptions.UnsupportedMediaType():
            return Problem(415, "unsupported_media_type", _("Send JSON: Content-Type application/json."))
        case exceptions.NotAcceptable():
            return Problem(406, "not_acceptable", _("Only JSON is offered: accept application/json."))
        case RequestDataTooBig():
            return Problem(413, "too_large", _("The request is too large: send at most 256 kB."))
        case DisallowedHost():
            return invalid({"Host": [_("Ask for this service by the address that its host gives.")]})
        case SuspiciousOperation():
            said = _("The request is not well formed: send what the API’s document describes, /api/docs/.")
            return Problem(400, "invalid", said, errors={"request": [said]})
        case exceptions.ValidationError():
            return invalid(error.detail)
        case DjangoValidationError():
            return invalid(error.message_dict if hasattr(error, "error_dict") else {"body": error.messages})
        case exceptions.ParseError():
            return Problem(400, "invalid", str(error.detail), errors={"body": [str(error.detail)]})
        case OperationalError() | InterfaceError():
            log.error("database: %s", type(error).__name__)
            return Problem(503, "unavailable", str(BUSY), {"Retry-After": "2"})
    return None


BUSY = gettext_lazy("The service is busy: try again in a moment.")  # pages say it as well


def invalid(errors: Any) -> Problem:
    """400: `errors` maps each field to a list of sentences."""
    if not isinstance(errors, dict):
        errors = {"body": errors if isinstance(errors, list) else [str(errors)]}
    return Problem(400, "invalid", _("Correct the named fields and send it again."), errors=errors)


def members_of(problem: Problem) -> dict[str, Any]:
    """What the document says."""
    return {
        "type": f"/api/docs/problems#{problem.code}",
        "title": problem.code.replace("_", " "),
        "status": problem.status,
        "code": problem.code,
        "detail": problem.detail,
        **problem.members,
    }


def document(problem: Problem) -> HttpResponse:
    """The problem as an answer."""
    response = HttpResponse(
        dumps(members_of(problem)), status=problem.status, content_type="application/problem+json"
    )
    response["Cache-Control"] = "no-store"
    for name, value in problem.headers.items():
        response[name] = value
    # Django would log each refusal as a warning. It is the client's business; our faults are logged below.
    response._has_been_logged = True  # type: ignore[attr-defined]  # Django's own mark
    return response


def fault(error: Exception) -> HttpResponse:
    """A fault of ours: told in the log by its kind and place, and to the client without a trace."""
    # Not the message, not the traceback's locals: both may hold cards.
    places = (
        f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in traceback.extract_tb(error.__traceback__)
    )
    log.error("fault %s at %s", type(error).__name__, " > ".join(places))
    return document(
        Problem(500, "fault", _("Something went wrong on our side; nothing was changed. Try again."))
    )


def handler(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """The answer to whatever a call raises; also DRF's exception handler."""
    problem = problem_of(error)
    if problem is None:
        return fault(error)
    if isinstance(error, exceptions.MethodNotAllowed) and (view := context.get("view")) is not None:
        problem.headers["Allow"] = offered = ", ".join(view.allowed_methods)
        problem.detail = _("This method is not offered here: use %(methods)s.") % {"methods": offered}
    return document(problem)


def refuse_nul(request: Request) -> None:
    """A NUL in an address is nothing that we gave anybody, and databases fail over it."""
    if "\0" in request.path_info:
        raise Http404
    if "%00" in request.META.get("QUERY_STRING", ""):
        raise invalid({"query": [_("A text holds the character NUL: leave it out.")]})


def unknown_address(request: HttpRequest) -> HttpResponse:
    """Whatever lies under /api/ and is no call."""
    with translation.override(languages.wanted(request)):
        detail = _("There is nothing here; check the address.")
        if not request.path_info.endswith("/"):
            detail = _("There is nothing here; check the address (addresses of the API end with a slash).")
        return document(Problem(404, "not_found", detail))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What Django refuses before any view sees it, such as a wrong Host; for pages a page."""
    if not request.path_info.startswith("/api/"):
        return pages.bad_request(request, exception)
    problem = problem_of(exception)
    return document(problem or Problem(400, "invalid", _("The request is not well formed.")))
