"""What is stored of clocks beside the deadline itself: each change of one with its reason, outages of the service."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class ClockChange(models.Model):
    """A line of a game's append-only log of its clock: a deadline that is not the plain allowance, or was moved.

    It stands beside the log of moves, since clocks are no part of the rules: replaying a game needs none of it.
    """

    class Why(models.TextChoices):
        OPENED = "opened", _("the turn opened")
        VACATION = "vacation", _("a vacation was begun, planned or ended")
        SETTINGS = "settings", _("the player’s time zone or night hours changed")
        MODERATOR = "moderator", _("a moderator stopped the clock or let it go on")
        OUTAGE = "outage", _("the service was down")
        LOOKED = "looked", _("found when the time seemed to be over")

    game = models.ForeignKey(Game, models.CASCADE, related_name="clock_changes", db_index=False)
    at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField(help_text="whose turn is open")
    turn = models.PositiveIntegerField(help_text="the number of the turn in the game")
    why = models.CharField(max_length=9, choices=Why.choices)
    before = models.DateTimeField(null=True, help_text="the deadline until then; null as the turn opens")
    deadline = models.DateTimeField()
    reasons = models.JSONField(default=list, help_text="what stands between the allowance and the deadline")
    note = models.CharField(max_length=200, blank=True, help_text="a moderator’s words to the players")

    class Meta:
        indexes = [models.Index(fields=["game", "id"], name="clock_change_of_game")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.why}"


class Outage(models.Model):
    """A time in which the service played no clock. Deadlines that passed in it wait until `grace_until`."""

    began_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField()
    grace_until = models.DateTimeField()
    settled = models.BooleanField(default=False, help_text="every deadline that it concerns was moved")

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M}"
