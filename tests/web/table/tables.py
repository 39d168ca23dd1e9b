"""A game for the tests of the table's pages: who holds what, and clients who are logged in."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from games.models import Draft, Game
from tests.people import person

# ben (seat 1) is left of the dealer and begins; the rest of the deck follows STOCK.
BEN = "7C 7D 7H 7S AC AD 3H KC QD 9S"
ANA = "2C 2D 2H 8S 9C JD JH QC KD 4S"
STOCK = "3C 5D 6D TH"


def client_of(name: str | None) -> Client:
    client = Client()
    if name is not None:
        client.force_login(person(name))
    return client


class Player:
    """Somebody before the table's page."""

    def __init__(self, game: Game, name: str | None) -> None:
        self.path, self.game, self.name = f"/games/{game.code}/", game, name
        self.client = client_of(name)

    @property
    def step(self) -> int:
        row = Draft.objects.filter(game=self.game, user=person(self.name or "")).first()
        return row.step if row else 0

    @property
    def version(self) -> int:
        return Game.objects.get(pk=self.game.pk).version

    def page(self, below: str = "") -> str:
        answer = self.client.get(self.path + below)
        assert answer.status_code == 200, answer.status_code
        return answer.content.decode()

    def text(self, below: str = "") -> str:
        """The page's words, without what it tells its script."""
        page = re.sub(r"<script.*?</script>", " ", self.page(below), flags=re.DOTALL)
        return " ".join(re.sub(r"<[^>]+>", " ", page).split())

    def arrange(self, **fields: Any) -> Any:
        return self.client.post(self.path + "draft/", {"step": self.step, **fields})

    def choose(self, cards: str, to: str = "new", source: str = "hand", **more: Any) -> Any:
        return self.arrange(card=[f"{source} {card}" for card in cards.split()], to=to, **more)

    def move(self, kind: str, **fields: Any) -> Any:
        return self.client.post(
            self.path + "move/", {"type": kind, "version": self.version, "step": self.step, **fields}
        )

    def melds(self) -> list[str]:
        row = Draft.objects.filter(game=self.game, user=person(self.name or "")).first()
        return [" ".join(meld) for meld in row.table if meld] if row else []
