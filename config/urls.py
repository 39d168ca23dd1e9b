"""The addresses of the whole site."""

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularAPIView

from config import docs, health
from config.api.problems import unknown_address
from games.web import problems

urlpatterns = [
    path("healthz", health.page, name="healthz"),
    path("api/docs/", docs.page, name="api-docs"),
    path("api/docs/problems", problems.page, name="problems"),
    path("api/docs/<slug:name>.md", docs.guide, name="guide"),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    re_path(r"^api/", unknown_address),
    path("", include("accounts.web.urls")),
    path("", include("games.web.urls")),
]
handler400 = "config.api.problems.bad_request"
handler403 = "config.errors.forbidden"
handler404 = "config.errors.not_found"
handler500 = "config.errors.fault"
