"""The page of a game's shuffles, the ways to it, and the fields for one's words."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.models import Chain, Contribution, Game
from games.services import lobby, turns
from games.services.terms import LONGEST_CONTRIBUTION, read_terms
from tests.people import person
from tests.shuffles.games import opened, played

pytestmark = pytest.mark.django_db


def page(game: Game, path: str = "shuffle/", *, user: Any = None, status: int = 200) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(f"/games/{game.code}/{path}")
    assert answer.status_code == status
    return unescape(answer.content.decode())


class TestPage:
    def test_each_scored_round_is_checked(self) -> None:
        game = played(opened(3, target=500), rounds=2, by="beginner")
        text = page(game)
        assert text.count("✓ checked") == 3 and text.count(">hidden<") == 1 and "✗" not in text
        assert "seven of clubs" in text and "حظ سعيد" in text
        digits = re.sub(r"<[^>]*>", "", text)
        assert game.commitment in digits
        assert f"python3 verify.py http://testserver/api/v1/games/{game.code}/ {game.commitment}" in digits

    @pytest.mark.parametrize("status", ["finished", "cancelled"])
    def test_what_was_not_scored_stays_hidden(self, status: str) -> None:
        game = opened(2, words=("",), bots=["beginner"]) if status == "cancelled" else opened(2)
        turns.resign(code=game.code, user=person("ana"))
        assert Game.objects.get(pk=game.pk).status == status
        text = page(game)
        assert "it stays hidden" in text and text.count("✓ checked") == 1

    def test_what_is_not_as_promised_is_said(self) -> None:
        game = played(opened(2, target=500))
        Contribution.objects.filter(text="seven of clubs").update(text="seven of hearts")
        assert "Somebody’s words are not those that were mixed in." in page(game)
        Contribution.objects.filter(text="seven of hearts").update(text="seven of clubs")
        deal = game.moves.filter(type="deal").earliest("number")
        first, second, *rest = deal.data["deck"].split()
        other = next(at for at, card in enumerate(rest) if card != first)
        rest[other], first = first, rest[other]
        deal.data = {**deal.data, "deck": " ".join([first, second, *rest])}
        deal.save()
        text = page(game)
        assert "✗ not as promised" in text and text.count("✓ checked") == 1

    def test_before_the_start(self) -> None:
        game = lobby.create(creator=person(), terms=read_terms({"players": 3, "contribution": "secret yet"}))
        text = page(game)
        assert "The game has not begun." in text and "secret yet" not in text
        assert f"/games/{game.code}/shuffle/" in page(game, "")
        lobby.leave(code=game.code, user=person())
        assert "nothing was shuffled" in page(game)

    def test_a_game_without_a_chain_says_so(self) -> None:
        game = played(opened(2, target=500))
        Chain.objects.all().delete()
        Game.objects.update(commitment="")
        assert "began before shuffles could be checked" in page(game)

    def test_words_are_shown_as_words(self) -> None:
        game = opened(2, words=("<b>bold</b>", "{{ 7 }}"))
        text = Client().get(f"/games/{game.code}/shuffle/").content.decode()
        assert "&lt;b&gt;bold" in text and "<b>bold" not in text and "{{ 7 }}" in text

    def test_who_has_the_link_of_a_private_game_goes_on_with_it(self) -> None:
        game = played(opened(2, target=500, visibility="private"))
        page(game, status=404)
        text = page(game, f"shuffle/?invitation={game.invitation}")
        assert f"/games/{game.code}/rounds/1/?invitation={game.invitation}" in text
        assert "private" in text

    def test_ways_lead_there(self) -> None:
        game = played(opened(2, rounds=1))
        for path in ("", "rounds/1/"):
            assert f'href="/games/{game.code}/shuffle/"' in page(game, path)


class TestFields:
    FORM = {
        "players": "2",
        "bots": "0",
        "visibility": "public",
        "length": "target",
        "target": "150",
        "clock": "per_turn",
        "hours": "72",
        "timeouts_to_leave": "2",
        "key": "k",
    }

    def sent(self, words: str) -> Any:
        client = Client()
        client.force_login(person("ana"))
        return client.post("/games/new/", self.FORM | {"contribution": words})

    def test_who_opens_a_table_may_give_words(self) -> None:
        assert self.sent(" of Ana ").status_code == 302
        assert Contribution.objects.get().text == "of Ana"
        assert self.sent(" of Ana ").status_code == 302
        assert Game.objects.count() == 1, "the same form is the same table"
        assert self.sent("").status_code == 302
        assert (Game.objects.count(), Contribution.objects.count()) == (2, 1)

    def test_who_joins_may_give_words(self) -> None:
        self.sent("of Ana")
        game = Game.objects.get()
        client = Client()
        client.force_login(person("ben"))
        assert client.post(f"/games/{game.code}/join/", {"contribution": "of Ben"}).status_code == 302
        text = page(game)
        assert "of Ana" in text and "of Ben" in text

    @pytest.mark.parametrize("words", ["x" * (LONGEST_CONTRIBUTION + 1), "a\0b"])
    def test_what_will_not_do_is_said_beside_the_field(self, words: str) -> None:
        answer = self.sent(words)
        text = answer.content.decode()
        assert answer.status_code == 200 and "<details open>" in text and 'aria-invalid="true"' in text
        game = lobby.create(creator=person("ben"), terms=read_terms({"players": 2}))
        answer = Client().post(f"/games/{game.code}/join/", {"contribution": words})
        text = answer.content.decode()
        assert answer.status_code == 200 and "<details open>" in text and 'aria-invalid="true"' in text
        assert game.seats.count() == 1
