"""The Django application of the games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.api import errors  # noqa: PLC0415  # needs the applications loaded

        errors.register()
