"""One request, to real servers of every manner; and that none reaches the host's own network."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from games.notify.webhooks import calling, resolving
from games.notify.webhooks.calling import Call, call
from games.services.webhooks.addresses import parse
from games.services.webhooks.queue import Outcome
from tests import loops
from tests.webhooks.receivers import CERTIFICATE, Receiver, answering, holding, receiving, taken

HERE = (ipaddress.ip_network("127.0.0.0/8"), ipaddress.ip_network("::1"))
BODY = b'{"type": "test"}'


@pytest.fixture
def allowed(settings: Any) -> None:
    """This machine may be reached."""
    settings.WEBHOOK_ALLOW = HERE


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits of time, so short that a test can wait for them. Where it does not, they are none."""
    monkeypatch.setattr(calling, "TOTAL", 1.5)
    monkeypatch.setattr(calling, "FOR_A_BODY", 0.3)


def send(url: str, **headers: str) -> Outcome:
    return loops.run(call(Call(parse(url), headers, BODY)))


def named(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Every name leads there, one answer after the other; the names that were asked for."""
    asked: list[str] = []

    def getaddrinfo(host: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        given = answers[min(len(asked), len(answers)) - 1]
        if not given:
            raise socket.gaierror("not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 0)) for each in given]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.usefixtures("allowed")
class TestAnswers:
    def test_it_is_delivered_and_the_answer_is_kept(self) -> None:
        with receiving(answering("200 OK", "Thanks,\x00\x1b[31m\n <b>Ana</b>! 🂡")) as receiver:
            outcome = send(receiver.url + "?a=b", **{"webhook-id": "msg_1"})
        assert (outcome.status, outcome.error, outcome.well) == (200, "", True)
        assert outcome.answer == "Thanks, [31m <b>Ana</b>! 🂡"
        (request,) = receiver.requests
        assert request.line == "POST /hook?a=b HTTP/1.1"
        assert request.body == BODY
        assert request.headers["host"] == f"127.0.0.1:{receiver.port}"
        assert request.headers["content-type"] == "application/json"
        assert request.headers["webhook-id"] == "msg_1"
        assert "cookie" not in request.headers and "authorization" not in request.headers

    @pytest.mark.parametrize(
        ("status", "error"),
        [
            *(("201 Created", ""), ("202 Accepted", ""), ("204 No Content", "")),
            *(("400 Bad Request", "status"), ("404 Not Found", "status"), ("410 Gone", "status")),
            *(("500 Oh", "status"), ("304 Not Modified", "status"), ("999 What", "status")),
        ],
    )
    def test_only_2xx_is_success(self, status: str, error: str) -> None:
        with receiving(answering(status)) as receiver:
            outcome = send(receiver.url)
        assert (outcome.status, outcome.error) == (int(status[:3]), error)

    def test_hints_before_the_answer_are_passed_over(self) -> None:
        def manner(line: socket.socket, receiver: Receiver) -> None:
            taken(line, receiver)
            line.sendall(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nwell")

        with receiving(manner) as receiver:
            assert send(receiver.url).answer == "well"

    @pytest.mark.parametrize(
        ("status", "value", "kept"),
        [
            ("429 Slow down", "120", timedelta(minutes=2)),
            ("503 Later", "7", timedelta(seconds=7)),
            ("503 Later", "-1", None),
            ("503 Later", "9999999999", None),
            ("503 Later", "Wed, 21 Oct 2026 07:28:00 GMT", None),
            ("500 Oh", "120", None),
        ],
    )
    def test_how_long_to_wait_is_taken_from_those_who_may_say_it(
        self, status: str, value: str, kept: timedelta | None
    ) -> None:
        with receiving(answering(status, "", f"Retry-After: {value}")) as receiver:
            assert send(receiver.url).retry_after == kept

    @pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
    def test_a_redirect_is_not_followed(self, status: int) -> None:
        with receiving() as inside:
            manner = answering(f"{status} There", "", f"Location: {inside.url}")
            with receiving(manner) as receiver:
                outcome = send(receiver.url)
            assert (outcome.status, outcome.error) == (status, "redirect")
            assert (len(receiver.requests), inside.connections) == (1, 0)


@pytest.mark.usefixtures("allowed")
class TestBadManners:
    """None of them holds a line for longer than the limit, or takes more memory than it."""

    @pytest.fixture(autouse=True)
    def _in_time(self) -> Iterator[None]:
        began = time.monotonic()
        yield
        assert time.monotonic() - began < 240, "the limit, and a slow machine"

    @pytest.mark.usefixtures("short")
    def test_answers_after_ten_minutes(self) -> None:
        def manner(line: socket.socket, receiver: Receiver) -> None:
            taken(line, receiver)
            receiver.ended.wait(600)

        with receiving(manner) as receiver:
            outcome = send(receiver.url)
        assert (outcome.status, outcome.error) == (None, "timeout")
        assert outcome.took >= 1400

    @pytest.mark.usefixtures("short")
    def test_takes_no_request(self) -> None:
        with receiving(holding) as receiver:
            assert send(receiver.url).error == "timeout"

    @pytest.mark.usefixtures("short")
    def test_drips_its_head(self) -> None:
        def manner(line: socket.socket, receiver: Receiver) -> None:
            taken(line, receiver)
            for byte in b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1000:
                line.sendall(bytes([byte]))
                if receiver.ended.wait(0.05):
                    return

        with receiving(manner) as receiver:
            assert send(receiver.url).error == "timeout"

    def test_drips_its_body(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(calling, "FOR_A_BODY", 0.3)

        def manner(line: socket.socket, receiver: Receiver) -> None:
            taken(line, receiver)
            line.sendall(b"HTTP/1.1 200 OK\r\n\r\nwell")
            while not receiver.ended.wait(0.02):
                line.sendall(b".")

        with receiving(manner) as receiver:
            outcome = send(receiver.url)
        assert outcome.well and outcome.answer.startswith("well")

    def test_sends_a_gigabyte(self) -> None:
        sent = 0

        def manner(line: socket.socket, receiver: Receiver) -> None:
            nonlocal sent
            taken(line, receiver)
            line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n")
            while sent < 2**30:
                sent += line.send(b"x" * 65536)

        with receiving(manner) as receiver:
            outcome = send(receiver.url)
        assert outcome.well and outcome.answer == "x" * 500
        assert sent < 2**25, "what the system holds between us, no more"

    def test_has_a_head_without_end(self) -> None:
        def manner(line: socket.socket, receiver: Receiver) -> None:
            taken(line, receiver)
            line.sendall(b"HTTP/1.1 200 OK\r\n")
            while True:
                line.sendall(b"X-More: " + b"x" * 4000 + b"\r\n")

        with receiving(manner) as receiver:
            assert send(receiver.url).error == "broken"

    @pytest.mark.parametrize(
        "said", [b"", b"SSH-2.0-OpenSSH_9\r\n", b"HTTP/1.1 two hundred\r\n\r\n", b"\x16\x03\x01" * 50]
    )
    def test_speaks_no_http(self, said: bytes) -> None:
        def manner(line: socket.socket, receiver: Receiver) -> None:
            taken(line, receiver)
            line.sendall(said)

        with receiving(manner) as receiver:
            assert send(receiver.url).error == "broken"

    def test_hangs_up_in_the_middle_of_its_body(self) -> None:
        def manner(line: socket.socket, receiver: Receiver) -> None:
            taken(line, receiver)
            line.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")

        with receiving(manner) as receiver:
            assert send(receiver.url).well

    def test_listens_nowhere(self) -> None:
        with socket.socket() as nobody:  # has the port, and does not listen
            nobody.bind(("127.0.0.1", 0))
            assert send(f"http://127.0.0.1:{nobody.getsockname()[1]}/hook").error == "unreachable"


class TestTls:
    @pytest.fixture(autouse=True)
    def _named_here(self, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        settings.WEBHOOK_ALLOW = HERE
        named(monkeypatch, ["127.0.0.1"])

    @pytest.fixture
    def trusting(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The authority that signed the receivers' certificate is trusted."""
        monkeypatch.setattr(calling, "_tls", lambda: ssl.create_default_context(cafile=str(CERTIFICATE)))

    @pytest.mark.usefixtures("trusting")
    def test_the_certificate_is_checked_for_the_name_not_the_address(self) -> None:
        with receiving(tls=True) as receiver:
            assert send(f"https://hooks.example:{receiver.port}/hook").well
            assert receiver.requests[0].headers["host"] == f"hooks.example:{receiver.port}"
            for other in ("other.example", "127.0.0.1"):
                assert send(f"https://{other}:{receiver.port}/hook").error == "tls"
            assert len(receiver.requests) == 1

    def test_an_authority_that_nobody_knows_is_refused(self) -> None:
        with receiving(tls=True) as receiver:
            assert send(f"https://hooks.example:{receiver.port}/hook").error == "tls"
        assert receiver.requests == []

    @pytest.mark.usefixtures("trusting")
    def test_whoever_speaks_no_tls_is_not_told_in_the_clear(self) -> None:
        with receiving(lambda line, _receiver: line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")) as receiver:
            assert send(f"https://hooks.example:{receiver.port}/hook").error == "tls"
        assert receiver.requests == []


class TestOwnNetwork:
    """Without WEBHOOK_ALLOW."""

    @pytest.mark.parametrize("ip", ["127.0.0.1", "0.0.0.0", "::1", "::ffff:127.0.0.1"])
    def test_a_name_that_leads_to_this_machine_is_not_connected_to(
        self, ip: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with receiving() as inside:
            asked = named(monkeypatch, [ip])
            outcome = send(f"https://innocent.example:{inside.port}/")
            assert (outcome.error, asked, inside.connections) == ("address", ["innocent.example"], 0)

    @pytest.mark.parametrize("ip", ["10.0.0.1", "169.254.169.254", "192.168.1.1", "fd00::1", "fe80::1%1"])
    def test_one_bad_address_among_good_ones_is_enough(
        self, ip: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        reached = self.connections(monkeypatch)
        named(monkeypatch, ["93.184.216.34", ip])
        assert send("https://innocent.example/").error == "address"
        assert reached == []

    def test_a_name_that_leads_elsewhere_a_moment_later(self, monkeypatch: pytest.MonkeyPatch) -> None:
        reached = self.connections(monkeypatch)
        asked = named(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
        send("https://rebinding.example/")
        assert asked == ["rebinding.example"], "asked for once"
        assert reached == [("93.184.216.34", "rebinding.example")], "and what was judged is what is reached"
        assert send("https://rebinding.example/").error == "address"
        assert len(reached) == 1

    def test_the_first_that_takes_the_connection_is_used(self, monkeypatch: pytest.MonkeyPatch) -> None:
        reached = self.connections(monkeypatch)
        named(monkeypatch, ["93.184.216.34", "8.8.8.8", "1.1.1.1", "1.0.0.1"])
        assert send("https://several.example/").error == "unreachable"
        assert [ip for ip, _name in reached] == ["93.184.216.34", "8.8.8.8", "1.1.1.1"]

    def test_nothing_is_sent_in_the_clear_to_a_public_address(self, monkeypatch: pytest.MonkeyPatch) -> None:
        reached = self.connections(monkeypatch)
        named(monkeypatch, ["93.184.216.34"])
        assert send("http://example.org/").error == "address"
        assert reached == []

    def test_a_public_address_of_this_machine_is_its_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert resolving.is_our_own(ipaddress.ip_address("127.0.0.1"))
        assert not resolving.is_our_own(ipaddress.ip_address("93.184.216.34"))
        reached = self.connections(monkeypatch)
        monkeypatch.setattr(resolving, "is_our_own", lambda ip: str(ip) == "93.184.216.34")
        named(monkeypatch, ["93.184.216.34"])
        assert send("https://example.org/").error == "address"
        assert reached == []

    @pytest.mark.parametrize("answers", [[], ["93.184.216.34"]])
    def test_an_unknown_name(self, answers: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.connections(monkeypatch)
        named(monkeypatch, answers)
        assert send("https://nobody.example/").error == ("unreachable" if answers else "unknown")

    @pytest.mark.usefixtures("short")
    def test_a_name_server_that_never_answers_holds_nobody_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        released = socket.socketpair()

        def getaddrinfo(*_: Any, **__: Any) -> list[Any]:
            released[0].recv(1)
            return []

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        assert send("https://slow.example/").error == "timeout"
        released[1].send(b"x")

    @staticmethod
    def connections(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
        """Where a connection was tried, and for which name; none comes about."""
        reached: list[tuple[str, str]] = []

        async def open_connection(host: str, _port: int, **options: Any) -> None:
            reached.append((host, options["server_hostname"]))
            raise ConnectionRefusedError

        monkeypatch.setattr(asyncio, "open_connection", open_connection)
        return reached
