"""Reads: a game as somebody may see it, its log, its rounds, lists of games."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from config.shapes import Shape
from games.engine import codec, shuffle
from games.engine.melds import Meld
from games.engine.view import event_for, log_entry_for, view_for
from games.errors import NotFound, NothingKept, NotYourSeat
from games.models import Desk, Draft, Game, Move, ScoredRound, Seat
from games.models.clock import ClockChange

HOUR = 3600
_SEAT = Shape(Seat)
_SEATED = Shape(User, "id", "username", "email", "timezone", "night_from", "night_until", "kind", "bot_level")
# Read with every move and every view. Written out, since putting the statement together from a queryset costs
# twice as much as running it.
_SEATS = f"""
SELECT {_SEAT.columns("s")}, {_SEATED.columns("u")}, o.username, p.status, v.starts_at, v.ends_at
FROM games_seat s JOIN accounts_user u ON u.id = s.user_id JOIN games_game g ON g.id = s.game_id
     LEFT JOIN accounts_user o ON o.id = u.owner_id
     LEFT JOIN games_plan p ON p.game_id = s.game_id AND p.user_id = s.user_id
     LEFT JOIN accounts_vacation v ON v.user_id = u.id AND v.ends_at > COALESCE(g.turn_since, g.updated_at)
          AND g.status IN ('open', 'active')
WHERE s.game_id = %s ORDER BY s.number, s.place, v.starts_at
"""  # noqa: S608  # columns of our own models


@dataclass(frozen=True, slots=True)
class Stamp:
    """What decides whether a reader has seen all there is: one query, no state."""

    pk: int
    revision: int
    version: int
    own: str = ""  # where more is shown than the game: what the reader has of their own


def stamp(*, code: str, user: User | None, invitation: str = "") -> Stamp:
    """The game's stamp, if this reader may see it. Raises NotFound."""
    games = Game.objects.filter(code=code)
    if user is not None:
        members = Seat.objects.filter(Q(user=user) | Q(left_by=user), game=OuterRef("pk"))
        games = games.annotate(member=Exists(members))
    row = games.values(
        "pk", "revision", "version", "visibility", "invitation", *(["member"] if user else [])
    ).first()
    if row is None:
        raise NotFound
    known = row["visibility"] == Game.Visibility.PUBLIC or row.get("member")
    if not known and not _same(row["invitation"], invitation):
        raise NotFound
    return Stamp(pk=row["pk"], revision=row["revision"], version=row["version"])


def own_stamp(*, code: str, user: User | None, invitation: str = "") -> Stamp:
    """The stamp of the game with what this reader has arranged and put in order there. Raises NotFound."""
    seen = stamp(code=code, user=user, invitation=invitation)
    if user is None:
        return seen
    mine = {"game_id": seen.pk, "user": user}
    draft = Draft.objects.filter(**mine).values_list("pk", "step").first()
    desk = Desk.objects.filter(**mine).values_list("changes", flat=True).first()
    return Stamp(seen.pk, seen.revision, seen.version, f"{draft}{desk}")


def find(*, code: str, user: User | None, invitation: str = "") -> tuple[Game, list[Seat]]:
    """The game and its seats with their users, if this reader may see it. Raises NotFound."""
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise NotFound
    seats = seats_of(game)
    if (
        game.visibility == Game.Visibility.PRIVATE
        and not is_member(seats, user)
        and not invited(game, invitation)
    ):
        raise NotFound
    return game, seats


def seats_of(game: Game) -> list[Seat]:
    """The seats with their users: in the order of the seats, or before the start in the order of joining.

    With each its player's vacations while the game goes on, but for those that were over before the open turn: not
    by the time of reading, so that what is shown of them changes only with the game's `revision`.
    """
    seats: dict[int, Seat] = {}
    with connection.cursor() as cursor:
        cursor.execute(_SEATS, [game.pk])
        rows = cursor.fetchall()
    for row in rows:
        of_seat, of_user = row[: len(_SEAT)], row[len(_SEAT) :]
        owner, plan, away_from, away_until = of_user[len(_SEATED) :]
        seat = seats.get(of_seat[0])
        if seat is None:
            seat = seats[of_seat[0]] = _SEAT.of(of_seat)
            seat.user, seat.plan = _SEATED.of(of_user), plan
            seat.user.owner_name = owner or ""
        if away_from is not None:
            seat.vacations = (*seat.vacations, (_stored(away_from), _stored(away_until)))
    return list(seats.values())


def seat_of(seats: Sequence[Seat], user: User | None) -> Seat | None:
    """The seat that `user` holds."""
    return next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)


def is_member(seats: Sequence[Seat], user: User | None) -> bool:
    """Whether `user` has a seat, or had one until a house player took it over."""
    return user is not None and any(user.pk in (seat.user_id, seat.left_by_id) for seat in seats)


