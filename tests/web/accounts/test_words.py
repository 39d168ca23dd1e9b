"""What forms say of a field that they cannot take: what to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django import forms

from accounts.web.forms import Form, Login, Registration
from accounts.web.program_forms import NewProgram
from accounts.web.vacation import Away
from games.web.forms import Joining, NewTable
from games.web.webhook_forms import WebhookForm
from tests.people import person

pytestmark = pytest.mark.django_db


class One(Form):
    name = forms.CharField(max_length=3)
    number = forms.IntegerField(min_value=2, max_value=5)
    choice = forms.ChoiceField(choices=[("a", "a")])
    several = forms.MultipleChoiceField(choices=[("a", "a")], required=False)
    moment = forms.DateTimeField()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "", "Fill this in."),
        ("name", "four", "That is too long: 3 characters at the most."),
        ("name", "\0", "There is a character in it that nobody can see: type it anew."),
        ("number", "", "Fill this in."),
        ("number", "two", "Write a whole number."),
        ("number", "1", "2 at the least."),
        ("number", "6", "5 at the most."),
        ("choice", "", "Choose one."),
        ("choice", "b", "Choose one of those that are offered."),
        ("several", ["b"], "Choose one of those that are offered."),
        ("moment", "", "Fill this in."),
        ("moment", "tomorrow", "Write the day and the hour so: 2026-12-24 18:30."),
    ],
)
def test_it_says_what_to_do(field: str, value: Any, said: str) -> None:
    assert One({field: value}).errors[field] == [said]


def all_forms() -> Iterator[Form]:
    sent = dict.fromkeys(("username", "email", "invite", "contribution", "url", "name"), "\x00" * 9000)
    for made in (Login, Registration, Away, Joining, WebhookForm, NewProgram):
        yield from (made(), made({}), made(sent))
    yield NewTable({}, user=person("ana"))
    yield NewTable({"players": "99", "target": "x", **sent}, user=person("ana"))


def test_no_form_says_what_the_framework_says() -> None:
    rough = ("field", "Ensure", "valid choice", "valid date", "Null", "Enter")
    for form in all_forms():
        for sentences in form.errors.values():
            assert not [each for each in sentences if any(word in each for word in rough)], form
