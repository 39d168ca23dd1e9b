"""What every call of the API shares: language, throttles, problems, at little cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from config.api import problems, throttles

if TYPE_CHECKING:
    from accounts.models import User


class ApiView(APIView):
    """A call. Handlers check the shape of a body first and then ask `require_user`: that is the contract's order."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        language = translation.get_language_from_request(request)
        with translation.override(language):
            try:
                response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
            except Exception as error:  # whatever it is, the client gets a problem document and no trace
                response = problems.fault(error)
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.format_kwarg = None
        request.accepted_renderer, request.accepted_media_type = self.renderer_classes[0](), "application/json"
        try:
            user = request.user
        except Exception:
            # A bad token is refused in its turn, after the shape; until then it is a visitor that counts.
            throttles.hit("anon", throttles.address_of(request))
            return
        if user.is_authenticated:
            translation.activate(user.language)
        throttles.count(request)

    def require_user(self, request: Request) -> User:
        """Who asks. Raises NotAuthenticated (or what a bad token raises)."""
        user = request.user
        if not user.is_authenticated:
            raise NotAuthenticated(_("Log in, or send a token: Authorization: Bearer …"))
        return user

    def raise_uncaught_exception(self, exc: Exception) -> None:
        raise exc

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = super().finalize_response(request, response, *args, **kwargs)
        if not answer.has_header("Cache-Control"):
            answer["Cache-Control"] = "private, no-cache"
        return answer
