"""Why a request is refused: one class a code of the contract. The rules' own refusals are games.engine.errors."""

from __future__ import annotations


class Refused(Exception):
    """A request that cannot be carried out; nothing was changed. `members` go into the problem document."""

    code = "not_allowed"

    def __init__(self, **members: object) -> None:
        super().__init__(self.code)
        self.members = members


class Invalid(Refused):
    """400: not the right shape. `errors` maps a field to a list of sentences."""

    code = "invalid"

    def __init__(self, errors: dict[str, list[str]]) -> None:
        super().__init__(errors=errors)
        self.errors = errors


class NotFound(Refused):
    """404: no such game, or none that this reader may know of."""

    code = "not_found"


class NothingKept(NotFound):
    """404: the game is there, and the one who asks has kept nothing of that kind in it."""


class NotYourSeat(Refused):
    """403: a public game in which one has no seat."""

    code = "not_your_seat"


class NoHints(Refused):
    """403: the table was opened without hints."""

    code = "no_hints"


class NoWebhooks(Refused):
    """403: guests have no webhooks."""

    code = "no_webhooks"


class WebhookOff(Refused):
    """409: nothing is sent to a webhook that is switched off."""

    code = "webhook_off"


class NotStarted(Refused):
    """409: the game still waits for players."""

    code = "not_started"


class AlreadyStarted(Refused):
    """409: too late to leave by the door; resign instead."""

    code = "already_started"


class NotOver(Refused):
    """409: the game still goes on, or has not begun."""

    code = "not_over"


class GameOver(Refused):
    """409: the game is finished or was cancelled."""

    code = "game_over"


class StaleVersion(Refused):
    """409: the game has moved on; `version` is the current one."""

    code = "stale_version"

    def __init__(self, version: int) -> None:
        super().__init__(version=version)


class AlreadyJoined(Refused):
    """409: one has a place already."""

    code = "already_joined"


class NotJoined(Refused):
    """409: one has no place to leave."""

    code = "not_joined"


class GameFull(Refused):
    """409: every place is taken."""

    code = "game_full"


class KeyReused(Refused):
    """409: the idempotency key came with another body before."""

    code = "key_reused"
