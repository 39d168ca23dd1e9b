"""User names: which are allowed, and which count as the same."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 2, 30
RESERVED_PREFIXES = ("house ", "guest ", "deleted player")
# Names under which somebody could pass for the service, its host, or a word of its pages.
_RESERVED = (
    "abuse admin administrator anonymous bot daemon dealer everybody everyone guest help host hostmaster house "
    "info joker mailer mailerdaemon manager me moderator myself nobody noreply null official operator owner "
    "postmaster root rummy security server service staff stock support sysadmin system table team user "
    "username webmaster winner you"
)
RESERVED = frozenset(_RESERVED.split(" "))
# Small letters that are taken for a Latin one, in this or in their capital shape; and digits.
_CYRILLIC = dict(zip("авекмнорстухіјѕ", "abekmhopctyxijs", strict=True))
_GREEK = dict(zip("αεικμνορτυχη", "aeikuvoptyxn", strict=True))
_DIGITS = dict(zip("0134578", "oleastb", strict=True))
_LATIN = str.maketrans(_CYRILLIC | _GREEK)
_OTHERS = [str.maketrans({latin: own for own, latin in each.items()}) for each in (_CYRILLIC, _GREEK)]
# To look at a name's shape, every mark (as Arabic vowels are) is replaced by this one.
_MARK = "\u0300"
_LETTER = rf"[^\W_]{_MARK}{{0,3}}"
# Letters or digits of any script first and last; between them single dots, dashes, underscores or blanks.
_SHAPE = re.compile(rf"(?:{_LETTER})+(?:[-._ ](?:{_LETTER})+)*")
# Letters and marks that show nothing, so that two names would look alike: the grapheme joiner, fillers of
# Hangul, inherent vowels of Khmer, variation selectors. Control and format characters are no letters anyway.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


# Scripts that are written together in one word; Latin has no look-alikes among the first five.
_TOGETHER = (
    {"CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL", "LATIN"},
    {"ARABIC", "EXTENDED"},  # its two rows of digits
)


def normal_name(name: str) -> str:
    """The name as it is stored: NFKC, so that look-alike forms of one letter are one letter.

    Raises ValidationError with a sentence that says what is allowed.
    """
    name = unicodedata.normalize("NFKC", name)
    shape = "".join(_MARK if unicodedata.category(char).startswith("M") else char for char in name)
    if not SHORTEST <= len(name) <= LONGEST or not _SHAPE.fullmatch(shape) or _UNSEEN.search(name):
        raise ValidationError(
            _("Choose a name of 2 to 30 letters and digits; single dots, dashes, blanks may stand between."),
            code="username",
        )
    scripts = {script for char in name if (script := _script(char))}
    if len(scripts) > 1 and not any(scripts <= known for known in _TOGETHER):
        raise ValidationError(
            _("Choose letters of one script: a name that mixes them can look like another one."),
            code="username",
        )
    return name


def _script(char: str) -> str:
    """The script of a letter or a digit, as its Unicode name begins; empty for what all scripts share."""
    category = unicodedata.category(char)
    if (char.isascii() and not char.isalpha()) or category[0] not in "LN" or category == "Lm":
        return ""
    script = re.split("[ -]", unicodedata.name(char, ""))[0]
    return "CJK" if script == "IDEOGRAPHIC" else script


def name_key(name: str) -> str:
    """What must be unique: `Ana` and `ana` are one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def look_alikes(key: str) -> set[str]:
    """The keys of names in another script that are read as this one; `key` is `name_key`'s."""
    latin = key.translate(_LATIN)
    found = {latin, *(latin.translate(other) for other in _OTHERS)} - {key}
    return {one for one in found if len({_script(char) for char in one} - {""}) <= 1}


def is_reserved(name: str) -> bool:
    """Whether the name is one that only the service gives, or looks like one that nobody is to have."""
    key = name_key(name)
    letters = re.sub(r"[-._ ]", "", key)
    latin, digits = letters.translate(_LATIN), str.maketrans(_DIGITS)
    alike = {latin, latin.translate(digits), latin.replace("1", "i").translate(digits)}
    return key.startswith(RESERVED_PREFIXES) or not alike.isdisjoint(RESERVED)


def address_key(address: str) -> str:
    """What must be unique of a mail address once it is confirmed."""
    # Not casefold: it would make one of two different addresses (straße, strasse).
    return address.strip().lower()
