"""The addresses of the pages of webhooks."""

from django.urls import path

from games.web import webhooks

urlpatterns = [
    path("settings/webhooks/", webhooks.page, name="webhooks"),
    path("settings/webhooks/<int:pk>/", webhooks.one, name="webhook"),
    path("settings/webhooks/<int:pk>/do/", webhooks.do, name="webhook-do"),
    path("settings/webhooks/<int:pk>/again/<int:delivery_id>/", webhooks.again, name="webhook-again"),
]
