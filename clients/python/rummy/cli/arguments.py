"""What can be said on the command line."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from rummy._version import __version__
from rummy.cli import entering, looking, playing
from rummy.cli.kept import DEFAULT_URL
from rummy.cli.said import CODES, Command

Does = Callable[[Command], None]
LEVELS = ("beginner", "casual", "strong", "expert")
TELL_IF = ("new_round", "table_changed", "last_turns", "few_cards")
MELD = """Lines are those of replies by mail: "new 7C 7D 7H" lays a new meld, "KH > m3" puts a card to a meld,
"m1 7H > m3" moves cards between melds ("… > new" into a new one), "split m1 7H" ends a meld before a card,
"m1: 7C 7D 7H" says exactly how a meld is to be. Melds that you do not name stay."""


def parser() -> argparse.ArgumentParser:
    """All commands."""
    top = argparse.ArgumentParser(
        prog="rummy",
        description="Play Manipulation Rummy from the command line.",
        epilog=CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"rummy {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(
        name: str, does: Does, said: str, *, game: bool = True, more: str | None = None
    ) -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=said, description=said[0].upper() + said[1:] + ".", epilog=more)
        one.set_defaults(does=does, yes=False)
        one.add_argument("--json", action="store_true", help="what the service answers, as JSON")
        if game:
            one.add_argument("game", metavar="GAME", help="as in the game's address, or that address")
        return one

    _entering(command)
    _looking(command)
    _playing(command)
    return top


def _entering(command: Callable[..., argparse.ArgumentParser]) -> None:
    one = command("login", entering.login, "log in, and stay so", game=False)
    url = os.environ.get("RUMMY_URL") or DEFAULT_URL
    one.add_argument("url", nargs="?", default=url, metavar="URL", help=f"of the service; else {url}")
    one.add_argument("--name", dest="username", help="else it is asked for")
    one.add_argument(
        "--token",
        nargs="?",
        const="",
        help="use this token; without one it is asked for, or read from the input",
    )
    command("logout", entering.logout, "log out", game=False)


def _looking(command: Callable[..., argparse.ArgumentParser]) -> None:
    one = command("list", looking.list_games, "list games: yours, the open ones, or all", game=False)
    one.add_argument("--open", action="store_true", help="those that wait for players")
    one.add_argument("--all", action="store_true", help="not only yours")
    one.add_argument("--my-turn", action="store_true", help="where you are to move")
    one.add_argument("--status", choices=("open", "active", "finished", "cancelled"))

    one = command("show", looking.show, "show a game: players, table, your hand")
    one.add_argument("--invitation", metavar="TOKEN", help="for a private game")

    one = command("hint", looking.hint, "get a hint, where the table has them")
    one.add_argument("--step", choices=("fits", "where", "play"), default="fits")
    one.add_argument("--upto", type=int, metavar="N", help="of a play, so many steps")

    one = command("watch", looking.watch, "tell what happens, as it happens", game=False)
    one.add_argument("game", nargs="?", metavar="GAME", help="else all your games")
    one.add_argument("--after", type=int, metavar="N", help="also what came after this number; 0: all")

    one = command("replay", looking.replay, "tell how a game was played, round by round")
    one.add_argument("--round", type=int, metavar="N", help="only this one")
    one.add_argument("--invitation", metavar="TOKEN", help="for a private game")

    one = command("export", looking.export, "write the record of a finished game, as JSON")
    one.add_argument("--text", action="store_true", help="as text to read")
    one.add_argument("-o", "--output", metavar="FILE", help="else it is printed")

    one = command("verify", looking.verify_game, "check that the cards were shuffled as was promised")
    one.add_argument("--commitment", metavar="HEX", help="as you noted it when you joined")


def _playing(command: Callable[..., argparse.ArgumentParser]) -> None:
    one = command("new", playing.new, "open a table", game=False)
    one.add_argument(
        "--players", type=int, metavar="2-5", help="else 2, or with house players yours and theirs"
    )
    one.add_argument(
        "--bots", nargs="+", choices=LEVELS, metavar="LEVEL", help=f"house players: {', '.join(LEVELS)}"
    )
    one.add_argument("--rounds", type=int, choices=(1,), help="a single round")
    one.add_argument("--target", type=int, metavar="50-500", help="points that end the game; else 150")
    one.add_argument("--hours", type=int, metavar="1-336", help="for each turn; else 72")
    one.add_argument("--private", action="store_true", help="only who has the invitation can see it")
    one.add_argument("--invite", nargs="+", metavar="NAME", help="user names or addresses")
    one.add_argument("--hints", action="store_true", help="players may ask for hints")
    one.add_argument(
        "--contribution", metavar="TEXT", help="your words for the shuffle; everybody can read them"
    )

    one = command("join", playing.join, "sit down at a table")
    one.add_argument("--invitation", metavar="TOKEN", help="for a private game")
    one.add_argument(
        "--contribution", metavar="TEXT", help="your words for the shuffle; everybody can read them"
    )
    command("leave", playing.leave, "give your place back, before the start")
    one = command("resign", playing.resign, "leave for good, during play")
    one.add_argument("-y", "--yes", action="store_true", help="do not ask")

    command("draw", playing.draw, "take the next card")
    one = command("meld", playing.meld, "lay cards", more=MELD)
    one.add_argument("lines", nargs="+", metavar="LINE", help='such as "new 7C 7D 7H" or "KH > m3"')
    either = one.add_mutually_exclusive_group()
    either.add_argument("--knock", dest="knock", action="store_true", default=None, help="and knock")
    either.add_argument("--no-knock", dest="knock", action="store_false", help="and do not knock")
    one.add_argument("-y", "--yes", action="store_true", help="do not ask")
    command("knock", playing.knock, "end the round, with five points or fewer")
    command("pass", playing.pass_, "do not knock, or do not meld where nothing can be drawn")

    one = command(
        "plan", playing.plan, "say what is to be done when your turn opens; without options: show it"
    )
    one.add_argument(
        "--draw", choices=("until_fits", "to_third"), help="until something fits, or to the third card"
    )
    one.add_argument("--lay", choices=("most_points", "most_cards"))
    either = one.add_mutually_exclusive_group()
    either.add_argument(
        "--knock", dest="knock", action="store_true", default=None, help="knock where it is possible"
    )
    either.add_argument("--no-knock", dest="knock", action="store_false")
    one.add_argument(
        "--tell-if",
        nargs="+",
        choices=TELL_IF,
        metavar="WHAT",
        help=f"wait for me then: {', '.join(TELL_IF)}",
    )
    one.add_argument(
        "--watch", nargs="+", metavar="MELD", help="wait for me if one of these melds has changed"
    )
    one.add_argument("--repeat", action="store_true", help="every turn")
    one.add_argument("--drop", action="store_true", help="plan nothing")
