"""The calls that concern webhooks: addresses to which the service sends what happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

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
    nothing,
    paged,
    pages,
    path_of,
    plain,
)

Kind = Literal["your_turn", "move", "round", "game", "invitation"]


class Webhooks(Resource[Door]):
    """`client.webhooks`."""

    @method
    def list(self) -> Call[Objects]:
        """Yours."""
        return Call("GET", "/webhooks/", listed(plain))

    @method
    def create(self, url: str, *, name: str = LEFT_OUT, kinds: Sequence[Kind] = LEFT_OUT) -> Call[Object]:
        """A new target, with the secret that signs what is sent there."""
        return Call("POST", "/webhooks/", plain, body={"url": url, **given(name=name, kinds=kinds)})

    @method
    def get(self, webhook: int) -> Call[Object]:
        """One of them."""
        return Call("GET", path_of("webhooks", webhook), plain)

    @method
    def change(
        self,
        webhook: int,
        *,
        url: str = LEFT_OUT,
        name: str = LEFT_OUT,
        kinds: Sequence[Kind] = LEFT_OUT,
        active: bool = LEFT_OUT,
    ) -> Call[Object]:
        """Another address, name, other kinds; off, or on again."""
        body = given(url=url, name=name, kinds=kinds, active=active)
        return Call("PATCH", path_of("webhooks", webhook), plain, body=body)

    @method
    def delete(self, webhook: int) -> Call[None]:
        """Nothing is sent there any more."""
        return Call("DELETE", path_of("webhooks", webhook), nothing)

    @method
    def test(self, webhook: int) -> Call[Object]:
        """Sends something to see whether it arrives."""
        return Call("POST", path_of("webhooks", webhook, "test"), plain, body={})

    @method
    def secret(self, webhook: int, *, rotate: bool = False) -> Call[Object]:
        """The secret; with `rotate` another one, and the old one is good for a day more."""
        body = {"rotate": True} if rotate else {}
        return Call("POST", path_of("webhooks", webhook, "secret"), plain, body=body)

    @pages
    def deliveries(self, webhook: int, *, limit: int | None = None) -> Call[Page[Object]]:
        """What was sent there, and what was answered, newest first."""
        path = path_of("webhooks", webhook, "deliveries")
        return Call("GET", path, paged(plain), query={"limit": limit})

    @method
    def again(self, webhook: int, delivery: int) -> Call[Object]:
        """Sends it once more."""
        path = path_of("webhooks", webhook, "deliveries", delivery, "again")
        return Call("POST", path, plain, body={})
