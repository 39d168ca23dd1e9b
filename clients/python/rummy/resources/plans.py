"""The calls that concern a planned turn: what to do when your turn opens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from rummy.calls import LEFT_OUT, Call, Door, Object, Resource, given, method, nothing, path_of, plain
from rummy.engine.cards import Card


class Plans(Resource[Door]):
    """`client.plans`."""

    @method
    def get(self, game: str) -> Call[Object]:
        """What you planned. NotFound where nothing is."""
        return Call("GET", path_of("games", game, "plan"), plain)

    @method
    def put(
        self,
        game: str,
        *,
        draw: Literal["until_fits", "to_third"] = LEFT_OUT,
        lay: Literal["most_points", "most_cards"] = LEFT_OUT,
        knock: bool = LEFT_OUT,
        table: Sequence[Iterable[Card]] = LEFT_OUT,
        tell_if: Sequence[str] = LEFT_OUT,
        watch: Sequence[str] = LEFT_OUT,
        repeat: bool = LEFT_OUT,
        version: int = LEFT_OUT,
    ) -> Call[Object]:
        """Plans the turn. It is not played where what `tell_if` names has happened, or melds of `watch` changed.

        `table`: laid at once where the table still lies as it does now; `repeat`: every turn, not the next one only.
        """
        melds = LEFT_OUT if table is LEFT_OUT else [[each.text for each in meld] for meld in table]
        body = given(
            draw=draw,
            lay=lay,
            knock=knock,
            table=melds,
            tell_if=tell_if,
            watch=watch,
            repeat=repeat,
            version=version,
        )
        return Call("PUT", path_of("games", game, "plan"), plain, body=body)

    @method
    def drop(self, game: str) -> Call[None]:
        """Plans nothing."""
        return Call("DELETE", path_of("games", game, "plan"), nothing)
