"""Plays whole games, in all games where it sits: python bot.py https://rummy.example.org TOKEN"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from rummy import Client, Event, Game, NotYourTurn, StaleVersion
from rummy.rules import Draw, Knock, MeldMove, Move, Pass, RuleError, flaw


def choose(game: Game) -> Move:
    """Knocks when it can, lays what fits, else draws. It sends no move that the rules refuse."""
    if "knock" in game.can:
        return Knock()
    table = [list(meld.cards) for meld in game.table]
    hand = Counter(card for card in game.hand if not card.joker)
    for meld in (cards for size in (5, 4, 3) for cards in combinations(hand, size)):
        if flaw(meld) is None and Counter(meld) <= hand:
            table.append(list(meld))
            hand -= Counter(meld)
    for card in hand.elements():
        if place := next((cards for cards in table if flaw([*cards, card]) is None), None):
            place.append(card)
    move = MeldMove(tuple(tuple(cards) for cards in table))
    try:
        game.judge(move)
    except RuleError:  # such as nothing_played
        return Draw() if "draw" in game.can else Pass()
    return move


def play(client: Client, code: str) -> None:
    """Moves for as long as it is this program's turn."""
    game = client.games.get(code)
    while game.my_turn:
        try:
            game = client.games.play(game, choose(game))
        except (StaleVersion, NotYourTurn):  # the clock was faster
            game = client.games.get(code)


def run(client: Client, after: int | None = None) -> Iterator[Event]:
    """Plays, and tells of each event once it is answered; goes on `after` an earlier one. Never ends by itself."""
    after = client.events.position() if after is None else after  # before it looks, so that it misses nothing
    for waiting in client.games.list(mine=True, my_turn=True):
        play(client, waiting.id)
    for event in client.events.all(after=after):
        if event.kind == "reset":  # it was away for too long
            yield from run(client, event.id)
        if event.game and event.my_turn:
            play(client, event.game)
        yield event


if __name__ == "__main__":
    url, token = sys.argv[1:] if len(sys.argv) == 3 else sys.exit(__doc__)
    for happened in run(Client(url, token=token)):
        print(happened.id, happened.kind, happened.game)
