"""The addresses of the table's pages."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
