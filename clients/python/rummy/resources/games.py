"""The calls that concern games: to find them, to sit down, to look, to play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from rummy.calls import (
    LEFT_OUT,
    Call,
    Door,
    Object,
    Objects,
    Page,
    Resource,
    given,
    listed,
    method,
    new_key,
    nothing,
    paged,
    pages,
    path_of,
    plain,
)
from rummy.engine.cards import Card
from rummy.engine.moves import Draw, Knock, MeldMove, Move, Pass
from rummy.engine.ops import Op, encode_op
from rummy.shapes import Entry, Game, ScoredRound, Summary, encode

Status = Literal["open", "active", "finished", "cancelled"]
Level = Literal["beginner", "casual", "strong", "expert"]
Cards = Iterable[Card]
Rounds = list[ScoredRound]  # here, since a class below has a method of that name


class Seen(Protocol):
    """A game as it was seen: a move is made for this version of it. `Game` and `Summary` are such."""

    @property
    def id(self) -> str: ...
    @property
    def version(self) -> int: ...


def _post(path: str, body: Mapping[str, Any], key: str | None = None) -> Call[Game]:
    """A POST under /games/: it has a key, so that it can be repeated and happens once."""
    return Call("POST", path, Game.read, body=dict(body), key=key or new_key())


class Games(Resource[Door]):
    """`client.games`."""

    @pages
    def list(
        self,
        *,
        status: Status | None = None,
        mine: bool | None = None,
        my_turn: bool | None = None,
        visibility: Literal["public", "private"] | None = None,
        ordering: Literal["-created", "-updated", "deadline"] | None = None,
        limit: int | None = None,
    ) -> Call[Page[Summary]]:
        """Games, newest first; `limit` is how many come at a time."""
        query = {
            "status": status,
            "mine": mine,
            "my_turn": my_turn,
            "visibility": visibility,
            "ordering": ordering,
            "limit": limit,
        }
        return Call("GET", "/games/", paged(Summary.read), query=query)

    @method
    def create(
        self,
        *,
        players: int,
        visibility: Literal["public", "private"] = LEFT_OUT,
        target: int = LEFT_OUT,
        rounds: Literal[1] | None = LEFT_OUT,
        clock: Mapping[str, Any] = LEFT_OUT,
        timeouts_to_leave: int = LEFT_OUT,
        replace_left: Level | None = LEFT_OUT,
        hints: bool = LEFT_OUT,
        weekends: bool = LEFT_OUT,
        vacation_allowed: bool = LEFT_OUT,
        vacation_bot: Level | None = LEFT_OUT,
        bots: Sequence[Level] = LEFT_OUT,
        invite: Sequence[str] = LEFT_OUT,
        contribution: str = LEFT_OUT,
        key: str | None = None,
    ) -> Call[Game]:
        """A new game, which you have joined. `rounds=1` is a single round; `bots` take their places at once.

        `clock`: `{"kind": "per_turn", "hours": 72}` or one with a time bank; `contribution`: your words for the
        shuffle, which everybody can read; what is left out is as the service has it.
        """
        body = given(
            players=players,
            visibility=visibility,
            target=target,
            rounds=rounds,
            clock=clock,
            timeouts_to_leave=timeouts_to_leave,
            replace_left=replace_left,
            hints=hints,
            weekends=weekends,
            vacation_allowed=vacation_allowed,
            vacation_bot=vacation_bot,
            bots=bots,
            invite=invite,
            contribution=contribution,
        )
        return _post("/games/", body, key)

    @method
    def get(self, game: str, *, invitation: str | None = None) -> Call[Game]:
        """The game as you may see it."""
        return Call("GET", path_of("games", game), Game.read, query={"invitation": invitation})

    @method
    def join(
        self, game: str, *, invitation: str = LEFT_OUT, contribution: str = LEFT_OUT, key: str | None = None
    ) -> Call[Game]:
        """Takes a place. `contribution` is your text for the shuffle."""
        body = given(invitation=invitation, contribution=contribution)
        return _post(path_of("games", game, "join"), body, key)

    @method
    def leave(self, game: str, *, key: str | None = None) -> Call[Game]:
        """Gives the place back, before the start."""
        return _post(path_of("games", game, "leave"), {}, key)

    @method
    def resign(self, game: str, *, key: str | None = None) -> Call[Game]:
        """Leaves for good, during play (D29)."""
        return _post(path_of("games", game, "resign"), {}, key)

    @method
    def play(self, game: Seen, move: Move, *, key: str | None = None) -> Call[Game]:
        """Plays a move on the game as you saw it; the game as it is then, with `events`."""
        return _post(path_of("games", game.id, "moves"), {"version": game.version, **encode(move)}, key)

    @method
    def draw(self, game: Seen, *, key: str | None = None) -> Call[Game]:
        """Takes the next card (R6)."""
        return _post(path_of("games", game.id, "moves"), {"version": game.version, **encode(Draw())}, key)

    @method
    def meld(
        self, game: Seen, table: Sequence[Cards], *, knock: bool | None = None, key: str | None = None
    ) -> Call[Game]:
        """Lays the whole new table (R12, R13)."""
        move = MeldMove(tuple(tuple(meld) for meld in table), knock)
        return _post(path_of("games", game.id, "moves"), {"version": game.version, **encode(move)}, key)

    @method
    def knock(self, game: Seen, *, key: str | None = None) -> Call[Game]:
        """Ends the round (R17)."""
        return _post(path_of("games", game.id, "moves"), {"version": game.version, **encode(Knock())}, key)

    @method
    def pass_(self, game: Seen, *, key: str | None = None) -> Call[Game]:
        """Does not knock, or does not meld where nothing can be drawn."""
        return _post(path_of("games", game.id, "moves"), {"version": game.version, **encode(Pass())}, key)

    @method
    def check(self, game: Seen, move: Move, *, plan: bool | None = None) -> Call[None]:
        """Raises the Problem that playing this would give; changes nothing.

        `plan`: as if it were your turn. `Game.judge` answers the same without asking.
        """
        body = {"version": game.version, **encode(move)}
        path = path_of("games", game.id, "moves", "check")
        return Call("POST", path, nothing, query={"plan": plan}, body=body, key=new_key())

    @pages
    def log(
        self, game: str, *, after: int = 0, limit: int | None = None, invitation: str | None = None
    ) -> Call[Page[Entry]]:
        """What was done, in order, as you may know it."""
        query = {"after": after, "limit": limit, "invitation": invitation}
        return Call("GET", path_of("games", game, "moves"), paged(Entry.read), query=query)

    @method
    def rounds(self, game: str, *, invitation: str | None = None) -> Call[Rounds]:
        """The rounds that were scored."""
        path = path_of("games", game, "rounds")
        return Call("GET", path, listed(ScoredRound.read), query={"invitation": invitation})

    @method
    def clock(self, game: str) -> Call[Objects]:
        """Which deadlines were moved, and why."""
        return Call("GET", path_of("games", game, "clock"), listed(plain))

    @method
    def hint(
        self, game: str, *, step: Literal["fits", "where", "play"] = "fits", upto: int | None = None
    ) -> Call[Object]:
        """A hint, where the table has them: which cards fit, where they go, the best play."""
        return Call("GET", path_of("games", game, "hint"), plain, query={"step": step, "upto": upto})

    @method
    def export(self, game: str) -> Call[Object]:
        """The whole record of a finished game."""
        return Call("GET", path_of("games", game, "export"), plain)

    @method
    def export_text(self, game: str) -> Call[str]:
        """The same as text, to be read."""
        return Call("GET", path_of("games", game, "export"), str, query={"as": "text"}, form="text")

    @method
    def shuffle(self, game: str) -> Call[Object]:
        """What was promised of the shuffles, and for rounds that were scored what proves it."""
        return Call("GET", path_of("games", game, "shuffle"), plain)

    @method
    def contribution(self, game: str) -> Call[Object]:
        """Your words for the shuffle, which nobody else reads before the game begins."""
        return Call("GET", path_of("games", game, "contribution"), plain)

    @method
    def contribute(self, game: str, words: str = "") -> Call[Object]:
        """Other words for the shuffle, or none: until the game begins. As they are kept."""
        return Call("PUT", path_of("games", game, "contribution"), plain, body={"contribution": words})

    @method
    def order_hand(self, game: str, cards: Cards) -> Call[Object]:
        """Keeps the order in which you hold your cards."""
        path = path_of("games", game, "hand")
        return Call("POST", path, plain, body={"order": [each.text for each in cards]}, key=new_key())

    @method
    def mark_seen(self, game: str, number: int) -> Call[Object]:
        """You have seen the log up to this line."""
        return Call("POST", path_of("games", game, "seen"), plain, body={"number": number}, key=new_key())

    @method
    def mails(self, game: str) -> Call[Object]:
        """What you want to hear of this game by mail, where it is not what you want of all."""
        return Call("GET", path_of("games", game, "mails"), plain)

    @method
    def change_mails(self, /, game: str, **fields: Any) -> Call[Object]:
        """Changes that: `muted`, `turn`, …"""
        return Call("PATCH", path_of("games", game, "mails"), plain, body=fields)


class Drafts(Resource[Door]):
    """`client.drafts`: the private arrangement that you are making."""

    @method
    def get(self, game: str) -> Call[Object]:
        """`table`, `loose`, `version`, `stale`."""
        return Call("GET", path_of("games", game, "draft"), plain)

    @method
    def put(self, game: Seen, table: Sequence[Cards], *, loose: Cards = ()) -> Call[Object]:
        """Keeps it; the page shows it too."""
        melds = [[each.text for each in meld] for meld in table]
        body = {"version": game.version, "table": melds, "loose": [each.text for each in loose]}
        return Call("PUT", path_of("games", game.id, "draft"), plain, body=body)

    @method
    def arrange(self, game: str, ops: Sequence[Op], *, step: int, version: int = LEFT_OUT) -> Call[Object]:
        """Carries out operations on it (`rummy.engine.arrange`), all or none; `step` is that of the last answer."""
        body = {"step": step, "ops": [encode_op(op) for op in ops], **given(version=version)}
        return Call("POST", path_of("games", game, "draft", "ops"), plain, body=body, key=new_key())

    @method
    def drop(self, game: str) -> Call[None]:
        """Forgets it."""
        return Call("DELETE", path_of("games", game, "draft"), nothing)
