"""A game that somebody hands in, step by step: an exported one, read back and played again by the rules.

It is kept nowhere but in the session of who handed it in, for a day where nobody is logged in, nor let into
a game by a mail.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import orjson
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe
from rest_framework.exceptions import Throttled

from config.api import throttles
from games.engine import codec
from games.engine.exported import BadExport, Exported, Line, read
from games.engine.view import event_for, log_entry_for
from games.notify.cards import named
from games.web import passes
from games.web.refusals import too_often
from games.web.replay_steps import steps_of
from games.web.replaying import data, faces, shown, step_of
from games.web.shown import private

KEPT = "imported"  # in the session
A_DAY = 24 * 3600  # seconds
MOST_BYTES = 4_000_000  # of a file: a long game of five has one
MOST_KEPT = 400_000  # characters in the session


@csrf_exempt  # `_handed_in` asks for the token: to look for it, the door would refuse what is too long, with no page
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """A form for the document; what is wrong with one that was handed in, and where."""
    if request.method != "POST":
        return _form(request)
    try:
        request.POST  # noqa: B018  # is read here
    except RequestDataTooBig:
        return _form(request, _("That is too long to be pasted: choose the file instead."))
    return _handed_in(request)


@csrf_protect
def _handed_in(request: HttpRequest) -> HttpResponse:
    try:
        throttles.hit(
            "hint", f"import {throttles.address_of(request)}"
        )  # it costs the machine as much as one
        game = read(_document(request))
        if not game.scored:
            return _form(request, _("No round of this game was scored, so none of it lies open."))
        _keep(request, game)
    except Throttled as error:
        return too_often(request, error)
    except _NotRead as error:
        return _form(request, str(error))
    except BadExport as error:
        return _form(request, _said(error))
    return redirect("replay-round", 1)


@require_safe
def replay(request: HttpRequest, number: int) -> HttpResponse:
    """One round of the game that was handed in last."""
    game = _kept(request)
    if game is None:
        return redirect("replay")
    if not 1 <= number <= len(game["rounds"]):
        raise Http404
    players: list[str] = game["players"]
    names = {seat: named(name) for seat, name in enumerate(players)}
    steps = list(steps_of(game["rounds"][number - 1], None, names))
    at = step_of(request.GET.get("step", ""), len(steps))
    context = {
        "code": game["code"],
        "number": number,
        "steps": steps,
        "last": len(steps) - 1,
        **shown(steps[at], players, None),
        "faces": faces(steps),
        "data": data(steps, len(players), at=at),
        "rounds": range(1, len(game["rounds"]) + 1),
    }
    return private(render(request, "games/imported.html", context))


class _NotRead(Exception):
    """What was handed in is no JSON that could be looked at; says why."""


def _document(request: HttpRequest) -> object:
    """What was uploaded, else what was pasted."""
    file, length = request.FILES.get("file"), int(request.META.get("CONTENT_LENGTH") or 0)
    uploaded = file if isinstance(file, UploadedFile) else None
    cut = length > settings.LONG_BODIES[request.path]  # of the body only a part has come
    if cut or (uploaded and (uploaded.size or 0) > MOST_BYTES):
        raise _NotRead(_("The file is too large: an exported game has at most 4 MB."))
    given = uploaded.read() if uploaded else request.POST.get("text", "").encode(errors="replace")
    if not given.strip():
        raise _NotRead(_("Choose a file, or paste what is in it."))
    try:
        return orjson.loads(_utf8(given))
    except orjson.JSONDecodeError as error:
        at = {"line": error.lineno, "column": error.colno}
        raise _NotRead(_("This is not JSON: line %(line)d, column %(column)d.") % at) from None


def _utf8(given: bytes) -> bytes:
    """As the service writes it: a file that was saved or sent on by other programs may have a mark of its encoding
    before it, or be UTF-16 by now."""
    try:
        return given.decode(json.detect_encoding(given)).encode()
    except UnicodeError:
        return given


def _said(error: BadExport) -> str:
    words = {"where": error.where, "rule": error.rule}
    return {
        "not_an_export": _("This is JSON, but no exported game: it has no “format” and no “log”."),
        "other_format": _("This game is of a format that this service does not know."),
        "shape": _("“%(where)s” is not what an exported game has there."),
        "refused": _("“%(where)s” is against the rules (%(rule)s)."),
        "differs": _("“%(where)s” does not say what follows from the moves."),
        "unfinished": _("The game is not over: its log has no end."),
    }[error.code] % words


def _form(request: HttpRequest, refusal: str = "") -> HttpResponse:
    pasted = request.POST.get("text", "") if refusal else ""
    context = {"refusal": refusal, "kept": _kept(request), "text": pasted}
    return private(render(request, "games/import.html", context, status=400 if refusal else 200))


def _keep(request: HttpRequest, game: Exported) -> None:
    """What the replay needs, packed: of each line what the rules say of it, nothing that was only handed in."""
    told = {
        "code": game.code,
        "players": list(game.names),
        "rounds": [list(map(_entry, game.round(number))) for number in range(1, game.scored + 1)],
    }
    packed = base64.b85encode(zlib.compress(orjson.dumps(told), 9)).decode()
    if len(packed) > MOST_KEPT:
        raise _NotRead(_("This game is too long to be shown here."))
    request.session[KEPT] = packed
    if not request.user.is_authenticated and not request.session.get(passes.KEPT):
        request.session.set_expiry(A_DAY)


def _kept(request: HttpRequest) -> dict[str, Any] | None:
    packed = request.session.get(KEPT)
    if not packed:
        return None
    kept: dict[str, Any] = orjson.loads(zlib.decompress(base64.b85decode(packed)))
    return kept


def _entry(line: Line) -> dict[str, Any]:
    step = line.step
    assert step is not None, "a scored round lies open"
    events = [codec.encode_event(event) for event in step.events]
    stored = {
        "seat": step.seat,
        "type": step.move.type,
        "data": codec.encode_move(step.move),
        "events": events,
    }
    head = {name: line.told[name] for name in ("number", "round", "at", "timed_out", "stand_in")}
    return {
        **head,
        "seat": step.seat,
        "type": step.move.type,
        "planned": line.told.get("planned") is True,  # documents of before there were plans have none
        "reason": None,
        **log_entry_for(stored, None, True),
        "events": [event_for(event, None, True) for event in events],
    }
