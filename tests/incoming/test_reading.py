"""The text of a mail, whatever it says of itself; and that no bytes at all make the reader fall."""

from __future__ import annotations

import base64
from email.message import Message

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.notify.incoming.html import lines_of
from games.notify.incoming.reading import Reply, parsed, read


def reply(head: str, body: bytes) -> Reply:
    return read(parsed(head.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body))


def plain(charset: str, encoding: str = "8bit", more: str = "") -> str:
    return f"Content-Type: text/plain; charset={charset}{more}\nContent-Transfer-Encoding: {encoding}"


MOVE = "جديد ٧♣ ٧♦ ٧♥"
B64 = base64.b64encode(f"{MOVE}\n".encode())

READ = {
    "utf-8": (plain("utf-8"), MOVE.encode(), MOVE),
    "no type at all": ("X: y", MOVE.encode(), MOVE),
    "unknown charset": (plain("x-rummy-8"), MOVE.encode(), MOVE),
    "a codec that is no charset": (plain("zip"), MOVE.encode(), MOVE),
    "says Latin, is UTF-8": (plain("iso-8859-1"), MOVE.encode(), MOVE),
    "says ASCII, is UTF-8": (plain("us-ascii"), MOVE.encode(), MOVE),
    "says UTF-8, is Windows": (plain("utf-8"), "zéien".encode("cp1252"), "zéien"),
    "Windows for Arabic": (plain("windows-1256"), "سحب".encode("cp1256"), "سحب"),
    "UTF-16": (plain("utf-16"), "draw".encode("utf-16"), "draw"),
    "says UTF-16, is ASCII": (plain("utf-16"), b"draw", "draw"),
    "byte order mark": (plain("utf-8"), b"\xef\xbb\xbfdraw", "draw"),
    "quoted charset": (plain('"UTF-8"'), MOVE.encode(), MOVE),
    "base64": (plain("utf-8", "base64"), B64, MOVE),
    "base64 without its end": (plain("utf-8", "base64"), B64.rstrip(b"="), MOVE),
    "base64 with rubbish in it": (plain("utf-8", "base64"), B64[:8] + b"!\r\n=?" + B64[8:], MOVE),
    "base64 that is cut": (plain("utf-8", "base64"), base64.b64encode(b"new 7C 7D 7H")[:15], "new 7C 7D 7"),
    "says base64, is text": (plain("utf-8", "base64"), b"new 7C 7D 7H", "new 7C 7D 7H"),
    "says base64, is one word": (plain("utf-8", "base64"), b"draw", "draw"),
    "quoted-printable": (plain("utf-8", "quoted-printable"), b"new 7=E2=99=A3 7D=\r\n 7H", "new 7♣ 7D 7H"),
    "quoted-printable, broken": (plain("utf-8", "quoted-printable"), b"KH =3E m3 =ZZ", "KH > m3 =ZZ"),
    "an unknown encoding": (plain("utf-8", "x-rummy"), b"draw", "draw"),
    "flowed": (plain("utf-8", "8bit", "; format=flowed"), b"new 7C 7D \r\n7H", "new 7C 7D 7H"),
    "flowed, stuffed": (plain("utf-8", "8bit", "; format=flowed"), b" draw", "draw"),
    "flowed, blanks deleted": (
        plain("utf-8", "8bit", "; format=flowed; delsp=yes"),
        b"new 7C 7 \r\nD 7H",
        "new 7C 7D 7H",
    ),
    "HTML that says it is text": (plain("utf-8"), b"<!DOCTYPE html><p>KH &gt; m3</p>", "KH > m3"),
}


@pytest.mark.parametrize("name", READ)
def test_decoding(name: str) -> None:
    head, body, line = READ[name]
    assert reply(head, body) == Reply((line,))


HTML = {
    "blocks": ("<div>new 7C 7D 7H</div><div>knock</div>", ["new 7C 7D 7H", "knock"]),
    "breaks": ("new 7C 7D 7H<br>knock<br/>", ["new 7C 7D 7H", "knock"]),
    "a paragraph in lines of the source": ("<p>new 7C\n   7D&nbsp;7H</p>", ["new 7C 7D 7H"]),
    "inline marks": ("<p>K<b>H</b> <span>&gt; m3</span></p>", ["KH > m3"]),
    "styles and scripts": ("<style>p {a: b}</style><script>x</script><p>draw</p>", ["draw"]),
    "hidden text": ("<div style='display: none'>knock</div><p>draw</p>", ["draw"]),
    "a quote": ("<div>draw</div><blockquote><div>new 7C 7D 7H</div></blockquote>", ["draw", ">"]),
    "a quote in a quote": (
        "draw<blockquote>a<blockquote>b</blockquote>knock</blockquote><p>pass</p>",
        ["draw", ">", "pass"],
    ),
    "a signature": ('draw<div class="gmail_signature">Ana<br>knock</div>', ["draw", "--"]),
    "markup that is none": ("draw<br><![x y z", ["draw"]),
}


