"""The calls that concern a planned turn: what to do when your turn opens."""

from __future__ import annotations

from typing import Any

from rummy.calls import Call, Door, Object, Resource, method, nothing, path_of, plain


class Plans(Resource[Door]):
    """`client.plans`."""

    @method
    def get(self, game: str) -> Call[Object]:
        """What you planned. NotFound where nothing is."""
        return Call("GET", path_of("games", game, "plan"), plain)

    @method
    def put(self, /, game: str, **plan: Any) -> Call[Object]:
        """Plans the turn; the members are those of the service's documents."""
        return Call("PUT", path_of("games", game, "plan"), plain, body=plan)

    @method
    def drop(self, game: str) -> Call[None]:
        """Plans nothing."""
        return Call("DELETE", path_of("games", game, "plan"), nothing)
