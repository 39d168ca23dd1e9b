"""What stands in the tables and lists of the staff's pages; what may not stand there is left out here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Outbox


@dataclass(frozen=True, slots=True)
class Cell:
    """`kind` says how it is shown: as a name, a number, a moment, a badge, or plain."""

    value: Any
    kind: str = ""
    href: str = ""


def name(user: User | None) -> Cell:
    return Cell("") if user is None else Cell(user.username, "name", reverse("admin-user", args=[user.pk]))


def code(game: Game | None) -> Cell:
    return Cell("") if game is None else Cell(game.code, "code", reverse("admin-game", args=[game.code]))


def number(value: int) -> Cell:
    return Cell(value, "number")


def moment(value: datetime | None) -> Cell:
    return Cell(value, "moment")


def yes(value: bool) -> Cell:
    return Cell(_("yes") if value else _("no"))


def badge(value: Any, kind: str = "") -> Cell:
    return Cell(value, f"badge {kind}".strip())


def masked(address: str) -> Cell:
    """`a…@example.org`: enough to know it again for whoever was told it."""
    local, at, host = address.rpartition("@")
    return Cell(f"{local[:1]}…{at}{host}" if at else "", "name")


def state(mail: Outbox) -> Cell:
    kinds = {Outbox.State.QUEUED: "wait", Outbox.State.SENT: "good", Outbox.State.REFUSED: "bad"}
    word = str(mail.get_state_display()).partition(":")[0]  # the rest explains it
    return badge(word, kinds.get(Outbox.State(mail.state), ""))


def status(game: Game) -> Cell:
    return badge(game.get_status_display(), "good" if game.status == Game.Status.ACTIVE else "")


def to(mail: Outbox) -> Cell:
    """Whom a mail goes to, never at which address."""
    return name(mail.user) if mail.user is not None else Cell(_("an address"))