@pytest.mark.parametrize("name", HTML)
def test_html(name: str) -> None:
    html, lines = HTML[name]
    found = [line.strip().replace("\u00a0", " ") for line in lines_of(html)]
    assert [line for line in found if line][: len(lines)] == lines


class TestParts:
    def test_the_first_text_that_says_something(self) -> None:
        head = 'Content-Type: multipart/alternative; boundary="b"'
        body = (
            b"--b\r\nContent-Type: text/plain\r\n\r\n \r\n"
            b"--b\r\nContent-Type: text/html\r\n\r\n<p>draw</p>\r\n--b--"
        )
        assert reply(head, body) == Reply(("draw",))

    def test_an_attached_text_is_none(self) -> None:
        head = 'Content-Type: multipart/mixed; boundary="b"'
        body = (
            b"--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nknock\r\n"
            b"--b\r\nContent-Type: text/plain\r\n\r\ndraw\r\n--b--"
        )
        assert reply(head, body) == Reply(("draw",))

    def test_a_mail_within_the_mail_is_not_the_reply(self) -> None:
        head = 'Content-Type: multipart/mixed; boundary="b"'
        body = b"--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nknock\r\n--b--"
        assert reply(head, body) == Reply((), "no_text")

    def test_parts_without_an_end(self) -> None:
        head = 'Content-Type: multipart/mixed; boundary="b"'
        assert reply(head, b"--b\r\nContent-Type: text/plain\r\n\r\ndraw\r\n") == Reply(("draw",))

    def test_an_encrypted_mail(self) -> None:
        head = 'Content-Type: multipart/encrypted; boundary="b"'
        body = b"--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b--"
        assert reply(head, body).problem == "sealed"

    def test_a_signed_mail(self) -> None:
        text = (
            b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nnew 7C 7D 7H\nknock\n"
            b"-----BEGIN PGP SIGNATURE-----\n\niQEzBAEB\n-----END PGP SIGNATURE-----\n"
        )
        assert reply("Content-Type: text/plain", text) == Reply(("new 7C 7D 7H", "knock"))


HEADS = st.sampled_from(
    [
        b"",
        b"Content-Type: text/plain; charset=utf-7\r\n\r\n",
        b"Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n",
        b"Content-Type: text/html; charset=utf-16\r\n\r\n",
        b"Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n",
        b"Content-Type: text/plain; charset*=x'y'z\r\nContent-Transfer-Encoding: base64\r\n\r\n",
        b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n',
    ]
)
PIECES = st.sampled_from(
    [b"<", b"<![", b"<!--", b"</div>", b"<blockquote>", b"&#0;", b"&#x110000;", b"--b\r\n", b"--b--", b"> ", b"draw\n",
     b"Content-Type: text/html\r\n\r\n", b"On ", b" wrote:", b"From: x\n", b"Sent: y\n", b"=3", b"\xff\xfe", b"*9H > m",
     "٧♥".encode(), b"+2AA-",
     b"-----BEGIN PGP SIGNED MESSAGE-----\n", b"-----BEGIN PGP SIGNATURE-----\n", b"<pre>", b"\x00"]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(head=HEADS, body=st.one_of(st.binary(max_size=400), st.lists(PIECES, max_size=30).map(b"".join)))
def test_no_bytes_make_it_fall(head: bytes, body: bytes) -> None:
    found = read(parsed(head + body), ours=["rummy@localhost"], markers=["Write above"])
    assert all(line.strip() for line in found.lines)
    # Whatever is said of the lines is stored, on PostgreSQL too, and mailed.
    assert "\0" not in "".join(found.lines).encode().decode()


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=300), charset=st.text(max_size=12), encoding=st.text(max_size=12))
def test_no_headers_make_it_fall(text: str, charset: str, encoding: str) -> None:
    message = Message()
    message["Content-Type"] = f"text/plain; charset={charset}".replace("\n", " ").replace("\r", " ")
    message["Content-Transfer-Encoding"] = encoding.replace("\n", " ").replace("\r", " ")
    message.set_payload(text.encode("utf-8", "surrogatepass").decode("ascii", "surrogateescape"))
    assert all(line.strip() for line in read(message).lines)
