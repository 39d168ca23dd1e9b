"""What the service answers, as values. Cards and tables are those of the rules (`rummy.engine`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from rummy.engine.cards import JOKER, Card, card, hand_points
from rummy.engine.errors import (
    BadCard,
    GameOver,
    HandAboveFive,
    NotStarted,
    NotYourTurn,
    StockEmpty,
    ThirdCardDrawn,
    WrongPhase,
)
from rummy.engine.melds import Kind, Meld
from rummy.engine.moves import Draw, Knock, MeldMove, Move, Pass
from rummy.engine.notation import parse_move
from rummy.engine.state import KNOCK_LIMIT, MOST_DRAWN
from rummy.engine.table import Arrangement, Table, rearrange


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat. `kind`: human, guest or bot; a bot with an `owner` is that person's program."""

    username: str
    kind: str
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. `seat` is None before the start, `cards` how many are held."""

    seat: int | None
    player: Player
    score: int = 0
    rounds_won: int = 0
    cards: int = 0
    status: str = "playing"
    deadline: datetime | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The open turn. `phase`: meld, knock or last; `drawn`: how many cards were drawn in it."""

    seat: int
    phase: str
    drawn: int
    deadline: datetime | None


@dataclass(frozen=True, slots=True)
class Round:
    """The open round, or the last one. `stock`: how many cards are left in it."""

    number: int
    dealer: int
    turn: Turn | None
    table: Table
    stock: int
    last_turns: bool


@dataclass(frozen=True, slots=True)
class You:
    """What only you see."""

    seat: int | None
    hand: tuple[Card, ...]
    points: int
    drawn: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended. `final`: the points by seat, none of a game that was cancelled."""

    final: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in a list."""

    id: str
    status: str
    version: int
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    result: Result | None
    data: Mapping[str, Any] = field(repr=False)  # as it came

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Summary:
        return cls(**_head(data), data=data)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as you may see it. `can`: what you may send now; `events`: what your move led to."""

    id: str
    status: str
    version: int
    options: Mapping[str, Any]
    seats: tuple[Seat, ...]
    result: Result | None
    round: Round | None
    you: You | None
    can: tuple[str, ...]
    events: tuple[Mapping[str, Any], ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict, repr=False)  # as it came

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Game:
        return cls(
            **_head(data),
            round=_round(data["round"]) if data.get("round") else None,
            you=_you(data["you"]) if data.get("you") else None,
            can=tuple(data["can"]),
            events=tuple(data.get("events", ())),
            data=data,
        )

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.status in ("finished", "cancelled")

    @property
    def my_turn(self) -> bool:
        """Whether a move of yours is waited for."""
        return self.status == "active" and bool(self.can)

    @property
    def table(self) -> Table:
        """All melds; none before the first deal."""
        return self.round.table if self.round else ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """Your cards; none if you have no seat."""
        return self.you.hand if self.you else ()

    def move(self, *lines: str) -> Move:
        """The move that these lines make (`new 7C 7D 7H`, `KH > m3`, `knock`), with your hand on this table.

        Raises NotationError, which names the line.
        """
        return parse_move(lines, self.table, self.hand)

    def judge(self, move: Move) -> Arrangement | None:
        """What a meld leads to; None for other moves. Raises the RuleError with which the service would refuse.

        So a program tests a move before it sends it. Only the service knows whether the game has moved on since.
        Raises BadCard, a ValueError, for a joker on the table that says no value.
        """
        if isinstance(move, MeldMove) and any(JOKER in meld for meld in move.table):
            raise BadCard(JOKER.text)
        self._refuse_when(move)
        if not isinstance(move, MeldMove):
            return None
        after = rearrange(
            self.table, self.hand, move.table, 1 + max((meld.id for meld in self.table), default=0)
        )
        if move.knock and hand_points(after.hand) > KNOCK_LIMIT:
            raise HandAboveFive(points=hand_points(after.hand))
        return after

    def _refuse_when(self, move: Move) -> None:
        """Whether such a move belongs here, in the order in which the service looks."""
        turn = self.round.turn if self.round else None
        if self.status == "open":
            raise NotStarted
        if self.over:
            raise GameOver
        if turn is None or self.you is None or turn.seat != self.you.seat:
            raise NotYourTurn
        if isinstance(move, MeldMove) and turn.phase == "knock" and turn.drawn == MOST_DRAWN:
            raise ThirdCardDrawn
        if isinstance(move, Draw) and turn.phase == "meld" and self.round and not self.round.stock:
            raise StockEmpty
        knocks_in_last = isinstance(move, MeldMove) and turn.phase == "last" and move.knock
        if move.type not in self.can or knocks_in_last:
            raise WrongPhase


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a game's log, as you may know it. `seat` is None for a deal."""

    number: int
    version: int
    round: int
    seat: int | None
    type: str
    at: datetime
    timed_out: bool
    data: Mapping[str, Any] = field(repr=False)  # as it came: `card`, `table`, `played`, `hands`, …

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Entry:
        names = ("number", "version", "round", "seat", "type", "timed_out")
        return cls(**{name: data[name] for name in names}, at=_when(data["at"]), data=data)


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A round that was scored; lists go by seat."""

    number: int
    dealer: int
    knocker: int | None
    went_out: tuple[int, ...]
    stock_exhausted: bool
    hands: tuple[tuple[Card, ...], ...]
    points: tuple[int | None, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> ScoredRound:
        return cls(
            number=data["number"],
            dealer=data["dealer"],
            knocker=data["knocker"],
            went_out=tuple(data["went_out"]),
            stock_exhausted=data["stock_exhausted"],
            hands=tuple(cards(hand or ()) for hand in data["hands"]),
            points=tuple(data["points"]),
            scores=tuple(data["scores"]),
            winners=tuple(data["winners"]),
        )


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `id` counts what happened; it is None for a hint, which may be missed.

    `kind`: `move` (then `data` is the line of the log, see Entry), `started`, `ended`, … as in the service's
    documents. `reset`: what happened before cannot be told any more, so read your games anew.
    """

    id: int | None
    kind: str
    game: str | None
    data: Mapping[str, Any] = field(repr=False)

    @property
    def entry(self) -> Entry | None:
        """The line of the log, if it is a move."""
        return Entry.read(self.data) if self.kind == "move" else None

    @property
    def my_turn(self) -> bool:
        """Whether a turn of yours began with it."""
        opened = [each["seat"] for each in self.data.get("events", ()) if each["type"] == "turn_opened"]
        return self.data.get("you") in opened

    @property
    def ends_game(self) -> bool:
        """Whether the game was over with it."""
        return self.kind == "ended" or any(
            each["type"] == "game_ended" for each in self.data.get("events", ())
        )


