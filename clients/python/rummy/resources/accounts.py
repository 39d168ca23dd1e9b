"""The calls that concern accounts: registering, tokens, the own profile, accounts of one's programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from rummy.calls import (
    LEFT_OUT,
    Call,
    Door,
    Object,
    Objects,
    Resource,
    given,
    listed,
    method,
    nothing,
    path_of,
    plain,
)

Scope = Literal["read", "play", "manage"]


class Accounts(Resource[Door]):
    """`client.accounts`."""

    @method
    def register(
        self,
        username: str,
        email: str,
        password: str,
        *,
        language: str = LEFT_OUT,
        timezone: str = LEFT_OUT,
    ) -> Call[Object]:
        """A new account; a mail to confirm its address is sent."""
        who = {"username": username, "email": email, "password": password}
        return Call("POST", "/accounts/", plain, body=who | given(language=language, timezone=timezone))

    @method
    def confirm(self, key: str) -> Call[Object]:
        """Confirms the address, with the key of the mail."""
        return Call("POST", "/accounts/confirm/", plain, body={"key": key})


class Tokens(Resource[Door]):
    """`client.tokens`."""

    @method
    def create(
        self,
        username: str,
        password: str,
        *,
        name: str = LEFT_OUT,
        scopes: Sequence[Scope] = LEFT_OUT,
        expires_in_days: int = LEFT_OUT,
    ) -> Call[Object]:
        """`{id, token}`; the token is shown this once."""
        body = {"username": username, "password": password}
        return Call(
            "POST",
            "/tokens/",
            plain,
            body=body | given(name=name, scopes=scopes, expires_in_days=expires_in_days),
        )

    @method
    def list(self) -> Call[Objects]:
        """Your tokens, without their secrets."""
        return Call("GET", "/tokens/", listed(plain))

    @method
    def revoke(self, token: int) -> Call[None]:
        """Makes it useless."""
        return Call("DELETE", path_of("tokens", token), nothing)


class Me(Resource[Door]):
    """`client.me`."""

    @method
    def get(self) -> Call[Object]:
        """Your profile."""
        return Call("GET", "/me/", plain)

    @method
    def change(
        self,
        *,
        email: str = LEFT_OUT,
        language: str = LEFT_OUT,
        timezone: str = LEFT_OUT,
        night: Mapping[str, int] | None = LEFT_OUT,
    ) -> Call[Object]:
        """Changes it. `night`: `{"from": 22, "until": 8}`, local hours without deadlines and mails; None: none."""
        body = given(email=email, language=language, timezone=timezone, night=night)
        return Call("PATCH", "/me/", plain, body=body)

    @method
    def archive(self) -> Call[bytes]:
        """All that is kept of you, as a ZIP of JSON files."""
        return Call("GET", "/me/archive/", bytes, form="bytes")

    @method
    def mails(self) -> Call[Object]:
        """What you want to hear by mail."""
        return Call("GET", "/me/mails/", plain)

    @method
    def change_mails(self, /, **fields: Any) -> Call[Object]:
        """Changes that."""
        return Call("PATCH", "/me/mails/", plain, body=fields)

    @method
    def vacations(self) -> Call[Object]:
        """The days that you are away, and how many are left."""
        return Call("GET", "/me/vacations/", plain)

    @method
    def go_away(self, *, start: str = LEFT_OUT, until: str = LEFT_OUT) -> Call[Object]:
        """Plans a vacation; now, and as long as your days last, where nothing is said."""
        return Call("POST", "/me/vacations/", plain, body=given(**{"from": start, "until": until}))

    @method
    def come_back(self, vacation: int) -> Call[None]:
        """Ends a vacation, or drops one that is planned."""
        return Call("DELETE", path_of("me", "vacations", vacation), nothing)


class Bots(Resource[Door]):
    """`client.bots`: accounts for your programs."""

    @method
    def list(self) -> Call[Objects]:
        """Those that you have."""
        return Call("GET", "/bots/", listed(plain))

    @method
    def create(self, username: str) -> Call[Object]:
        """A new one."""
        return Call("POST", "/bots/", plain, body={"username": username})

    @method
    def delete(self, username: str) -> Call[None]:
        """Deletes it; its open games are resigned."""
        return Call("DELETE", path_of("bots", username), nothing)

    @method
    def get(self, username: str) -> Call[Object]:
        """One of them."""
        return Call("GET", path_of("bots", username), plain)

    @method
    def tokens(self, username: str) -> Call[Objects]:
        """Its tokens, without their secrets."""
        return Call("GET", path_of("bots", username, "tokens"), listed(plain))

    @method
    def create_token(
        self,
        username: str,
        *,
        name: str = LEFT_OUT,
        scopes: Sequence[Scope] = LEFT_OUT,
        expires_in_days: int = LEFT_OUT,
    ) -> Call[Object]:
        """A token with which it plays: `{id, token}`, shown this once."""
        body = given(name=name, scopes=scopes, expires_in_days=expires_in_days)
        return Call("POST", path_of("bots", username, "tokens"), plain, body=body)

    @method
    def revoke_token(self, username: str, token: int) -> Call[None]:
        """Makes it useless."""
        return Call("DELETE", path_of("bots", username, "tokens", token), nothing)
