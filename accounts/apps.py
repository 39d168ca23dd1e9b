"""The Django application of users."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import config.api.openapi  # noqa: F401, PLC0415  # its extensions register themselves
