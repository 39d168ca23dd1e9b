"""A commit is whole or not at all: refused by compare-and-swap, or broken at any of its writes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.engine import rules
from games.engine.codec import decode_state
from games.engine.moves import Draw, Knock
from games.errors import StaleVersion
from games.models import Draft, Game, IdempotencyKey, Move, Outbox, ScoredRound
from games.selectors import seats_of
from games.services import drafts, idempotency, ledger, lobby, sweep, turns
from games.services.idempotency import Answer, Key
from games.services.replays import faults_of
from games.services.terms import read_terms
from games.services.write import writing
from tests.notify.samples import GROUPS, play, started, tabled
from tests.people import mover, people, person, table
from tests.snapshot import contents

pytestmark = pytest.mark.django_db

Act = Callable[[], Any]


class PowerCutError(Exception):
    """What no service expects."""


class Cut:
    """Breaks the connection's work at the `number`th write: before it, or just after it."""

    def __init__(self, number: int, *, after: bool) -> None:
        self.left, self.after, self.done = number, after, False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not sql.lstrip("( ").upper().startswith(("INSERT", "UPDATE", "DELETE")):
            return execute(sql, params, many, context)
        self.left -= 1
        if self.left:
            return execute(sql, params, many, context)
        self.done = True
        if self.after:
            execute(sql, params, many, context)
        raise PowerCutError


def knocking(patch: pytest.MonkeyPatch) -> Act:
    """A knock that scores a round and deals the next, with drafts and a house player's seat beside it."""
    game = play(started(patch), "ben", tabled(*GROUPS))
    for name in ("ana", "ben"):
        drafts.put(code=game.code, user=person(name), table=[], loose=[], version=game.version)
    return lambda: turns.play(code=game.code, user=person("ben"), version=game.version, move=Knock())


def ending(patch: pytest.MonkeyPatch) -> Act:
    """A knock that ends the game."""
    game = play(started(patch, rounds=1), "ben", tabled(*GROUPS))
    return lambda: turns.play(code=game.code, user=person("ben"), version=game.version, move=Knock())


def replacing(patch: pytest.MonkeyPatch) -> Act:
    """A resignation after which a house player sits down."""
    game = table(3, replace_left="beginner")
    return lambda: turns.resign(code=game.code, user=mover(game))


def timing_out(patch: pytest.MonkeyPatch) -> Act:
    """The clock, on whose move a player has left."""
    game = table(3, timeouts_to_leave=1)
    return lambda: turns.time_out(
        game_id=game.pk, version=game.version, now=timezone.now() + timedelta(days=9)
    )


def creating(patch: pytest.MonkeyPatch) -> Act:
    """A table with house players and invitations."""
    users = people(2)
    terms = read_terms({"players": 3, "bots": ["beginner"], "invite": ["ben", "x@example.net"]})
    return lambda: lobby.create(creator=users[0], terms=terms)


def starting(patch: pytest.MonkeyPatch) -> Act:
    """The join that starts the game."""
    users = people(2)
    game = lobby.create(creator=users[0], terms=read_terms({"players": 2}))
    return lambda: lobby.join(code=game.code, user=users[1])


def cancelling(patch: pytest.MonkeyPatch) -> Act:
    """The creator leaves an open table."""
    users = people(2)
    game = lobby.create(creator=users[0], terms=read_terms({"players": 3}))
    lobby.join(code=game.code, user=users[1])
    return lambda: lobby.leave(code=game.code, user=users[0])


def keyed(patch: pytest.MonkeyPatch) -> Act:
    """A move with a key."""
    game = table(2)
    user = mover(game)

    def produce() -> Answer:
        turns.play(code=game.code, user=user, version=game.version, move=Draw())
        return Answer(status=200, text="{}")

    return lambda: idempotency.once(Key(user=user, path="/p", key="k", body={}), produce)


class TestBroken:
    @pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
    @pytest.mark.parametrize(
        ("prepare", "least"),
        [
            (knocking, 5),  # game, moves, scored round, drafts, outbox
            (ending, 4),
            (replacing, 4),
            (timing_out, 3),
            (creating, 4),
            (starting, 5),
            (cancelling, 2),
            (keyed, 3),
        ],
    )
    def test_at_any_write_leaves_nothing(
        self,
        monkeypatch: pytest.MonkeyPatch,
        django_capture_on_commit_callbacks: Any,
        prepare: Callable[[pytest.MonkeyPatch], Act],
        least: int,
        after: bool,
    ) -> None:
        act = prepare(monkeypatch)
        before = contents()
        number = 1
        while True:
            cut = Cut(number, after=after)
            with django_capture_on_commit_callbacks() as woken, connection.execute_wrapper(cut):
                if not _cut(act):
                    break
            assert contents() == before, f"write {number} left something"
            assert woken == [], "nobody is woken for what did not happen"
            number += 1
        assert not cut.done and number > least, f"only {number - 1} writes"
        assert contents() != before
        assert [fault for game in Game.objects.all() for fault in faults_of(game)] == []

    def test_one_game_of_a_sweep_leaves_nothing_and_the_others_are_played(self) -> None:
        users = people(4)
        games = []
        for pair in (users[:2], users[2:]):
            game = lobby.create(creator=pair[0], terms=read_terms({"players": 2}))
            games.append(lobby.join(code=game.code, user=pair[1]))
        with connection.execute_wrapper(Cut(1, after=True)):
            assert sweep.sweep(now=timezone.now() + timedelta(days=9)) == 1
        versions = [Game.objects.get(pk=game.pk).version - game.version for game in games]
        assert sorted(versions) == [0, 1]
        assert all(list(faults_of(Game.objects.get(pk=game.pk))) == [] for game in games)


