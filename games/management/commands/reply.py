"""`manage.py reply GAME "draw"`: answers the newest mail of a game, by a real mail to the listener."""

from __future__ import annotations

import smtplib
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Composes a reply to the newest mail of a game and hands it to the listener, as its player would."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="its id, as in the subject of its mails")
        parser.add_argument(
            "line", nargs="+", help='a move each: draw, "new 7C 7D 7H", "KH > m3", knock, pass'
        )
        parser.add_argument("--as", dest="username", default="", help="whose mail; else of who is to move")
        parser.add_argument("--port", type=int, default=settings.MAIL_IN_PORT or 8025)

    def handle(self, *args: Any, **options: Any) -> None:
        from games.models import Game
        from games.notify.incoming import composing

        game = Game.objects.filter(code=options["game"]).first()
        if game is None:
            raise CommandError(f"There is no game {options['game']}.")
        mail = composing.newest(game, options["username"])
        if mail is None:
            raise CommandError(
                "No mail of this game was sent that can be answered: mails go to confirmed addresses only."
            )
        if not settings.REPLY_DOMAIN:
            raise CommandError("Mails cannot be answered here: set REPLY_DOMAIN.")
        lines = [part for line in options["line"] for part in line.splitlines()]
        message = composing.reply(mail, lines)
        try:
            with smtplib.SMTP("127.0.0.1", options["port"], timeout=20) as listener:
                listener.send_message(message)
        except smtplib.SMTPException as error:
            raise CommandError(f"The listener has not taken the mail: {error}") from None
        except OSError as error:
            raise CommandError(
                f"Nobody takes mail at port {options['port']} ({error.strerror}): does the service run?"
            ) from None
        self.stdout.write(f"Sent as {message['From']} to {message['To']}; the answer comes by mail.")
