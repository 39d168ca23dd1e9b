"""Who a mail is from: by its one author, and by what our own server has found out."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.notify.incoming import heads, trust
from games.notify.incoming.automatic import why_automatic
from games.notify.incoming.reading import parsed


def why(head: str, *, local: bool = False, authserv: str = "mx.rummy.example") -> str:
    message = parsed(head.encode() + b"\n\ndraw\n")
    return trust.why_not(message, confirmed="Ben@example.org", local=local, authserv=authserv)


FROM = "From: Ben <ben@example.org>\n"
SAID = "Authentication-Results: mx.rummy.example"


@pytest.mark.parametrize(
    "result",
    [
        "dkim=pass header.d=example.org",
        "dkim=pass header.i=@example.org",
        "dkim=pass header.d=mail.example.org",
        "DKIM=PASS Header.D=EXAMPLE.ORG",
        "spf=pass smtp.mailfrom=example.org",
        'spf=pass smtp.mailfrom="bounce@mail.example.org"',
        "dmarc=pass header.from=example.org",
        "spf=fail smtp.mailfrom=x.example; dkim=fail header.d=x.example; dkim=pass header.d=example.org",
        "dkim=pass (a (nested; comment)) header.d=example.org",
        "dkim = pass header.d = example.org",
    ],
)
def test_what_proves_an_author(result: str) -> None:
    assert why(f"{FROM}{SAID}; {result}") == ""
    assert why(f"{SAID} 1; {result}\n{FROM}") == ""


@pytest.mark.parametrize(
    "result",
    [
        "none",
        "dkim=none",
        "dkim=fail header.d=example.org",
        "dkim=pass header.d=evil.example",
        "dkim=pass header.d=org",
        "dkim=pass header.d=notexample.org",
        "dkim=pass header.s=example.org",
        "dkim=pass reason=header.d=example.org",
        "dkim=pass",
        "spf=softfail smtp.mailfrom=example.org",
        "spf=pass smtp.helo=example.org",
        "auth=pass smtp.auth=ben@example.org",
        "arc=pass header.d=example.org",
        "dkim=none (dkim=pass header.d=example.org)",
        "dkim=none (dkim=pass header.d=example.org",
        'spf=pass smtp.mailfrom="a; dkim=pass header.d=example.org"@evil.example',
        'spf=pass smtp.mailfrom="a smtp.mailfrom=example.org "@evil.example',
        "spf=fail smtp.mailfrom==?utf-8?q?a=3B_dkim=3Dpass_header=2Ed=3Dexample=2Eorg?=",
        'dkim=fail reason="; dkim=pass header.d=example.org"',
        'dkim=fail reason="\\"; dkim=pass header.d=example.org"',
    ],
)
def test_what_proves_nothing(result: str) -> None:
    assert why(f"{FROM}{SAID}; {result}") == "neither DKIM nor SPF passed for its address"


def test_only_our_own_servers_word_counts_and_of_that_the_topmost() -> None:
    good, bad = "dkim=pass header.d=example.org", "dkim=none"
    assert why(f"{FROM}Authentication-Results: mx.evil.example; {good}") != ""
    assert why(f"{FROM}Authentication-Results: evil mx.rummy.example; {good}") != ""
    assert why(f"{SAID}; {bad}\n{FROM}{SAID}; {good}") != ""
    assert why(f"Authentication-Results: other.example; {bad}\n{SAID}; {good}\n{FROM}") == ""
    assert why(f"{FROM}{SAID}; {good}", authserv="") != ""


@pytest.mark.parametrize(
    "author",
    [
        "From: Ben <ben@elsewhere.example>",
        "From: Ben <ben@example.org>, Eve <eve@example.org>",
        "From: Ben <ben@example.org>\nFrom: Eve <eve@evil.example>",
        "From: =?utf-8?q?Ben_=3Cben=40example=2Eorg=3E?= <eve@evil.example>",
        "From: =?utf-8?q?Ben_=3Cben=40example=2Eorg=3E?=",
        'From: "ben@example.org" <eve@evil.example>',
        "From: eve@evil.example (ben@example.org)",
        "Sender: ben@example.org\nFrom: eve@evil.example",
        "X: y",
    ],
)
def test_an_author_who_is_not_the_player(author: str) -> None:
    assert why(author, local=True) == "from another address"


def test_mail_from_this_machine_is_as_good_as_proved() -> None:
    assert why(FROM.strip(), local=True, authserv="") == ""


@pytest.mark.parametrize(
    ("head", "address"),
    [
        ("From: BEN@EXAMPLE.ORG", "BEN@EXAMPLE.ORG"),
        ("From: =?utf-8?b?2KjZhg==?= <ben@example.org>", "ben@example.org"),
        ("From: بن <ben@example.org>", "ben@example.org"),
    ],
)
def test_an_author_is_found(head: str, address: str) -> None:
    assert heads.author(parsed(head.encode() + b"\n\n")) == address


def test_the_nearest_of_a_thread_comes_first() -> None:
    message = parsed(b"In-Reply-To: <c@x>\nReferences: <a@x> <b@x>\n\t<c@x>\n\n")
    assert heads.answered(message) == ["<c@x>", "<b@x>", "<a@x>"]


@settings(max_examples=300, deadline=None)
@given(head=st.text(max_size=80), raw=st.binary(max_size=60))
@example(head="=?ü?q?x?=", raw=b"=?\xff?q?x?=")
def test_no_head_makes_it_fall(head: str, raw: bytes) -> None:
    names = (
        "From",
        "Subject",
        "Authentication-Results",
        "Message-ID",
        "References",
        "Return-Path",
        "Auto-Submitted",
    )
    line = head.replace("\r", "").replace("\n", " ").encode("utf-8", "replace")
    for value in (line, raw.replace(b"\n", b" ").replace(b"\r", b" "), b"=?utf-8?q?" + line + b"?="):
        whole = b"".join(name.encode() + b": " + value + b"\n" for name in names) + b"\ndraw\n"
        message = parsed(whole)
        why_automatic(message, sender=None, ours="rummy@rummy.example")
        trust.why_not(message, confirmed="ben@example.org", local=False, authserv="mx.rummy.example")
        heads.answered(message)
        heads.identity(whole, message)
        heads.recipients(message)
