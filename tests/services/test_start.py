"""How a game starts: by itself, with seats, clocks, deal and a mail, or not at all."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.cards import Card
from games.engine.codec import decode_state
from games.engine.errors import InvalidMove
from games.errors import AlreadyJoined, AlreadyStarted, GameFull, GameOver, Invalid, NotFound, NotJoined
from games.models import Game, Move, Outbox, Seat
from games.services import lobby, shuffles, turns
from games.services.replays import faults_of
from games.services.terms import read_terms
from tests.people import people, person, table
from tests.snapshot import contents

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_last_place_starts_the_game(players: int) -> None:
    users = people(players)
    game = lobby.create(creator=users[0], terms=read_terms({"players": players}))
    for number, user in enumerate(users[1:], start=2):
        assert game.status == "open" and game.state is None
        game = lobby.join(code=game.code, user=user)
        assert game.version == number + (number == players), "the start counts beside the join that caused it"
    game.refresh_from_db()
    state = decode_state(game.state)
    assert game.status == "active"
    assert sorted(Seat.objects.filter(game=game).values_list("number", flat=True)) == list(range(players))
    assert state.round is not None and state.turn is not None
    assert sorted(len(seat.hand) for seat in state.seats) == [10] * (players - 1) + [11]
    assert state.turn.seat == (state.round.dealer + 1) % players, "R5"
    assert game.to_act == Seat.objects.get(game=game, number=state.turn.seat).user
    assert game.deadline == game.updated_at + timedelta(hours=72)
    assert list(Move.objects.filter(game=game).order_by("number").values_list("type", "version")) == [
        ("deal", game.version),
        ("draw", game.version),
    ]
    assert list(faults_of(game)) == []


def test_house_players_fill_a_table_at_once() -> None:
    game = lobby.create(creator=person(), terms=read_terms({"players": 3, "bots": ["beginner"] * 2}))
    game.refresh_from_db()
    assert game.status == "active"
    names = sorted(Seat.objects.filter(game=game).values_list("user__username", flat=True))
    assert names == ["House beginner 1", "House beginner 2", "ana"]
    state = decode_state(game.state)
    assert [seat.human for seat in state.seats] == [
        seat.user.kind == "human" for seat in game.seats.order_by("number").select_related("user")
    ]
    assert list(faults_of(game)) == []


def test_seats_and_dealer_come_from_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """D3b, R3: nobody chooses whom they sit behind."""
    monkeypatch.setattr(shuffles, "seating", lambda _game, seats: (list(seats)[::-1], len(seats) - 1))
    game = table(3)
    order = game.seats.order_by("number").values_list("user__username", flat=True)
    assert list(order) == ["carla", "ben", "ana"]
    state = decode_state(game.state)
    assert state.round is not None and state.round.dealer == 2 and state.turn is not None
    assert state.turn.seat == 0


def test_chance_is_not_the_same_twice() -> None:
    games = [table(3) for _ in range(5)]
    decks = [shuffles.deck_of_round(game, 1, 3) for game in games]
    assert len(set(decks)) == len(games) and {len(deck) for deck in decks} == {106}
    assert len({tuple(sorted(map(str, deck))) for deck in decks}) == 1
    seats, seatings = list(games[0].seats.order_by("place")), []
    for number in range(100):
        games[0].code = f"another{number}"
        seatings.append(shuffles.seating(games[0], seats))
    assert {dealer for _order, dealer in seatings} == {0, 1, 2}
    assert {order[0].place for order, _dealer in seatings} == {0, 1, 2}
    codes = {shuffles.game_code() for _ in range(500)}
    assert len(codes) == 500 and all(len(code) == shuffles.CODE_LENGTH for code in codes)


def test_a_deal_with_a_false_deck_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    real = shuffles.deck_of_round

    def short(game: Game, number: int, players: int) -> tuple[Card, ...]:
        return real(game, number, players)[:-1]

    users = people(2)
    game = lobby.create(creator=users[0], terms=read_terms({"players": 2}))
    monkeypatch.setattr(shuffles, "deck_of_round", short)
    before = contents()
    with pytest.raises(InvalidMove):
        lobby.join(code=game.code, user=users[1])
    assert contents() == before


class TestDoors:
    def test_who_may_not_enter_or_leave(self) -> None:
        ana, ben, carla = people(3)
        game = lobby.create(creator=ana, terms=read_terms({"players": 2}))
        with pytest.raises(AlreadyJoined):
            lobby.join(code=game.code, user=ana)
        with pytest.raises(NotJoined):
            lobby.leave(code=game.code, user=ben)
        lobby.join(code=game.code, user=ben)
        with pytest.raises(GameFull):
            lobby.join(code=game.code, user=carla)
        with pytest.raises(AlreadyStarted):
            lobby.leave(code=game.code, user=ben)
        with pytest.raises(NotFound):
            lobby.join(code="unknown", user=carla)

    def test_a_place_given_back_is_free_again(self) -> None:
        ana, ben, carla, dino = people(4)
        game = lobby.create(creator=ana, terms=read_terms({"players": 3}))
        lobby.join(code=game.code, user=ben)
        lobby.leave(code=game.code, user=ben)
        lobby.join(code=game.code, user=carla)
        game = lobby.join(code=game.code, user=dino)
        assert game.status == "active"
        assert set(game.seats.values_list("user__username", flat=True)) == {"ana", "carla", "dino"}

    def test_the_creators_leaving_cancels(self) -> None:
        ana, ben = people(2)
        game = lobby.create(creator=ana, terms=read_terms({"players": 3}))
        lobby.join(code=game.code, user=ben)
        game = lobby.leave(code=game.code, user=ana)
        assert (game.status, game.version) == ("cancelled", 3)
        assert game.result == {"final": [], "winners": [], "reason": "creator_left"}
        assert list(Outbox.objects.values_list("kind", "user__username")) == [("cancelled", "ben")]
        for act in (lobby.join, lobby.leave):
            with pytest.raises(GameOver):
                act(code=game.code, user=ben)

    def test_who_was_replaced_in_a_private_game_still_knows_of_it(self) -> None:
        game = table(3, visibility="private", replace_left="beginner")
        turns.resign(code=game.code, user=person("ben"))
        with pytest.raises(AlreadyStarted):
            lobby.leave(code=game.code, user=person("ben"))
        with pytest.raises(NotFound):
            lobby.leave(code=game.code, user=person("dino"))


class TestInvitations:
    def test_each_is_owed_once_and_none_to_who_reads_no_mail(self) -> None:
        ana, ben = people(2)
        lobby.create(creator=ana, terms=read_terms({"players": 3, "bots": ["beginner"]}))
        invite = ["ben", "BEN", "ana", "x@example.net", "X@example.net", "House beginner 1"]
        lobby.create(creator=ana, terms=read_terms({"players": 3, "invite": invite}))
        rows = Outbox.objects.filter(kind="invitation")
        assert sorted(rows.values_list("user_id", "address"), key=str) == sorted(
            [(ben.pk, ""), (None, "x@example.net")], key=str
        )

    def test_an_unknown_name_undoes_the_table(self) -> None:
        ana = person()
        before = contents()
        with pytest.raises(Invalid):
            lobby.create(creator=ana, terms=read_terms({"players": 3, "invite": ["nobody-here"]}))
        assert contents() == before


def test_an_open_table_has_no_clock() -> None:
    game = lobby.create(creator=person(), terms=read_terms({"players": 3}), now=timezone.now())
    stored = Game.objects.get(pk=game.pk)
    assert (stored.deadline, stored.to_act, stored.bot_due, stored.banks) == (None, None, None, [])