def own_seat(game: Game, seats: Sequence[Seat], user: User) -> Seat:
    """The seat of `user`. Raises NotFound where they may not even know of the game, NotYourSeat otherwise."""
    seat = seat_of(seats, user)
    if seat is not None:
        return seat
    if game.visibility == Game.Visibility.PRIVATE and not is_member(seats, user):
        raise NotFound
    raise NotYourSeat


def invited(game: Game, token: str) -> bool:
    """Whether `token` is the secret of the game's invitation link."""
    return _same(game.invitation, token)


def view_of(game: Game, seats: Sequence[Seat], user: User | None) -> dict[str, Any]:
    """The view of the contract, as `user` (None: nobody) may see it: names and clocks around the engine's view."""
    seat = seat_of(seats, user)
    if game.state is None:
        body = _open_view(game, seats, user, seat)
    else:
        body = view_for(codec.decode_state(game.state), None if seat is None else seat.number)
        for shown, held in zip(body["seats"], seats, strict=True):
            shown["player"] = player_of(held.user)
            shown["clock"] = _clock(game, held)
            shown["vacations"] = _vacations(held)
        if body["round"] and body["round"].get("turn"):
            body["round"]["turn"]["deadline"] = _time(game.deadline)
    return {
        "id": game.code,
        "status": game.status,
        "version": game.version,
        "options": game.options,
        "creator": next((held.user.username for held in seats if held.user_id == game.creator_id), None),
        "created": _time(game.created_at),
        "updated": _time(game.updated_at),
        **body,
        "can": body["you"]["can"] if body["you"] else _can_from_outside(game, seats, user),
        "result": game.result,
        "shuffle": {"commitment": game.commitment, "algorithm": shuffle.ALGORITHM}
        if game.commitment
        else None,
    }


def summary_of(game: Game) -> dict[str, Any]:
    """A game in a list: no table, no hand. `game.seats` is prefetched with users."""
    seats = seats_in_order(game)
    scores = codec.scores(game.state) if game.state else [0] * len(seats)
    return {
        "id": game.code,
        "status": game.status,
        "version": game.version,
        "options": game.options,
        "seats": [
            {"seat": seat.number, "player": player_of(seat.user), "score": score}
            for seat, score in zip(seats, scores, strict=True)
        ],
        "turn": _turn_summary(game, seats),
        "created": _time(game.created_at),
        "updated": _time(game.updated_at),
        "result": game.result,
    }


def seats_in_order(game: Game) -> list[Seat]:
    """The prefetched seats, ordered as `seats_of` orders them."""
    return sorted(game.seats.all(), key=lambda seat: seat.place if seat.number is None else seat.number)


def listed(user: User | None) -> QuerySet[Game]:
    """The games that may be listed for this reader: public ones, and those they belong to."""
    shown = Q(visibility=Game.Visibility.PUBLIC)
    if user is not None:
        shown |= Q(pk__in=mine(user))
    return Game.objects.filter(shown).select_related("to_act").prefetch_related("seats__user__owner")


def mine(user: User) -> QuerySet[Seat, int]:
    """The ids of the games in which the user has, or had, a seat."""
    return Seat.objects.filter(Q(user=user) | Q(left_by=user)).values_list("game_id", flat=True)


def log_of(game: Game, seat: int | None, *, after: int = 0, limit: int | None = None) -> list[dict[str, Any]]:
    """The log from `after` on, ascending, redacted for the holder of `seat`."""
    rows = Move.objects.filter(game_id=game.pk, number__gt=after).order_by("number")
    scored = codec.rounds_scored(game.state) if game.state else 0
    return [entry_of(row, seat, revealed=row.round <= scored) for row in rows[:limit]]


def log_of_round(game: Game, seat: int | None, number: int) -> list[dict[str, Any]]:
    """The log of one round, ascending, redacted for the holder of `seat`."""
    rows = Move.objects.filter(game_id=game.pk, round=number).order_by("number")
    revealed = number <= (codec.rounds_scored(game.state) if game.state else 0)
    return [entry_of(row, seat, revealed=revealed) for row in rows]


def played_at(game: Game, seat: int, version: int, kind: str) -> datetime | None:
    """When the holder of `seat` made a move of this kind on `version`: a form that came twice has just done so."""
    moves = Move.objects.filter(game_id=game.pk, version=version + 1, seat=seat, type=kind, timed_out=False)
    return moves.values_list("at", flat=True).first()


def entry_of(row: Move, seat: int | None, *, revealed: bool) -> dict[str, Any]:
    """One line of the log as the contract shows it to the holder of `seat`.

    Why a house player moved tells of its hand, and so stays hidden as that does.
    """
    stored = {
        "seat": row.seat,
        "type": row.type,
        "data": row.data,
        "events": row.events,
        "timed_out": row.timed_out,
    }
    shown = log_entry_for(stored, seat, revealed)
    return {
        "number": row.number,
        "version": row.version,
        "round": row.round,
        "seat": row.seat,
        "type": row.type,
        "at": _time(row.at),
        "timed_out": row.timed_out,
        "stand_in": row.stand_in,
        "planned": row.planned and (revealed or seat == row.seat),
        "reason": row.reason if revealed else None,
        **shown,
        "events": [event_for(event, seat, revealed) for event in row.events],
    }


