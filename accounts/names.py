"""User names: which are allowed, and which count as the same."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 2, 30
RESERVED_PREFIXES = ("house ", "deleted player")
# A letter or digit of any script first and last; between them single dots, dashes, underscores or blanks.
_SHAPE = re.compile(r"[^\W_]+(?:[-._ ][^\W_]+)*")


def normal_name(name: str) -> str:
    """The name as it is stored: NFKC, so that look-alike forms of one letter are one letter.

    Raises ValidationError with a sentence that says what is allowed.
    """
    name = unicodedata.normalize("NFKC", name)
    # Marks (as in Arabic vowels) belong to letters; control and format characters never do.
    bare = "".join(char for char in name if not unicodedata.category(char).startswith("M"))
    if not SHORTEST <= len(name) <= LONGEST or not _SHAPE.fullmatch(bare) or len(name) > 2 * len(bare):
        raise ValidationError(
            _("Choose a name of 2 to 30 letters and digits; single dots, dashes and blanks may stand between them."),
            code="username",
        )
    return name


def name_key(name: str) -> str:
    """What must be unique: `Ana` and `ana` are one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def is_reserved(name: str) -> bool:
    """Whether the name is one that only the service gives."""
    return name_key(name).startswith(RESERVED_PREFIXES)


def address_key(address: str) -> str:
    """What must be unique of a mail address once it is confirmed."""
    return address.strip().casefold()
