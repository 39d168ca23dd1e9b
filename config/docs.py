"""The page on which the API can be tried, and the guides beside it; all of it is served from here."""

from csp.decorators import csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

GUIDES = ("api", "changes", "mail", "rules", "shuffles", "webhooks")
# Swagger UI styles its parts inline; no other page may.
page = require_safe(
    csp_update({"style-src": ["'unsafe-inline'"]})(SpectacularSwaggerSplitView.as_view(url_name="schema"))
)


@require_safe
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """A text of docs/ as it stands there, so that its links lead from one to the other."""
    if name not in GUIDES:
        raise Http404
    text = (settings.BASE_DIR / "docs" / f"{name}.md").read_text()
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
