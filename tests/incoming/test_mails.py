"""Each raw mail of `mails/` over real SMTP to the listener, and what comes back from a real server, as the table says.

A line of `mails/expected.jsonl`: which mail, its outcome, and beside it `game` (a situation of tests.notify.samples),
`moves` as they were understood, `says`: words of the answer, `turn` of the address where it is not the open one,
`times` that it is sent, `sender` of the envelope, `to`: "bounce" for a bounce address, and for mail that does not
come from this machine `local` false with the name of our server.
"""

from __future__ import annotations

import json
import random
import re
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from django.utils import translation

from games.models import Game, IncomingMail, Move, Outbox
from games.notify import marker, reply_address
from games.notify.cards import END, LEFT_TO_RIGHT, OF_ITS_OWN
from games.notify.deliver import deliver_due
from games.notify.incoming.handle import handle_due
from games.services import incoming
from games.services.incoming import Taken
from games.services.replays import faults_of
from tests.incoming.doors import DOMAIN, SETTINGS, hand_in, listening, reply_to
from tests.notify import samples
from tests.notify.smtp import Server, running

pytestmark = pytest.mark.django_db(transaction=True)
MAILS = Path(__file__).parent / "mails"
EXPECTED: list[dict[str, Any]] = [
    json.loads(line) for line in (MAILS / "expected.jsonl").read_text().splitlines()
]
GROUPS = 8
ANSWERED = {
    "played": "played",
    "already": "not_played",
    "not_played": "not_played",
    "help": "help",
    "confirm": "confirm_move",
}
# Whoever's mail was not played is shown how the game stands now.
SHOWN = ("THE TABLE", "YOUR HAND", "To the game:")
_MARKS = re.compile(f"[{LEFT_TO_RIGHT}{OF_ITS_OWN}{END}]")


def test_every_mail_has_its_line() -> None:
    assert sorted(path.stem for path in MAILS.glob("*.eml")) == sorted(one["mail"] for one in EXPECTED)
    assert len(EXPECTED) > 100


@pytest.mark.parametrize("group", range(GROUPS))
def test_what_becomes_of_each(group: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = []
    for one in EXPECTED[group::GROUPS]:
        far = (
            {} if one.get("local", True) else {"TRUST_LOCAL_MAIL": False, "TRUSTED_AUTHSERV": one["authserv"]}
        )
        with monkeypatch.context() as patch:
            game = getattr(samples, one.get("game", "started"))(patch)
            with listening(**far) as port, running() as server:
                got = sent(one, game, port, server)
        differences = [
            f"{name}: {got[name]!r}" for name in got if name != "text" and got[name] != wanted(one)[name]
        ]
        words = [one.get("says", ""), *(SHOWN if got["answers"] == ["not_played"] else ())]
        if not all(each in got["text"] for each in words):
            differences.append(f"says: {got['text']}")
        if differences:
            wrong.append(f"{one['mail']}: " + "; ".join(differences))
    assert not wrong, "\n".join(wrong)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(3))
def test_mails_that_were_mutilated_on_the_way_are_all_dealt_with(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut, doubled, mixed with others, with wrong bytes: each comes to an end, and no game is left half played."""
    chance = random.Random(seed)
    game = samples.started(monkeypatch)
    address = reply_to(game, "ben")
    raws = [filled(one["mail"], game, address) for one in EXPECTED]
    with override_settings(**SETTINGS):
        for number in range(120):
            raw = mutilated(chance, raws)
            incoming.take([Taken(raw, str(number), address, "smtp", "ben@example.org", local=True)])
        counts = handle_due()
    assert sum(counts.values()) == 120 and not {"retried", "failed", "lost"} & set(counts)
    assert list(faults_of(Game.objects.get(pk=game.pk))) == []


def mutilated(chance: random.Random, raws: list[bytes]) -> bytes:
    """One of these mails, after an accident or some."""
    raw = chance.choice(raws)
    for _ in range(chance.randint(1, 3)):
        at, to = sorted(chance.randrange(len(raw) + 1) for _ in range(2))
        other = chance.choice(raws)
        raw = chance.choice(
            [
                raw[:to],
                raw[:at] + raw[to:],
                raw[:to] + raw[at:],
                raw[:at] + other[at:],
                raw[:at] + chance.randbytes(8) + raw[at:],
                raw[:at]
                + chance.choice((b"\x00", b"\xff", b"\r\n\r\n", b"--=b=", b"=", b'"', b"<", b";"))
                + raw[at:],
            ]
        )
    return raw


def wanted(one: dict[str, Any]) -> dict[str, Any]:
    answer = ANSWERED.get(one["outcome"])
    return {
        "outcome": one["outcome"],
        "moves": one.get("moves", ""),
        "answers": [answer] if answer else [],
        "readers": {f"{who(one)}@example.org"} if answer else set(),
        "played": one["outcome"] == "played",
        "waiting": 0,
    }


def who(one: dict[str, Any]) -> str:
    """Whose reply it is; `From` may say anything."""
    if "From: Ana" in (MAILS / f"{one['mail']}.eml").read_text(errors="replace"):
        return "ana"
    return "ben"


def sent(one: dict[str, Any], game: Game, port: int, server: Server) -> dict[str, Any]:
    """Sends it, lets the worker work, and reads what came back."""
    moves, name = Move.objects.filter(game=game).count(), who(one)
    address = reply_to(game, name, one.get("turn"))
    deliver_due()
    before = len(server.taken)
    if one.get("to") == "bounce":
        mail = Outbox.objects.filter(game=game, user__username=name, state="sent").latest("pk")
        address = f"{reply_address.bounce(mail.pk)}@{DOMAIN}"
    for _ in range(one.get("times", 1)):
        hand_in(port, filled(one["mail"], game, address), address, one.get("sender", f"{name}@example.org"))
    handle_due()
    deliver_due()
    answers = [(to, read(raw)) for to, raw in server.taken[before:]]
    answers = [(to, mail) for to, mail in answers if mail["Auto-Submitted"] == "auto-replied"]
    row = IncomingMail.objects.get(recipient=address)
    return {
        "outcome": row.outcome,
        "moves": row.moves,
        "answers": [mail["Message-ID"][1:].partition(".")[0] for _to, mail in answers],
        "readers": {to for to, _mail in answers},
        "played": Move.objects.filter(game=game).count() > moves,
        "waiting": IncomingMail.objects.exclude(state="done").count(),
        "text": " ".join(text_of(mail) for _to, mail in answers),
    }


def filled(name: str, game: Game, address: str) -> bytes:
    """The raw mail, with this game's names in it, and the line ends of mail."""
    raw = (MAILS / f"{name}.eml").read_bytes()
    with translation.override("ar"):
        arabic = marker.line()
    for place, value in {
        "reply": address,
        "code": game.code,
        "marker": marker.line(),
        "marker_ar": arabic,
    }.items():
        raw = raw.replace(b"{%s}" % place.encode(), value.encode())
    return raw.replace(b"\n", b"\r\n")


def read(raw: bytes) -> EmailMessage:
    mail = BytesParser(policy=default).parsebytes(raw)
    assert isinstance(mail, EmailMessage)
    return mail


def text_of(mail: EmailMessage) -> str:
    """What its text part says, on one line, without marks of direction."""
    body = mail.get_body(("plain",))
    assert body is not None
    return " ".join(_MARKS.sub("", body.get_content()).split())
