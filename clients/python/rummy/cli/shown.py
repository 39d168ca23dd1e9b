"""Games, tables and lines of a log as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from rummy.cli.paint import BOLD, FAINT, GREEN, Paint, cell_to, clean, columns, moment
from rummy.rules import Arrangement, Card, Table, hand_points
from rummy.shapes import Game, Player, ScoredRound, Summary, cards

MOST_DRAWN = 3
IN_A_ROW = 15  # cards
_MARKS = {"timed_out": "time was up", "planned": "as planned", "stand_in": "for who is away"}
# Why a table was given up before anybody could win.
_NEVER_BEGUN = {
    "creator_left": "before it began: who opened the table left it",
    "expired": "before it began: not all places were taken in time",
}
_RANDOM_ORDER = "seats are drawn when it starts"


def summaries(games: Sequence[Summary], paint: Paint) -> list[str]:
    """One game a line."""
    rows = [["game", "status", "players", "to move", "until"]]
    for each in games:
        turn = each.data.get("turn") or {}
        names = [clean(seat.player.username) for seat in each.seats]
        free = each.options.get("players", 0) - len(names) if each.status == "open" else 0
        to_move = (
            next((clean(s.player.username) for s in each.seats if s.seat == turn.get("seat")), "")
            if turn
            else ""
        )
        until = moment(_time(turn.get("deadline")))
        rows.append([each.id, each.status, ", ".join(names) + f" (+{free})" * bool(free), to_move, until])
    head, *lines = paint.rows(rows)
    return [paint.style(head, BOLD), *lines]


def game(seen: Game, paint: Paint) -> list[str]:
    """All that can be seen of it."""
    lines = [paint.style(headline(seen), BOLD), ""]
    lines += _seats(seen, paint)
    if seen.round:
        lines += ["", *table(seen.table, paint), "", f" stock {seen.round.stock}"]
    if seen.you and seen.hand:
        lines += ["", *hand(seen.hand, paint, drawn=seen.you.drawn)]
    if seen.can:
        lines += ["", f" You can: {' · '.join(seen.can)}"]
    invitation = (seen.data.get("you") or {}).get("invitation")
    if seen.status == "open" and invitation:
        lines += ["", f" Invite with {invitation['url']}"]
    return lines


def headline(seen: Game) -> str:
    """The game, its round, whose turn it is and until when."""
    parts = [seen.id]
    if seen.round:
        parts.append(f"round {seen.round.number}")
    turn = seen.round.turn if seen.round and not seen.over else None
    if turn is None:
        parts.append(seen.status)
        if seen.result:
            parts.append(ending(seen))
        return " · ".join(parts)
    mine = seen.you is not None and turn.seat == seen.you.seat
    parts.append("your turn" if mine else f"{name(seen, turn.seat)}'s turn")
    if turn.phase == "meld":
        parts.append(f"{turn.drawn} of {MOST_DRAWN} drawn")
    parts.append({"meld": "", "knock": "knock or pass", "last": "last turn"}[turn.phase])
    parts.append(f"until {moment(turn.deadline)}" if turn.deadline else "")
    return " · ".join(filter(None, parts))


def ending(seen: Game) -> str:
    """Who has won, or why nobody did."""
    result = seen.result
    if result is None or not result.winners:
        reason = result.reason if result else ""
        return _NEVER_BEGUN.get(reason) or "nobody won" + (f" ({reason.replace('_', ' ')})" if reason else "")
    names = " and ".join(name(seen, seat) for seat in result.winners)
    return f"{names} won with {result.final[result.winners[0]]} points"


def name(seen: Game | Summary, seat: int | None) -> str:
    """Who sits there."""
    found = next((each for each in seen.seats if each.seat == seat), None)
    return clean(found.player.username) if found else f"seat {seat}"


def _seats(seen: Game, paint: Paint) -> list[str]:
    turn = seen.round.turn if seen.round else None
    rows = [["", "", "score", "cards", ""]]
    for each in seen.seats:
        notes = ["you"] if seen.you and each.seat is not None and each.seat == seen.you.seat else []
        notes += ["dealer"] if seen.round and each.seat == seen.round.dealer else []
        notes += ["left"] if each.status == "left" else []
        notes += _kind(each.player)
        to_move = ">" if turn and each.seat == turn.seat and not seen.over else ""
        rows.append(
            [to_move, clean(each.player.username), str(each.score), str(each.cards), " · ".join(notes)]
        )
    if seen.status == "open":
        wanted = seen.options["players"] - len(seen.seats)
        return [
            *(f" {clean(each.player.username)}" for each in seen.seats),
            f" and {wanted} more; {_RANDOM_ORDER}",
        ]
    head, *lines = paint.rows(rows, right=(2, 3))
    return [paint.style(f" {head}", FAINT), *(f" {line}" for line in lines)]


def _kind(player: Player) -> list[str]:
    if player.owner:
        return [f"program of {clean(player.owner)}"]
    return [] if player.kind == "human" else ["house player" if player.kind == "bot" else player.kind]


def table(melds: Table, paint: Paint, *, marked: Mapping[int, Sequence[Card]] | None = None) -> list[str]:
    """One meld a line, with its label; marked cards stand out."""
    if not melds:
        return [" Nothing lies on the table."]
    width = max(len(meld.label) for meld in melds)
    marks = marked or {}
    return [
        f" {paint.style(meld.label.ljust(width), FAINT)} {paint.cards(meld.cards, marked=marks.get(meld.id, ()))}"
        for meld in melds
    ]


def hand(held: Sequence[Card], paint: Paint, *, drawn: Sequence[Card] = ()) -> list[str]:
    """The hand, by suits; the cards of this turn stand out."""
    in_order, left = sorted(held, key=lambda each: each.order), list(drawn)
    rows: list[str] = []
    for start in range(0, len(in_order), IN_A_ROW):
        row = in_order[start : start + IN_A_ROW]
        marked = [each for each in left if each in row]
        left = [each for each in left if each not in marked]
        rows.append(f" {'' if rows else 'hand':6}{paint.cards(row, marked=marked)}")
    said = [*rows[:-1], f"{rows[-1]}   {hand_points(held)} points"]
    if drawn:
        said.append(f" drawn {paint.cards(drawn)}")
    return said


def outcome(seen: Game, after: Arrangement, paint: Paint) -> list[str]:
    """What a meld leads to: the table as it would lie, what is new in each meld, what is left in the hand."""
    before = {meld.id: Counter(meld.cards) for meld in seen.table}
    marked = {
        meld.id: list((Counter(meld.cards) - before.get(meld.id, Counter())).elements())
        for meld in after.table
    }
    points = hand_points(after.hand)
    left = (
        paint.cards(sorted(after.hand, key=lambda each: each.order)) if after.hand else " nothing: you go out"
    )
    return [
        *table(after.table, paint, marked=marked),
        "",
        f" played {paint.cards(after.played)}",
        f" left   {left}" + (f"   {points} points" if after.hand else ""),
    ]


def entry(line: Mapping[str, Any], names: Sequence[str], paint: Paint) -> str:
    """What was done, in one line."""
    who = names[line["seat"]] if line["seat"] is not None and line["seat"] < len(names) else ""
    said = _done(line, who, names, paint)
    for mark, words in _MARKS.items():
        said += f" ({words})" if line.get(mark) else ""
    after = [_happened(each, names) for each in line.get("events", ())]
    why = clean((line.get("reason") or {}).get("said", ""))
    return " · ".join(filter(None, [said, *after, paint.style(why, FAINT)]))


def _done(line: Mapping[str, Any], who: str, names: Sequence[str], paint: Paint) -> str:
    match line["type"]:
        case "deal":
            said = f"round {line['round']}: {names[line['dealer']]} deals"
        case "draw":
            card = line.get("card")
            said = f"{who} draws {paint.inline(cards([card])) if card else 'a card'}"
        case "meld":
            said = f"{who} lays {paint.inline(cards(line['played']))}"
        case other:
            verb = {"resign": "resigns", "pass": "passes", "knock": "knocks"}.get(other, clean(other))
            said = f"{who} {verb}".strip()
    return said


def _happened(event: Mapping[str, Any], names: Sequence[str]) -> str:
    match event["type"]:
        case "went_out":
            return "goes out"
        case "stock_exhausted":
            return "the stock is empty: last turns"
        case "round_scored":
            return "scores " + ", ".join(f"{n} {s}" for n, s in zip(names, event["scores"], strict=False))
        case "left":
            return f"{names[event['seat']]} has left"
        case "game_ended":
            return f"the game is over ({event['reason'].replace('_', ' ')})"
        case _:
            return ""


def scored(record: ScoredRound, names: Sequence[str], paint: Paint) -> list[str]:
    """How a round was scored, hand by hand."""
    lines = []
    width = max(map(columns, names), default=0)
    for seat, held in enumerate(record.hands):
        notes = ["knocked"] if seat == record.knocker else []
        notes += ["went out"] if seat in record.went_out else []
        points = record.points[seat]
        gains = paint.style(f"+{record.scores[seat]}", GREEN, BOLD) if seat in record.winners else "+0"
        shown = paint.cards(sorted(held, key=lambda each: each.order)) if held else ""
        said = " · ".join(notes)
        lines.append(
            f" {cell_to(names[seat], width)} {'' if points is None else points:>4} {gains:>4} {shown}  {said}".rstrip()
        )
    return lines


def names_of(seen: Game | Summary) -> list[str]:
    """The players by seat."""
    return [clean(each.player.username) for each in seen.seats]


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
