"""Following events: from where a stream is opened, what is given, and what when it does not get through."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from rummy import Event, Game, NotFound, NotLoggedIn, Patience, Unavailable, Unreachable
from rummy.calls import Call
from rummy.following import Chunk, Following, Give, Next, Open
from rummy.talks import Answer, Fault, Send, Wait

STREAM = {"content-type": "text/event-stream; charset=utf-8"}
OPENED = Answer(200, STREAM, b"")
ENDED = Chunk(b"")
BROKEN = Fault(ConnectionResetError("reset"))


def told(number: int | None, kind: str = "move", **data: Any) -> bytes:
    mark = "" if number is None else f"id: {number}\n"
    return f"{mark}event: {kind}\ndata: {json.dumps({'game': 'k7f3q9wz', **data})}\n\n".encode()


def opening(number: int) -> Chunk:
    return Chunk(f"id: {number}\nretry: 3000\n\n".encode())


def answer(following: int, *events: tuple[int | None, str]) -> Answer:
    results = [{"id": number, "event": kind, "data": {"game": "x"}} for number, kind in events]
    return Answer(200, {}, json.dumps({"results": results, "next": following}).encode())


def seen(status: str) -> Answer:
    """The game as one looks at it."""
    game = {"id": "k7f3q9wz", "status": status, "version": 3, "options": {}, "seats": [], "can": []}
    return Answer(200, {}, json.dumps(game).encode())


class Listening:
    """Carries out what following does, with these answers, until they end: what was given, asked and waited."""

    def __init__(
        self,
        came: Iterable[Answer | Chunk | Fault],
        *,
        after: int | None = None,
        way: Any = "auto",
        slow: float = 0,  # seconds that it takes to open a stream
        until_over: bool = False,
    ) -> None:
        self.slow, self.took = slow, 0.0
        self.given: list[Event] = []
        self.opened: list[str | None] = []
        self.polled: list[Any] = []
        self.looked, self.ended = 0, False
        self.waits: list[float] = []
        patience = Patience(first=1, longest=8, now=lambda: sum(self.waits) + self.took, chance=lambda: 1.0)
        game = Call("GET", "/games/k7f3q9wz/", Game.read) if until_over else None
        following = Following("/events/", query={}, after=after, way=way, patience=patience, game=game)
        answers, talk = iter(came), following.talk()
        step: Any = next(talk)
        while True:
            try:
                came = self._done(step, answers)
            except StopIteration:
                break
            try:
                step = talk.send(came)
            except StopIteration:
                self.ended = True
                break
        self.ids = [each.id for each in self.given]

    def _done(self, step: Any, answers: Iterator[Any]) -> Any:
        match step:
            case Give(event):
                self.given.append(event)
                return None
            case Wait(seconds):
                self.waits.append(seconds)
                return None
            case Open(_call, headers):
                self.opened.append(headers.get("Last-Event-ID"))
                self.took += self.slow
            case Send(call) if "after" not in call.query:
                self.looked += 1
            case Send(call):
                self.polled.append(call.query["after"])
            case Next():
                pass
        return next(answers)  # its end ends the test


def test_nothing_comes_twice_and_a_stream_goes_on_where_it_was() -> None:
    said = Listening(
        [
            OPENED, opening(4), Chunk(told(5) + told(6)), BROKEN,
            OPENED, opening(6), Chunk(told(6) + told(7)), ENDED,
            BROKEN,
            OPENED, Chunk(told(8)), Chunk(told(None, "changed")),
        ]
    )  # fmt: skip
    assert said.ids == [5, 6, 7, 8, None]
    assert said.opened == [None, "6", "7", "7"]
    assert said.waits == [3, 3, 2]  # as the service asked; then growing


def test_a_stream_that_breaks_before_anything_happened_goes_on_from_its_beginning() -> None:
    said = Listening([OPENED, opening(4), BROKEN, OPENED, Chunk(told(5))])
    assert (said.opened, said.ids) == ([None, "4"], [5])


def test_what_was_followed_before_is_gone_on_with() -> None:
    assert Listening([OPENED, Chunk(told(9))], after=8).opened == ["8"]


@pytest.mark.parametrize("number", [3, 40])
def test_after_a_reset_the_numbers_begin_where_it_says(number: int) -> None:
    said = Listening([OPENED, Chunk(told(number, "reset") + told(number + 1)), ENDED, OPENED], after=20)
    assert [each.kind for each in said.given] == ["reset", "move"]
    assert said.opened == ["20", str(number + 1)]


def test_where_streams_do_not_get_through_it_asks_again_and_again() -> None:
    silent = (OPENED, ENDED, OPENED, BROKEN, OPENED, ENDED)
    said = Listening([*silent, answer(9, (8, "move"), (9, "move")), answer(9)], after=7)
    assert said.opened == ["7", "7", "7"]
    assert said.polled[:2] == [7, 9]
    assert said.ids == [8, 9]


def test_a_service_that_is_away_is_waited_for_and_streams_go_on() -> None:
    """However long that takes, once it was reached; it says nothing of whether streams get through."""
    away = [BROKEN, Answer(502, {}, b"")] * 20
    said = Listening([OPENED, Chunk(told(1)), BROKEN, *away, OPENED, Chunk(told(2))])
    assert said.ids == [1, 2] and not said.polled
    assert sum(said.waits) > 200
    said = Listening([answer(1, (1, "move")), *away, answer(2, (2, "move"))], after=0, way="poll")
    assert said.ids == [1, 2]


@pytest.mark.parametrize("way", ["auto", "poll"])
def test_a_service_that_was_never_there_is_not_waited_for_for_ever(way: str) -> None:
    with pytest.raises(Unreachable):
        Listening([BROKEN] * 100, way=way)
    with pytest.raises(Unavailable):
        Listening([Answer(503, {}, b"")] * 100, way=way)


def test_a_stream_that_is_held_up_is_not_tried_again() -> None:
    said = Listening([BROKEN, answer(1, (1, "move"))], after=0, slow=75)
    assert (said.opened, said.polled, said.ids) == (["0"], [0, 1], [1])


@pytest.mark.parametrize("refused", [Answer(405, {}, b""), Answer(200, {"content-type": "text/html"}, b"")])
def test_what_knows_no_streams_is_asked_at_once(refused: Answer) -> None:
    said = Listening([refused, answer(3, (3, "move"), (None, "changed"))], after=2)
    assert (said.ids, said.waits) == ([3, None], [])


def test_who_does_not_hold_the_answer_is_not_asked_without_end() -> None:
    said = Listening([answer(3)] * 5, after=3, way="poll")
    assert said.waits == [3, 3, 4, 8, 8]


@pytest.mark.parametrize(("status", "wait"), [(429, "30"), (503, "30"), (502, None), (504, None)])
def test_what_passes_is_waited_for(status: int, wait: str | None) -> None:
    refused = Answer(status, {"retry-after": wait} if wait else {}, b"")
    said = Listening([refused, OPENED, Chunk(told(2))], after=1)
    assert (said.ids, said.waits) == ([2], [30 if wait else 1])


def test_what_does_not_pass_is_raised() -> None:
    with pytest.raises(NotLoggedIn):
        Listening([Answer(401, {}, b'{"code": "bad_token", "detail": "Log in."}')])
    with pytest.raises(NotFound):
        Listening([OPENED, Chunk(told(1)), ENDED, Answer(404, {}, b'{"code": "not_found", "detail": "No."}')])


def test_what_is_none_of_ours_is_passed_over() -> None:
    said = Listening([OPENED, Chunk(b"data: hello\n\ndata\n\ndata: [1]\n\n" + told(1))], after=0)
    assert said.ids == [1]


LOG_ENDS = Chunk(told(7, events=[{"type": "game_ended"}]))


def test_one_game_is_followed_to_its_last_line() -> None:
    said = Listening([OPENED, opening(5), seen("active"), Chunk(told(6)), LOG_ENDS, BROKEN], until_over=True)
    assert said.ended and (said.ids, said.looked) == ([6, 7], 1)


def test_without_being_asked_to_end_it_goes_on() -> None:
    assert not Listening([OPENED, opening(5), LOG_ENDS, ENDED]).ended


@pytest.mark.parametrize(
    "before",
    [
        [],  # it was cancelled between the look and the stream
        [seen("open"), Chunk(told(None, "changed"))],
        [seen("open"), Chunk(b": here\n\n")],  # the hint was missed: it comes once or not at all
        [BROKEN, Chunk(b": here\n\n")],  # the look was not answered
        [Answer(429, {"retry-after": "5"}, b""), Chunk(b": here\n\n")],
    ],
    ids=["before the stream", "told", "missed", "broken", "refused"],
)
def test_that_a_game_was_cancelled_before_it_began_no_line_tells(before: list[Any]) -> None:
    said = Listening([OPENED, opening(0), *before, seen("cancelled"), answer(0)], until_over=True)
    assert said.ended and not [each for each in said.given if each.id is not None]


def test_of_a_game_that_is_over_all_that_is_left_is_told() -> None:
    said = Listening(
        [OPENED, opening(3), seen("cancelled"), answer(5, (4, "move"), (5, "move")), answer(5)],
        until_over=True,
    )
    assert said.ended and (said.ids, said.polled) == ([4, 5], [3, 5])


def test_who_asks_again_and_again_looks_when_nothing_came() -> None:
    came = [answer(0), seen("open"), answer(0, (None, "changed")), seen("cancelled"), answer(0)]
    said = Listening(came, way="poll", after=0, until_over=True)
    assert said.ended and said.looked == 2


def test_a_game_that_may_not_be_seen_any_more_is_said() -> None:
    with pytest.raises(NotFound):
        Listening(
            [OPENED, opening(0), Answer(404, {}, b'{"code": "not_found", "detail": "No."}')], until_over=True
        )
