"""`manage.py reply`: a newcomer answers a mail without a mail program."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from games.models import Game, IncomingMail
from games.notify import written
from games.notify.deliver import deliver_due
from games.notify.incoming import reading
from games.notify.incoming.handle import handle_due
from tests.incoming.doors import listening
from tests.notify import samples
from tests.servers import free_port

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Game:
    monkeypatch.setattr("django.conf.settings.MAIL_DIR", tmp_path)
    monkeypatch.setattr("django.conf.settings.EMAIL_BACKEND", written.BACKEND)
    return samples.started(monkeypatch)


def test_answers_the_newest_mail_as_its_player(game: Game) -> None:
    out = StringIO()
    with listening() as port:
        deliver_due()
        call_command("reply", game.code, "new 7C 7D 7H", "new KC KD KH", port=port, stdout=out)
        row = IncomingMail.objects.get()
        message = reading.parsed(bytes(row.raw))
        assert handle_due() == {"played": 1}
        deliver_due()
    assert message["From"] == "ben@example.org" and "Re: Rummy" in message["Subject"]
    lines = reading.text_lines(message) or []
    assert lines[:2] == ["new 7C 7D 7H", "new KC KD KH"]
    assert any(line.startswith("> ") and "7♣" in line for line in lines), "the mail is quoted"
    assert "Sent as ben@example.org" in out.getvalue()
    newest = written.read(written.names()[0])
    assert newest is not None and "Played." in written.part(newest, "plain")


def test_goes_on_from_the_answer(game: Game) -> None:
    """Drawing twice: the second reply answers the answer to the first."""
    with listening() as port:
        for _ in range(2):
            deliver_due()
            call_command("reply", game.code, "draw", port=port, stdout=StringIO())
            assert handle_due() == {"played": 1}


def test_as_somebody_else(game: Game) -> None:
    with listening() as port:
        deliver_due()
        with pytest.raises(CommandError, match="No mail of this game"):
            call_command("reply", game.code, "draw", username="ana", port=port)
        call_command("reply", game.code, "draw", username="Ben", port=port, stdout=StringIO())
    assert IncomingMail.objects.count() == 1


def test_says_what_is_wrong(game: Game) -> None:
    with override_settings(REPLY_DOMAIN="rummy.example"):
        with pytest.raises(CommandError, match="There is no game"):
            call_command("reply", "nosuchgame", "draw")
        with pytest.raises(CommandError, match="No mail of this game"):
            call_command("reply", game.code, "draw")
        deliver_due()
        with pytest.raises(CommandError, match="does the service run"):
            call_command("reply", game.code, "draw", port=free_port())
    with override_settings(REPLY_DOMAIN=""), pytest.raises(CommandError, match="REPLY_DOMAIN"):
        call_command("reply", game.code, "draw")
