"""Refusals of the API's frame: whatever is sent, a problem document, in the language of who reads it."""

from __future__ import annotations

import io
import json
import logging
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.utils import translation
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors
from accounts.models import User
from config.api import problems, throttles
from config.api.views import ApiView
from tests.people import person, token_of

pytestmark = pytest.mark.django_db

SECRET = "7H 8H 9H"  # stands for a hand in an exception's message
BIG = 256 * 1024


def is_problem(response: Any, status: int, code: str) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(response.content)
    assert (response.status_code, body["status"], body["code"]) == (status, status, code)
    assert response["Content-Type"] == "application/problem+json"
    assert response["Cache-Control"] == "no-store"
    assert {"type", "title", "status", "code", "detail"} <= set(body)
    assert body["detail"].rstrip()[-1] in ".…)" and "Traceback" not in str(body)
    return body


def post(body: bytes | str, content_type: str = "application/json", **more: Any) -> Any:
    client = Client(raise_request_exception=False)
    return client.generic("POST", "/api/v1/accounts/", body, content_type=content_type, **more)


class TestBodies:
    @pytest.mark.parametrize(
        "body",
        [
            b"{",
            b'{"username": "ana",}',
            b"{'username': 'ana'}",
            b"\xff\xfe{}",
            b'{"username": "\xff"}',
            b'{"username": NaN}',
            b'{"username": Infinity}',
            b'{"username": 1e999}',
            b'{"username": "\\ud800"}',
            b'{"username": "\\u0000"}',
            b'{"username": "a\\u0000b"}',
            b'{"a\\u0000b": 1}',
            b'{"a": [{"b": "\\u0000"}]}',
            b'{"username": "\x00"}',
            b'{"version": 9007199254740993}',
            b'{"version": -9007199254740993}',
            b'{"version": 1e300}',
            b'{"version": ' + b"9" * 5000 + b"}",
            b"[" * 17 + b"]" * 17,
            b"[" * 100_000,
            b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
            "{}".encode("utf-16"),
        ],
        ids=lambda body: body[:20],
    )
    def test_what_is_no_good_json(self, body: bytes) -> None:
        answer = is_problem(post(body), 400, "invalid")
        assert list(answer["errors"]) == ["body"]

    @pytest.mark.parametrize("text", ["\\u0000", "1e400", "12345678901234567890", "é\U0001f0a1"])
    def test_texts_that_only_look_like_it(self, text: str) -> None:
        """They get as far as the field."""
        answer = is_problem(post(json.dumps({"language": text})), 400, "invalid")
        assert "language" in answer["errors"] and "body" not in answer["errors"]

    def test_sixteen_levels_are_enough(self) -> None:
        assert (
            "body" in is_problem(post(b"[" * 16 + b"]" * 16), 400, "invalid")["errors"]
        )  # an object is wanted
        assert "x" in is_problem(post(b'{"x":' + b"[" * 15 + b"]" * 15 + b"}"), 400, "invalid")["errors"]

    @pytest.mark.parametrize(
        "content_type",
        [
            "text/plain",
            "application/x-www-form-urlencoded",
            "",
            "x",
            "application/xml; a=b",
            "multipart/form-data; boundary=x",
        ],
    )
    def test_other_types(self, content_type: str) -> None:
        is_problem(post(b"username=ana", content_type), 415, "unsupported_media_type")

    @pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "Application/JSON"])
    def test_json_however_it_is_called(self, content_type: str) -> None:
        assert "username" in is_problem(post(b"{}", content_type), 400, "invalid")["errors"]

    def test_an_empty_body_is_an_empty_object(self) -> None:
        assert "username" in is_problem(post(b""), 400, "invalid")["errors"]

    def test_too_large(self) -> None:
        is_problem(post(b'"' + b"x" * BIG + b'"'), 413, "too_large")

    def test_the_limit_itself_is_allowed(self) -> None:
        assert is_problem(post(b'"' + b"x" * (BIG - 2) + b'"'), 400, "invalid")["errors"]["body"]

    def test_declared_too_large_and_not_sent(self) -> None:
        is_problem(post(b"{}", CONTENT_LENGTH=str(10**12)), 413, "too_large")


