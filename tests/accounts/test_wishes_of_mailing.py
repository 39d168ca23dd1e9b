"""The three settings that mails had before wishes: whoever wanted fewer then gets no more now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("accounts", "0004_vacations")]


def migrate(to: list[Any]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(to)
    return MigrationExecutor(connection).loader.project_state(to).apps


@pytest.fixture
def newest() -> Iterator[list[Any]]:
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    yield leaves
    migrate(leaves)  # whatever became of the test, the next one finds every table


def test_they_become_wishes(newest: list[Any]) -> None:
    old = migrate(BEFORE)
    users = old.get_model("accounts", "User").objects
    for name, mailing in (("ana", "all"), ("ben", "turns"), ("carla", "none")):
        users.create(username=name, username_key=name, mailing=mailing)
    migrate(newest)
    from accounts.models import User, Wishes
    from games import wanted

    assert set(Wishes.objects.values_list("user__username", flat=True)) == {"ben", "carla"}
    ana, ben, carla = (wanted.by(User.objects.get(username=name)) for name in ("ana", "ben", "carla"))
    assert (ana.turn_mails, ana.rounds, ana.leads) == (True, True, (24,))
    assert (ben.turn_mails, ben.rounds, ben.results, ben.invitations) == (True, False, False, False)
    assert (carla.turn_mails, carla.rounds, carla.invitations, carla.leads) == (False, False, False, ())
