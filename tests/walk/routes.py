"""Every address of the project, and how the walk goes over it. A route that stands here not yet fails the walk."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


class Group(Enum):
    """What an address is about."""

    SITE = auto()  # the same for everybody who asks in one language
    PAGE = auto()  # a page, or a form of one; who asks is known by the session
    ACCOUNT = auto()  # the API: oneself
    LIST = auto()  # the API: many games
    GAME = auto()  # the API: one game
    GAME_PAGE = auto()  # a page about one game


TABLE: dict[str, Group] = {
    "": Group.PAGE,
    "healthz": Group.SITE,
    "api/docs/": Group.SITE,
    "api/docs/problems": Group.PAGE,
    "api/docs/<slug:name>.md": Group.SITE,
    "api/v1/schema/": Group.SITE,
    "^api/": Group.SITE,
    "api/v1/accounts/": Group.ACCOUNT,
    "api/v1/accounts/confirm/": Group.ACCOUNT,
    "api/v1/tokens/": Group.ACCOUNT,
    "api/v1/tokens/<int:token_id>/": Group.ACCOUNT,
    "api/v1/bots/": Group.ACCOUNT,
    "api/v1/bots/<str:username>/": Group.ACCOUNT,
    "api/v1/bots/<str:username>/tokens/": Group.ACCOUNT,
    "api/v1/bots/<str:username>/tokens/<int:token_id>/": Group.ACCOUNT,
    "api/v1/me/": Group.ACCOUNT,
    "api/v1/me/archive/": Group.ACCOUNT,
    "api/v1/me/vacations/": Group.ACCOUNT,
    "api/v1/me/vacations/<int:vacation_id>/": Group.ACCOUNT,
    "api/v1/me/mails/": Group.ACCOUNT,
    "api/v1/games/": Group.LIST,
    "api/v1/games/<str:code>/": Group.GAME,
    "api/v1/games/<str:code>/join/": Group.GAME,
    "api/v1/games/<str:code>/leave/": Group.GAME,
    "api/v1/games/<str:code>/resign/": Group.GAME,
    "api/v1/games/<str:code>/moves/": Group.GAME,
    "api/v1/games/<str:code>/moves/check/": Group.GAME,
    "api/v1/games/<str:code>/rounds/": Group.GAME,
    "api/v1/games/<str:code>/clock/": Group.GAME,
    "api/v1/games/<str:code>/draft/": Group.GAME,
    "api/v1/games/<str:code>/draft/ops/": Group.GAME,
    "api/v1/games/<str:code>/table/": Group.GAME,
    "api/v1/games/<str:code>/hand/": Group.GAME,
    "api/v1/games/<str:code>/seen/": Group.GAME,
    "api/v1/games/<str:code>/export/": Group.GAME,
    "api/v1/games/<str:code>/contribution/": Group.GAME,
    "api/v1/games/<str:code>/shuffle/": Group.GAME,
    "api/v1/games/<str:code>/mails/": Group.GAME,
    "api/v1/games/<str:code>/hint/": Group.GAME,
    "api/v1/games/<str:code>/plan/": Group.GAME,
    "api/v1/games/<str:code>/events/": Group.GAME,
    "api/v1/events/": Group.ACCOUNT,
    "api/v1/events/token/": Group.ACCOUNT,
    "api/v1/webhooks/": Group.ACCOUNT,
    "api/v1/webhooks/<int:webhook_id>/": Group.ACCOUNT,
    "api/v1/webhooks/<int:webhook_id>/secret/": Group.ACCOUNT,
    "api/v1/webhooks/<int:webhook_id>/test/": Group.ACCOUNT,
    "api/v1/webhooks/<int:webhook_id>/deliveries/": Group.ACCOUNT,
    "api/v1/webhooks/<int:webhook_id>/deliveries/<int:delivery_id>/again/": Group.ACCOUNT,
    "settings/webhooks/": Group.PAGE,
    "settings/webhooks/<int:pk>/": Group.PAGE,
    "settings/webhooks/<int:pk>/do/": Group.PAGE,
    "settings/webhooks/<int:pk>/again/<int:delivery_id>/": Group.PAGE,
    "rules/": Group.PAGE,
    "replay/": Group.PAGE,
    "replay/<int:number>/": Group.PAGE,
    "play/": Group.PAGE,
    "games/": Group.PAGE,
    "games/new/": Group.PAGE,
    "games/next/": Group.PAGE,
    "games/<slug:code>/": Group.GAME_PAGE,
    "games/<slug:code>/join/": Group.GAME_PAGE,
    "games/<slug:code>/invite/": Group.GAME_PAGE,
    "games/<slug:code>/leave/": Group.GAME_PAGE,
    "games/<slug:code>/resign/": Group.GAME_PAGE,
    "games/<slug:code>/rematch/": Group.GAME_PAGE,
    "games/<slug:code>/draft/": Group.GAME_PAGE,
    "games/<slug:code>/review/": Group.GAME_PAGE,
    "games/<slug:code>/move/": Group.GAME_PAGE,
    "games/<slug:code>/snooze/": Group.GAME_PAGE,
    "games/<slug:code>/hint/": Group.GAME_PAGE,
    "games/<slug:code>/plan/": Group.GAME_PAGE,
    "games/<slug:code>/log/": Group.GAME_PAGE,
    "games/<slug:code>/contribution/": Group.GAME_PAGE,
    "games/<slug:code>/shuffle/": Group.GAME_PAGE,
    "games/<slug:code>/course/": Group.GAME_PAGE,
    "games/<slug:code>/rounds/<int:number>/": Group.GAME_PAGE,
    "games/<slug:code>/rounds/<int:number>/replay/": Group.GAME_PAGE,
    "games/<slug:code>/rounds/<int:number>/possible/": Group.GAME_PAGE,
    "games/<slug:code>/mails/": Group.GAME_PAGE,
    "settings/mails/": Group.PAGE,
    "settings/mail-again/": Group.PAGE,
    "mails/": Group.PAGE,
    "mails/<int:pk>/again/": Group.PAGE,
    "m/<str:token>/": Group.PAGE,
    "m/stop/<str:token>/": Group.PAGE,
    "m/move/<str:token>/": Group.PAGE,
    "mail/in/": Group.PAGE,
    "host/": Group.PAGE,
    "admin/": Group.PAGE,
    "admin/users/": Group.PAGE,
    "admin/users/<int:pk>/": Group.PAGE,
    "admin/games/": Group.PAGE,
    "admin/games/<slug:code>/": Group.GAME_PAGE,
    "admin/games/<slug:code>/clock/": Group.GAME_PAGE,
    "admin/outbox/": Group.PAGE,
    "outbox/": Group.PAGE,
    "outbox/<str:name>/": Group.PAGE,
    "outbox/<str:name>/html/": Group.PAGE,
    "language/": Group.PAGE,
    "suits/": Group.PAGE,
    "accounts/login/": Group.PAGE,
    "accounts/logout/": Group.PAGE,
    "accounts/register/": Group.PAGE,
    "accounts/keep/": Group.PAGE,
    "accounts/confirm/": Group.PAGE,
    "accounts/reset/": Group.PAGE,
    "accounts/reset/sent/": Group.PAGE,
    "accounts/reset/new/": Group.PAGE,
    "settings/": Group.PAGE,
    "settings/address/": Group.PAGE,
    "settings/confirm/": Group.PAGE,
    "settings/away/": Group.PAGE,
    "settings/away/<int:vacation_id>/": Group.PAGE,
    "settings/night/": Group.PAGE,
    "settings/password/": Group.PAGE,
    "settings/programs/": Group.PAGE,
    "settings/programs/<int:program_id>/end/": Group.PAGE,
    "settings/tokens/": Group.PAGE,
    "settings/tokens/<int:token_id>/": Group.PAGE,
    "settings/delete/": Group.PAGE,
}

READING = ("GET", "HEAD", "OPTIONS")
WRITING = ("POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW")


def routes() -> Iterator[str]:
    """The routes that Django resolves, however deep they are included."""

    def within(patterns: list[Any], before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from within(pattern.url_patterns, route)
            elif isinstance(pattern, URLPattern):
                yield route

    yield from within(get_resolver().url_patterns, "")


def of(group: Group) -> list[str]:
    return [route for route, its in TABLE.items() if its is group]


def address(route: str, **values: object) -> str:
    """The path of a route, with a value for each of its parts."""
    for name, value in {"username": "ana", "webhook_id": 1, "delivery_id": 1, **values}.items():
        for kind in ("str", "int", "slug"):
            route = route.replace(f"<{kind}:{name}>", str(value))
    return "/" + route.removeprefix("^")
