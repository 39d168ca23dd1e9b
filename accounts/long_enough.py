"""How long a password must be, in words that every language of ours has: Django's own has changed in 5.2."""

from __future__ import annotations

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import gettext as _


class LongEnough(MinimumLengthValidator):
    """Eight characters, as the forms say."""

    def __init__(self) -> None:
        super().__init__(min_length=8)

    def get_error_message(self) -> str:
        return _("At least 8 characters; three or four words are easy to remember.")
