"""Every mail that these games owe, looked through as an answer is: no hidden card, nobody else's secrets."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.engine.codec import decode_state
from games.models import Outbox
from games.notify.deliver import deliver_due
from games.notify.holds import why_moot
from games.notify.render import render
from games.selectors import seat_of, seats_of
from tests.walk import prying, world

# What each mail says of how cards and moves are typed; its cards are examples.
LEGEND = re.compile(
    r"The letters beside the cards.*?seven\s+of\s+hearts\."
    r"|write your move\s+above the line of waves.*?Melds that you do not name stay",
    re.DOTALL,
)

pytestmark = pytest.mark.django_db


def test_no_mail_tells_what_its_reader_may_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    world.build(monkeypatch)
    secrets = prying.Secrets()
    kinds = set()
    for row in Outbox.objects.select_related("user", "game__creator"):
        if why_moot(row):
            continue
        kinds.add(row.kind)
        message = render(row, now=timezone.now())
        raw = message.message().as_string()
        parts = [message.subject, message.body, *(str(content) for content, _ in message.alternatives)]
        text = "\n".join([*parts, *map(str, message.extra_headers.values())])
        mine = {row.address.lower(), row.user.email.lower() if row.user else ""}
        found = {one.lower() for one in secrets.hidden_from(row.user).findall(text)} - mine
        if row.game is not None and row.kind == Outbox.Kind.INVITATION:
            found.discard(row.game.invitation.lower())
        assert not found, f"{row.kind} to {row.user} tells {found}"
        assert message.to == [row.address or (row.user.confirmed_email if row.user else "")]
        assert not message.cc and not message.bcc and "Bcc:" not in raw
        _look_for_cards(row, parts)
    assert kinds == {"confirm", "invitation", "turn", "round", "result", "cancelled"}


def _look_for_cards(row: Outbox, parts: list[str]) -> None:
    """A scored round lies open, so the mails of games that have one are looked at by their own tests."""
    if row.game is None or row.kind == Outbox.Kind.INVITATION or prying.rounds_scored(row.game):
        return
    shown = set().union(*(prying.cards_of_html(LEGEND.sub("", part)) for part in parts))
    hidden = prying.hidden_cards(row.game, row.user)
    assert not shown & hidden, f"{row.kind} to {row.user} shows {sorted(shown & hidden)}"
    if row.kind == Outbox.Kind.TURN:
        seat = seat_of(seats_of(row.game), row.user)
        assert seat is not None and seat.number is not None
        hand = decode_state(row.game.state).seats[seat.number].hand
        assert {card.text for card in hand} - {"*"} <= shown, "the reader finds their own hand"


def test_each_is_sent_to_its_reader_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    world.build(monkeypatch)
    counts = deliver_due(now=timezone.now())
    assert set(counts) <= {"sent", "moot"} and counts["sent"] == len(mail.outbox) > 8
    addresses = set(User.objects.exclude(email="").values_list("email", flat=True))
    for message in mail.outbox:
        assert len(message.recipients()) == 1
        text = message.message().as_string().replace(message.recipients()[0], "")
        assert not [one for one in addresses if one in text]
    assert not Outbox.objects.filter(state="queued").exists()
