"""The calls that concern webhooks: addresses to which the service sends what happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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


class Webhooks(Resource[Door]):
    """`client.webhooks`."""

    @method
    def list(self) -> Call[Objects]:
        """Yours."""
        return Call("GET", "/webhooks/", listed(plain))

    @method
    def create(self, /, url: str, *, kinds: Sequence[str] = LEFT_OUT, **options: Any) -> Call[Object]:
        """A new target, with the secret that signs what is sent there."""
        return Call("POST", "/webhooks/", plain, body={"url": url, **given(kinds=kinds), **options})

    @method
    def get(self, webhook: int | str) -> Call[Object]:
        """One of them."""
        return Call("GET", path_of("webhooks", webhook), plain)

    @method
    def change(self, /, webhook: int | str, **fields: Any) -> Call[Object]:
        """Changes it."""
        return Call("PATCH", path_of("webhooks", webhook), plain, body=fields)

    @method
    def delete(self, webhook: int | str) -> Call[None]:
        """Nothing is sent there any more."""
        return Call("DELETE", path_of("webhooks", webhook), nothing)

    @method
    def test(self, webhook: int | str) -> Call[Object]:
        """Sends something to see whether it arrives."""
        return Call("POST", path_of("webhooks", webhook, "test"), plain, body={})

    @method
    def new_secret(self, webhook: int | str) -> Call[Object]:
        """Another secret; the old one is good for a day more."""
        return Call("POST", path_of("webhooks", webhook, "secret"), plain, body={})

    @pages
    def deliveries(self, webhook: int | str) -> Call[Page[Object]]:
        """What was sent there, and what was answered."""
        return Call("GET", path_of("webhooks", webhook, "deliveries"), paged(plain))

    @method
    def again(self, webhook: int | str, delivery: int | str) -> Call[Object]:
        """Sends it once more."""
        path = path_of("webhooks", webhook, "deliveries", delivery, "again")
        return Call("POST", path, plain, body={})
