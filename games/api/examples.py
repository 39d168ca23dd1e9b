"""The examples in the OpenAPI document: one game, from its table to its end, as its players' programs see it."""

from __future__ import annotations

from typing import Any

from config.api.described import answer, refusal, sent
from games.api.errors import STATUS
from games.engine.shuffle import ALGORITHM

Json = dict[str, Any]
OPTIONS: Json = {
    "players": 2,
    "visibility": "private",
    "target": 150,
    "rounds": None,
    "clock": {"kind": "per_turn", "hours": 72},
    "timeouts_to_leave": 2,
    "replace_left": None,
    "hints": False,
    "weekends": False,
    "vacation_allowed": True,
    "vacation_bot": None,
}
_ANA = {"username": "ana", "kind": "human"}
_BEN = {"username": "ben", "kind": "human"}
_DEADLINE = "2026-12-03T09:00:00Z"
_TABLE = [{"id": "m1", "kind": "group", "cards": ["7C", "7D", "*7H"]}]
_SHUFFLE = {
    "commitment": "851e3f181107b158dd782ea8e7fe988545c53db77b32f2b84cf5f451224f8f8f",
    "algorithm": ALGORITHM,
}


def _seat(number: int | None, player: Json, cards: int, deadline: str | None, **more: Any) -> Json:
    clock: Json | None = None if number is None else {"deadline": deadline, "bank_hours": None, "reasons": []}
    return {
        "seat": number,
        "player": player,
        "score": 0,
        "rounds_won": 0,
        "cards": cards,
        "status": "playing",
        "clock": clock,
        "vacations": [],
        **more,
    }


_CREATED: Json = {
    "id": "k7f3q9wz",
    "status": "open",
    "version": 1,
    "options": OPTIONS,
    "creator": "ana",
    "created": "2026-11-30T08:15:00Z",
    "updated": "2026-11-30T08:15:00Z",
    "seats": [_seat(None, _ANA, 0, None)],
    "round": None,
    "you": {
        "seat": None,
        "hand": [],
        "points": 0,
        "can": ["leave"],
        "drawn": [],
        "invitation": {"url": "https://rummy.example/games/k7f3q9wz/?invitation=TOKEN", "token": "TOKEN"},
    },
    "can": ["leave"],
    "result": None,
    "shuffle": _SHUFFLE,
}
_STARTED: Json = {
    **_CREATED,
    "status": "active",
    "version": 3,
    "updated": "2026-11-30T08:20:00Z",
    "seats": [_seat(0, _ANA, 11, _DEADLINE), _seat(1, _BEN, 10, None)],
    "round": {
        "number": 1,
        "dealer": 1,
        "turn": {"seat": 0, "phase": "meld", "drawn": 1, "deadline": _DEADLINE},
        "table": [],
        "stock": 32,
        "last_turns": False,
    },
    "you": {
        "seat": 1,
        "hand": ["2C", "5D", "8S", "8H", "TC", "JD", "QC", "KH", "3S", "4S"],
        "points": 70,
        "can": [],
        "drawn": [],
    },
    "can": [],
}
_PLAYED: Json = {
    **_STARTED,
    "version": 43,
    "updated": "2026-11-30T09:00:00Z",
    "seats": [_seat(0, _ANA, 2, None), _seat(1, _BEN, 8, _DEADLINE)],
    "round": {
        "number": 1,
        "dealer": 1,
        "turn": {"seat": 1, "phase": "meld", "drawn": 1, "deadline": _DEADLINE},
        "table": _TABLE,
        "stock": 17,
        "last_turns": False,
    },
    "you": {"seat": 0, "hand": ["9S", "KD"], "points": 19, "can": [], "drawn": []},
}
_CANCELLED: Json = {
    **_CREATED,
    "status": "cancelled",
    "version": 2,
    "you": None,
    "seats": [],
    "can": [],
    "result": {"final": [], "winners": [], "reason": "creator_left"},
}
_RESULT = {"final": [0, 0], "winners": [1], "reason": "resignation"}
_OVER: Json = {
    **_PLAYED,
    "status": "finished",
    "version": 44,
    "seats": [_seat(0, _ANA, 2, None, status="left"), _seat(1, _BEN, 8, None)],
    "round": {**_PLAYED["round"], "turn": None},
    "result": _RESULT,
}
_MELDED: Json = {"type": "melded", "seat": 0, "table": [["7C", "7D", "*7H"]], "played": ["7C", "7D", "*"]}
_DRAWN: Json = {"type": "drawn", "seat": 1, "card": None, "stock": 17}
_OPENED: Json = {"type": "turn_opened", "seat": 1, "phase": "meld", "deadline": _DEADLINE}


def line(number: int, version: int, seat: int | None, kind: str, events: list[Json], **more: Any) -> Json:
    """A line of the log of round 1."""
    return {
        "number": number,
        "version": version,
        "round": 1,
        "seat": seat,
        "type": kind,
        "at": "2026-11-30T09:00:00Z",
        "timed_out": False,
        "stand_in": False,
        "planned": False,
        "reason": None,
        **more,
        "events": events,
    }


