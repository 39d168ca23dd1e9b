"""What is stored of people and programs: users and their API tokens."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models import Q
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from accounts.away import Vacation
from accounts.names import address_key, name_key, normal_name
from accounts.scopes import ALL, stored
from accounts.wishes import Wishes

__all__ = ["Token", "User", "UserManager", "Vacation", "Wishes"]


def languages() -> list[tuple[str, Any]]:
    """The languages on offer. A function, so that another catalogue needs no migration."""
    return list(settings.LANGUAGES)


class UserManager(BaseUserManager["User"]):
    """Makes users with normalised names. People register through accounts.services.registration."""

    def create_user(self, username: str, email: str = "", password: str | None = None, **more: Any) -> User:
        user = self.model(username=normal_name(username), email=email, **more)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **more: Any
    ) -> User:
        return self.create_user(username, email, password, is_staff=True, is_superuser=True, **more)

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username_key=name_key(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """A person, a guest, or a program. `username` is public; the address is nobody's but theirs."""

    class Kind(models.TextChoices):
        HUMAN = "human", _("person")
        GUEST = "guest", _("guest")
        BOT = "bot", _("program")

    username = models.CharField(_("user name"), max_length=30, unique=True)
    username_key = models.CharField(max_length=120, unique=True, editable=False)
    email = models.EmailField(_("mail address"), max_length=254, blank=True)
    email_key = models.CharField(max_length=254, blank=True, editable=False)
    email_confirmed_at = models.DateTimeField(null=True, blank=True)
    language = models.CharField(_("language"), max_length=10, choices=languages, default="en")
    timezone = models.CharField(_("time zone"), max_length=64, default="UTC")
    night_from = models.PositiveSmallIntegerField(
        _("night from"), null=True, blank=True, help_text="local hour; null: as the host says"
    )
    night_until = models.PositiveSmallIntegerField(
        _("night until"), null=True, blank=True, help_text="local hour; the same as night_from: no night"
    )
    mail_stopped_at = models.DateTimeField(
        null=True, blank=True, help_text="mail to the address was refused for good"
    )
    mail_stopped_why = models.CharField(max_length=300, blank=True)
    kind = models.CharField(max_length=5, choices=Kind.choices, default=Kind.HUMAN)
    bot_level = models.CharField(max_length=12, blank=True, help_text="of a house player")
    owner = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="programs", help_text="of a program"
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=now)

    # Of a user who came with a token (accounts.selectors.user_by_token).
    token_id: int
    token_idle: bool

    # Whether they came by the link of a mail, which makes them known in one place only.
    here_only: bool = False
    token_scopes: str | None = None
    # The owner's name where it was read with the user (games.selectors.seats_of).
    owner_name: str | None = None

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]
    objects = UserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["email_key"],
                name="confirmed_address_once",
                condition=Q(email_confirmed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="programs_have_an_owner",
                condition=Q(owner__isnull=True) | Q(kind="bot", bot_level=""),
            ),
        ]
        indexes = [models.Index(fields=["email_key"], name="user_email_key")]

    def __str__(self) -> str:
        return self.username

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.username_key = name_key(self.username)
        self.email_key = address_key(self.email)
        super().save(*args, **kwargs)

    @property
    def is_house(self) -> bool:
        """A house player: the service plays it. Other programs play themselves, by the clock like anybody."""
        return bool(self.bot_level)

    @property
    def program_of(self) -> str:
        """Whose program this is; empty where it is none."""
        if self.kind != self.Kind.BOT or self.is_house:
            return ""
        if self.owner_name is None:
            self.owner_name = self.owner.username if self.owner else ""
        return self.owner_name

    @property
    def night(self) -> tuple[int, int] | None:
        """The local hours of their night, from and until; None where they want none."""
        if self.night_from is None or self.night_until is None:
            usual: tuple[int, int] | None = settings.NIGHT_HOURS
            return usual
        return None if self.night_from == self.night_until else (self.night_from, self.night_until)

    @property
    def confirmed_email(self) -> str:
        """The address that mail may go to; empty where none is confirmed."""
        return self.email if self.email_confirmed_at else ""


class Token(models.Model):
    """A program's key to the API. Only its digest is stored: who reads the database cannot play."""

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=60, default=stored(ALL))
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return self.name or str(self.pk)