class TestChunked:
    """Bodies without a declared length, from a server that gives them in small pieces."""

    class Pieces(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(min(size or 0, 1000))

    def answer(self, pieces: Pieces) -> Any:
        request = RequestFactory().post("/api/v1/x/", content_type="application/json")
        del request.META["CONTENT_LENGTH"]
        request.META |= {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": pieces}
        return Echo.as_view()(request)

    def test_is_read(self) -> None:
        assert json.loads(self.answer(self.Pieces(b'{"a": "' + b"x" * 5000 + b'"}')).content) == {
            "a": "x" * 5000
        }

    def test_is_not_read_beyond_the_limit(self) -> None:
        pieces = self.Pieces(b"x" * 10 * BIG)
        is_problem(self.answer(pieces), 413, "too_large")
        assert pieces.tell() <= BIG + 1


class TestAddresses:
    @pytest.mark.parametrize(
        "path",
        ["/api/", "/api/v1/", "/api/v1/nothing/", "/api/v2/games/", "/api/v1/me/x/", "/api/v1/tokens/x/"],
    )
    @pytest.mark.parametrize("debug", [False, True])
    def test_unknown(self, path: str, debug: bool, settings: Any) -> None:
        settings.DEBUG = debug
        for method in ("get", "post", "delete"):
            is_problem(getattr(Client(), method)(path), 404, "not_found")

    def test_without_the_slash_it_says_so(self) -> None:
        assert "slash" in is_problem(Client().post("/api/v1/tokens"), 404, "not_found")["detail"]

    def test_a_nul_is_nobodys(self) -> None:
        is_problem(Client().get("/api/v1/games/%00/"), 404, "not_found")
        is_problem(Client().get("/api/v1/games/?cursor=%00"), 400, "invalid")

    @pytest.mark.parametrize("method", ["GET", "PUT", "OPTIONS", "TRACE", "PROPFIND", "X" * 300])
    def test_other_methods(self, method: str) -> None:
        response = Client().generic(method, "/api/v1/accounts/confirm/")
        is_problem(response, 405, "method_not_allowed")
        assert response["Allow"] == "POST"

    def test_a_wrong_host(self, settings: Any) -> None:
        settings.ALLOWED_HOSTS = ["rummy.example"]
        is_problem(Client().get("/api/v1/me/", headers={"host": "evil.example"}), 400, "invalid")


class Echo(ApiView):
    def post(self, request: Request) -> Response:
        return Response(request.data)


class Broken(ApiView):
    error: Exception = RuntimeError(SECRET)

    def get(self, request: Request) -> Response:
        hand = SECRET  # a local that no log may show
        assert hand
        raise self.error


def asked(view: type[ApiView], **attributes: Any) -> Any:
    return view.as_view(**attributes)(RequestFactory().get("/api/v1/x/"))


class TestFaults:
    @pytest.mark.parametrize("debug", [False, True])
    def test_tell_nothing(self, debug: bool, settings: Any, caplog: pytest.LogCaptureFixture) -> None:
        settings.DEBUG = debug
        response = asked(Broken)
        is_problem(response, 500, "fault")
        assert SECRET not in response.content.decode() and SECRET not in caplog.text
        (record,) = caplog.records
        assert "RuntimeError" in record.getMessage() and "test_problems.py" in record.getMessage()
        assert record.exc_info is None and record.levelno == logging.ERROR

    def test_in_a_real_call(self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
        monkeypatch.setattr(selectors, "tokens_of", lambda _user: {}[SECRET])
        response = Client().get("/api/v1/tokens/", headers={"authorization": f"Bearer {token_of(person())}"})
        is_problem(response, 500, "fault")
        assert SECRET not in caplog.text

    def test_in_writing_the_answer(self) -> None:
        class Unwritable(ApiView):
            def get(self, request: Request) -> Response:
                return Response({"hand": object()})

        is_problem(asked(Unwritable), 500, "fault")

    def test_a_database_that_is_away(self, caplog: pytest.LogCaptureFixture) -> None:
        response = asked(Broken, error=OperationalError(SECRET))
        is_problem(response, 503, "unavailable")
        assert int(response["Retry-After"]) > 0
        assert SECRET not in caplog.text + response.content.decode()

    def test_refusals_are_no_news_for_the_log(self, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.INFO):
            post(b"{")
            Client().get("/api/v1/me/")
        assert not caplog.records

    def test_a_table_of_ones_own(self) -> None:
        class Sleepy(Exception):
            pass

        class VerySleepy(Sleepy):
            pass

        problems.register(Sleepy, lambda error: problems.Problem(409, "sleepy", "Wake up.", number=3))
        assert is_problem(asked(Broken, error=VerySleepy()), 409, "sleepy")["number"] == 3


class TestLanguage:
    """`detail` is in the user's language, else in that of Accept-Language."""

    @pytest.fixture(autouse=True)
    def words(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The language itself in place of a translation: catalogues come and go."""

        def said(text: str) -> str:
            return f"[{translation.get_language()}] {text}"

        monkeypatch.setattr(problems, "_", said)

    def detail(self, **headers: str) -> str:
        path = "/api/v1/tokens/9/"
        return str(Client().delete(path, headers=headers).json()["detail"])

    def test_of_the_user(self) -> None:
        ana = person("ana", language="sr-latn")
        header = {"authorization": f"Bearer {token_of(ana)}", "accept-language": "ar"}
        assert self.detail(**header).startswith("[sr-latn]")

    @pytest.mark.parametrize(
        ("accepted", "language"),
        [
            ("ar", "ar"),
            ("xx, ar;q=0.5", "ar"),
            ("", "en"),
            ("*", "en"),
            ("\xff;q=x", "en"),
            ("sr", "sr-latn"),
        ],
    )
    def test_of_the_request(self, accepted: str, language: str) -> None:
        response = Client().get("/api/v1/nothing/", headers={"accept-language": accepted})
        assert response.json()["detail"].startswith(f"[{language}]")

    def test_nothing_of_it_stays(self) -> None:
        ana = person("ana", language="ar")
        with translation.override("en"):
            Client().get("/api/v1/me/", headers={"authorization": f"Bearer {token_of(ana)}"})
            assert translation.get_language() == "en"


class TestThrottles:
    @pytest.fixture(autouse=True)
    def rates(self, settings: Any) -> None:
        settings.THROTTLE_RATES = {"anon": "3/hour", "user": "5/hour", "login": "2/hour"}

    def client(self, **more: Any) -> Client:
        return Client(REMOTE_ADDR=f"192.0.{uuid4().int % 255}.{uuid4().int % 255}", **more)

    def test_visitors_by_address(self) -> None:
        client = self.client()
        answers = [client.get("/api/v1/me/") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [401, 401, 401, 429]
        is_problem(answers[-1], 429, "throttled")
        assert 1 <= int(answers[-1]["Retry-After"]) <= 3600

    def test_users_wherever_they_are(self) -> None:
        user = User.objects.create(pk=uuid4().int % 2**40, username="ana")
        headers = {"authorization": f"Bearer {token_of(user)}"}
        answers = [self.client().get("/api/v1/me/", headers=headers).status_code for _ in range(6)]
        assert answers == [200] * 5 + [429]

    def test_a_bad_token_counts_as_a_visitor(self) -> None:
        client = self.client()
        answers = [
            client.get("/api/v1/me/", headers={"authorization": f"Bearer {n}"}).status_code for n in range(4)
        ]
        assert answers == [401, 401, 401, 429]

    def test_of_ipv6_the_network_counts(self) -> None:
        net = f"2001:db8:{uuid4().int % 65535:x}:{uuid4().int % 65535:x}"
        answers = [Client(REMOTE_ADDR=f"{net}::{n:x}").get("/api/v1/me/").status_code for n in range(1, 5)]
        assert answers == [401, 401, 401, 429]

    @pytest.mark.parametrize(
        ("proxies", "forwarded", "address"),
        [
            (0, "6.6.6.6", "10.0.0.1"),
            (1, "6.6.6.6, 1.2.3.4", "1.2.3.4"),
            (2, "6.6.6.6, 1.2.3.4, 5.6.7.8", "1.2.3.4"),
            (1, "", "10.0.0.1"),
            (1, "2001:db8::1", "2001:db8::/64"),
            (1, "[2001:db8::1]", "2001:db8::/64"),
            (1, "x" * 500, "x" * 60),
            (1, ":" * 500, ":" * 60),
        ],
    )
    def test_behind_proxies(self, proxies: int, forwarded: str, address: str, settings: Any) -> None:
        settings.TRUSTED_PROXIES = proxies
        request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)
        assert throttles.address_of(request) == address

    def test_goes_on_counting_alone_while_redis_is_away(self, caplog: pytest.LogCaptureFixture) -> None:
        counter = throttles.Counter("redis://127.0.0.1:1/0")
        waits = [counter.hit(throttles.rate_of("2/min"), "test", "who") for _ in range(3)]
        assert waits[:2] == [0, 0] and waits[2] > 0
        assert len(caplog.records) == 1, "says so once, and leaves Redis alone for a while"

    @pytest.mark.parametrize(
        ("text", "seconds"),
        [("5/s", 1), ("7/sec", 1), ("10/min", 60), ("10/minute", 60), ("3/h", 3600), ("9 / Day", 86400)],
    )
    def test_rates(self, text: str, seconds: int) -> None:
        assert throttles.rate_of(text).get_expiry() == seconds