_LOG: Json = {
    "results": [
        line(
            41,
            43,
            0,
            "meld",
            [_MELDED],
            table=[["7C", "7D", "*7H"]],
            played=["7C", "7D", "*"],
            knock=None,
        ),
        line(42, 43, 1, "draw", [_DRAWN, _OPENED], card=None),
    ],
    "next": None,
}
_ROUND: Json = {
    "number": 1,
    "dealer": 1,
    "knocker": 0,
    "went_out": [],
    "stock_exhausted": False,
    "hands": [["2H", "AS"], ["9S", "JD", "KH"]],
    "points": [3, 29],
    "scores": [26, 0],
    "winners": [0],
}
_SUMMARY: Json = {
    "id": "k7f3q9wz",
    "status": "active",
    "version": 43,
    "options": OPTIONS,
    "seats": [{"seat": 0, "player": _ANA, "score": 0}, {"seat": 1, "player": _BEN, "score": 0}],
    "turn": {"seat": 1, "deadline": _DEADLINE},
    "created": "2026-11-30T08:15:00Z",
    "updated": "2026-11-30T09:00:00Z",
    "result": None,
}
_MOVED_DEADLINE: Json = {
    "at": "2026-11-30T09:00:00Z",
    "seat": 1,
    "turn": 12,
    "why": "opened",
    "before": None,
    "deadline": "2026-12-05T09:00:00Z",
    "reasons": ["vacation"],
    "note": "",
}
_ARRANGEMENT: Json = {"table": [["7C", "7D", "*7H"], ["9S", "9H"]], "loose": [], "version": 43}
_MOVES = [
    sent("draw", "Draw", {"version": 42, "type": "draw"}),
    sent(
        "meld",
        "Meld: the whole new table",
        {"version": 42, "type": "meld", "table": [["7C", "7D", "*7H"]]},
    ),
    sent("knock", "Knock", {"version": 42, "type": "knock"}),
    sent("pass", "Pass", {"version": 42, "type": "pass"}),
]

LIST = [
    answer(
        "page", "The first page, and where the next one is", 200,
        {
            "next": "https://rummy.example/api/v1/games/?cursor=cD0yMDI2&limit=1",
            "previous": None,
            "results": [_SUMMARY],
        },
    )
]  # fmt: skip
CREATE = [
    sent("shortest", "A public game of two", {"players": 2}),
    sent("invited", "A private game with an invited player", {**OPTIONS, "invite": ["ben"]}),
    sent("bot", "One round against a house player", {"players": 2, "rounds": 1, "bots": ["beginner"]}),
    sent(
        "bank",
        "A bank of time",
        {"players": 2, "clock": {"kind": "bank", "start_hours": 240, "turn_hours": 36, "cap_hours": 240}},
    ),
    answer("created", "The new game, for its creator", 201, _CREATED),
]
VIEW = [answer("view", "Ana's view: it is ben's turn", 200, _PLAYED)]
JOIN = [
    sent("public", "Into a public game", {}),
    sent(
        "invited",
        "By an invitation, with words for the shuffle",
        {"invitation": "TOKEN", "contribution": "seven"},
    ),
    answer("started", "The last place was taken: the game has begun", 200, _STARTED),
]
LEFT = [answer("left", "Its creator left: the game is cancelled", 200, _CANCELLED)]
RESIGNED = [answer("resigned", "One player is left, who has won", 200, _OVER)]
LOG = [answer("log", "Two lines, for ana: the card that ben drew is hidden", 200, _LOG)]
PLAY = [
    *_MOVES,
    answer("melded", "The new view after a meld", 200, {**_PLAYED, "events": [_MELDED, _DRAWN, _OPENED]}),
    refusal(
        "stale_version",
        "The game has moved on: look at it again, then decide.",
        status=STATUS["stale_version"],
        version=43,
    ),
    refusal(
        "illegal_meld",
        "Meld 1 is not legal: it has the same card twice.",
        status=STATUS["illegal_meld"],
        meld=0,
        reason="duplicate_card",
        rule="R9",
    ),
]
CHECK = [*_MOVES, answer("legal", "It would be accepted", 200, {"legal": True})]
ROUNDS = [answer("rounds", "Ana knocked and has won the round", 200, _ROUND)]
CLOCK = [answer("clock", "The turn opened while ben is on vacation", 200, _MOVED_DEADLINE)]
DRAFT = [
    sent("draft", "Two melds, the second of which wants a card", _ARRANGEMENT),
    answer("kept", "What is kept", 200, _ARRANGEMENT),
]
KEPT_DRAFT = [answer("kept", "The table is still as it was", 200, {**_ARRANGEMENT, "stale": False})]
ARRANGE = [
    sent(
        "operations",
        "A new meld, and a card to an old one",
        {
            "step": 4,
            "version": 43,
            "ops": [{"op": "new", "cards": ["9S", "9H", "9D"]}, {"op": "add", "cards": ["7S"], "to": "m1"}],
        },
    ),
    sent("undo", "A step back", {"step": 5, "do": "undo"}),
    answer(
        "arranged",
        "The arrangement as it is now",
        200,
        {
            "step": 5,
            "draft": {
                "melds": [
                    {"label": "m1", "cards": ["7C", "7D", "*7H", "7S"]},
                    {"label": "n1", "cards": ["9D", "9H", "9S"]},
                ],
                "hand": ["KD"],
                "loose": [],
                "made": 1,
            },
            "undo": 5,
            "redo": 0,
        },
    ),
]
ORDER = [
    sent("order", "By suits", {"order": ["9S", "KD"]}),
    answer("kept", "The hand as it is held", 200, {"order": ["9S", "KD"]}),
]
SEEN = [sent("seen", "All up to line 42", {"number": 42}), answer("kept", "It is kept", 200, {"seen": 42})]
STREAM = [
    sent("all", "For all of my games", {}),
    sent("one", "For one more game, to watch", {"game": "k7f3q9wz"}),
    answer(
        "token",
        "A token for ten minutes",
        200,
        {"token": "1796043660~1~u1~540c5082", "url": "/api/v1/events/", "expires_in": 600},
    ),
]
