"""What a mailed reply plays: one transaction for its moves, for the mail that made them, and for its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from games.engine import codec, rules
from games.engine.arrange import apply_ops
from games.engine.cards import Card
from games.engine.draft import draft_from, labels, texts
from games.engine.errors import IllegalMeld
from games.engine.moves import Draw, Knock, MeldMove, Pass
from games.engine.notation import Line, format_op, move_of
from games.engine.state import Round, State
from games.errors import Refused
from games.models import Game, IncomingMail, Outbox
from games.selectors import own_seat, seats_of
from games.services import incoming, turns
from games.services.incoming import End
from games.services.seats import locked, refuse_unless_active
from games.services.write import writing

MOST_MOVES = 5  # that one line can make: `pass` draws what must be drawn


class TurnOver(Refused):
    """The mail that was answered tells of another turn than the open one."""

    code = "turn_over"


class AlreadyPlayed(Refused):
    """The same moves came for the same turn before."""

    code = "already_played"


@dataclass(frozen=True, slots=True)
class Said:
    """A reply that was understood: whose it is, for which turn, and which mail of ours it answers, if known."""

    user: User
    code: str
    turn: int
    lines: Sequence[Line]
    answers: int | None = None

    @property
    def text(self) -> str:
        """The moves as we write them, so that the same ones look the same."""
        return "\n".join(
            each.item.type if isinstance(each.item, Draw | Pass | Knock) else format_op(each.item)
            for each in self.lines
        )


def play(*, row: IncomingMail, said: Said, now: datetime) -> None:
    """Plays the reply and closes its mail, or does neither.

    Raises NotationError (its `line` says where), RuleError, Refused, and incoming.Lost.
    """
    with writing():
        game = locked(code=said.code)
        number = own_seat(game, seats_of(game), said.user).number
        if _played_before(said):
            raise AlreadyPlayed
        refuse_unless_active(game)
        state = codec.decode_state(game.state)
        if number is None or not _is_open(state, number, said.turn):
            raise TurnOver
        round_ = state.round
        assert round_ is not None, "a turn is open"
        move = move_of(said.lines, round_.table, state.seats[number].hand)
        try:
            drawn = _make(game=game, state=state, number=number, said=said, move=move, now=now)
        except IllegalMeld as error:
            _name_meld(error, said, round_, state.seats[number].hand)
            raise
        end = End(
            outcome=IncomingMail.Outcome.PLAYED,
            answer=Outbox.Kind.PLAYED,
            game_id=game.pk,
            user_id=said.user.pk,
            turn=said.turn,
            round=round_.number,
            moves=said.text,
            report={"drawn": drawn},
        )
        incoming.close(row=row, end=end, now=now)


def _make(
    *, game: Game, state: State, number: int, said: Said, move: Draw | Pass | Knock | MeldMove, now: datetime
) -> list[str]:
    """Makes the move; before a pass what must be drawn, after it the answer to what it leads to (R7). Gives the
    cards that were drawn.
    """
    drawn: list[str] = []
    version = game.version
    for _ in range(MOST_MOVES):
        must_draw = isinstance(move, Pass) and "draw" in rules.allowed(state, number)
        each = Draw() if must_draw else move
        done = turns.play(code=said.code, user=said.user, version=version, move=each, now=now)
        version, state = done.game.version, done.state
        drawn += [event["card"] for event in done.rows[0].events if event["type"] == "drawn"]
        if not isinstance(move, Pass) or not _is_open(state, number, said.turn):
            return drawn
    raise AssertionError("a turn ends after three cards")


def _name_meld(error: IllegalMeld, said: Said, round_: Round, hand: Sequence[Card]) -> None:
    """Says which meld is meant, as the reply's writer knows it."""
    ops = [each.item for each in said.lines if not isinstance(each.item, Draw | Pass | Knock)]
    draft = apply_ops(draft_from(round_.table, hand), ops)
    label = labels(draft)[int(str(error.members["meld"]))]
    error.members |= {"label": label, "cards": texts(draft.meld(label))}


def _is_open(state: State, number: int, turn: int) -> bool:
    return state.turn is not None and (state.turn.number, state.turn.seat) == (turn, number)


def _played_before(said: Said) -> bool:
    """Whether the same moves were played in this turn, and this reply does not answer what we said to them."""
    earlier = (
        IncomingMail.objects.filter(
            user=said.user,
            game__code=said.code,
            turn=said.turn,
            outcome=IncomingMail.Outcome.PLAYED,
            moves=said.text,
        )
        .order_by("-handled_at", "-pk")
        .first()
    )
    if earlier is None or said.answers is None:
        return earlier is not None
    key = incoming.answer_to(earlier.pk)
    answers = Outbox.objects.filter(Q(key=key) | Q(key__startswith=f"{key}:"))
    told = answers.order_by("-pk").values_list("pk", flat=True).first()
    return told is None or said.answers < told
