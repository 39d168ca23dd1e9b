"""The two clients: the same calls, blocking and async."""

from __future__ import annotations

from types import TracebackType
from typing import Generic

import httpx

from rummy._version import __version__
from rummy.calls import Door
from rummy.doors import Awaited, Blocking
from rummy.resources import Accounts, Bots, Drafts, Events, Games, Me, Plans, Tokens, Webhooks
from rummy.talks import Patience

TIMEOUT = httpx.Timeout(40.0, connect=10.0)  # longer than the service holds the answer to a poll
# A stream for each game, and what is asked beside them.
LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=20)
HEADERS = {"User-Agent": f"rummy-python/{__version__}"}


class _Calls(Generic[Door]):
    """Everything that can be asked."""

    def __init__(self, door: Door) -> None:
        self._door: Door = door
        self.accounts: Accounts[Door] = Accounts(door)
        self.bots: Bots[Door] = Bots(door)
        self.drafts: Drafts[Door] = Drafts(door)
        self.events: Events[Door] = Events(door)
        self.games: Games[Door] = Games(door)
        self.me: Me[Door] = Me(door)
        self.plans: Plans[Door] = Plans(door)
        self.tokens: Tokens[Door] = Tokens(door)
        self.webhooks: Webhooks[Door] = Webhooks(door)

    @property
    def url(self) -> str:
        """The service's address."""
        return self._door.url

    @property
    def token(self) -> str | None:
        """What says who asks. Can be set, as after `tokens.create`."""
        return self._door.token

    @token.setter
    def token(self, token: str | None) -> None:
        self._door.token = token


class Client(_Calls[Blocking]):
    """`with Client("https://rummy.example.org", token=…) as client: client.games.get("k7f3q9wz")`.

    `patience` says how long a call is tried again where the service is away or says that it is too much;
    `language` is that of the sentences of refusals, where the account says nothing.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        language: str | None = None,
        patience: Patience | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        self._http = http or httpx.Client(timeout=TIMEOUT, limits=LIMITS, headers=HEADERS)
        super().__init__(
            Blocking(self._http, url=url, token=token, language=language, patience=patience or Patience())
        )

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()


class AsyncClient(_Calls[Awaited]):
    """As `Client`; its calls are awaited, its lists and events are async iterators."""

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        language: str | None = None,
        patience: Patience | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self._http = http or httpx.AsyncClient(timeout=TIMEOUT, limits=LIMITS, headers=HEADERS)
        super().__init__(
            Awaited(self._http, url=url, token=token, language=language, patience=patience or Patience())
        )

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()
