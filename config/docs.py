"""The page on which the API can be tried; all of it is served from here."""

from csp.decorators import csp_update
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

# Swagger UI styles its parts inline; no other page may.
page = require_safe(
    csp_update({"style-src": ["'unsafe-inline'"]})(SpectacularSwaggerSplitView.as_view(url_name="schema"))
)
