"""What games keep of one user, for the archive of their own data: nothing that they could not see themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from accounts.services.archive import told
from games import selectors
from games.models import Draft, Game, GameWishes, Outbox, Plan, Webhook
from games.services import shuffles


def of_user(user: User) -> Iterator[tuple[str, Any]]:
    """The files of the archive that games know, each by its name there."""
    for game in Game.objects.filter(pk__in=selectors.mine(user)).order_by("pk").iterator(chunk_size=20):
        yield f"games/{game.code}.json", _game(game, user)
    sent = Outbox.objects.filter(user=user).exclude(state=Outbox.State.MOOT).select_related("game")
    yield (
        "sent.json",
        [
            told(mail, "kind", "state", "created_at") | {"game": mail.game.code if mail.game else None}
            for mail in sent.order_by("pk")
        ],
    )
    hooks = Webhook.objects.filter(user=user).order_by("pk")
    yield "webhooks.json", [told(hook, "id", "name", "url", "kinds", "off_at", "off_why") for hook in hooks]


def _game(game: Game, user: User) -> dict[str, Any]:
    seats = selectors.seats_of(game)
    seat = selectors.seat_of(seats, user)
    mine = {"game": game, "user": user}
    draft, plan = Draft.objects.filter(**mine).first(), Plan.objects.filter(**mine).first()
    words = shuffles.words_of(user).filter(seat__game=game).first()
    wishes = GameWishes.objects.filter(**mine).first()
    view = selectors.view_of(game, seats, user)
    if view["you"]:
        view["you"].pop("invitation", None)  # a key to the table, which is everybody's there
    return {
        "view": view,
        "rounds": selectors.rounds_of(game),
        "log": selectors.log_of(game, None if seat is None else seat.number),
        "draft": draft and told(draft, "table", "loose", "version"),
        "plan": plan and told(plan, "orders", "repeat", "status", "why", "updated_at"),
        "contribution": words and words.text,
        "wishes": wishes and told(wishes, "muted", "turn", "turn_minutes", "leads"),
    }
