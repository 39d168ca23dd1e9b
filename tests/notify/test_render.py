"""What mails say, in text and in HTML; what they never say; what holds for every kind."""

from __future__ import annotations

import re
from datetime import timedelta
from email.message import EmailMessage
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.core import mail
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from accounts.services import passwords
from accounts.services.registration import confirm
from games.engine.cards import deck
from games.models import Game, Outbox
from games.notify import of_turn, ways
from games.notify.deliver import deliver_due
from games.notify.render import render
from games.services.webhooks import queue, targets
from tests.notify import samples
from tests.people import person

pytestmark = pytest.mark.django_db

KINDS = Outbox.Kind.values
MARKS = re.compile("[\u2066\u2068\u2069\ufe0e\u2060]")


def owed(kind: str, monkeypatch: pytest.MonkeyPatch) -> Outbox:
    """A mail of that kind."""
    made = {
        "turn": lambda: samples.melded(monkeypatch) and samples.mail_of(kind, "ana"),
        "reminder": lambda: samples.reminded(monkeypatch),
        "digest": lambda: samples.listed(monkeypatch),
        "round": lambda: samples.scored(monkeypatch) and samples.mail_of(kind, "ben"),
        "result": lambda: samples.scored(monkeypatch, target=50) and samples.mail_of(kind, "ben"),
        "cancelled": lambda: samples.cancelled(monkeypatch) and samples.mail_of(kind, "ben"),
        "left": lambda: samples.left(monkeypatch),
        "invitation": lambda: samples.cancelled(monkeypatch) and samples.mail_of(kind, "ben"),
        "reset": reset,
        "webhook_off": webhook_off,
    }
    if kind in samples.REPLIES:
        return samples.answered(monkeypatch, kind)
    return made[kind]() if kind in made else of_account(kind)


def reset() -> Outbox:
    person("ana")
    passwords.owe_reset(email="ANA@example.org")
    return Outbox.objects.get(kind="reset")


def webhook_off() -> Outbox:
    webhook = targets.create(user=person("ana"), url="https://hooks.example/secret-path")
    targets.test(user=webhook.user, pk=webhook.pk)
    (taken,) = queue.claim(now=timezone.now(), limit=1)
    queue.finish(delivery=taken, outcome=queue.Outcome(410, "status"), now=timezone.now())
    return samples.mail_of("webhook_off", "ana")


def of_account(kind: str) -> Outbox:
    person("emma")
    samples.registered("dino", "emma@example.org" if kind == "address_known" else "dino@example.org")
    return samples.mail_of(kind, "dino")


def read(row: Outbox) -> EmailMessage:
    return samples.parsed(render(row, now=timezone.now()))


def parts(message: EmailMessage) -> tuple[str, str]:
    """The text and the HTML part."""
    text, html = message.iter_parts()
    assert (text.get_content_type(), html.get_content_type()) == ("text/plain", "text/html")
    return text.get_content(), html.get_content()


def bare(text: str) -> str:
    return MARKS.sub("", text)


