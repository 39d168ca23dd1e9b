"""The command line: a whole game played by it, how it looks, how it fails."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from bot import choose

import rummy
from rummy import Client, Game
from rummy.rules import Draw, MeldMove, Pass, format_move
from tests import environment

pytestmark = pytest.mark.server
LIBRARY = Path(rummy.__file__).parents[1]
Run = Callable[..., tuple[int, str, str]]


def started(one: Client, two: Client) -> str:
    code = one.games.create(players=2, rounds=1, hints=True).id
    two.games.join(code)
    return str(code)


def until_my_turn(me: Client, other: Client, code: str) -> Game:
    """The other one plays until I am to move, or all is over."""
    while not (game := me.games.get(code)).my_turn and not game.over:
        seen = other.games.get(code)
        other.games.play(seen, choose(seen))
    return game


def until_i_can_lay(me: Client, other: Client) -> tuple[str, Game, MeldMove]:
    """In a game of these two, or in the next one where that ended before."""
    while True:
        code = started(me, other)
        while not (game := until_my_turn(me, other, code)).over:
            move = choose(game)
            if isinstance(move, MeldMove):
                return code, game, move
            me.games.play(game, move)


class TestGame:
    def test_a_whole_game(self, me: Client, other: Client, run: Run, tmp_path: Path) -> None:
        """Drawn, laid, knocked and passed by commands alone; then replayed, exported and checked."""
        melds = 0
        while not melds:  # in a round that is over soon there may be none
            code = started(me, other)
            while not (game := until_my_turn(me, other, code)).over:
                move = choose(game)
                if isinstance(move, MeldMove):
                    lines = format_move(move, game.table, game.hand).splitlines()
                    done = run("meld", code, *lines, "--yes")
                    melds += 1
                else:
                    done = run(move.type, code)
                assert done[0] == 0, done
                assert me.games.get(code).version == game.version + 1
        self._is_told(run, me, code)
        self._is_kept(run, code, tmp_path)

    def _is_told(self, run: Run, me: Client, code: str) -> None:
        done, said, _ = run("replay", code)
        names = [each.player.username for each in me.games.get(code).seats]
        assert done == 0 and said.startswith("Round 1\n")
        assert said.count(" lays ") == sum(each.type == "meld" for each in me.games.log(code))
        hands = [line.split() for line in said.splitlines() if line.startswith(" " * 8)]
        assert {hand[0] for hand in hands if len(hand) > 10} >= set(names), (
            "hands are shown once it is scored"
        )
        assert "won with" in said.splitlines()[-1]
        assert run("replay", code, "--round", "2")[::2] == (1, "rummy: There is no round 2.\n")
        done, said, _ = run("verify", code)
        assert done == 0 and said.splitlines()[1:] == [
            "seats and first dealer: as was promised",
            "round 1: as was promised",
        ]
        assert run("verify", code, "--commitment", "0" * 64)[0] == 1

    def _is_kept(self, run: Run, code: str, folder: Path) -> None:
        file = folder / "game.json"
        assert run("export", code, "-o", str(file))[0] == 0
        assert json.loads(file.read_text())["id"] == code
        done, said, complaint = run("export", code, "--text")
        assert done == 0, complaint
        assert code in said and not said.startswith("{")
        assert run("export", code, "-o", str(folder / "no" / "where"))[0] == 1

    def test_what_a_meld_leads_to_is_shown_and_asked_for(
        self, me: Client, other: Client, run: Run, home: Path
    ) -> None:
        code, game, move = until_i_can_lay(me, other)
        lines = format_move(move, game.table, game.hand).splitlines()
        after = game.judge(move)
        assert after is not None
        refused = run("meld", code, *lines)
        assert refused[0] == 2 and "--yes" in refused[2], "nobody can be asked here"
        for answer, version in (("n", game.version), ("", game.version), ("y", game.version + 1)):
            said = terminal(home, "meld", code, *lines, answer=answer)
            assert "Lay this" in said and " played " in said
            assert me.games.get(code).version == version

    def test_what_cannot_be_laid_is_refused_with_its_reason(
        self, me: Client, other: Client, run: Run
    ) -> None:
        code = started(me, other)
        game = until_my_turn(me, other, code)
        cards = " ".join([each.text for each in game.hand if not each.joker][:2])
        assert run("meld", code, f"new {cards}", "--yes")[0] == 1
        assert "(R8)" in run("meld", code, f"new {cards}", "--yes")[2]
        assert run("meld", code, "new QQ 7D 7H")[::2] == (
            2,
            "rummy: Line 1: no suit Q; the suits are C D H S.\n",
        )
        assert run("meld", code, "draw")[0] == 2
        assert run("knock", code)[0] == 1
        assert run("draw", "nothing")[0] == 1
        assert run("replay", code, "--round", "0")[::2] == (1, "rummy: There is no round 0.\n")
        assert me.games.get(code).version == game.version

    def test_new_join_leave_and_lists(self, me: Client, other: Client, run: Run) -> None:
        done, said, _ = run("new", "--players", "3", "--private", "--contribution", "seven hearts")
        assert done == 0 and "2 more" in said and "Invite with http" in said
        code = said.split()[0]
        assert code in run("list")[1] and code not in run("list", "--my-turn")[1]
        assert json.loads(run("list", "--json")[1])[0]["id"] == code
        assert run("leave", code)[0] == 0
        assert me.games.get(code).status == "cancelled"
        open_ = other.games.create(players=2).id
        assert open_ in run("list", "--open")[1]
        assert run("join", open_)[0] == 0
        assert other.games.get(open_).status == "active"
        assert run("new", "--players", "9")[::2] == (1, "rummy: players: Give a whole number from 2 to 5.\n")
        assert run("resign", open_, "--yes")[0] == 0
        done, said, _ = run(
            "new", "--bots", "casual", "strong", "--rounds", "1"
        )  # as many places as that takes
        assert done == 0 and "House casual 1" in said and "House strong 1" in said

    def test_hints(self, me: Client, other: Client, run: Run) -> None:
        code = started(me, other)
        until_my_turn(me, other, code)
        for step in ("fits", "where", "play"):
            done, _said, complaint = run("hint", code, "--step", step)
            assert done == 0, complaint


class TestWatch:
    def test_one_game_to_its_end(self, me: Client, other: Client, run: Run) -> None:
        code = started(me, other)
        while not (game := until_my_turn(me, other, code)).over:
            me.games.play(game, choose(game))
        done, said, _ = run("watch", code, "--after", "0")
        lines = said.splitlines()
        log = list(me.games.log(code))
        assert done == 0 and [int(line.split()[0]) for line in lines] == [each.number for each in log]
        assert "deals" in lines[0] and "the game is over (single round)" in lines[-1]
        done, said, _ = run("watch", code, "--after", "0", "--json")
        assert [json.loads(line)["data"]["number"] for line in said.splitlines()] == [
            each.number for each in log
        ]

    def test_of_a_game_that_is_over_nothing_is_waited_for(self, me: Client, other: Client, run: Run) -> None:
        code = started(me, other)
        me.games.resign(code)
        for after in ((), ("--after", "9999")):
            done, said, _ = run("watch", code, *after)
            assert done == 0 and "finished" in said and len(said.splitlines()) == 1
            assert run("watch", code, "--json", *after)[:2] == (0, "")
        assert "the game is over" in run("watch", code, "--after", "0")[1].splitlines()[-1]

    def test_all_my_games_until_it_is_interrupted(
        self, me: Client, other: Client, run: Run, home: Path
    ) -> None:
        before = me.events.position()
        code = started(me, other)
        clean = environment.clean(PYTHONPATH=str(LIBRARY), XDG_CONFIG_HOME=str(home), PYTHONUTF8="1")
        command = [sys.executable, "-m", "rummy", "watch", "--after", str(before)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=clean) as process:
            assert process.stdout
            try:
                told = [process.stdout.readline() for _ in range(3)]
                process.send_signal(signal.SIGINT)
                assert process.wait(300) == 130
            finally:
                process.kill()  # else nobody would hear of a wait that was too long
        assert all(code in line for line in told)
        assert [line.split()[2].rstrip(":") for line in told] == ["joined", "joined", "started"]


class TestPlan:
    def test_a_planned_turn(self, me: Client, other: Client, run: Run) -> None:
        code = started(me, other)
        game = me.games.get(code)
        if game.my_turn:  # it can be planned only while somebody else is to move
            while me.games.get(code).my_turn:
                game = me.games.get(code)
                me.games.play(game, Draw() if "draw" in game.can else Pass())
        assert run("plan", code) == (1, "", "rummy: Nothing is planned.\n")
        done, said, complaint = run(
            "plan", code, "--draw", "to_third", "--no-knock", "--tell-if", "last_turns"
        )
        assert done == 0, complaint
        assert "draw: to_third" in said and "knock: no" in said and "tell_if: last_turns" in said
        assert json.loads(run("plan", code, "--json")[1])["draw"] == "to_third"
        assert run("plan", code, "--drop")[:2] == (0, "Nothing is planned.\n")
        assert run("plan", code) == (1, "", "rummy: Nothing is planned.\n")


class TestLook:
    def test_colours_in_a_terminal_only(
        self, me: Client, other: Client, run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        code = started(me, other)
        game = until_my_turn(me, other, code)
        done, plain, _ = run("show", code)
        assert done == 0 and "\033" not in plain
        coloured = terminal(home, "show", code)
        assert "\033[31" in coloured or not any(each.suit in "DH" for each in game.hand)
        assert "\033[1m" in coloured
        assert re.sub(r"\033\[[0-9;]*m", "", coloured).split() == plain.split()
        assert "\033" not in terminal(home, "show", code, NO_COLOR="1")
        assert "\033" not in terminal(home, "show", code, TERM="dumb")
        letters = terminal(home, "show", code, PYTHONIOENCODING="ascii:replace", NO_COLOR="1")
        assert not set("♣♦♥♠") & set(letters)
        assert all(each.text in letters for each in game.hand if each.text[0] != "T")

    def test_the_hand_stands_straight_and_json_is_what_the_service_says(
        self, me: Client, other: Client, run: Run
    ) -> None:
        code = started(me, other)
        game = until_my_turn(me, other, code)
        said = run("show", code)[1]
        (hand,) = (line for line in said.splitlines() if line.startswith(" hand"))
        shown = hand.removeprefix(" hand  ").partition(" points")[0].rpartition("   ")[0]
        assert len(shown) == 4 * len(game.hand)
        assert all(shown[place : place + 4].strip() for place in range(0, len(shown), 4))
        assert json.loads(run("show", code, "--json")[1]) == game.data


def terminal(home: Path, *arguments: str, answer: str | None = None, **variables: str) -> str:
    """What is seen where the command runs in a terminal, and is answered so."""
    ours, theirs = pty.openpty()
    attributes = termios.tcgetattr(theirs)
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, attributes)
    clean = environment.clean(
        PYTHONPATH=str(LIBRARY), XDG_CONFIG_HOME=str(home), TERM="xterm", PYTHONUTF8="1"
    )
    for name in ("NO_COLOR", "RUMMY_URL", "RUMMY_TOKEN"):
        clean.pop(name, None)
    with subprocess.Popen(
        [sys.executable, "-m", "rummy", *arguments],
        stdin=theirs, stdout=theirs, stderr=theirs, env=clean | variables, start_new_session=True,
    ) as process:  # fmt: skip
        os.close(theirs)
        if answer is not None:
            os.write(ours, f"{answer}\n".encode())
        said = b""
        with suppress(OSError):  # how a terminal ends
            while piece := os.read(ours, 65536):
                said += piece
        os.close(ours)
        process.wait(300)
    return said.decode(errors="replace").replace("\r\n", "\n")
