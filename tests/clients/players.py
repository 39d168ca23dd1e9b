"""Players with a client each, registered with the service under test."""

from __future__ import annotations

import itertools

from rummy import Client, Patience

_numbers = itertools.count(1)
QUICK = Patience(seconds=600, first=0.05, longest=0.5)


def register(url: str, name: str = "") -> Client:
    """A new player's client; a name that nobody has where none is given."""
    client = Client(url, patience=QUICK)
    name = name or f"player{next(_numbers)}"
    secret = f"the secret of {name} is long"
    client.accounts.register(name, f"{name}@example.org", secret)
    client.token = client.tokens.create(name, secret)["token"]
    return client
