"""What is stored of a game: its columns, its seats, its log."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Game(models.Model):
    """One game, open to finished. `state` is the truth for play; its log (Move) is the truth for audit.

    The other columns repeat only what SQL asks for. Every writer goes through games.services.ledger or
    games.services.lobby, with a compare-and-swap on `version`.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        ACTIVE = "active", _("active")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        PRIVATE = "private", _("private")

    code = models.CharField(max_length=16, unique=True, help_text="the id that the world sees")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.OPEN)
    visibility = models.CharField(max_length=7, choices=Visibility.choices, default=Visibility.PUBLIC)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="created_games")
    options = models.JSONField(help_text="the terms, as the contract shows them")
    invitation = models.CharField(max_length=32, help_text="the secret of the game's invitation link")
    commitment = models.CharField(
        max_length=64,
        default="",
        help_text="end of the chain that it is shuffled by; empty: made before those",
    )

    version = models.PositiveIntegerField(default=0, help_text="counts what changes the game")
    revision = models.PositiveIntegerField(default=0, help_text="counts what changes anything that is shown")
    log_length = models.PositiveIntegerField(default=0, help_text="number of the newest Move")
    rules_version = models.PositiveSmallIntegerField()
    state = models.JSONField(null=True, help_text="games.engine.codec; holds hands and stock")
    banks = models.JSONField(default=list, help_text="seconds left in each seat's time bank")
    result = models.JSONField(null=True, help_text="as the contract shows it, once the game is over")

    to_act = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="games_to_act", db_index=False
    )
    deadline = models.DateTimeField(null=True, help_text="absolute; of the open turn")
    turn_since = models.DateTimeField(null=True, help_text="when the open turn’s clock began")
    pauses = models.JSONField(default=list, help_text="times in which the clock of everybody stands still")
    deadline_reasons = models.JSONField(
        default=list, help_text="what moved the deadline beyond the allowance"
    )
    bot_due = models.DateTimeField(null=True, help_text="when a house player is to make its move")
    plan_due = models.DateTimeField(null=True, help_text="when what a player has planned is to be played")
    remind_at = models.DateTimeField(
        null=True, help_text="when to look which reminders the open turn is owed; set with each deadline"
    )

    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True, help_text="when a person last moved by their own hand")

    class Meta:
        indexes = [
            models.Index(
                fields=["deadline", "id"], name="game_deadline", condition=Q(deadline__isnull=False)
            ),
            models.Index(fields=["bot_due"], name="game_bot_due", condition=Q(bot_due__isnull=False)),
            models.Index(fields=["plan_due"], name="game_plan_due", condition=Q(plan_due__isnull=False)),
            models.Index(fields=["remind_at"], name="game_remind_at", condition=Q(remind_at__isnull=False)),
            models.Index(
                fields=["to_act", "deadline"], name="game_to_act", condition=Q(to_act__isnull=False)
            ),
            models.Index(fields=["moved_at"], name="game_moved_at", condition=Q(status="active")),
            models.Index(fields=["status", "visibility", "-created_at"], name="game_lobby"),
            models.Index(fields=["visibility", "-created_at"], name="game_created"),
            models.Index(fields=["visibility", "-updated_at"], name="game_updated"),
        ]
        constraints = [
            models.CheckConstraint(
                name="game_deadline_only_while_active",
                condition=Q(status="active") | Q(deadline__isnull=True),
            ),
            models.CheckConstraint(
                name="game_to_act_only_while_active", condition=Q(status="active") | Q(to_act__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """Who sits where. `number` (clockwise from 0) is drawn when the game starts (RULES D3b)."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField(help_text="order of joining")
    number = models.PositiveSmallIntegerField(null=True)
    left_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="seats_left",
        help_text="the player whom a house player replaced (RULES D29a)",
    )

    # How it stands with the player's plan for their turn, which is read with the seat; None: they have none.
    plan: str | None = None
    # The player's vacations, from and until, which games.selectors.seats_of reads with the seat.
    vacations: tuple[tuple[datetime, datetime], ...] = ()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="seat_once_a_game"),
            models.UniqueConstraint(fields=["game", "place"], name="seat_place_once"),
            models.UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class Move(models.Model):
    """One line of a game's append-only log: a move or a deal, and what happened through it. Secret.

    A batch (a player's move with the opening draw or the deal that follow from it) shares one `version`.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves", db_index=False)
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField(null=True, help_text="null for a deal")
    type = models.CharField(max_length=8)
    data = models.JSONField(help_text="games.engine.codec.encode_move; holds decks")
    events = models.JSONField(help_text="games.engine.codec.encode_event, a list; holds drawn cards")
    timed_out = models.BooleanField(default=False)
    stand_in = models.BooleanField(default=False, help_text="a house player moved for who is on vacation")
    planned = models.BooleanField(default=False, help_text="played by its player’s plan")
    reason = models.JSONField(
        null=True, help_text="why a house player made it (games.bots.explain); open once its round is scored"
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="move_number_once")]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.number}"


class ScoredRound(models.Model):
    """The record of a round that was scored, open to whoever may see the game."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="scored_rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    record = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="scored_round_once")]

    def __str__(self) -> str:
        return f"{self.game_id} round {self.number}"
