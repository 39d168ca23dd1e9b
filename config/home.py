"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def page(request: HttpRequest) -> HttpResponse:
    """Says what this is and leads to the API's document."""
    return render(request, "home.html")
