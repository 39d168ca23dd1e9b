"""The page of whoever runs the service: does everything live, does anything wait."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.web.staff import staff_only
from games.web.staff.facts import facts


@require_safe
@staff_only
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "staff/host.html", {"facts": facts(timezone.now())})


@require_safe
@staff_only
def admin(request: HttpRequest) -> HttpResponse:
    return redirect("admin-users")
