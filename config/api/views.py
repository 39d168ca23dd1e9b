"""What every call of the API shares: language, throttles, problems, at little cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, MethodNotAllowed, NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.scopes import Scope, granted
from config import languages
from config.api import problems, throttles
from config.api.problems import Problem
from config.api.renderers import dumps
from config.api.request import ApiRequest

if TYPE_CHECKING:
    from accounts.models import User


class ApiView(APIView):
    """A call. Handlers check the shape of a body first and then ask `require_user`: the contract's order.

    DRF's own way through a request (negotiation of formats, lists of permissions and throttles, answers that
    are rendered later) is left out: there is one format, and each request pays only for what it uses.
    """

    http_method_names = ["get", "post", "put", "patch", "delete", "head"]
    # What a token needs for all but reading. Each view that offers more than reading says its own.
    writes = Scope.MANAGE

    @classmethod
    def scope_of(cls, method: str) -> Scope:
        """What a token needs for this method."""
        return Scope.READ if method in ("GET", "HEAD") else cls.writes

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with translation.override(languages.wanted(request)):
            try:
                # No question to the database whether it is there, as pages ask it: a program that gets a 503 repeats.
                setattr(connections["default"], "health_check_done", True)  # noqa: B010  # its stubs do not know it
                asked = ApiRequest(request)
                self.args, self.kwargs, self.request = args, kwargs, asked
                self.initial(asked, *args, **kwargs)
                response = _written(self._handler(request)(asked, *args, **kwargs))
            except Exception as error:  # noqa: BLE001  # whatever it is, the client gets a problem document
                response = problems.handler(error, {"view": self})
        if not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-cache"
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Who asks, in which language; counted for the throttles."""
        problems.refuse_nul(request)
        try:
            user = request.user
        except APIException:
            # A bad token is refused in its turn, after the shape; until then it is a visitor that counts.
            throttles.hit("anon", throttles.address_of(request))
            return
        if user.is_authenticated:
            translation.activate(user.language)
        throttles.count(request)

    def user_or_none(self, request: Request) -> User | None:
        """Who asks; None for a visitor without login.

        Raises where a token or a session was refused, and Problem where the token is not for this.
        """
        user = request.user
        if not user.is_authenticated:
            return None
        wanted = self.scope_of(str(request.method))
        if not granted(user, wanted) and not self.lets_pass(request):
            raise out_of_scope(wanted)
        return user

    def lets_pass(self, request: Request) -> bool:
        """Whether this is something that any token may do."""
        return False

    def require_user(self, request: Request) -> User:
        """Who asks. Raises NotAuthenticated, or what `user_or_none` raises."""
        user = self.user_or_none(request)
        if user is None:
            raise NotAuthenticated(_("Log in, or send a token: Authorization: Bearer …"))
        return user

    def _handler(self, request: HttpRequest) -> Any:
        name = str(request.method).lower()
        handler = getattr(self, name, None) if name in self.http_method_names else None
        if handler is None:
            raise MethodNotAllowed(str(request.method)[:20])
        return handler


def out_of_scope(wanted: Scope) -> Problem:
    """403: the token was not made for this."""
    said = _("This token may not do that: send one that has the scope “%(scope)s”.") % {"scope": wanted.value}
    return Problem(403, "not_allowed", said, scope=wanted.value)


def _written(answer: HttpResponse | Response) -> HttpResponse:
    """The answer as bytes. At once, so that a fault in writing becomes a problem document like any other."""
    if not isinstance(answer, Response):
        return answer
    written = HttpResponse(
        b"" if answer.data is None else dumps(answer.data),
        status=answer.status_code,
        content_type="application/json",
    )
    if answer.data is None:
        del written["Content-Type"]
    for name, value in answer.items():
        if name != "Content-Type":
            written[name] = value
    return written
