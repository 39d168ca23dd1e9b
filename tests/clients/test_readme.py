"""What the client's README says, done as it stands."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rummy
from rummy import Client, Game
from rummy.cli.arguments import parser
from tests import environment
from tests.clients.built import CLIENT
from tests.clients.players import register
from tests.clients.test_wheel import VIEW
from tests.service import Service

README = (CLIENT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


PLAY, EVENTS, RULES = blocks("python")


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """With a service whose house players do not think for long."""
    with Service(tmp_path_factory.mktemp("quick"), BOT_DELAY="0") as quick, register(quick.url) as client:
        yield client


@pytest.mark.server
def test_the_client_plays_a_game(player: Client, capsys: pytest.CaptureFixture[str]) -> None:
    exec(PLAY.replace("https://rummy.example.org", player.url), {"TOKEN": player.token})
    assert "reason='single_round'" in capsys.readouterr().out


@pytest.mark.server
def test_the_bot_plays_in_all_games_where_it_sits(player: Client) -> None:
    """As a program: games that wait for it when it begins, and games that begin later."""

    def begin() -> str:
        return str(player.games.create(players=2, rounds=1, bots=["beginner"]).id)

    wanted, ended = {begin(), begin()}, set()
    command = [sys.executable, CLIENT / "examples" / "bot.py", player.url, str(player.token)]
    variables = environment.clean(PYTHONPATH=str(Path(rummy.__file__).parents[1]))
    with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        for line in process.stdout:
            _id, kind, code = line.split()
            if kind == "ended":
                ended.add(code)
                if len(wanted) == 2:
                    wanted.add(begin())
            if ended >= wanted and len(wanted) > 2:
                break
        process.kill()
    assert len(ended) == 3
    watched_again(player, sorted(ended), variables)


def test_a_bot_that_is_told_nothing_says_how_it_is_called() -> None:
    variables = environment.clean(PYTHONPATH=str(Path(rummy.__file__).parents[1]))
    command = [sys.executable, CLIENT / "examples" / "bot.py"]
    said = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert said.returncode == 1 and said.stderr.startswith("Plays whole games") and "TOKEN" in said.stderr


def watched_again(player: Client, codes: list[str], variables: dict[str, str]) -> None:
    """The other example, on games that are over: it tells all of their logs, and ends."""
    command = [sys.executable, CLIENT / "examples" / "watch.py", player.url, *codes]
    said = subprocess.run(
        command, env=variables, capture_output=True, text=True, timeout=600, check=True
    ).stdout
    told = [line.split() for line in said.splitlines()]
    for code in codes:
        numbers = [int(words[1]) for words in told if words[0] == code]
        assert numbers == [each.number for each in player.games.log(code)]


@pytest.mark.server
def test_events_are_told(player: Client, capsys: pytest.CaptureFixture[str]) -> None:
    """The loop as it stands, but for its end: it has none."""

    def some(**given: Any) -> Iterator[Any]:
        code = player.games.create(players=2, bots=["beginner"]).id
        told = player.events.all(**given)
        yield from islice(told, 3)  # joined or started, the deal, a draw
        yield next(event for event in told if event.my_turn)
        codes.append(code)

    codes: list[str] = []
    events = SimpleNamespace(position=player.events.position, all=some)
    exec(EVENTS, {"client": SimpleNamespace(events=events)})
    assert f"to move in {codes[0]}" in capsys.readouterr().out


def test_the_rules_judge_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    exec(RULES, {"game": Game.read(json.loads(VIEW))})
    assert capsys.readouterr().out == (
        "(card('KH'), card('7C'), card('7D'), card('7H')) (card('9S'), card('*'))\n"
    )


def test_every_command_is_one() -> None:
    """The line is understood; that it does what it says is tested in test_cli.py."""
    lines = [line.partition("#")[0].strip() for block in blocks("sh") for line in block.splitlines()]
    given = [shlex.split(line)[1:] for line in lines if line.startswith("rummy ")]
    said = {words[0]: parser().parse_args(words) for words in given}
    assert len(said) == 11
    (commands,) = (each for each in parser()._actions if isinstance(each, argparse._SubParsersAction))
    named = set(re.findall(r"`(\w+)`", README)) | set(said)
    assert set(commands.choices) <= named


def test_what_is_named_is_there() -> None:
    for name in re.findall(r"\]\(([\w/.]+)\)", README):
        assert (CLIENT / name).is_file()
    lines = (CLIENT / "examples" / "bot.py").read_text().splitlines()
    assert len(lines) < 60
    (installed,) = (line.split()[2] for block in blocks("sh") for line in block.splitlines() if "pip" in line)
    assert (CLIENT.parents[1] / Path(installed)).resolve() == CLIENT
