"""A program that plays over HTTP as a stranger would write it: the standard library and the contract."""

from __future__ import annotations

import itertools
import json
import time
import urllib.error
import urllib.request
from typing import Any

RANKS = "A23456789TJQK"


class Refused(Exception):
    """A problem document."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem)
        self.code = problem.get("code")


class Player:
    """One registered player: calls, and a simple way to play."""

    def __init__(self, url: str, name: str) -> None:
        self.url, self.name, self.token = url, name, ""
        login = {"username": name, "password": f"the secret of {name} is long"}
        self.call("POST", "/accounts/", {**login, "email": f"{name}@example.org", "timezone": "Europe/Malta"})
        self.token = self.call("POST", "/tokens/", login)["token"]

    def call(self, method: str, path: str, body: Any = None, **head: str) -> Any:
        head["Content-Type"] = "application/json"
        if self.token:
            head["Authorization"] = f"Bearer {self.token}"
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{self.url}/api/v1{path}", data, head, method=method)
        try:
            with urllib.request.urlopen(request, timeout=240) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(json.load(error)) from None

    def play_to_the_end(self, code: str, patience: float = 1800) -> dict[str, Any]:
        """Looks, and moves when it can, until the game is over; the last view."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            view: dict[str, Any] = self.call("GET", f"/games/{code}/")
            if view["status"] in ("finished", "cancelled"):
                return view
            if not view["can"]:
                time.sleep(0.02)
                continue
            key = f"v{view['version']}"
            move = {"version": view["version"], **choose(view)}
            self.call("POST", f"/games/{code}/moves/", move, **{"Idempotency-Key": key})
        raise AssertionError(f"{self.name}'s game did not end in time")


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """Knock when possible, lay what fits at once, else draw or pass."""
    can = view["can"]
    if "knock" in can:
        return {"type": "knock"}
    table = [meld["cards"] for meld in view["round"]["table"]]
    laid = lay(table, list(view["you"]["hand"]))
    if "meld" in can and laid != table:
        return {"type": "meld", "table": laid}
    return {"type": "draw" if "draw" in can else "pass"}


def lay(table: list[list[str]], hand: list[str]) -> list[list[str]]:
    """The table with own groups and sequences and with single cards added; jokers stay in the hand."""
    table = [list(meld) for meld in table]
    hand = [card for card in hand if card != "*"]
    for rank in RANKS:
        group = {card[1]: card for card in hand if card[0] == rank}
        if len(group) >= 3:
            table.append(list(group.values()))
            hand = [card for card in hand if card not in group.values()] + twins(hand, group.values())
    for suit, length in itertools.product("CDHS", (5, 4, 3)):
        for low in range(len(RANKS) - length + 1):
            run = [RANKS[low + step] + suit for step in range(length)]
            if all(card in hand for card in run):
                table.append(run)
                for card in run:
                    hand.remove(card)
    for card in list(hand):
        for meld in table:
            if fits(meld, card):
                meld.append(card)
                hand.remove(card)
                break
    return table


def twins(hand: list[str], used: Any) -> list[str]:
    """The second copies of cards that were used."""
    return [card for card in set(used) for _ in range(hand.count(card) - 1)]


def fits(meld: list[str], card: str) -> bool:
    """Whether the card can simply be added: a fourth suit, or the next rank at an end (aces left out)."""
    ranks = {other[-2] for other in meld}
    suits = {other[-1] for other in meld}
    if len(ranks) == 1:
        return card[0] in ranks and card[1] not in suits
    if suits != {card[1]} or "A" in ranks | {card[0]}:
        return False
    places = sorted(RANKS.index(rank) for rank in ranks)
    return RANKS.index(card[0]) in (places[0] - 1, places[-1] + 1)
