"""What becomes of mails over time: answers are few, moves are made once, and no mail holds up another."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from accounts.services.leaving import delete_account
from games.engine.codec import decode_state
from games.engine.moves import Draw
from games.models import Game, IncomingMail, Move, Outbox
from games.notify import headers, threads
from games.notify.incoming import handle, reading
from games.services import incoming, turns
from games.services.replays import faults_of
from games.tasks import purge
from tests.incoming.doors import SETTINGS, reply, reply_to
from tests.notify import samples
from tests.people import person

pytestmark = pytest.mark.django_db
NOW = timezone.now


@pytest.fixture(autouse=True)
def _settings() -> Any:
    with override_settings(**SETTINGS):
        yield


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    return samples.started(monkeypatch)


def came(game: Game, text: str, *, name: str = "ben", turn: int | None = None, **heads: str) -> IncomingMail:
    """The mail that came in, not handled yet."""
    mail = reply(text, name=name, **heads)
    taken = incoming.Taken(
        mail.as_bytes(), mail["Message-ID"], reply_to(game, name, turn), "smtp", f"{name}@example.org", True
    )
    incoming.take([taken])
    return IncomingMail.objects.latest("pk")


def handled(game: Game, text: str, **more: Any) -> IncomingMail:
    row = came(game, text, **more)
    handle.handle_due()
    row.refresh_from_db()
    return row


def answers() -> list[str]:
    return list(
        Outbox.objects.filter(kind__in=incoming.ANSWERS).order_by("pk").values_list("kind", flat=True)
    )


class TestOnce:
    def test_the_same_moves_for_the_same_turn(self, game: Game) -> None:
        assert handled(game, "draw").outcome == "played"
        assert handled(game, "Draw!").outcome == "already"
        assert Move.objects.filter(game=game, type="draw").count() == 2
        assert answers() == ["played", "not_played"]

    def test_an_answer_to_the_answer_is_a_new_move(self, game: Game) -> None:
        turn_mail = samples.mail_of("turn", "ben")
        first = handled(game, "draw", In_Reply_To=threads.message_id(turn_mail))
        answer = Outbox.objects.get(key=incoming.answer_to(first.pk))
        assert handled(game, "draw", In_Reply_To=threads.message_id(turn_mail)).outcome == "already"
        assert handled(game, "draw", In_Reply_To=threads.message_id(answer)).outcome == "played"
        assert Move.objects.filter(game=game, type="draw", seat=1).count() == 3

    def test_an_older_mail_in_the_thread_does_not_count(self, game: Game) -> None:
        turn_mail = threads.message_id(samples.mail_of("turn", "ben"))
        first = handled(game, "draw", In_Reply_To=turn_mail)
        answer = threads.message_id(Outbox.objects.get(key=incoming.answer_to(first.pk)))
        row = handled(game, "draw", References=f"<root@x> {turn_mail} {answer}")
        assert row.outcome == "played", "the nearest of the thread is the one that was answered"

    def test_after_the_turn_the_same_moves_were_played_and_others_come_too_late(self, game: Game) -> None:
        turn = decode_state(game.state).turns
        assert handled(game, "pass").outcome == "played"
        assert handled(game, "pass", turn=turn).outcome == "already"
        late = handled(game, "draw", turn=turn)
        assert (late.outcome, late.why) == ("not_played", "turn_over")

    def test_who_answered_an_old_mail_can_play_by_answering_what_came_back(self, game: Game) -> None:
        """It shows the hand as it is in the open turn, and how to answer: the address is of that turn too."""
        first = decode_state(game.state).turns
        handled(game, "pass")
        handled(game, "pass", name="ana")
        late = handled(game, "draw", turn=first, Message_ID="<late@example.org>")
        assert (late.outcome, late.why) == ("not_played", "turn_over")
        back = Outbox.objects.select_related("game", "user").get(key=incoming.answer_to(late.pk))
        assert headers.reply_to(back) == reply_to(game, "ben")
        again = handled(game, "draw", In_Reply_To=threads.message_id(back))
        assert (again.outcome, again.recipient) == ("played", headers.reply_to(back))
        handled(game, "pass")
        over = Outbox.objects.select_related("game", "user").get(key=incoming.answer_to(again.pk))
        assert headers.reply_to(over) == reply_to(game, "ben", again.turn), (
            "once that is over it is of no other"
        )

    def test_of_another_player_is_another_matter(self, game: Game) -> None:
        handled(game, "pass")
        assert handled(game, "pass", name="ana").outcome == "played"

    def test_moves_made_on_the_page_meanwhile_do_not_matter_as_long_as_the_turn_is_open(
        self, game: Game
    ) -> None:
        samples.play(game, "ben", Draw())
        assert handled(game, "new 7C 7D 7H").outcome == "played"

    def test_what_was_laid_on_the_page_cannot_be_laid_again(self, game: Game) -> None:
        samples.play(game, "ben", samples.tabled("7C 7D 7H"))
        row = handled(game, "new 7C 7D 7H", turn=decode_state(game.state).turns)
        assert row.outcome == "not_played"


class TestWhole:
    def test_a_reply_that_is_refused_leaves_nothing(self, game: Game) -> None:
        before = Game.objects.values().get(pk=game.pk)
        row = handled(game, "new 7C 7D 7H\nnew KC KD KH\nnew 3C 4C 2H")
        assert (row.outcome, row.why) == ("not_played", "illegal_meld")
        assert row.report["members"]["label"] == "n3"
        assert Game.objects.values().get(pk=game.pk) == before

    def test_a_fault_while_its_answer_is_owed_takes_the_moves_back(
        self, game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_: object, **__: object) -> None:
            raise RuntimeError("the disk is full: 7C")

        row = came(game, "pass")
        with monkeypatch.context() as patch:
            patch.setattr(incoming, "_owe_answer", broken)
            assert handle.handle_due() == {"retried": 1}
        assert Move.objects.filter(game=game).count() == 2
        assert handle.handle_due(NOW() + timedelta(minutes=1)) == {"played": 1}
        row.refresh_from_db()
        assert (row.outcome, row.attempts) == ("played", 2)
        assert list(faults_of(Game.objects.get(pk=game.pk))) == []

    def test_pass_draws_to_the_third_card(self, game: Game) -> None:
        row = handled(game, "pass")
        assert row.report == {"drawn": ["5D", "*"]}
        assert list(Move.objects.filter(game=game, seat=1).values_list("type", flat=True)) == ["draw"] * 3

    def test_pass_after_a_meld_does_not_knock(self, game: Game) -> None:
        samples.play(game, "ben", samples.tabled(*samples.GROUPS))
        row = handled(game, "pass")
        assert row.outcome == "played"
        assert Game.objects.get(pk=game.pk).to_act == person("ana")


class TestAnswers:
    def test_are_at_most_five_a_turn(self, game: Game) -> None:
        for _ in range(7):
            assert handled(game, "new DH").outcome == "not_played"
        assert len(answers()) == 5
        assert handled(game, "draw").outcome == "played", "what is not answered is played all the same"
        assert len(answers()) == 5

    def test_of_the_next_turn_begin_anew(self, game: Game) -> None:
        for _ in range(6):
            handled(game, "new DH")
        handled(game, "pass")
        handled(game, "pass", name="ana")
        assert handled(game, "new DH").outcome == "not_played"
        assert len(answers()) == 5 + 1 + 1

    def test_strangers_cannot_use_them_up(self, game: Game) -> None:
        with override_settings(TRUST_LOCAL_MAIL=False):
            for number in range(6):
                row = came(game, "draw" if number % 2 else "pass")
                IncomingMail.objects.filter(pk=row.pk).update(local=False)
            handle.handle_due()
        assert answers() == ["confirm_move"] * incoming.MOST_LINKS
        assert handled(game, "new DH").outcome == "not_played"
        assert len(answers()) == incoming.MOST_LINKS + 1

    def test_go_to_the_confirmed_address_only(self, game: Game) -> None:
        handled(game, "draw", Reply_To="eve@evil.example", From="Ben <ben@example.org>")
        row = Outbox.objects.get(kind="played")
        assert (row.user, row.address) == (person("ben"), "")

    def test_who_has_no_address_any_more_is_not_answered_and_does_not_play(self, game: Game) -> None:
        ben = person("ben")
        ben.email_confirmed_at = None
        ben.save()
        assert handled(game, "draw").outcome == "ignored"
        assert answers() == []

    def test_the_game_is_over(self, game: Game) -> None:
        turn = decode_state(game.state).turns
        turns.resign(code=game.code, user=person("ana"))
        row = handled(game, "draw", turn=turn)
        assert (row.outcome, row.why) == ("not_played", "game_over")

    def test_who_has_resigned_has_no_turn(self, game: Game) -> None:
        turn = decode_state(game.state).turns
        turns.resign(code=game.code, user=person("ben"))
        assert handled(game, "draw", turn=turn).outcome == "not_played"


class TestWorkers:
    def test_a_mail_with_a_fault_holds_up_no_other(
        self, game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        read, secret = reading.read, " ".join(["7C", "7D"])

        def faulty(message: Any, **more: Any) -> reading.Reply:
            if "poison" in str(message.get_payload()):
                raise ZeroDivisionError(secret)
            return read(message, **more)

        monkeypatch.setattr(reading, "read", faulty)
        poison, good = came(game, "poison"), came(game, "draw")
        assert handle.handle_due() == {"retried": 1, "played": 1}
        now = NOW()
        for _ in incoming.DELAYS:
            now += timedelta(hours=2)
            handle.handle_due(now)
        poison.refresh_from_db()
        good.refresh_from_db()
        assert (poison.state, poison.why, good.state) == ("failed", "ZeroDivisionError", "done")
        assert "ZeroDivisionError" in caplog.text and secret not in caplog.text

    def test_what_a_dead_worker_held_is_taken_after_its_lease(self, game: Game) -> None:
        row = came(game, "draw")
        assert incoming.claim(now=NOW()) == row
        assert handle.handle_due() == {}
        assert handle.handle_due(NOW() + incoming.LEASE + timedelta(seconds=1)) == {"played": 1}

    def test_a_worker_whose_lease_ran_out_plays_nothing(self, game: Game) -> None:
        came(game, "draw")
        slow = incoming.claim(now=NOW())
        assert slow is not None
        assert handle.handle_due(NOW() + incoming.LEASE + timedelta(seconds=1)) == {"played": 1}
        assert handle.handle(slow) == "lost"
        assert Move.objects.filter(game=game, type="draw").count() == 2

    def test_looking_when_nothing_waits_costs_one_query(self, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(1):
            handle.handle_due()


class TestKeeping:
    def test_raw_mails_are_deleted_after_thirty_days(self, game: Game) -> None:
        old, new = handled(game, "draw"), handled(game, "new DH")
        IncomingMail.objects.filter(pk=old.pk).update(received_at=NOW() - timedelta(days=30, minutes=1))
        IncomingMail.objects.filter(pk=new.pk).update(received_at=NOW() - timedelta(days=29))
        purge()
        assert list(IncomingMail.objects.all()) == [new]

    def test_its_answer_is_moot_then(self, game: Game) -> None:
        from games.notify.deliver import deliver_due

        row = handled(game, "draw")
        row.delete()
        deliver_due()
        assert Outbox.objects.get(kind="played").state == "moot"

    def test_they_go_with_their_account(self, game: Game) -> None:
        bens, anas = handled(game, "pass"), handled(game, "pass", name="ana")
        delete_account(user=person("ben"))
        assert list(IncomingMail.objects.values_list("pk", flat=True)) == [anas.pk] != [bens.pk]

    def test_nobody_reads_them_but_the_handler(self) -> None:
        root = Path(__file__).parents[2]
        readers = {
            path.relative_to(root).as_posix()
            for room in ("accounts", "config", "games")
            for path in (root / room).rglob("*.py")
            if re.search(r"\b\w+\.raw\b(?!\()", path.read_text()) and "migrations" not in path.parts
        }
        assert readers == {"games/notify/incoming/handle.py", "games/services/incoming.py"}


def test_a_turn_that_ends_by_mail_opens_the_next(game: Game) -> None:
    handled(game, "new 7C 7D 7H\nnew KC KD KH\nnew 3C 4C 5C\npass")
    assert Game.objects.get(pk=game.pk).to_act == person("ana")
    assert Outbox.objects.filter(kind="turn", user=person("ana")).count() == 1