class Tags(HTMLParser):
    """Checks that what is opened is closed, and gathers what is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert not any(name.startswith("on") for name in given)
        assert tag not in ("script", "img", "link", "iframe", "form")
        if tag == "a":
            self.links.append(given["href"] or "")
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "title"):
            self.seen.append(data)


@pytest.mark.parametrize("kind", KINDS)
class TestEveryKind:
    def test_headers(self, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
        message = read(owed(kind, monkeypatch))
        assert re.fullmatch(rf"<{kind}\.[0-9a-f]{{32}}@localhost>", message["Message-ID"])
        replied = "auto-replied" if kind in samples.REPLIES else "auto-generated"
        assert message["Auto-Submitted"] == replied
        assert message["Content-Language"] == "en"
        assert message["Date"].datetime is not None
        assert message["From"] == settings.DEFAULT_FROM_EMAIL
        assert len(message.get_all("Message-ID")) == len(message.get_all("From")) == 1
        assert len(message.get_all("To")) == 1
        assert message["To"].count("@") == 1
        assert "\n" not in message["Subject"]

    def test_parts(self, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed(kind, monkeypatch)
        raw = render(row, now=timezone.now()).message().as_bytes()
        assert raw.isascii(), "passes servers of seven bits"
        assert max(map(len, raw.splitlines())) < 998
        text, html = parts(read(row))
        lines = bare(text).splitlines()
        assert lines[0].endswith((".", "!"))
        assert max(len(line) for line in lines if "://" not in line and " " in line.strip()) <= 78
        assert "\n\n\n" not in text
        assert text.count("\n-- \n") == 1
        assert text.count("\u2066") + text.count("\u2068") == text.count("\u2069")
        assert len(html.encode()) < 100_000
        assert '<html lang="en" dir="ltr">' in html
        tags = Tags()
        tags.feed(html)
        assert not tags.open
        assert all(link.startswith(settings.SITE_URL + "/") for link in tags.links)
        shown = " ".join("".join(tags.seen).split())
        assert lines[0] in bare(shown), "the news comes first in both"
        assert set(tags.links) >= {word for word in text.split() if "/m/" in word}

    def test_same_id_at_every_try(self, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed(kind, monkeypatch)
        first = read(row)["Message-ID"]
        row.attempts, row.due_at = 7, row.due_at + timedelta(days=1)
        assert read(row)["Message-ID"] == first

    @pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
    def test_every_language(self, kind: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed(kind, monkeypatch)
        User.objects.update(language=language)
        row = Outbox.objects.select_related("user", "game").get(pk=row.pk)
        message = read(row)
        assert message["Content-Language"] == (language if language in settings.SHIPPED_LANGUAGES else "en")
        direction = "rtl" if language == "ar" else "ltr"
        assert f'dir="{direction}">' in parts(message)[1].partition("<head>")[0]

    def test_nobodys_address(self, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed(kind, monkeypatch)
        everything = render(row, now=timezone.now())
        said = everything.body + str(everything.alternatives[0][0])
        assert "@example" not in said


class TestTurn:
    def test_text(self, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed("turn", monkeypatch)
        assert row.game is not None and row.game.deadline is not None
        deadline = timezone.now().replace(year=2026, month=12, day=3, hour=17, minute=30)
        Game.objects.update(deadline=deadline)
        row.game.refresh_from_db()
        message = samples.parsed(render(row, now=deadline - timedelta(days=2)))
        text = bare(parts(message)[0])
        assert message["Subject"] == f"Rummy {row.game.code} · round 1"
        assert text.splitlines()[0] == "Your turn: you drew 5♦. Until Thu 18:30 CET."
        assert "  m1  7♣ 7♦ 7♥   7C 7D 7H\n  m2  K♣ K♦ K♥   KC KD KH\n  m3  3♣ 4♣ 5♣   3C 4C 5C\n" in text
        assert "YOUR HAND: 11 cards, 73 points\n  2♣ 9♣ Q♣ 2♦ 5♦ 10♦ J♦ 3♥ J♥ 4♠ 8♠\n" in text
        assert "  2C 9C QC 2D 5D TD JD 3H JH 4S 8S\n" in text
        assert "- ben drew a card and laid 7♣\xa07♦\xa07♥\xa0K♣" in text
        assert "- Or draw another card.\n" in text
        assert "until Thursday, 3 December 2026, 18:30 CET (Europe/Malta)." in text
        assert f"\n{ways.play(row)}\n" in text
        assert "\n~~~~ Write your move above this line ~~~~\n\nTHE TABLE\n" in text
        assert "- new 7C 7D 7H: a new meld from your hand\n" in text
        assert "- ben: 2 cards, 0 points\n" in text

    def test_notation_reads_left_to_right_in_arabic(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A digit behind Arabic letters would be drawn before them, but for the mark between."""
        row = owed("turn", monkeypatch)
        User.objects.update(language="ar")
        row = Outbox.objects.select_related("user", "game").get(pk=row.pk)
        text, html = parts(read(row))
        assert "\u2066جديد\u200e 7C 7D 7H\u2069" in text
        assert ">جديد\u200e 7C 7D 7H</span>" in html

    def test_a_far_deadline_has_its_date(self, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed("turn", monkeypatch)
        assert row.game is not None
        row.game.deadline = timezone.now().replace(year=2026, month=12, day=3, hour=17, minute=30)
        Game.objects.update(deadline=row.game.deadline)
        message = samples.parsed(render(row, now=row.game.deadline - timedelta(days=10)))
        assert "Until Thu 3 Dec 18:30 CET." in bare(parts(message)[0])

    def test_a_deadline_that_has_passed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed("turn", monkeypatch)
        text = parts(samples.parsed(render(row, now=timezone.now() + timedelta(days=4))))[0]
        assert "until the turn is played for you, you can still move." in " ".join(bare(text).split())

    @pytest.mark.parametrize("name", ["ana", "ben"])
    def test_no_card_that_is_hidden(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.melded(monkeypatch) if name == "ana" else samples.started(monkeypatch)
        message = read(samples.mail_of("turn", name))
        text, html = parts(message)
        table = " ".join(samples.GROUPS).split() if name == "ana" else []
        hand = [*samples.ANA.split(), "5D"] if name == "ana" else [*samples.BEN.split(), "AS"]
        hidden = {card.text for card in deck(2)} - {*table, *hand, "*"}
        letters = r"(?<![\w*]){}(?!\w)"
        legend = {"7C", "7D", "7H", "TS"}  # how a card is typed
        for part in (text, html):
            shown = {card for card in hidden if re.search(letters.format(re.escape(card)), part)}
            assert shown <= legend
        symbols = {card: card.replace("T", "10").translate(str.maketrans("CDHS", "♣♦♥♠")) for card in hidden}
        for shown_as in symbols.values():
            assert not re.search(rf"(?<!\d){shown_as}", bare(text))
            assert not re.search(rf"(?<!\d){shown_as}", bare(html))
        assert game.invitation not in text + html

    def test_threads(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.scored(monkeypatch)
        deliver_due()
        read_mails = [samples.parsed(message) for message in mail.outbox if message.to == ["ana@example.org"]]
        round_one, turn = read_mails
        assert round_one["References"] == round_one["In-Reply-To"] == f"<{game.code}.round-1@localhost>"
        assert turn["References"] == turn["In-Reply-To"] == f"<{game.code}.round-2@localhost>"

    def test_a_reply_to_the_mail_before(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = samples.started(monkeypatch)
        deliver_due()
        samples.play(game, "ben", samples.tabled(*samples.GROUPS))
        samples.play(game, "ben", samples.Knock())
        deliver_due()
        first, second, *_ = [
            samples.parsed(message) for message in mail.outbox if message.to == ["ben@example.org"]
        ]
        assert second["In-Reply-To"] == first["Message-ID"]
        assert second["References"] == f"<{game.code}.round-1@localhost> {first['Message-ID']}"
        assert second["Subject"] == first["Subject"]


def test_the_fullest_table_fits_into_a_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card of two decks lies on it; mail programs cut off what is above 100 kB."""
    samples.melded(monkeypatch)
    full = [card.text for card in deck(5)]
    lying = [{"id": f"m{at}", "cards": full[at : at + 3]} for at in range(0, len(full), 3)]
    with_all = of_turn.cards.melds(lying)
    monkeypatch.setattr(of_turn.cards, "melds", lambda _table: with_all)
    html = parts(read(samples.mail_of("turn", "ana")))[1]
    assert html.count('class="card"') == 106 + 11
    assert len(html.encode()) < 80_000


class TestOthers:
    def test_round(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = bare(parts(read(owed("round", monkeypatch)))[0])
        assert text.startswith("Round 1 is yours: 65 points.\n\nYou knocked, with the lowest hand.\n")
        assert "ben (you): 65 points = 65 by which the other hands were higher\n" in text
        assert "- hand: 2♥ A♠, 3 points\n- after this round: 65\n" in text
        assert "Round 2 has been dealt." in text

    def test_result(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = bare(parts(read(owed("result", monkeypatch)))[0])
        assert text.startswith("You have won, with 165 points.\n\nThe target of 50 points was reached")
        assert (
            "1. ben (you): 165 points, winner\n   65 from the rounds, 1 of them won\n2. ana: 0 points\n"
            in text
        )

    def test_cancelled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = bare(parts(read(owed("cancelled", monkeypatch)))[0])
        assert text.startswith(
            "The game is cancelled.\n\nana, who opened the table, has left it before the game began.\n"
        )

    def test_invitation(self) -> None:
        game = samples.invited()
        row = Outbox.objects.select_related("game").get(address="carla@example.net")
        message = read(row)
        text = bare(parts(message)[0])
        assert bare(message["Subject"]) == f"ana invites you to Rummy {game.code}"
        assert f"\n{settings.SITE_URL}/games/{game.code}/?invitation={game.invitation}\n" in text
        for line in (
            "Players: 4",
            "Clock: 3 days for each turn.",
            "Length: Rounds until somebody has 150 points.",
        ):
            assert f"- {line}\n" in text
        assert "At the table: ana and House beginner 1. 2 places are free." in text
        assert "/m/stop/" in text and "/settings/" not in text  # to which nobody without an account gets

    @override_settings(SITE_URL="https://rummy.example")
    def test_confirm(self, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed("confirm", monkeypatch)
        text, html = parts(read(row))
        (link,) = re.findall(r"^https://rummy\.example/accounts/confirm/\?key=(\S+)$", text, re.MULTILINE)
        (key,) = re.findall(r"send this key\n(\S+)\n", text)
        assert key.replace(":", "%3A") == link
        assert key in html
        assert "POST https://rummy.example/api/v1/accounts/confirm/\n" in text
        assert confirm(key=key).username == "dino"

    def test_address_known(self, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed("address_known", monkeypatch)
        User.objects.filter(username="dino").update(language="ar")
        message = read(Outbox.objects.select_related("user").get(pk=row.pk))
        assert message["To"] == "emma@example.org"
        assert message["Content-Language"] == "en", "the language of who has the address"
        text = bare(parts(message)[0])
        assert "emma" in text
        assert "dino" not in text


class TestHostileNames:
    NAMES = (
        "x\r\nBcc: victim@example.com",
        "</td><script>alert(1)</script>",
        "{{ settings.SECRET_KEY }}{% now %}",
        "%(cards)s %s %",
        "\u202eevil\u2066\u2069\u2069\u2069",
        "visit.evil.example",
        "a, b <c@example.com>",
        "=?utf-8?q?x?=",
    )

    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize("kind", KINDS)
    def test_are_only_text(self, kind: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        row = owed(kind, monkeypatch)
        for user in User.objects.exclude(kind="bot"):
            User.objects.filter(pk=user.pk).update(username=f"{name[:26]}{user.pk}")
        row = Outbox.objects.select_related("user", "game").get(pk=row.pk)
        if kind == "invitation":
            row.payload["inviter"] = name
        message = read(row)
        assert message["Bcc"] is None
        assert len(message.get_all("To")) == 1
        assert message["To"].addresses[0].addr_spec.endswith("@example.org")
        text, html = parts(message)
        assert "<script" not in html
        tags = Tags()
        tags.feed(html)
        assert not tags.open
        assert text.count("\u2066") + text.count("\u2068") == text.count("\u2069")
        assert "\u202e" not in text + html + message["Subject"]
        assert "visit.evil" not in text + html, "no mail program makes a link of it"
