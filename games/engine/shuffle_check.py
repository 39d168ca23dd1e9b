"""Whether a game was shuffled as it was promised: asked of nothing but what the service's interface tells everybody.

Pure over JSON values: `shuffle` is what `/games/{id}/shuffle/` answers, `moves` all lines of `/games/{id}/moves/`.
Whoever answered may lie: whatever is in them, a fault is named and nothing is raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

from games.engine import shuffle as by
from games.engine.rounds import dealt_hands

Json = Mapping[str, Any]
_LINK = re.compile(r"[0-9a-f]{64}")
_STRANGE = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, StopIteration)


class Fault(Enum):
    """What is wrong, in the order in which it is looked for; its value says it in English."""

    MALFORMED = "what the service tells cannot be read"
    ALGORITHM = "the algorithm is not one that is known here"
    COMMITMENT = "the commitment is not the one that was noted before"
    CONTRIBUTION = "a contribution is not what it is said to count as"
    MISSING = "the round is scored, and its link is not told"
    LINK = "the link does not lead to the commitment"
    SEED = "the seed is not what link and contributions give"
    SEATS = "the players do not sit as the seed says"
    DEALER = "somebody else deals than seed and rules say"
    HANDS = "the hands are not those that the seed deals"
    STOCK = "the stock is not what the seed leaves"
    DRAW = "a card was drawn that was not the next one of the stock"


@dataclass(frozen=True, slots=True)
class Finding:
    """Of one round (0: seats and first dealer): `fault` None and `open` True: it is as was promised.

    `open` False: the round is not scored, so nobody can know yet.
    """

    number: int
    open: bool
    fault: Fault | None = None

    @property
    def good(self) -> bool:
        return self.open and self.fault is None


def verify(shuffle: Json, moves: Iterable[Json], commitment: str = "") -> list[Finding]:
    """Seats, then each round: was it shuffled by its link of the chain, dealt so, and drawn in this order?

    `commitment`: the one that whoever asks noted when they joined, if they did.
    """
    by_round: dict[int, list[Json]] = {}
    try:
        fault = _of_the_whole(shuffle, commitment)
        for line in moves:
            by_round.setdefault(line["round"], []).append(line)
        if sorted(by_round) != list(range(1, len(by_round) + 1)):
            fault = fault or Fault.MALFORMED
    except _STRANGE:
        fault = Fault.MALFORMED
    if fault is not None or not by_round:
        return [Finding(by.SEATS, fault is not None, fault)]
    found = [_finding(by.SEATS, True, lambda: _of_seats(shuffle, by_round[1]))]
    for number in sorted(by_round):
        lines, before = by_round[number], by_round.get(number - 1, [])
        found.append(_finding(number, _scored(lines), partial(_of_round, shuffle, number, lines, before)))
    return found


def _finding(number: int, open_: bool, look: Callable[[], Fault | None]) -> Finding:
    if not open_ or number >= by.LENGTH:
        return Finding(number, False)
    try:
        return Finding(number, True, look())
    except _STRANGE:
        return Finding(number, True, Fault.MALFORMED)


def _of_the_whole(shuffle: Json, commitment: str) -> Fault | None:
    if shuffle["algorithm"] != by.ALGORITHM or shuffle["length"] != by.LENGTH:
        return Fault.ALGORITHM
    if not _LINK.fullmatch(shuffle["commitment"]) or not isinstance(shuffle["id"], str):
        return Fault.MALFORMED
    if commitment and commitment.strip().lower() != shuffle["commitment"]:
        return Fault.COMMITMENT
    for place, each in enumerate(shuffle["contributions"]):
        if each["place"] != place or not _LINK.fullmatch(each["sha256"]):
            return Fault.MALFORMED
        if each["text"] is not None and by.digest(each["text"]) != each["sha256"]:
            return Fault.CONTRIBUTION
    return None


def _of_seats(shuffle: Json, lines: Sequence[Json]) -> Fault | None:
    told = shuffle["seats"]
    fault = _of_link(shuffle, by.SEATS, told)
    if fault is not None:
        return fault
    players = shuffle["contributions"]
    order, dealer = by.seating(bytes.fromhex(told["seed"]), len(players))
    if [players[place]["seat"] for place in order] != list(range(len(players))):
        return Fault.SEATS
    return None if _deal(lines)["dealer"] == dealer else Fault.DEALER


def _of_round(shuffle: Json, number: int, lines: Sequence[Json], before: Sequence[Json]) -> Fault | None:
    told = next((each for each in shuffle["rounds"] if each["number"] == number), None)
    if told is None:
        return Fault.MISSING
    fault = _of_link(shuffle, number, told)
    if fault is not None:
        return fault
    deal = _deal(lines)
    clockwise = _clockwise(deal["dealer"], deal["hands"])
    if before and _clockwise(_deal(before)["dealer"], deal["hands"])[0] != deal["dealer"]:  # D3a, D4c
        return Fault.DEALER
    hands, stock = dealt_hands(by.shuffled_deck(bytes.fromhex(told["seed"]), len(clockwise)), clockwise)
    if any(deal["hands"][seat] != [card.text for card in hand] for seat, hand in hands.items()):
        return Fault.HANDS
    if deal["stock"] != [card.text for card in stock]:
        return Fault.STOCK
    drawn = [line["card"] for line in lines if line["type"] == "draw"]
    return None if drawn == deal["stock"][: len(drawn)] else Fault.DRAW


def _of_link(shuffle: Json, number: int, told: Json) -> Fault | None:
    if not _LINK.fullmatch(told["link"]) or not _LINK.fullmatch(told["seed"]):
        return Fault.MALFORMED
    link = bytes.fromhex(told["link"])
    if by.link(link, number + 1).hex() != shuffle["commitment"]:
        return Fault.LINK
    digests = [each["sha256"] for each in shuffle["contributions"]]
    good = by.seed(link, shuffle["id"], number, digests).hex() == told["seed"]
    return None if good else Fault.SEED


def _deal(lines: Sequence[Json]) -> Json:
    return next(line for line in lines if line["type"] == "deal")


def _clockwise(seat: int, hands: Sequence[Sequence[str]]) -> list[int]:
    """The seats that were dealt in, from the one after `seat` on."""
    count = len(hands)
    return [other for step in range(1, count + 1) if len(hands[other := (seat + step) % count])]


def _scored(lines: Iterable[Json]) -> bool:
    try:
        return any(event["type"] == "round_scored" for line in lines for event in line["events"])
    except _STRANGE:
        return True  # to be looked at, and found wanting