def cards(texts: Iterable[str]) -> tuple[Card, ...]:
    """Cards as the service writes them."""
    return tuple(card(text) for text in texts)


def encode(move: Move) -> dict[str, Any]:
    """A player's move as the service reads it."""
    match move:
        case MeldMove(table, knock):
            melds = [[each.text for each in meld] for meld in table]
            return {"type": move.type, "table": melds} | ({} if knock is None else {"knock": knock})
        case Draw() | Knock() | Pass():
            return {"type": move.type}
        case _:
            raise ValueError(f"{move.type} is not sent as a move")


def _head(data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": data["id"],
        "status": data["status"],
        "version": data["version"],
        "options": data["options"],
        "seats": tuple(_seat(each) for each in data["seats"]),
        "result": _result(data["result"]) if data.get("result") else None,
    }


def _seat(data: Mapping[str, Any]) -> Seat:
    player, clock = data["player"], data.get("clock") or {}
    kept = {name: data[name] for name in ("seat", "score", "rounds_won", "cards", "status") if name in data}
    who = Player(player["username"], player["kind"], player.get("owner"))
    return Seat(**{"seat": None, **kept}, player=who, deadline=_when(clock.get("deadline")))


def _round(data: Mapping[str, Any]) -> Round:
    turn = data.get("turn")
    return Round(
        number=data["number"],
        dealer=data["dealer"],
        turn=Turn(turn["seat"], turn["phase"], turn["drawn"], _when(turn.get("deadline"))) if turn else None,
        table=tuple(
            Meld(int(meld["id"][1:]), Kind(meld["kind"]), cards(meld["cards"])) for meld in data["table"]
        ),
        stock=data["stock"],
        last_turns=data["last_turns"],
    )


def _you(data: Mapping[str, Any]) -> You:
    return You(
        seat=data.get("seat"),
        hand=cards(data.get("hand", ())),
        points=data.get("points", 0),
        drawn=cards(data.get("drawn", ())),
    )


def _result(data: Mapping[str, Any]) -> Result:
    return Result(tuple(data.get("final") or ()), tuple(data.get("winners") or ()), data["reason"])


def _when(text: Any) -> Any:
    return datetime.fromisoformat(text) if text else None
