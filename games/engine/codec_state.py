"""A state as a JSON value and back, with a format number."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.engine.codec_events import decode_result, encode_result
from games.engine.codec_values import (
    MOST_SEATS,
    Json,
    flag,
    joined,
    listed,
    maybe,
    meld,
    members,
    split,
    text,
    whole,
)
from games.engine.errors import BadState
from games.engine.melds import Meld
from games.engine.state import Options, Owes, Phase, Round, SeatState, State, Status, Turn

FORMAT = 1
# From the format of the key to the next: each takes the JSON of its format and gives that of the next.
UPGRADES: Mapping[int, Callable[[Json], Json]] = {}


def encode_state(state: State) -> Json:
    """The state as a JSON value. It holds every hand and the stock."""
    options = state.options
    return {
        "format": FORMAT,
        "options": {
            "players": options.players,
            "target": options.target,
            "rounds": options.rounds,
            "timeouts_to_leave": options.timeouts_to_leave,
            "replace_left": options.replace_left,
        },
        "seats": [_encode_seat(seat) for seat in state.seats],
        "round": _encode_round(state.round) if state.round else None,
        "status": state.status.value,
        "owes": state.owes.value if state.owes else None,
        "rounds_scored": state.rounds_scored,
        "turns": state.turns,
        "result": encode_result(state.result) if state.result else None,
    }


def decode_state(data: object) -> State:
    """The state that `encode_state` wrote, now or in an older format. Raises BadState."""
    try:
        return _decode(_up_to_date(members(data)))
    except (KeyError, ValueError) as error:
        if isinstance(error, BadState):
            raise
        raise BadState(f"damaged: {type(error).__name__}") from error


def scores(data: Mapping[str, object]) -> list[int]:
    """The scores by seat, straight from an encoded state."""
    return [whole(members(seat)["score"]) for seat in listed(data["seats"], members)]


def rounds_scored(data: Mapping[str, object]) -> int:
    """How many rounds were scored, straight from an encoded state."""
    return whole(data["rounds_scored"])


def _up_to_date(data: Json) -> Json:
    number = data.get("format")
    while number != FORMAT or type(number) is not int:
        if type(number) is not int or number not in UPGRADES:
            raise BadState("unknown format")
        data = UPGRADES[number](data)
        number = number + 1
    return data


def _decode(data: Json) -> State:
    options = members(data["options"])
    state = State(
        options=Options(
            players=whole(options["players"]),
            target=whole(options["target"]),
            rounds=maybe(options["rounds"], whole),
            timeouts_to_leave=whole(options["timeouts_to_leave"]),
            replace_left=maybe(options["replace_left"], text),
        ),
        seats=listed(data["seats"], _decode_seat, MOST_SEATS),
        round=maybe(data["round"], _decode_round),
        status=Status(text(data["status"])),
        owes=maybe(data["owes"], lambda value: Owes(text(value))),
        rounds_scored=whole(data["rounds_scored"]),
        turns=whole(data["turns"]),
        result=maybe(data["result"], decode_result),
    )
    if len(state.seats) != state.options.players:
        raise BadState("a seat for each player is missing")
    return state


def _encode_seat(seat: SeatState) -> Json:
    return {
        "hand": joined(seat.hand),
        "score": seat.score,
        "rounds_won": seat.rounds_won,
        "left": seat.left,
        "missed": seat.missed,
        "human": seat.human,
        "dealt_in": seat.dealt_in,
    }


def _decode_seat(value: object) -> SeatState:
    data = members(value)
    return SeatState(
        hand=split(data["hand"]),
        score=whole(data["score"]),
        rounds_won=whole(data["rounds_won"]),
        left=flag(data["left"]),
        missed=whole(data["missed"]),
        human=flag(data["human"]),
        dealt_in=flag(data["dealt_in"]),
    )


def _encode_round(round_: Round) -> Json:
    turn = round_.turn
    return {
        "number": round_.number,
        "dealer": round_.dealer,
        "turn": None
        if turn is None
        else {
            "number": turn.number,
            "seat": turn.seat,
            "phase": turn.phase.value,
            "drawn": joined(turn.drawn),
            "acted": turn.acted,
        },
        "table": [[meld.id, joined(meld.cards)] for meld in round_.table],
        "stock": joined(round_.stock),
        "next_meld_id": round_.next_meld_id,
        "last_turns": None if round_.last_turns is None else list(round_.last_turns),
        "took_last": round_.took_last,
    }


def _decode_round(value: object) -> Round:
    data = members(value)
    return Round(
        number=whole(data["number"]),
        dealer=whole(data["dealer"]),
        turn=maybe(data["turn"], _decode_turn),
        table=listed(data["table"], _decode_meld),
        stock=split(data["stock"]),
        next_meld_id=whole(data["next_meld_id"]),
        last_turns=maybe(data["last_turns"], lambda seats: listed(seats, whole, MOST_SEATS)),
        took_last=maybe(data["took_last"], whole),
    )


def _decode_turn(value: object) -> Turn:
    data = members(value)
    return Turn(
        number=whole(data["number"]),
        seat=whole(data["seat"]),
        phase=Phase(text(data["phase"])),
        drawn=split(data["drawn"]),
        acted=flag(data["acted"]),
    )


def _decode_meld(value: object) -> Meld:
    if type(value) is not list or len(value) != 2:
        raise BadState("a meld is missing")
    return meld(whole(value[0]), split(value[1]))
