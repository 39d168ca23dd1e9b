"""What happens, told as it happens: `/events/` for all of one's own games, `/games/{id}/events/` for one.

These views say who may follow what, and from where. config.live.following holds the connections; where requests come
to a server that cannot hold any, the views answer at once with what there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.models import User
from config.api.numbers import is_whole
from config.api.problems import Problem
from config.api.views import ApiView
from config.live import told
from config.live.told import Admission, NoLonger, Source
from games import feeds, selectors
from games.api import events_schema as schema
from games.errors import Invalid, NotFound
from games.following import OneGame, OwnGames

LONGEST_WAIT = 60  # seconds
LONGEST_NUMBER = 15  # digits
RETRY = 5000  # milliseconds, where a stream cannot be held open


@dataclass(frozen=True, slots=True)
class _Asked:
    """From where on (None: from now), and how long to wait for something (None: a stream)."""

    after: int | None
    wait: int | None


class Admitted(HttpResponse):
    """For the door that holds connections open: whoever asked is let in."""

    def __init__(self, admission: Admission) -> None:
        super().__init__()
        self.admission = admission


class OwnEventsView(ApiView):
    """`/events/`: all that happens in the games of the one who asks."""

    @schema.own_events
    def get(self, request: Request, held: bool = False) -> HttpResponse:
        asked = _asked(request)
        if request.query_params.get("token"):  # a page's, which asks by itself where there is no stream
            said = _("No stream is served here: read the game now and then.")
            raise Problem(503, "unavailable", said, {"Retry-After": "60"})
        user = self.require_user(request)
        newest = feeds.newest(user)
        goes_on = asked.after is None or feeds.can_go_on(user, asked.after, newest)
        return _answered(_admission(request, user, asked, OwnGames(user), newest, goes_on=goes_on), held)


class GameEventsView(ApiView):
    """`/games/{id}/events/`: the log of one game, as the one who asks may see it."""

    @schema.game_events
    def get(self, request: Request, code: str, held: bool = False) -> HttpResponse:
        asked = _asked(request)
        user, invitation = self.user_or_none(request), request.query_params.get("invitation", "")
        game, _seats = selectors.find(code=code, user=user, invitation=invitation)
        goes_on = asked.after is None or asked.after <= game.log_length
        source = OneGame(game, user, invitation)
        return _answered(_admission(request, user, asked, source, game.log_length, goes_on=goes_on), held)


def _asked(request: Request) -> _Asked:
    """Raises Invalid. Whoever comes again by `Last-Event-ID` has got further than the address says."""
    errors: dict[str, list[str]] = {}
    given = {
        "Last-Event-ID": request.META.get("HTTP_LAST_EVENT_ID"),
        "after": request.query_params.get("after"),
        "wait": request.query_params.get("wait"),
    }
    for name, text in given.items():
        if text is not None and not is_whole(text, LONGEST_NUMBER):
            errors[name] = [_("Send a whole number.")]
    if not errors and int(given["wait"] or 0) > LONGEST_WAIT:
        errors["wait"] = [_("Wait at most %(most)d seconds.") % {"most": LONGEST_WAIT}]
    if errors:
        raise Invalid(errors)
    after, wait = given["Last-Event-ID"] or given["after"], given["wait"]
    return _Asked(int(after) if after else None, int(wait) if wait else None)


def _admission(
    request: Request, user: User | None, asked: _Asked, source: Source, newest: int, *, goes_on: bool
) -> Admission:
    token_id: Any = request.auth
    return Admission(
        source=source,
        position=asked.after if asked.after is not None and goes_on else newest,
        reset=not goes_on,
        wait=asked.wait,
        who="" if user is None else str(user.pk),
        token_id=token_id,
        by_session=user is not None and token_id is None,
    )


def _answered(admission: Admission, held: bool) -> HttpResponse:
    """Lets in who asked; where nobody holds the connection, tells what there is now."""
    if held:
        return Admitted(admission)
    source, position = admission.source, admission.position
    try:
        batch = source.told(source.read(position, told.MOST_AT_ONCE))
    except NoLonger:
        raise NotFound from None
    events = [told.reset(position), *batch.events] if admission.reset else batch.events
    if admission.wait is None:
        # A stream that ends at once: its client comes again, and goes on from the last number.
        text = told.opening(position, RETRY) + "".join(each.as_stream() for each in events)
        answer = HttpResponse(text, content_type="text/event-stream; charset=utf-8")
    else:
        answer = HttpResponse(told.as_answer(events, batch.position), content_type="application/json")
    answer["Cache-Control"] = "private, no-store"
    return answer
