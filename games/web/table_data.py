"""What the table's script knows of the table: one JSON object, in the page and at its own address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from accounts.models import User
from config.live import passes
from games import selectors
from games.engine import codec
from games.engine.cards import Card
from games.engine.draft import Draft
from games.engine.state import State
from games.engine.undeclared import in_order
from games.models import Desk, Game, Seat
from games.services import arranging, desks, hand_order
from games.services.arranging import Arrangement

EVENTS = "/api/v1/events/"
_URLS = {
    "ops": "api-game-ops",
    "state": "api-game-table",
    "order": "api-game-hand",
    "seen": "api-game-seen",
    "game": "game",
    "review": "game-review",
    "move": "game-move",
    "snooze": "game-snooze",
}


def read(game: Game, seats: Sequence[Seat], user: User | None) -> dict[str, Any]:
    """The object for one who may see the game, read anew."""
    view = selectors.view_of(game, seats, user)
    desk = desks.of(game, user)
    seat = selectors.seat_of(seats, user)
    if game.status != Game.Status.ACTIVE:
        return told(game, view, user, state=None, kept=None, desk=desk)
    state = codec.decode_state(game.state)
    playing = seat is not None and seat.number is not None and not state.seats[seat.number].left
    kept = arranging.opened(game, seat, state) if playing and seat is not None else None
    return told(game, view, user, state=state, kept=kept, desk=desk)


def told(
    game: Game,
    view: dict[str, Any],
    user: User | None,
    *,
    state: State | None,
    kept: Arrangement | None,
    desk: Desk | None,
) -> dict[str, Any]:
    """The same from what was read already; `kept` is None for who only watches."""
    own = view["you"]["seat"] if view["you"] else None
    turn = (view["round"] or {}).get("turn")
    table = state.round.table if state and state.round else ()
    data: dict[str, Any] = {
        "code": game.code,
        "status": game.status,
        "version": game.version,
        "revision": game.revision,
        "number": game.log_length,
        "seen": desk.seen if desk else 0,
        "playing": kept is not None,
        "mine": turn is not None and turn["seat"] == own,
        "can": view["can"],
        "drawn": turn["drawn"] if turn else 0,
        "phase": turn["phase"] if turn else None,
        "stock": (view["round"] or {}).get("stock", 0),
        "seats": [{"name": each["player"]["username"], "cards": each["cards"]} for each in view["seats"]],
        "mover": turn["seat"] if turn else None,
        "table": [{"label": meld.label, "cards": _texts(in_order(meld.cards))} for meld in table],
        "changed": selectors.melds_changed_since(game, desk.seen if desk else 0, table),
        "urls": urls(game.code),
        "token": stream_pass(game.code, user),
    }
    if kept is not None and state is not None and own is not None:
        order = hand_order.laid_out(state, own, desk)
        data |= arranged(kept) | {
            "dealt": _texts(kept.draft.dealt),
            "points": sum(each.points for each in kept.draft.hand),
            "order": _texts(order.cards),
            "new": _texts(order.new),
            "stale": kept.stale,
            "key": kept.key,
            "seat": own,
        }
    return data


def arranged(kept: Arrangement) -> dict[str, Any]:
    """The arrangement, and how many steps lead back and forth from it."""
    return {"step": kept.step, "draft": drawn_up(kept.draft), "undo": kept.undo, "redo": kept.redo}


def drawn_up(draft: Draft) -> dict[str, Any]:
    """The draft as the script has it."""
    return {
        "melds": [{"label": each.label, "cards": _texts(each.cards)} for each in draft.melds],
        "hand": _texts(draft.hand),
        "loose": _texts(draft.loose),
        "made": draft.made,
    }


def urls(code: str) -> dict[str, str]:
    """Where the script sends what."""
    return {
        **{name: reverse(route, args=[code]) for name, route in _URLS.items()},
        **stream_urls(),
        "next": reverse("next-game"),
        "login": reverse("login"),
    }


def stream_urls() -> dict[str, str]:
    """Where the stream is, and where a new pass to it comes from."""
    return {"events": EVENTS, "pass": reverse("api-events-token")}


def stream_pass(code: str, user: User | None) -> str:
    """A pass to what one hears at the table of this code, if there is one: of it, and of all one's own games.

    Who came by a mail's link hears of that game alone.
    """
    game = [passes.of_game(code)] if code else []
    if user is None or user.here_only:
        return passes.issue("", game)
    return passes.issue(str(user.pk), [passes.of_user(user.pk), *game])


def _texts(cards: Sequence[Card]) -> list[str]:
    return [each.text for each in cards]
