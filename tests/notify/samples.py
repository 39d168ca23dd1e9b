"""One game in each situation that a mail tells of, and its mails."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from accounts.services import wishes
from accounts.services.registration import register
from games.engine.cards import parse_card
from games.engine.moves import Draw, Knock, MeldMove, Pass
from games.models import Game, Outbox
from games.notify import reply_address
from games.notify.incoming.handle import handle_due
from games.services import digest, incoming, lobby, reminders, turns
from games.services.terms import read_terms
from tests.decks import stack, stacked
from tests.people import person

# Seat 1 (ben) is left of the dealer (seat 0, ana) and begins.
BEN = "7C 7D 7H 2H KC KD KH 3C 4C 5C"
ANA = "2C 2D 3H 8S 9C JD JH QC TD 4S"
STOCK = "AS 5D *"
# Replies of ben's in his first turn, by the answer that they get: what he wrote, and whether it is surely his.
REPLIES = {
    "played": ("new 7C 7D 7H", True),
    "not_played": ("new 7C 7D DH", True),
    "help": ("", True),
    "confirm_move": ("draw", False),
}
GROUPS = ("7C 7D 7H", "KC KD KH", "3C 4C 5C")


def tabled(*melds: str) -> MeldMove:
    """A meld move that makes the table so."""
    return MeldMove(table=tuple(tuple(map(parse_card, meld.split())) for meld in melds), knock=None)


def play(game: Game, name: str, move: Draw | Knock | MeldMove | Pass) -> Game:
    """The move of that person; the game after it."""
    version = Game.objects.get(pk=game.pk).version
    turns.play(code=game.code, user=person(name), version=version, move=move)
    return Game.objects.get(pk=game.pk)


def started(patch: pytest.MonkeyPatch, **terms: object) -> Game:
    """Round 1, ben to move: he drew A♠."""
    stack(patch, stacked([BEN, ANA], STOCK), dealer=0)
    ana = person("ana", timezone="Europe/Malta")
    person("ben", timezone="Europe/Belgrade")
    game = lobby.create(creator=ana, terms=read_terms({"players": 2, **terms}))
    lobby.join(code=game.code, user=person("ben"))
    return Game.objects.get(pk=game.pk)


def melded(patch: pytest.MonkeyPatch, **terms: object) -> Game:
    """Ben has laid three melds, keeps 2♥ A♠ and did not knock; ana is to move: she drew 5♦."""
    return play(play(started(patch, **terms), "ben", tabled(*GROUPS)), "ben", Pass())


def scored(patch: pytest.MonkeyPatch, **terms: object) -> Game:
    """Ben has laid three melds and knocked with 2♥ A♠: round 1 is his. Round 2 lies as round 1 did."""
    return play(play(started(patch, **terms), "ben", tabled(*GROUPS)), "ben", Knock())


def reminded(patch: pytest.MonkeyPatch, **terms: object) -> Outbox:
    """Ana's reminder of her turn, a day before its time is over."""
    game = melded(patch, **terms)
    assert game.deadline is not None
    reminders.sweep(now=game.deadline - timedelta(hours=23))
    return mail_of("reminder", "ana")


def listed(patch: pytest.MonkeyPatch, **terms: object) -> Outbox:
    """Ana's daily list; one game waits."""
    melded(patch, **terms)
    wishes.change(user=person("ana"), digest_hour=8)
    digest.sweep(now=timezone.now() + timedelta(hours=26))  # also where clocks change meanwhile
    return mail_of("digest", "ana")


def answered(patch: pytest.MonkeyPatch, kind: str) -> Outbox:
    """The answer, of that kind, to a reply of ben's."""
    game, (text, local) = started(patch), REPLIES[kind]
    with override_settings(REPLY_DOMAIN="rummy.example", TRUST_LOCAL_MAIL=True):
        to = f"{reply_address.make(game.code, 1, person('ben').pk)}@rummy.example"
        mail = EmailMessage()
        mail["From"], mail["Subject"], mail["Message-ID"] = "ben@example.org", "Re: Rummy", f"<{game.code}@x>"
        mail.set_content(text)
        taken = incoming.Taken(mail.as_bytes(), f"{kind}-{game.code}", to, "smtp", "ben@example.org", local)
        incoming.take([taken])
        handle_due()
    return mail_of(kind, "ben")


def cancelled(patch: pytest.MonkeyPatch) -> Game:
    """A table that ana opened and left, with ben at it."""
    game = invited()
    lobby.join(code=game.code, user=person("ben"))
    return lobby.leave(code=game.code, user=person("ana"))


def left(patch: pytest.MonkeyPatch) -> Outbox:
    """Ben's, who let his turn go by at a table that bears no missed turn; a house player plays on for him."""
    game = started(patch, timeouts_to_leave=1, replace_left="beginner")
    assert game.deadline is not None
    assert turns.time_out(game_id=game.pk, version=game.version, now=game.deadline)
    return mail_of("left", "ben")


def invited() -> Game:
    """A table for four that ana opened, with a house player; ben and an address are invited."""
    terms = read_terms({"players": 4, "bots": ["beginner"], "invite": ["ben", "carla@example.net"]})
    person("ben")
    return lobby.create(creator=person("ana"), terms=terms)


def registered(name: str = "dino", email: str = "dino@example.org") -> User:
    """Somebody who registered a moment ago."""
    return register(username=name, email=email, password="correct horse battery")


def mail_of(kind: str, name: str) -> Outbox:
    """The newest mail of that kind to that person."""
    rows = Outbox.objects.select_related("user", "game").filter(kind=kind, user__username=name)
    return rows.order_by("-pk")[0]


def parsed(message: EmailMultiAlternatives) -> EmailMessage:
    """The mail as its reader's program reads it."""
    read = BytesParser(policy=default).parsebytes(message.message().as_bytes())
    assert isinstance(read, EmailMessage)
    return read
