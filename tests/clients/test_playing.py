"""The client against a service that runs: a game, pages, refusals, both kinds of client, and the rules in it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

import pytest
from bot import choose

from rummy import (
    AsyncClient,
    Client,
    Game,
    IllegalMove,
    Invalid,
    NotFound,
    NotLoggedIn,
    RummyError,
    StaleVersion,
)
from rummy.rules import Card, Draw, Knock, MeldMove, Move, Pass, RuleError, card
from tests import loops
from tests.clients.players import QUICK, register
from tests.service import Service

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def pair(service: Service) -> Iterator[tuple[Client, Client]]:
    with register(service.url) as one, register(service.url) as two:
        yield one, two


def start(one: Client, two: Client, **options: object) -> Game:
    """A single round of these two, and whose turn it is first."""
    game = one.games.create(players=2, rounds=1, **options)
    return two.games.join(game.id)


def by_turn(code: str, clients: tuple[Client, Client]) -> tuple[Client, Game]:
    """Whoever is to move, and the game as they see it."""
    views = [(client, client.games.get(code)) for client in clients]
    return next((client, game) for client, game in views if game.my_turn)


def test_a_whole_game(pair: tuple[Client, Client]) -> None:
    code = start(*pair).id
    game = pair[0].games.get(code)
    while not game.over:
        client, seen = by_turn(code, pair)
        move = choose(seen)
        client.games.check(seen, move)
        laid = seen.judge(move)
        game = client.games.play(seen, move)
        if laid is not None:
            tables = [event["table"] for event in game.events if event["type"] == "melded"]
            assert [[each.text for each in meld.cards] for meld in laid.table] == tables[0]
    assert game.result is not None and game.result.reason == "single_round"
    (scored,) = pair[1].games.rounds(code)
    assert scored.scores == game.result.final
    entries = list(pair[0].games.log(code, limit=3))  # many pages
    assert [each.number for each in entries] == list(range(1, len(entries) + 1))
    assert entries == list(pair[0].games.log(code))
    assert list(pair[0].games.log(code, after=5)) == entries[5:]


def test_the_rules_refuse_what_the_service_refuses(pair: tuple[Client, Client]) -> None:
    """The same code for the same move, in the phases that a game goes through."""
    code = start(*pair).id
    compared: set[str] = set()
    wanted = {"", "not_your_turn", "wrong_phase", "nothing_played", "card_not_in_hand", "bad_card"}
    while not (game := pair[0].games.get(code)).over and not wanted <= compared:
        for client, seen in ((client, client.games.get(code)) for client in pair):
            for move in moves_to_try(seen):
                said = refused(client, seen, move)
                assert judged(seen, move) == said, move
                compared.add(said)
        client, seen = by_turn(code, pair)
        client.games.play(seen, choose(seen))
    assert wanted <= compared, game


def moves_to_try(seen: Game) -> list[Move]:
    table = tuple(meld.cards for meld in seen.table)
    hand = seen.hand[:3]
    groups = ([card(rank + suit) for suit in "CDH"] for rank in "A23456789TJQK")
    foreign = next(tuple(group) for group in groups if not set(group) <= set(seen.hand))
    bare = (card("*"), *hand[:2])  # a joker that says no value
    tables = (table, (*table, bare), (*table, hand), table[1:], (*table, hand[:2]), (*table, foreign))
    melds = [MeldMove(each, knock) for each in tables for knock in (None, True)]
    return [*melds, Draw(), Pass(), Knock()]


def two_of(seen: Game) -> list[Card]:
    """Two cards of the hand that are no joker: they are no meld."""
    return [each for each in seen.hand if not each.joker][:2]


def refused(client: Client, seen: Game, move: Move) -> str:
    try:
        client.games.check(seen, move)
    except RummyError as error:
        return str(getattr(error, "code", error))
    return ""


def judged(seen: Game, move: Move) -> str:
    try:
        seen.judge(move)
    except RuleError as error:
        return error.code
    except ValueError as error:
        return str(getattr(error, "code", error))
    return ""


def test_refusals_are_exceptions(pair: tuple[Client, Client], service: Service) -> None:
    code = start(*pair).id
    client, seen = by_turn(code, pair)
    with pytest.raises(IllegalMove) as illegal:
        client.games.meld(seen, [*(meld.cards for meld in seen.table), two_of(seen)])
    assert (illegal.value.code, illegal.value.rule) == ("illegal_meld", "R8")
    client.games.draw(seen)
    with pytest.raises(StaleVersion) as stale:
        client.games.draw(seen)
    assert stale.value.version == client.games.get(code).version
    with pytest.raises(Invalid) as invalid:
        client.games.create(players=9)
    assert list(invalid.value.errors) == ["players"]
    with pytest.raises(NotFound):
        client.games.get("nothing")
    with pytest.raises(NotLoggedIn), Client(service.url, token="wrong", patience=QUICK) as stranger:
        stranger.me.get()
    with Client(service.url, patience=QUICK, language="ar") as stranger, pytest.raises(NotLoggedIn) as asked:
        stranger.me.get()
    assert not asked.value.detail.isascii()


def test_lists_come_page_by_page(pair: tuple[Client, Client]) -> None:
    made = [pair[0].games.create(players=5).id for _ in range(5)]
    found = [each.id for each in pair[0].games.list(mine=True, status="open", limit=2)]
    assert found == made[::-1]
    for code in made:
        assert pair[0].games.leave(code).status == "cancelled"


def test_drafts(pair: tuple[Client, Client]) -> None:
    code = start(*pair).id
    client, seen = by_turn(code, pair)
    client.drafts.put(seen, [seen.hand[:3]])
    kept = client.drafts.get(code)
    assert kept["table"] == [[each.text for each in seen.hand[:3]]] and kept["stale"] is False
    client.drafts.drop(code)
    with pytest.raises(NotFound):
        client.drafts.get(code)


def test_tokens(service: Service) -> None:
    with register(service.url) as client:
        (token,) = client.tokens.list()
        client.tokens.revoke(token["id"])
        with pytest.raises(NotLoggedIn):
            client.me.get()


def test_all_that_is_kept_of_me(pair: tuple[Client, Client]) -> None:
    with zipfile.ZipFile(io.BytesIO(pair[1].me.archive())) as archive:
        assert archive.testzip() is None
        assert any(name.endswith(".json") for name in archive.namelist())


def test_the_async_client_does_the_same(service: Service) -> None:
    with register(service.url) as one, register(service.url) as two:
        loops.run(play_async(service.url, (one.token, two.token)))


async def play_async(url: str, tokens: tuple[str | None, str | None]) -> None:
    one, two = (AsyncClient(url, token=token, patience=QUICK) for token in tokens)
    async with one, two:
        made = await one.games.create(players=2, rounds=1)
        await two.games.join(made.id)
        game = made
        while not game.over:
            for client in (one, two):
                game = await client.games.get(made.id)
                while game.my_turn:
                    game = await client.games.play(game, choose(game))
        entries = [each async for each in two.games.log(made.id, limit=7)]
        assert [each.number for each in entries] == list(range(1, len(entries) + 1))
        with pytest.raises(NotFound):
            await one.games.get("nothing")
