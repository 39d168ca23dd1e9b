"""The forms of accounts: shape only; what would do is the services' to say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import checks
from accounts.web.words import speak
from config import languages
from config.context import html_tag

LONGEST_PASSWORD = 200
REGIONS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


class Form(forms.Form):
    """What is wrong with a field stands beside it, the errors of a service too."""

    wait = 0  # seconds, where it was sent too often
    refilled = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            speak(field)

    def refuse(self, error: ValidationError, **renamed: str) -> None:
        """Shows what a service refused; `renamed` maps its names of fields to the form's."""
        found = error.message_dict if hasattr(error, "error_dict") else {"__all__": error.messages}
        for name, sentences in found.items():
            field = renamed.get(name, name)
            self.add_error(field if field in self.fields else None, sentences)

    def refill(self, typed: QueryDict) -> None:
        """Opens with what was typed before; it is judged when it is sent."""
        self.refilled = True
        for name, field in self.fields.items():
            taken_in = isinstance(field.widget, forms.HiddenInput | forms.PasswordInput)
            if not taken_in and not field.widget.value_omitted_from_data(typed, MultiValueDict(), name):
                self.initial[name] = field.widget.value_from_datadict(typed, MultiValueDict(), name)


class LanguageSelect(forms.Select):
    """Each language by its own name, marked as such: whoever reads the page aloud reads the name rightly."""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        option = super().create_option(name, value, *args, **kwargs)
        option["attrs"]["lang"] = html_tag(str(value))
        return option


def password_field(label: Any, complete: str, help_text: Any = "") -> forms.CharField:
    """A password as browsers keep and fill in one."""
    return forms.CharField(
        label=label,
        max_length=LONGEST_PASSWORD,
        strip=False,
        help_text=help_text,
        widget=forms.PasswordInput(attrs={"autocomplete": complete, "class": "ltr"}),
    )


def username_field(label: Any) -> forms.CharField:
    """A name that everybody sees."""
    return forms.CharField(
        label=label,
        max_length=60,
        help_text=_("Everybody sees it."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", "dir": "auto"}
        ),
    )


def _email(help_text: Any = "") -> forms.CharField:
    return forms.CharField(
        label=_("Mail address"),
        max_length=254,
        help_text=help_text,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "class": "ltr"}),
    )


@cache
def _zones() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Time zones by region, as a person looks for them."""
    names = sorted(available_timezones())
    groups = [
        (region, tuple((name, _city(name)) for name in names if name.startswith(region + "/")))
        for region in REGIONS
    ]
    return (("UTC", (("UTC", "UTC"),)), *groups)


def _city(name: str) -> str:
    return name.partition("/")[2].replace("_", " ").replace("/", ", ")


def zone_choices(current: str = "UTC") -> Iterator[Any]:
    """All of them, and the one that the user has even if it is none of these."""
    known = {name for _region, zones in _zones() for name, _label in zones}
    if current not in known:
        yield (current, current)
    yield from _zones()


def _zone() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Time zone"),
        choices=zone_choices,
        initial="UTC",
        help_text=_("Deadlines are shown in it."),
        widget=forms.Select(attrs={"dir": "ltr"}),
    )


def language_choices(current: str) -> list[tuple[str, str]]:
    """Those that can be read, and the one that the user has even if it is none of these (the API takes it)."""
    offered = languages.shipped()
    if current not in dict(offered) and current in dict(settings.LANGUAGES):
        offered.append((current, get_language_info(current)["name_local"]))
    return offered


class Login(Form):
    name = forms.CharField(
        label=_("Name or mail address"),
        max_length=254,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", "dir": "auto"}
        ),
    )
    password = password_field(_("Password"), "current-password")


class Registration(Form):
    """Also what a guest fills in to keep their games."""

    username = username_field(_("Name"))
    email = _email(_("For your turns, and for a forgotten password. Nobody sees it."))
    password = password_field(
        _("Password"), "new-password", _("At least 8 characters; three or four words are easy to remember.")
    )
    timezone = _zone()

    def clean(self) -> dict[str, Any]:
        """All that is wrong is said at once: of what can be judged by itself, also where something else is missing.

        Not whether a name is taken: that is looked up only where the try is counted.
        """
        given = super().clean() or {}
        if self.errors:
            try:
                checks.fields(**{name: given[name] for name in ("email", "password") if name in given})
            except ValidationError as refusal:
                self.refuse(refusal)
        return given


class Address(Form):
    email = _email()
    password = password_field(_("Your password"), "current-password")


class Reset(Form):
    email = _email()


class NewPassword(Form):
    password = password_field(_("New password"), "new-password", _("At least 8 characters."))


class PasswordChange(Form):
    old = password_field(_("Present password"), "current-password")
    new = password_field(_("New password"), "new-password", _("At least 8 characters."))


class Preferences(Form):
    language = forms.ChoiceField(label=_("Language"), choices=languages.shipped, widget=LanguageSelect)
    timezone = _zone()

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        present = {"language": user.language, "timezone": user.timezone}
        super().__init__(*args, initial=present, **kwargs)
        self.fields["language"].choices = language_choices(user.language)  # type: ignore[attr-defined]
        self.fields["timezone"].choices = list(zone_choices(user.timezone))  # type: ignore[attr-defined]


class Deletion(Form):
    """A guest has no password to give."""

    password = password_field(_("Your password"), "current-password")

    def __init__(self, *args: Any, guest: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if guest:
            del self.fields["password"]
