"""The calls that tell what happens, as it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from rummy.calls import Call, Door, Resource, method, path_of
from rummy.following import Following, Way
from rummy.shapes import Game

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator

    from rummy.doors import Awaited, Blocking
    from rummy.shapes import Event


class Events(Resource[Door]):
    """`client.events`: iterators that never end by themselves, unless they are to end with their game.

    They come back after every interruption and go on where they were: nothing is missed, nothing comes twice.
    `after` is the `id` of the last event that you had; without it they begin with what happens from now on.
    """

    @overload
    def all(
        self: Events[Blocking], *, after: int | None = None, way: Way = "auto"
    ) -> Generator[Event, None, None]: ...
    @overload
    def all(
        self: Events[Awaited], *, after: int | None = None, way: Way = "auto"
    ) -> AsyncGenerator[Event, None]: ...
    def all(self, *, after: int | None = None, way: Way = "auto") -> Any:
        """What happens in all your games."""
        return self._follow("/events/", after, way, None)

    @overload
    def of(
        self: Events[Blocking],
        game: str,
        *,
        after: int | None = None,
        way: Way = "auto",
        invitation: str | None = None,
        until_over: bool = False,
    ) -> Generator[Event, None, None]: ...
    @overload
    def of(
        self: Events[Awaited],
        game: str,
        *,
        after: int | None = None,
        way: Way = "auto",
        invitation: str | None = None,
        until_over: bool = False,
    ) -> AsyncGenerator[Event, None]: ...
    def of(
        self,
        game: str,
        *,
        after: int | None = None,
        way: Way = "auto",
        invitation: str | None = None,
        until_over: bool = False,
    ) -> Any:
        """What happens in one game, which need not be yours: the lines of its log; `after=0` from its beginning.

        `until_over`: ends when the game is over, also when it was cancelled before it began, which no line tells.
        """
        query = {"invitation": invitation}
        asked = Call("GET", path_of("games", game), Game.read, query=query) if until_over else None
        return self._follow(path_of("games", game, "events"), after, way, invitation, asked)

    @method
    def position(self) -> Call[int]:
        """Where the events of all your games are now: follow them with `after` from here."""
        return Call("GET", "/events/", lambda data: int(data["next"]), query={"wait": 0})

    def _follow(
        self, path: str, after: int | None, way: Way, invitation: str | None, game: Call[Game] | None = None
    ) -> Any:
        query, patience = {"invitation": invitation}, self._door.patience
        following = Following(path, query=query, after=after, way=way, patience=patience, game=game)
        return self._door.follow(following.talk())
