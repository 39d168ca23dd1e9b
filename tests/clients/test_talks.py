"""When a call is sent again, and when not: the talks alone, with a clock and answers of the test's own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import pytest

from rummy import (
    IllegalMove,
    Invalid,
    NotFound,
    Patience,
    RummyError,
    StaleVersion,
    Throttled,
    Unavailable,
    Unreachable,
)
from rummy.calls import Call
from rummy.talks import Answer, Fault, Send, Wait, answered, seconds_of

PLAY = Call("POST", "/games/x/moves/", dict, body={"type": "draw"}, key="abc")
REGISTER = Call("POST", "/accounts/", dict, body={})
LOOK = Call("GET", "/games/x/", dict)
FINE = Answer(200, {}, b'{"version": 3}')
LOST = Fault(ConnectionResetError("reset"))
CLOSED = Fault(ConnectionRefusedError("refused"), sent=False)


def refusal(status: int, code: str, retry_after: str | None = None, **members: Any) -> Answer:
    document = {"status": status, "code": code, "detail": "A sentence.", **members}
    return Answer(status, {"retry-after": retry_after} if retry_after else {}, json.dumps(document).encode())


class Conversation:
    """Carries a talk out with these answers; what it did, and how long it waited."""

    def __init__(self, call: Call[Any], came: Iterable[Answer | Fault], seconds: float = 60) -> None:
        self.now, self.waits, self.sent = 0.0, [], []  # type: ignore[var-annotated]
        patience = Patience(seconds, first=1, longest=8, now=lambda: self.now, chance=lambda: 1.0)
        answers, talk = iter(came), answered(call, patience)
        step: Any = next(talk)
        try:
            while True:
                if isinstance(step, Wait):
                    self.waits.append(step.seconds)
                    self.now += step.seconds
                    step = talk.send(None)
                else:
                    assert isinstance(step, Send)
                    self.sent.append(step.call)
                    step = talk.send(next(answers))
        except StopIteration as end:
            self.gave = end.value


def test_an_answer_is_given() -> None:
    talk = Conversation(LOOK, [FINE])
    assert talk.gave == {"version": 3} and talk.waits == []


@pytest.mark.parametrize("failed", [LOST, CLOSED, refusal(503, "unavailable"), Answer(502, {}, b"<html>")])
@pytest.mark.parametrize("call", [PLAY, LOOK])
def test_what_a_repeat_cannot_do_twice_is_sent_again(call: Call[Any], failed: Answer | Fault) -> None:
    talk = Conversation(call, [failed, failed, failed, FINE])
    assert talk.gave == {"version": 3}
    assert talk.waits == [1, 2, 4]
    assert {one.key for one in talk.sent} == {call.key}


@pytest.mark.parametrize(
    ("failed", "error"), [(LOST, Unreachable), (refusal(503, "unavailable"), Unavailable)]
)
def test_what_may_have_happened_is_not_sent_again_without_a_key(
    failed: Answer | Fault, error: type[RummyError]
) -> None:
    with pytest.raises(error):
        Conversation(REGISTER, [failed])


def test_what_never_arrived_is_sent_again_even_without_a_key() -> None:
    assert Conversation(REGISTER, [CLOSED, refusal(429, "throttled", "7"), FINE]).waits == [1, 7.5]


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (refusal(400, "invalid", errors={"players": ["Say."]}), Invalid),
        (refusal(404, "not_found"), NotFound),
        (refusal(409, "stale_version", version=9), StaleVersion),
        (refusal(422, "illegal_meld", meld=0, reason="gap", rule="R10"), IllegalMove),
    ],
)
def test_a_refusal_is_raised_at_once(answer: Answer, error: type[RummyError]) -> None:
    with pytest.raises(error, match=r"^A sentence\.$") as raised:
        Conversation(PLAY, [answer])
    assert raised.value.status == answer.status


def test_a_refusal_says_all_that_the_document_says() -> None:
    with pytest.raises(StaleVersion) as stale:
        Conversation(PLAY, [refusal(409, "stale_version", version=9)])
    assert (stale.value.version, stale.value.code) == (9, "stale_version")
    with pytest.raises(IllegalMove) as illegal:
        Conversation(PLAY, [refusal(422, "illegal_meld", meld=0, rule="R10")])
    assert (illegal.value.rule, illegal.value.members) == ("R10", {"meld": 0, "rule": "R10"})


def test_what_is_gone_after_a_lost_answer_was_deleted() -> None:
    end = Call("DELETE", "/tokens/7/", lambda _data: "gone")
    assert Conversation(end, [LOST, refusal(404, "not_found")]).gave == "gone"
    with pytest.raises(NotFound):
        Conversation(end, [refusal(404, "not_found")])
    with pytest.raises(NotFound):
        Conversation(LOOK, [LOST, refusal(404, "not_found")])


def test_a_throttle_is_waited_out_if_there_is_patience_for_it() -> None:
    assert Conversation(PLAY, [refusal(429, "throttled", "20"), FINE]).waits == [20.25]
    with pytest.raises(Throttled) as throttled:
        Conversation(PLAY, [refusal(429, "throttled", "600")])
    assert throttled.value.retry_after == 600


def test_patience_ends() -> None:
    with pytest.raises(Unreachable, match="refused"):
        Conversation(LOOK, [CLOSED] * 100, seconds=30)


def test_delays_have_chance_in_them_and_a_limit() -> None:
    least, most = (Patience(first=1, longest=8, chance=lambda part=part: part) for part in (0.0, 1.0))
    assert [least.delay(tries) for tries in (1, 2, 3, 4, 9)] == [0.5, 1, 2, 4, 4]
    assert [most.delay(tries) for tries in (1, 2, 3, 4, 9)] == [1, 2, 4, 8, 8]


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7),
        ("Mon, 30 Nov 2026 12:00:30 GMT", 30),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0),
        ("soon", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_seconds_or_a_date(header: str | None, seconds: float | None) -> None:
    assert seconds_of(header, lambda: datetime(2026, 11, 30, 12, tzinfo=UTC)) == seconds


@pytest.mark.parametrize("content", [b"<html>welcome</html>", b'{"unexpected": 1}', b"[]"])
def test_an_answer_of_something_else_is_said_to_be_one(content: bytes) -> None:
    with pytest.raises(RummyError, match=r"not the service|not as expected"):
        Conversation(Call("GET", "/games/", lambda data: data["results"]), [Answer(200, {}, content)])
