"""The archive of one's own data: all that is there, and nothing that is another's or a key."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from django.test import Client

from accounts.models import Token, User
from games.models import Game, Outbox, Webhook
from games.selectors import mine, seat_of, seats_of
from games.services import lobby, turns
from games.services.terms import read_terms
from tests.api.api import Api
from tests.people import person, token_of
from tests.snapshot import contents
from tests.walk import prying, world
from tests.walk.world import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> World:
    return world.build(monkeypatch)


def archive_of(user: User) -> dict[str, Any]:
    client = Client()
    client.force_login(user)
    answer = client.get("/api/v1/me/archive/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    assert texts.pop("README.txt")
    return {name: json.loads(text) for name, text in texts.items()}


def test_it_holds_all_that_is_ones_own(built: World) -> None:
    ana = person("ana")
    files = archive_of(ana)
    assert files["profile.json"]["email"] == ana.email
    codes = set(Game.objects.filter(pk__in=mine(ana)).values_list("code", flat=True))
    assert {name for name in files if name.startswith("games/")} == {f"games/{code}.json" for code in codes}
    game = files[f"games/{built.games['active'].code}.json"]
    assert (
        len(game["log"]) == built.games["active"].log_length
        and game["view"]["you"]["hand"]
        and game["rounds"]
    )
    assert game["draft"]["table"] == [["KC", "KD", "KH"]]
    assert len(files["tokens.json"]) == Token.objects.filter(user=ana).count()
    assert (
        len(files["sent.json"])
        == Outbox.objects.filter(user=ana).exclude(state=Outbox.State.MOOT).count()
        > 0
    )


def test_what_one_wants_to_hear_is_told_though_nothing_was_chosen() -> None:
    told = archive_of(person("ana"))["mails.json"]
    assert (told["turn"], told["rounds"], told["quiet"]) == ("at_once", True, "night")


def test_words_for_the_shuffle_stay_those_of_who_gave_them() -> None:
    """Also where a house player plays on in their seat."""
    game = lobby.create(
        creator=person("ana"),
        terms=read_terms({"players": 3, "replace_left": "beginner", "bots": ["casual"]}),
    )
    lobby.join(code=game.code, user=person("ben"), contribution="of Ben")
    turns.resign(code=game.code, user=person("ben"))
    assert game.seats.filter(left_by=person("ben")).exists()
    name = f"games/{game.code}.json"
    assert archive_of(person("ben"))[name]["contribution"] == "of Ben"
    assert archive_of(person("ana"))[name]["contribution"] is None


def test_it_tells_nobody_elses_secrets(built: World) -> None:
    """Every card that lies hidden from its owner, and every key, is looked for in it."""
    Webhook.objects.create(
        user=person("ana"),
        url="https://x.example/",
        seed="the seed of a secret",
        created_at=person("ana").date_joined,
    )
    for name in ("ana", "ben", "dino"):
        user = person(name)
        files = archive_of(user)
        secrets = prying.Secrets().hidden_from(user)
        for game in Game.objects.filter(pk__in=mine(user)):
            told = files[f"games/{game.code}.json"]
            shown = set(prying.shown_cards(told, prying.rounds_scored(game)))
            assert not shown & prying.hidden_cards(game, user), (name, game.code)
            assert game.invitation not in json.dumps(told)
            assert told["view"]["you"] is None or seat_of(seats_of(game), user)
        text = json.dumps(files)
        found = secrets.search(text)
        assert found is None, f"{name} is told {found and found.group()!r}"
        assert "the seed of a secret" not in text and user.password not in text


def test_reading_changes_nothing(built: World) -> None:
    before = contents()
    client = built.visitors["first seat"].client(page=True)
    assert client.get("/api/v1/me/archive/").status_code == 200
    assert contents() == before


def test_it_is_for_who_may_read_and_manage_the_account() -> None:
    assert Api().get("/me/archive/")[0] == 401
    ana = person("ana")
    token = token_of(ana)
    for scopes, wanted in (("read play", "manage"), ("manage", "read"), ("play manage", "read")):
        Token.objects.filter(user=ana).update(scopes=scopes)
        status, body = Api(token=token).get("/me/archive/")
        assert (status, body["code"], body["scope"]) == (403, "not_allowed", wanted)
    Token.objects.filter(user=ana).update(scopes="read manage")
    assert Client().get("/api/v1/me/archive/", HTTP_AUTHORIZATION=f"Bearer {token}").status_code == 200


def test_the_settings_lead_to_it() -> None:
    client = Client()
    client.force_login(person("ana"))
    assert '"/api/v1/me/archive/"' in client.get("/settings/").content.decode()
