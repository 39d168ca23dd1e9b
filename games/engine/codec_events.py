"""Events and results as JSON values, named as in the contract, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from games.engine.cards import Card
from games.engine.codec_values import (
    MOST_SEATS,
    Json,
    flag,
    listed,
    maybe,
    meld,
    members,
    one_card,
    text,
    whole,
)
from games.engine.errors import BadState
from games.engine.events import (
    Dealt,
    Drawn,
    Event,
    GameEnded,
    Knocked,
    Left,
    Melded,
    Passed,
    RoundScored,
    StockExhausted,
    TurnOpened,
    WentOut,
)
from games.engine.melds import Meld
from games.engine.scoring import ScoredRound
from games.engine.state import Ending, Phase, Result, Status


def encode_event(event: Event) -> Json:
    """The event as a JSON value, complete; `view.event_for` takes out what is not for the reader."""
    return {"type": event.type, **_members(event)}


def _members(event: Event) -> Json:  # noqa: PLR0911 - one line for each kind reads best
    match event:
        case Dealt():
            return {"round": event.round, "dealer": event.dealer, "dealt_in": list(event.dealt_in)}
        case Drawn():
            return {"seat": event.seat, "card": event.card.text, "stock": event.stock}
        case TurnOpened():
            return {"seat": event.seat, "phase": event.phase.value, "turn": event.turn}
        case Melded():
            table = [_texts(meld.cards) for meld in event.table]
            labels = [meld.label for meld in event.table]
            return {"seat": event.seat, "table": table, "labels": labels, "played": _texts(event.played)}
        case RoundScored():
            return _encode_record(event.record)
        case Left():
            return {"seat": event.seat, "by": event.by}
        case GameEnded():
            return encode_result(event.result)
        case Knocked() | WentOut() | Passed() | StockExhausted():
            return {"seat": event.seat}


def decode_event(data: object) -> Event:
    """The event that `encode_event` wrote. Raises BadState."""
    try:
        fields = members(data)
        return _READERS[text(fields["type"])](fields)
    except (KeyError, ValueError) as error:
        if isinstance(error, BadState):
            raise
        raise BadState(f"damaged: {type(error).__name__}") from error


def encode_result(result: Result) -> Json:
    """The `result` of the contract."""
    return {
        "final": list(result.final),
        "winners": list(result.winners),
        "reason": result.reason.value,
    }


def decode_result(value: object) -> Result:
    """What `encode_result` wrote."""
    data = members(value)
    return Result(
        final=_seats(data["final"]),
        winners=_seats(data["winners"]),
        reason=Ending(text(data["reason"])),
    )


def _encode_record(record: ScoredRound) -> Json:
    return {
        "number": record.number,
        "dealer": record.dealer,
        "knocker": record.knocker,
        "went_out": list(record.went_out),
        "stock_exhausted": record.stock_exhausted,
        "hands": [_texts(hand) for hand in record.hands],
        "points": list(record.points),
        "scores": list(record.scores),
        "winners": list(record.winners),
    }


def _decode_record(data: Json) -> ScoredRound:
    return ScoredRound(
        number=whole(data["number"]),
        dealer=whole(data["dealer"]),
        knocker=maybe(data["knocker"], whole),
        went_out=_seats(data["went_out"]),
        stock_exhausted=flag(data["stock_exhausted"]),
        hands=listed(data["hands"], _cards, MOST_SEATS),
        points=listed(data["points"], lambda value: maybe(value, whole), MOST_SEATS),
        scores=_seats(data["scores"]),
        winners=_seats(data["winners"]),
    )


def _decode_melded(data: Json) -> Melded:
    table = listed(data["table"], _cards)
    labels = listed(data["labels"], text)
    melds: list[Meld] = []
    for label, cards in zip(labels, table, strict=True):
        if not label.startswith("m") or not label[1:].isdecimal():
            raise BadState("a label is missing")
        melds.append(meld(int(label[1:]), cards))
    return Melded(whole(data["seat"]), tuple(melds), _cards(data["played"]))


def _decode_left(data: Json) -> Left:
    by: Literal["resigned", "timeout"] = "timeout" if text(data["by"]) == "timeout" else "resigned"
    return Left(whole(data["seat"]), by)


def _decode_ended(data: Json) -> GameEnded:
    result = decode_result(data)
    return GameEnded(result, Status.CANCELLED if result.reason is Ending.ABANDONED else Status.FINISHED)


_READERS: dict[str, Callable[[Json], Event]] = {
    "dealt": lambda d: Dealt(whole(d["round"]), whole(d["dealer"]), listed(d["dealt_in"], flag, MOST_SEATS)),
    "drawn": lambda d: Drawn(whole(d["seat"]), one_card(d["card"]), whole(d["stock"])),
    "turn_opened": lambda d: TurnOpened(whole(d["seat"]), Phase(text(d["phase"])), whole(d["turn"])),
    "melded": _decode_melded,
    "knocked": lambda d: Knocked(whole(d["seat"])),
    "went_out": lambda d: WentOut(whole(d["seat"])),
    "passed": lambda d: Passed(whole(d["seat"])),
    "stock_exhausted": lambda d: StockExhausted(whole(d["seat"])),
    "round_scored": lambda d: RoundScored(_decode_record(d)),
    "left": _decode_left,
    "game_ended": _decode_ended,
}


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [each.text for each in cards]


def _cards(value: object) -> tuple[Card, ...]:
    return listed(value, one_card)


def _seats(value: object) -> tuple[int, ...]:
    return listed(value, whole, MOST_SEATS)
