"""A call of the interface, said once: what is sent and how the answer is read. Blocking and async are made of it."""

from __future__ import annotations

import functools
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, overload
from urllib.parse import quote

if TYPE_CHECKING:
    from rummy.doors import Awaited, Blocking

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Door = TypeVar("Door", "Blocking", "Awaited")

Query = Mapping[str, "str | int | bool | None"]
Object = dict[str, Any]  # as it came
Objects = list[Object]


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """One request, whoever sends it. `path` lies under /api/v1.

    `key`: the Idempotency-Key, the same for every repeat of this call.
    """

    method: str
    path: str
    read: Callable[[Any], T_co]
    query: Query = field(default_factory=dict)
    body: Any = None
    key: str | None = None
    form: Literal["json", "text", "bytes"] = "json"  # of the answer

    @property
    def repeatable(self) -> bool:
        """Whether the same again does nothing more, so that it can be sent again where the answer was lost."""
        return self.method in ("GET", "PUT", "DELETE") or self.key is not None


@dataclass(frozen=True, slots=True)
class Page(Generic[T_co]):
    """One page of a list, and the address of the next one."""

    results: tuple[T_co, ...]
    next: str | None


class Resource(Generic[Door]):
    """The calls that concern one thing. `client.games` is one."""

    def __init__(self, door: Door) -> None:
        self._door: Door = door


class method(Generic[P, T]):  # noqa: N801 RUF100  # used as a decorator
    """Makes a method that carries out the call which the function describes.

    On a `Client` it gives the answer, on an `AsyncClient` something to await.
    """

    def __init__(self, describe: Callable[Concatenate[Any, P], Call[T]]) -> None:
        self._describe = describe
        functools.update_wrapper(self, describe)  # type: ignore[arg-type]  # for its name and its words

    @overload
    def __get__(self, of: Resource[Blocking], kind: Any = None) -> Callable[P, T]: ...
    @overload
    def __get__(self, of: Resource[Awaited], kind: Any = None) -> Callable[P, Awaitable[T]]: ...
    @overload
    def __get__(self, of: None, kind: Any = None) -> method[P, T]: ...
    def __get__(self, of: Any, kind: Any = None) -> Any:
        if of is None:
            return self

        def bound(*args: P.args, **kwargs: P.kwargs) -> Any:
            return of._door.do(self._describe(of, *args, **kwargs))

        return functools.wraps(self._describe)(bound)


class pages(Generic[P, T]):  # noqa: N801 RUF100  # used as a decorator
    """As `method`, for lists that come in pages: gives an iterator that fetches each page when it is needed."""

    def __init__(self, describe: Callable[Concatenate[Any, P], Call[Page[T]]]) -> None:
        self._describe = describe
        functools.update_wrapper(self, describe)  # type: ignore[arg-type]  # for its name and its words

    @overload
    def __get__(self, of: Resource[Blocking], kind: Any = None) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, of: Resource[Awaited], kind: Any = None) -> Callable[P, AsyncIterator[T]]: ...
    @overload
    def __get__(self, of: None, kind: Any = None) -> pages[P, T]: ...
    def __get__(self, of: Any, kind: Any = None) -> Any:
        if of is None:
            return self

        def bound(*args: P.args, **kwargs: P.kwargs) -> Any:
            return of._door.pages(self._describe(of, *args, **kwargs))

        return functools.wraps(self._describe)(bound)


def new_key() -> str:
    """A key for a POST under /games/: a repeat with it plays nothing."""
    return uuid.uuid4().hex


def path_of(*parts: object) -> str:
    """`/games/k7f3q9wz/moves/` of its parts, whatever they hold."""
    return "/" + "".join(f"{quote(str(part), safe='')}/" for part in parts)


def given(**members: Any) -> dict[str, Any]:
    """Those that were given: an option that is left out is not sent."""
    return {name: value for name, value in members.items() if value is not LEFT_OUT}


class _LeftOut:
    """Tells what was not given from None."""

    def __repr__(self) -> str:
        return "…"


LEFT_OUT: Any = _LeftOut()


def listed(read: Callable[[Any], T]) -> Callable[[Any], list[T]]:
    """Reads a list of such."""
    return lambda data: [read(each) for each in data]


def paged(read: Callable[[Any], T]) -> Callable[[Any], Page[T]]:
    """Reads a page of such."""
    return lambda data: Page(tuple(read(each) for each in data["results"]), data["next"])


def nothing(_data: Any) -> None:
    """Reads an answer that says nothing."""


def plain(data: Any) -> Object:
    """Reads an object as it came."""
    return dict(data)
