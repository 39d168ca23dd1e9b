"""The addresses of the pages of accounts."""

from django.urls import path

from accounts.web import preferences

urlpatterns = [
    path("language/", preferences.language, name="language"),
    path("suits/", preferences.suits, name="suits"),
]
