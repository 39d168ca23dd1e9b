"""A page that stood open for long: what is sent from it gets a sentence, and nothing that was arranged is lost."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from games.models import Desk, Draft, Game
from games.services import sweep, turns
from tests.people import person
from tests.web.table.tables import Player, client_of

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)
OPS = [{"op": "new", "cards": ["7C", "7D", "7H"]}]


def ops(player: Player, step: int, **more: Any) -> Any:
    body = {"step": step, "ops": OPS, **more}
    return player.client.post(
        f"/api/v1/games/{player.game.code}/draft/ops/", body, content_type="application/json"
    )


def test_for_a_week(game: Game, ben: Player) -> None:
    """His turn was played for him meanwhile; what he arranged is still his."""
    ben.choose("7C 7D 7H")
    version, step = ben.version, ben.step
    with time_machine.travel(timezone.now() + WEEK):
        sweep.sweep(now=timezone.now())
        assert Game.objects.get(pk=game.pk).version > version
        answer = ben.client.post(ben.path + "move/", {"type": "draw", "version": version})
        assert answer.status_code == 409 and "The game has moved on" in answer.content.decode()
        answer = ben.client.post(ben.path + "move/", {"type": "meld", "version": version, "step": step})
        assert answer.status_code == 409 and "The game has moved on" in answer.content.decode()
        assert ben.melds() == ["7C 7D 7H"] and "Your arrangement" in ben.text()
        # Nobody has laid anything: what is arranged means the same as a week ago.
        answer = ben.client.post(
            f"/api/v1/games/{game.code}/draft/ops/",
            {"step": step, "version": version, "do": "undo"},
            content_type="application/json",
        )
        assert answer.status_code == 200


def test_until_the_game_was_over(game: Game, ben: Player) -> None:
    version = ben.version
    turns.resign(code=game.code, user=person("ana"))
    answer = ben.client.post(ben.path + "move/", {"type": "draw", "version": version})
    assert answer.status_code == 409 and "The game is over" in answer.content.decode()
    answer = ops(ben, 0, version=version)
    assert (answer.status_code, answer.json()["code"]) == (409, "game_over")
    for path, body in (("hand/", {"order": ["7C"]}), ("seen/", {"number": 1})):
        answer = ben.client.post(f"/api/v1/games/{game.code}/{path}", body, content_type="application/json")
        assert answer.status_code in (200, 409)
    assert not Draft.objects.exists()


def test_until_the_login_ran_out(ben: Player) -> None:
    """After logging in again the arrangement is there."""
    ben.choose("7C 7D 7H")
    with time_machine.travel(timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE + 60)):
        answer = ben.client.post(ben.path + "draft/", {"step": 1, "do": "reset"}, headers={"referer": "x"})
        assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
        answer = ops(ben, 1)
        assert answer.status_code == 401 and answer.json()["detail"]
        again = client_of("ben").get(ben.path).content.decode()
    assert "not laid yet" in again and 'id="n1"' in again and ben.melds() == ["7C 7D 7H"]


def test_plain_forms_say_what_was_seen(game: Game, ben: Player) -> None:
    page = ben.page()
    assert f'name="seen" value="{game.log_length}"' in page
    ben.choose("7C 7D 7H", seen=game.log_length)
    desk = Desk.objects.get(user=person("ben"))
    assert desk.seen == game.log_length and desk.hand[-1] == "3C" and len(desk.hand) == 11
    ben.move("draw")
    assert Desk.objects.get(user=person("ben")).seen == Game.objects.get(pk=game.pk).log_length
    page = ben.page()
    assert page.index('value="hand 3C"') < page.index('value="hand 5D"')  # the new card lies last


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 30, "٣"])
def test_a_mark_that_is_none_refuses_no_form(ben: Player, seen: str) -> None:
    assert ben.choose("7C 7D 7H", seen=seen).status_code == 302
    assert ben.melds() == ["7C 7D 7H"] and not Desk.objects.filter(seen__gt=0).exists()