def _cut(act: Act) -> bool:
    try:
        act()
    except PowerCutError:
        return True
    return False


class TestCompareAndSwap:
    def test_a_lost_race_changes_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Two read the same version; the first commit wins, the second is told the current version."""
        game = play(started(monkeypatch), "ben", tabled(*GROUPS))
        first, second = Game.objects.get(pk=game.pk), Game.objects.get(pk=game.pk)
        before = decode_state(game.state)
        steps = rules.play(before, 1, Knock())
        with writing():
            ledger.commit(game=first, seats=seats_of(first), before=before, steps=steps, now=timezone.now())
        held = contents()
        with pytest.raises(StaleVersion) as refused, writing():
            ledger.commit(game=second, seats=seats_of(second), before=before, steps=steps, now=timezone.now())
        assert refused.value.members == {"version": first.version}
        assert contents() == held

    def test_an_old_version_is_refused_before_anything_is_asked(self) -> None:
        game = table(2)
        user = mover(game)
        turns.play(code=game.code, user=user, version=game.version, move=Draw())
        held = contents()
        for version in (game.version, game.version + 2, 0):
            with pytest.raises(StaleVersion):
                turns.play(code=game.code, user=user, version=version, move=Draw())
        assert contents() == held


class TestWhatACommitStores:
    def test_a_knock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        act = knocking(monkeypatch)
        game = Game.objects.get()
        done = act()
        stored = Game.objects.get()
        assert (stored.version, stored.revision) == (game.version + 1, game.revision + 1)
        rows = list(Move.objects.filter(version=stored.version).order_by("number"))
        assert [(row.type, row.seat, row.round) for row in rows] == [
            ("knock", 1, 1),
            ("deal", None, 2),
            ("draw", 0, 2),
        ]
        assert [row.number for row in done.rows] == [row.number for row in rows]
        assert stored.log_length == rows[-1].number
        assert ScoredRound.objects.get().record["winners"] == [1]
        assert not Draft.objects.exists()
        assert stored.to_act == person("ana") and stored.deadline is not None
        kinds = Outbox.objects.filter(payload__version=stored.version) | Outbox.objects.filter(kind="round")
        assert sorted(kinds.values_list("kind", "user__username")) == [
            ("round", "ana"),
            ("round", "ben"),
            ("turn", "ana"),
        ]

    def test_a_draft_goes_with_its_owners_meld_only(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = started(monkeypatch)
        for name in ("ana", "ben"):
            drafts.put(code=game.code, user=person(name), table=[], loose=[], version=game.version)
        game = play(game, "ben", Draw())
        assert Draft.objects.count() == 2
        play(game, "ben", tabled(*GROUPS))
        assert list(Draft.objects.values_list("user__username", flat=True)) == ["ana"]

    def test_moves_in_one_turn_leave_the_deadline(self) -> None:
        game = table(2)
        turns.play(
            code=game.code,
            user=mover(game),
            version=game.version,
            move=Draw(),
            now=timezone.now() + timedelta(hours=5),
        )
        assert Game.objects.get().deadline == game.deadline

    def test_banks_go_down_by_what_a_turn_took(self) -> None:
        clock = {"kind": "bank", "start_hours": 10, "turn_hours": 4, "cap_hours": 12}
        game = table(2, clock=clock)
        user, opened = mover(game), game.updated_at
        seat = game.seats.get(user=user).number
        assert seat is not None and game.banks[seat] == 12 * 3600
        for hour in (1, 2):
            version = Game.objects.get().version
            now = opened + timedelta(hours=hour)
            turns.play(code=game.code, user=user, version=version, move=Draw(), now=now)
        stored = Game.objects.get()
        assert stored.banks[seat] == 10 * 3600
        assert stored.banks[1 - seat] == 12 * 3600
        assert stored.deadline == opened + timedelta(hours=2 + 12)

    def test_keys_are_recorded_with_the_move(self, monkeypatch: pytest.MonkeyPatch) -> None:
        keyed(monkeypatch)()
        assert IdempotencyKey.objects.count() == 1 and Move.objects.count() == 3
