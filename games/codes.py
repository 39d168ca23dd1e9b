"""Ids of games: short enough to be read aloud; drawn at random, or derived from what makes a game once."""

from __future__ import annotations

import secrets

from django.utils.crypto import salted_hmac

# No vowels and no look-alikes: a code is read aloud, typed from a mail, and never spells a word.
_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
LENGTH = 10


def drawn() -> str:
    """A random id, about 47 bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(LENGTH))


def derived(text: str) -> str:
    """The id of the game that `text` stands for: always the same one, and guessed by nobody."""
    number = int.from_bytes(salted_hmac("games.code", text, algorithm="sha256").digest(), "big")
    letters = []
    for _place in range(LENGTH):
        number, letter = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[letter])
    return "".join(letters)


def rematch(code: str, number: int) -> str:
    """The id of the `number`th rematch (from 1) of the game `code`."""
    return derived(f"rematch:{code}:{number}")
