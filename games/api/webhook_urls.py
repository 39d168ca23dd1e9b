"""The addresses under /api/v1/webhooks/."""

from django.urls import path

from games.api import webhooks

urlpatterns = [
    path("webhooks/", webhooks.WebhooksView.as_view(), name="api-webhooks"),
    path("webhooks/<int:webhook_id>/", webhooks.WebhookView.as_view(), name="api-webhook"),
    path("webhooks/<int:webhook_id>/secret/", webhooks.SecretView.as_view(), name="api-webhook-secret"),
    path("webhooks/<int:webhook_id>/test/", webhooks.TestView.as_view(), name="api-webhook-test"),
    path(
        "webhooks/<int:webhook_id>/deliveries/",
        webhooks.DeliveriesView.as_view(),
        name="api-webhook-deliveries",
    ),
    path(
        "webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/again/",
        webhooks.AgainView.as_view(),
        name="api-webhook-again",
    ),
]
