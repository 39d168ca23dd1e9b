"""docs/shuffles.md is enough: its program and its numbers hold, and a check written from it elsewhere agrees."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games.engine import shuffle
from tests import environment
from tests.js.test_core import node
from tests.service import Service
from tests.shuffles.games import WORDS, opened, played, public
from tests.whole.client import Player

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "shuffles.md").read_text()
SOAK = os.environ.get("SOAK") == "1"
GAMES = 1000 if SOAK else 100
THOROUGH = (
    200 if SOAK else 12
)  # of them, played by house players over several rounds; the others by the clock


def blocks(language: str = "") -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCS, re.MULTILINE | re.DOTALL)


class TestNumbers:
    def test_they_are_what_the_service_works_out(self) -> None:
        secret, digests = bytes(range(32)), [shuffle.digest("seven of clubs"), shuffle.digest("")]
        links = [shuffle.link_of_round(secret, number) for number in (0, 1)]
        seeds = [shuffle.seed(link, "k7f3q9wz", number, digests) for number, link in enumerate(links)]
        order, dealer = shuffle.seating(seeds[0], 2)
        told = {
            "commitment": shuffle.commitment(secret).hex(),
            "link of 0": links[0].hex(),
            "seed of 0": seeds[0].hex(),
            "seats": f"seat 0 is place {order[0]}, seat 1 is place {order[1]}; seat {dealer} deals first",
            "link of 1": links[1].hex(),
            "seed of 1": seeds[1].hex(),
            "deck of 1": " ".join(card.text for card in shuffle.shuffled_deck(seeds[1], 2)),
        }
        (numbers,) = [block for block in DOCS.split("```") if block.startswith("\ncommitment")]
        assert numbers.strip().splitlines() == [f"{name:<12}{value}" for name, value in told.items()]

    def test_names_stand_as_they_are(self) -> None:
        assert f"`{shuffle.ALGORITHM}`" in DOCS and f"h[{shuffle.LENGTH}]" in DOCS


class TestProgram:
    @pytest.fixture
    def program(self, tmp_path: Path) -> Path:
        (text,) = blocks("python")
        assert text == (ROOT / "templates" / "games" / "verify_shuffle.txt").read_text(), "as on the page"
        assert len(text.splitlines()) <= 36
        path = tmp_path / "verify.py"
        path.write_text(text)
        return path

    @staticmethod
    def run(program: Path, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", str(program), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment.clean())

    @pytest.mark.server
    def test_it_checks_a_game_over_http(self, program: Path, service: Service) -> None:
        ana, ben = Player(service.url, "shuffle-ana"), Player(service.url, "shuffle-ben")
        terms = {"players": 2, "rounds": 1, "visibility": "private", "contribution": WORDS[2]}
        view = ana.call("POST", "/games/", terms)
        code, promise = view["id"], view["shuffle"]["commitment"]
        invitation = view["you"]["invitation"]["token"]
        ben.call("POST", f"/games/{code}/join/", {"invitation": invitation, "contribution": WORDS[3]})
        while (view := ana.call("GET", f"/games/{code}/"))["status"] == "active":
            mover = ana if view["can"] else ben
            can = view["can"] or ben.call("GET", f"/games/{code}/")["can"]
            kind = next(kind for kind in ("draw", "pass") if kind in can)
            mover.call("POST", f"/games/{code}/moves/", {"type": kind, "version": view["version"]})
        address = f"{service.url}/api/v1/games/{code}/"
        done = self.run(program, address, promise, ben.token)
        assert done.stdout == "Round 1 was shuffled, dealt and drawn as promised.\n", done.stderr
        done = self.run(program, address, "5f" * 32, ben.token)
        assert done.returncode != 0 and "does not lead to the commitment" in done.stderr
        assert self.run(program, address, promise).returncode != 0, "a private game is nobody's"


def by_node(games: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the check in another language finds of each game."""
    text = "".join(json.dumps(game) + "\n" for game in games)
    script = Path(__file__).with_name("verify.mjs")
    done = subprocess.run([node(), str(script)], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def lies(good: dict[str, Any]) -> list[dict[str, Any]]:
    """The game, told falsely in one thing each."""
    found = []
    for change in (
        lambda told: told.update(commitment="5f" * 32),
        lambda told: told["shuffle"].update(id="other"),
        lambda told: told["shuffle"]["contributions"][0].update(text="other"),
        lambda told: told["shuffle"]["contributions"][1].update(sha256="5f" * 32, text=None),
        lambda told: told["shuffle"]["rounds"][0].update(link=told["shuffle"]["seats"]["link"]),
        lambda told: told["moves"][0]["hands"].reverse(),
        lambda told: told["moves"][0]["stock"].reverse(),
        lambda told: told["moves"][1].update(card=None),
    ):
        found.append(copy.deepcopy(good))
        change(found[-1])
    return found


@pytest.mark.django_db
def test_a_check_in_another_language_confirms_a_hundred_games() -> None:
    games = []
    for number in range(GAMES):
        if number < THOROUGH:
            game = opened(2 + number % 4, target=500)
            game = played(game, rounds=2, by="beginner")
        else:  # the clock plays two or five to the end of the round before anybody is out
            players = 2 if number % 2 else 5
            game = played(opened(players, WORDS[number % 5 :] + WORDS[: number % 5], rounds=1))
        games.append({"commitment": game.commitment, **public(game)})
    expected = [
        {"rounds": len(game["shuffle"]["rounds"]), "cards": sum(map(size, scored(game)))} for game in games
    ]
    assert by_node(games) == expected
    assert sum(each["rounds"] for each in expected) >= GAMES + THOROUGH
    assert all("wrong" in found for found in by_node(lies(games[0])))


def scored(game: dict[str, Any]) -> list[dict[str, Any]]:
    rounds = {each["number"] for each in game["shuffle"]["rounds"]}
    return [line for line in game["moves"] if line["type"] == "deal" and line["round"] in rounds]


def size(deal: dict[str, Any]) -> int:
    return 53 if sum(map(bool, deal["hands"])) == 2 else 106
