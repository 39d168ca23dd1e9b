"""What makes mails recognisable: a Message-ID that is the same at every try, one thread a game and round."""

from __future__ import annotations

from email.utils import parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import Outbox

Kind = Outbox.Kind
IN_A_ROUND = (
    *(Kind.TURN, Kind.REMINDER, Kind.ROUND, Kind.RESULT, Kind.LEFT),
    *(Kind.PLAYED, Kind.NOT_PLAYED, Kind.HELP, Kind.CONFIRM_MOVE),
)


def message_id(row: Outbox) -> str:
    """Made from the row's key, which holds game, turn, player and kind; nobody else can make or guess it."""
    return f"<{row.kind}.{_hidden(row.key)}@{_domain()}>"


def headers(row: Outbox, round_number: int | None) -> dict[str, str]:
    """The headers that thread the mail: below its round's root, after the previous mail to that player."""
    made = {"Message-ID": message_id(row)}
    if row.kind == Kind.DIGEST:
        made["References"] = made["In-Reply-To"] = f"<list.{_hidden(f'list:{row.user_id}')}@{_domain()}>"
    if row.game is None:
        return made
    root = f"<{row.game.code}.{f'round-{round_number}' if round_number else 'table'}@{_domain()}>"
    before = _previous(row, round_number)
    made["References"] = f"{root} {before}" if before else root
    made["In-Reply-To"] = before or root
    return made


def _previous(row: Outbox, round_number: int | None) -> str | None:
    if not round_number or row.user_id is None or row.game_id is None:
        return None
    same = Outbox.objects.filter(user_id=row.user_id, game_id=row.game_id, state=Outbox.State.SENT)
    last = same.filter(kind__in=IN_A_ROUND, payload__round=round_number).order_by("-sent_at", "-pk").first()
    return message_id(last) if last else None


def _hidden(text: str) -> str:
    return salted_hmac("games.notify.message", text, algorithm="sha256").hexdigest()[:32]


def _domain() -> str:
    """The domain of the sender, so that an id belongs to who made it."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return domain if domain and domain.isascii() else urlsplit(settings.SITE_URL).hostname or "localhost"
