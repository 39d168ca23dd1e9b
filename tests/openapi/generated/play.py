"""A whole round through the functions that openapi-python-client generated: `play.py URL` prints how it ended."""

from __future__ import annotations

import itertools
import sys
import uuid

from rummy_generated import AuthenticatedClient, Client
from rummy_generated.api.accounts import register
from rummy_generated.api.games import create_game, game_events, get_game, play_move
from rummy_generated.api.tokens import create_token
from rummy_generated.models.bot_level_enum import BotLevelEnum
from rummy_generated.models.event_page import EventPage
from rummy_generated.models.game_status_enum import GameStatusEnum
from rummy_generated.models.login_request import LoginRequest
from rummy_generated.models.meld_move import MeldMove
from rummy_generated.models.meld_move_type import MeldMoveType
from rummy_generated.models.new_game_request import NewGameRequest
from rummy_generated.models.new_token import NewToken
from rummy_generated.models.plain_move import PlainMove
from rummy_generated.models.plain_move_type import PlainMoveType
from rummy_generated.models.registration_request import RegistrationRequest
from rummy_generated.models.view import View


def group(hand: list[str]) -> list[str] | None:
    for three in itertools.combinations(sorted(set(hand) - {"*"}), 3):
        if len({card[0] for card in three}) == 1:
            return list(three)
    return None


def chosen(game: View) -> PlainMove | MeldMove:
    laid = group(game.you.hand)
    if "knock" in game.can:
        return PlainMove(version=game.version, type_=PlainMoveType.KNOCK)
    if laid and "meld" in game.can:
        table = [*(meld.cards for meld in game.round_.table), laid]
        return MeldMove(version=game.version, type_=MeldMoveType.MELD, table=table)
    kind = PlainMoveType.DRAW if "draw" in game.can else PlainMoveType.PASS
    return PlainMove(version=game.version, type_=kind)


def main(url: str) -> None:
    name, password = f"generated {uuid.uuid4().hex[:8]}", "seven of clubs, seven of hearts"
    visitor = Client(base_url=url)
    register.sync(
        client=visitor, body=RegistrationRequest(username=name, email="g@example.org", password=password)
    )
    token = create_token.sync(client=visitor, body=LoginRequest(username=name, password=password))
    assert isinstance(token, NewToken), token
    client = AuthenticatedClient(base_url=url, token=token.token, timeout=90)
    new = NewGameRequest(players=2, rounds=1, bots=[BotLevelEnum.BEGINNER])
    game = create_game.sync(client=client, body=new, idempotency_key=uuid.uuid4().hex)
    assert isinstance(game, View), game
    code, last = game.id, 0
    while game.status == GameStatusEnum.ACTIVE:
        if game.can:
            played = play_move.sync(code, client=client, body=chosen(game), idempotency_key=uuid.uuid4().hex)
            assert hasattr(played, "events"), played
        else:
            news = game_events.sync(code, client=client, after=last, wait=30)
            assert isinstance(news, EventPage), news
            last = news.next_
        game = get_game.sync(code, client=client)
        assert isinstance(game, View), game
    sys.stdout.write(game.result.reason)


main(sys.argv[1])
