"""One visitor's way over the routes: asks, and looks through every answer."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any
from urllib.parse import unquote

from django.http import HttpResponse

from games.engine.codec import decode_state
from games.models import Game, ScoredRound
from games.selectors import is_member, seat_of, seats_of
from games.wording import SENTENCES
from tests.walk import prying
from tests.walk.routes import READING, WRITING
from tests.walk.world import Visitor, World

# In a test no worker lives.
UNWELL = {(method, "/healthz") for method in (*READING, *WRITING)}


class Walk:
    """One visitor's way: asks, and looks through every answer."""

    def __init__(self, built: World, name: str) -> None:
        self.world = built
        self.visitor: Visitor = built.visitors[name]
        self.secrets = prying.Secrets()
        self.asked: Counter[int] = Counter()
        self.seen: dict[int, tuple[set[str], int]] = {}

    def ask(
        self,
        method: str,
        path: str,
        *,
        game: Game | None = None,
        body: Any = None,
        page: bool = False,
        query: str = "",
        **headers: str,
    ) -> HttpResponse:
        """Asks, and looks through the answer. `game`: which one it is about; `page`: by the session."""
        data = "" if body is None else body if isinstance(body, str) else json.dumps(body)
        invited = game is not None and self.visitor.invited
        told = f"invitation={game.invitation}" if game is not None and invited else ""
        query = "&".join(part for part in (query, told) if part)
        client = self.visitor.client(page)
        kind = "application/x-www-form-urlencoded" if page else "application/json"
        if not page:
            headers |= self.visitor.headers()
        answer = client.generic(
            method, f"{path}?{query}" if query else path, data, content_type=kind, headers=headers
        )
        where = f"{method} {path} as {self.visitor.name}: {answer.status_code}"
        self.asked[answer.status_code] += 1
        assert answer.status_code < 500 or (method, path) in UNWELL, where
        self.look_for_secrets(where, answer, game, data)
        if game is not None:
            changed = method not in READING and answer.status_code < 400
            now = Game.objects.get(pk=game.pk) if changed else game
            hidden, scored = self.hidden(now) if changed else self.at_first(game)
            self.look_for_cards(where, answer, now, hidden - prying.cards_of(data), scored)
        return answer

    def is_in(self, game: Game) -> bool:
        """Whether the visitor is, or was, a member just now."""
        return is_member(seats_of(game), self.visitor.known)

    def at_first(self, game: Game) -> tuple[set[str], int]:
        """The same for a game as it was built: every change is undone before the next question."""
        if game.pk not in self.seen:
            self.seen[game.pk] = self.hidden(game)
        return self.seen[game.pk]

    def hidden(self, game: Game) -> tuple[set[str], int]:
        """The cards that the visitor may not see, and how many rounds lie open."""
        return prying.hidden_cards(game, self.visitor.known), prying.rounds_scored(game)

    def look_for_secrets(self, where: str, answer: HttpResponse, game: Game | None, sent: str) -> None:
        """`sent` may come back to who sent it, and the invitation of a game to whoever is in by now."""
        pattern = self.secrets.hidden_from(self.visitor.known)
        head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        text = head + "\n\n" + b"".join(answer).decode(errors="replace")
        found = set(pattern.findall(text))
        found = {one for one in found if one.lower() not in sent.lower()}
        if game is not None and game.invitation in found and (self.visitor.invited or self.is_in(game)):
            found.remove(game.invitation)
        if " /api/v1/schema/ " in where:
            found.discard("ana@example.org")  # its example; it is the same for everybody
        assert not found, f"{where} tells {found}"

    def look_for_cards(
        self, where: str, answer: HttpResponse, game: Game, hidden: set[str], scored: int
    ) -> None:
        value = prying.json_of(answer.content)
        if isinstance(value, dict) and value.get("code") == "bad_card":
            hidden = hidden - prying.cards_of(str(SENTENCES["bad_card"]))  # its examples
        shown = set(prying.shown_cards(value, scored))
        if value is None and not scored:  # a page does not say to which round what it shows belongs
            shown |= prying.cards_of_html(answer.content.decode().replace(game.invitation, ""))
        # Neither "%3D" nor what a random token is made of is a card.
        heads = unquote("\n".join(str(one) for one in answer.headers.values()))
        shown |= prying.cards_of(heads.replace(game.invitation, ""))
        assert not shown & hidden, f"{where} shows {sorted(shown & hidden)}"
        if isinstance(value, dict) and "seats" in value and "you" in value:
            self.look_at_view(where, value, game)

    def look_at_view(self, where: str, view: dict[str, Any], game: Game) -> None:
        """Where the contract has a hand stands the own one, and nobody else's."""
        seat = seat_of(seats_of(game), self.visitor.known)
        if seat is None:
            assert view["you"] is None, where
        elif game.state is not None:
            assert seat.number is not None
            hand = decode_state(game.state).seats[seat.number].hand
            assert view["you"]["hand"] == [card.text for card in hand], where
            assert view["you"]["seat"] == seat.number
        for event in view.get("events", ()):
            if event["type"] == "drawn" and event["card"] is not None:
                assert seat is not None and event["seat"] == seat.number, where
            if event["type"] == "round_scored":
                record = ScoredRound.objects.get(game=game, number=event["number"]).record
                assert {k: v for k, v in event.items() if k != "type"} == record
