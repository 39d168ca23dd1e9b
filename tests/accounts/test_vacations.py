"""Vacations: a budget of days that fills up over the year, taken at once or planned; each ends by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from accounts.models import Vacation
from accounts.services import vacations
from accounts.services.leaving import delete_account
from tests.people import person

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def after(days: float) -> datetime:
    return NOW + days * DAY


class TestBudget:
    def test_is_full_at_first(self) -> None:
        assert vacations.days_left(person(), now=NOW) == 30

    def test_a_vacation_without_an_end_ends_with_the_budget(self) -> None:
        made = vacations.take(user=person(), now=NOW)
        # Thirty days, and what a year's thirty bring in meanwhile.
        assert made.ends_at == after(30 * 365 / 335).replace(second=0, microsecond=0)
        assert vacations.days_left(person(), now=made.ends_at) == pytest.approx(0, abs=0.001)

    def test_fills_up_over_the_year_and_no_further(self) -> None:
        vacations.take(user=person(), until=after(10), now=NOW)
        left = [vacations.days_left(person(), now=after(day)) for day in (0, 10, 10 + 73, 400)]
        assert left == pytest.approx([30, 20 + 10 * 30 / 365, 26 + 10 * 30 / 365, 30])

    def test_is_never_overdrawn(self) -> None:
        vacations.take(user=person(), until=after(25), now=NOW)
        with pytest.raises(ValidationError) as refusal:
            vacations.take(user=person(), since=after(26), until=after(36), now=NOW)
        assert "7.7" in refusal.value.message_dict["until"][0]
        vacations.take(user=person(), since=after(26), until=after(33), now=NOW)

    def test_an_earlier_one_leaves_a_planned_one_its_days(self) -> None:
        vacations.take(user=person(), since=after(20), until=after(45), now=NOW)
        with pytest.raises(ValidationError):
            vacations.take(user=person(), since=after(1), until=after(10), now=NOW)
        vacations.take(user=person(), since=after(1), until=after(6), now=NOW)

    def test_one_that_is_ended_early_costs_what_it_was(self) -> None:
        made = vacations.take(user=person(), until=after(20), now=NOW)
        assert vacations.end(user=person(), vacation_id=made.pk, now=after(2))
        assert vacations.of(person(), now=after(2)) == []
        assert vacations.days_left(person(), now=after(2)) == pytest.approx(28 + 2 * 30 / 365)
        assert not vacations.end(user=person(), vacation_id=made.pk, now=after(3))

    def test_toggling_it_wins_nothing(self) -> None:
        """A hundred short ones cost what one long one does."""
        now = NOW
        for _ in range(100):
            made = vacations.take(user=person(), until=now + timedelta(hours=5), now=now)
            vacations.end(user=person(), vacation_id=made.pk, now=now + timedelta(hours=1))
            now += timedelta(hours=1)
        assert vacations.days_left(person(), now=now) == pytest.approx(30 - 100 / 24 * (1 - 30 / 365))


class TestTaking:
    def test_at_once_and_planned(self) -> None:
        planned = vacations.take(user=person(), since=after(5), until=after(8), now=NOW)
        at_once = vacations.take(user=person(), until=after(2), now=NOW)
        assert vacations.of(person(), now=NOW) == [at_once, planned]
        assert vacations.of(person(), now=after(2)) == [planned]
        assert vacations.of(person(), now=after(8)) == []

    def test_a_beginning_that_has_just_passed_is_now(self) -> None:
        made = vacations.take(user=person(), since=NOW - timedelta(minutes=9), until=after(1), now=NOW)
        assert made.starts_at == NOW

    def test_a_planned_one_that_is_dropped_never_was(self) -> None:
        planned = vacations.take(user=person(), since=after(5), until=after(8), now=NOW)
        assert vacations.end(user=person(), vacation_id=planned.pk, now=NOW)
        assert not Vacation.objects.exists()

    def test_nobody_ends_anothers(self) -> None:
        made = vacations.take(user=person("ben"), until=after(2), now=NOW)
        assert not vacations.end(user=person("ana"), vacation_id=made.pk, now=NOW)

    @pytest.mark.parametrize(
        ("since", "until", "field"),
        [
            (-1, 1, "from"),
            (367, 368, "from"),
            (1, 1, "until"),
            (2, 1, "until"),
            (1, 1.01, "until"),
            (12, 60, "until"),
            (10.5, 12, "from"),  # there is one from 10 to 11
            (9, 10.5, "from"),
            (9, 12, "from"),
        ],
    )
    def test_what_cannot_be_is_refused(self, since: float, until: float, field: str) -> None:
        vacations.take(user=person(), since=after(10), until=after(11), now=NOW)
        with pytest.raises(ValidationError) as refusal:
            vacations.take(user=person(), since=after(since), until=after(until), now=NOW)
        assert list(refusal.value.message_dict) == [field]
        assert Vacation.objects.count() == 1

    def test_none_can_be_had_where_no_day_is_left(self) -> None:
        first = vacations.take(user=person(), now=NOW)
        with pytest.raises(ValidationError) as refusal:
            vacations.take(user=person(), now=first.ends_at)
        assert list(refusal.value.message_dict) == ["until"]

    @pytest.mark.parametrize(
        ("taken", "left"), [(0, "32.6 days"), (1, "31.6 days"), (12.6, "20 days"), (31.6, "1 day")]
    )
    def test_a_refusal_says_how_long_one_can_be_away(self, taken: float, left: str) -> None:
        if taken:
            vacations.take(user=person(), until=after(taken), now=NOW)
        with pytest.raises(ValidationError) as refusal:
            vacations.take(user=person(), since=after(taken), until=after(taken + 60), now=NOW)
        assert f"from then on you have {left}, with" in refusal.value.messages[0]

    @pytest.mark.parametrize(
        ("days", "told"),
        [
            (30, "30 days"),
            (29.97, "30 days"),
            (1, "1 day"),
            (0.96, "1 day"),
            (29.08, "29.1 days"),
            (0, "0 days"),
        ],
    )
    def test_whole_days_are_whole_numbers(self, days: float, told: str) -> None:
        assert vacations.in_words(days) == told

    def test_parts_of_days_as_the_reader_writes_them(self) -> None:
        with translation.override("de"):
            assert vacations.in_words(29.08).startswith("29,1 ")

    def test_not_too_many_are_planned(self) -> None:
        for day in range(1, 21):
            vacations.take(user=person(), since=after(day), until=after(day + 0.1), now=NOW)
        with pytest.raises(ValidationError):
            vacations.take(user=person(), since=after(30), until=after(30.1), now=NOW)

    def test_a_closed_account_has_none(self) -> None:
        vacations.take(user=person(), until=after(2), now=NOW)
        delete_account(user=person())
        assert not Vacation.objects.exists()
