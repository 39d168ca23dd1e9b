"""A stream of events is read the same however it is cut into pieces."""

from __future__ import annotations

import pytest

from rummy.sse import Message, Parser

STREAM = (
    '\ufeffretry: 2500\n\n: here\n\nid: 7\nevent: move\ndata: {"game":\ndata: "♥"}\n\n'
    "id:8\rdata:x\r\rid: 9\r\ndata: y\u2028z\r\n\r\nevent: changed\ndata: {}\nother: 1\n\nid: 10\n\ndata: cut off\n"
).encode()
MESSAGES = [
    Message("7", "move", '{"game":\n"♥"}'),
    Message("8", "message", "x"),
    Message("9", "message", "y\u2028z"),
    Message(None, "changed", "{}"),
]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 1000])
def test_however_it_is_cut(size: int) -> None:
    parser, found = Parser(), []
    for start in range(0, len(STREAM), size):
        found += parser.feed(STREAM[start : start + size])
    assert found == MESSAGES
    assert parser.retry == 2.5


def test_nonsense_is_passed_over() -> None:
    parser = Parser()
    assert list(parser.feed(b"retry: soon\nid: a\0b\nnonsense\n\n\xff\n\n")) == []
    assert list(parser.feed(b"data:  two\n\n")) == [Message(None, "message", " two")]
    assert parser.retry is None