def melds_changed_since(game: Game, number: int, table: Sequence[Meld]) -> list[str]:
    """The labels of melds that lie otherwise than they did after line `number` of the log, or did not lie yet."""
    if number >= game.log_length:
        return []
    rows = Move.objects.filter(game_id=game.pk, number__lte=number, type__in=("meld", "deal"))
    last = rows.order_by("-number").values_list("type", "events", flat=False).first()
    before: dict[str, list[str]] = {}
    if last is not None and last[0] == "meld":
        melded = next(event for event in last[1] if event["type"] == "melded")
        before = dict(zip(melded["labels"], melded["table"], strict=True))
    return [meld.label for meld in table if before.get(meld.label) != [each.text for each in meld.cards]]


def clock_of(game: Game, *, limit: int | None = None) -> list[dict[str, Any]]:
    """Each deadline that was not the plain allowance, or was moved, and why: ascending, the newest `limit`."""
    rows = ClockChange.objects.filter(game_id=game.pk).order_by("-pk")[:limit]
    return [
        {
            "at": _time(row.at),
            "seat": row.seat,
            "turn": row.turn,
            "why": row.why,
            "before": _time(row.before),
            "deadline": _time(row.deadline),
            "reasons": row.reasons,
            "note": row.note,
        }
        for row in reversed(rows)
    ]


def rounds_of(game: Game) -> list[dict[str, Any]]:
    """The scored rounds, in order."""
    return list(
        ScoredRound.objects.filter(game_id=game.pk).order_by("number").values_list("record", flat=True)
    )


def draft_of(*, code: str, user: User) -> tuple[Draft, bool]:
    """The player's draft, and whether the table has changed since it was made.

    Raises NothingKept where there is none, NotFound, NotYourSeat.
    """
    game, seats = find(code=code, user=user)
    own_seat(game, seats, user)
    draft = Draft.objects.filter(game=game, user=user).first()
    if draft is None:
        raise NothingKept
    stale = Move.objects.filter(game=game, version__gt=draft.version, type__in=("meld", "deal")).exists()
    return draft, stale


def invitation_url(game: Game) -> str:
    """The link that lets its holder see and join the game."""
    return f"{settings.SITE_URL}/games/{game.code}/?invitation={game.invitation}"


def _open_view(game: Game, seats: Sequence[Seat], user: User | None, seat: Seat | None) -> dict[str, Any]:
    you: dict[str, Any] | None = None
    if seat is not None:
        you = {"seat": None, "hand": [], "points": 0, "can": [], "drawn": []}
        if game.status == Game.Status.OPEN:
            you["can"] = ["leave"]
            you["invitation"] = {"url": invitation_url(game), "token": game.invitation}
    return {
        "seats": [
            {
                "seat": None,
                "player": player_of(held.user),
                "score": 0,
                "rounds_won": 0,
                "cards": 0,
                "status": "playing",
                "clock": None,
                "vacations": _vacations(held),
            }
            for held in seats
        ],
        "round": None,
        "you": you,
    }


def _can_from_outside(game: Game, seats: Sequence[Seat], user: User | None) -> list[str]:
    free = game.status == Game.Status.OPEN and len(seats) < game.options["players"]
    return ["join"] if free and user is not None else []


def player_of(user: User) -> dict[str, str]:
    """A player as everybody sees them; of a program with whose it is."""
    owner = user.program_of
    return {"username": user.username, "kind": user.kind, **({"owner": owner} if owner else {})}


def _clock(game: Game, seat: Seat) -> dict[str, Any]:
    on_turn = game.to_act_id == seat.user_id and game.deadline is not None
    bank = game.banks[seat.number] / HOUR if game.banks and seat.number is not None else None
    return {
        "deadline": _time(game.deadline) if on_turn else None,
        "bank_hours": bank,
        "reasons": game.deadline_reasons if on_turn else [],
    }


def _vacations(seat: Seat) -> list[dict[str, str | None]]:
    return [{"from": _time(start), "until": _time(end)} for start, end in seat.vacations]


def _turn_summary(game: Game, seats: Sequence[Seat]) -> dict[str, Any] | None:
    mover = next((seat for seat in seats if game.to_act_id == seat.user_id), None)
    return None if mover is None else {"seat": mover.number, "deadline": _time(game.deadline)}


def _time(moment: datetime | None) -> str | None:
    return None if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _stored(moment: datetime) -> datetime:
    """A moment of a statement of our own: of SQLite it comes without its time zone."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _same(secret: str, given: str) -> bool:
    return bool(given) and secrets.compare_digest(secret.encode(), given.encode())
