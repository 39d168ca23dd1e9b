"""The mails of the embedded default: for who sits at the machine, and for staff; for nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client, override_settings
from django.utils import timezone

from games.notify.render import render
from tests.notify import samples
from tests.people import person

pytestmark = pytest.mark.django_db
BACKEND = "games.notify.filebackend.EmailBackend"
HERE: dict[str, Any] = {"SERVER_NAME": "localhost", "REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    here = {"MAIL_DIR": tmp_path, "EMAIL_BACKEND": BACKEND, "SITE_URL": "http://127.0.0.1:8000"}
    with override_settings(**here):
        yield tmp_path


def write(*messages: EmailMultiAlternatives) -> None:
    with get_connection(BACKEND) as line:
        line.send_messages(list(messages))


def names(folder: Path) -> list[str]:
    return sorted((file.stem for file in folder.glob("*.eml")), reverse=True)


def test_a_mail_and_its_parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    samples.registered()
    write(render(samples.mail_of("confirm", "dino"), now=timezone.now()))
    client = Client(**HERE)
    listed = client.get("/outbox/").content.decode()
    assert "dino@example.org" in listed
    address = re.findall(r'href="(/outbox/[^"]+)"', listed)[-1]
    page = client.get(address)
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]
    assert "unsafe" not in page.headers["Content-Security-Policy"]
    confirm = re.search(r'href="(/accounts/confirm/\?key=[^"]+)"', page.content.decode())
    assert confirm, "the link of the mail leads on"
    assert client.get(confirm[1].replace("&amp;", "&")).status_code == 200
    shown = client.get(address + "html/")
    policy = shown.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy
    assert shown.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_what_a_mail_says_is_text(folder: Path) -> None:
    bad = EmailMultiAlternatives(
        "<script>1</script>", '<img src=x>\nhttp://127.0.0.1:8000/a"b ok', "a@b.c", ["d@e.f"]
    )
    write(bad)
    client = Client(**HERE)
    page = client.get(f"/outbox/{names(folder)[0]}/").content.decode()
    assert "<script>1" not in page
    assert "<img src=x" not in page
    assert 'href="/a&quot;b"' in page
    assert client.get(f"/outbox/{names(folder)[0]}/html/").status_code == 404


def test_many(folder: Path) -> None:
    write(*(EmailMultiAlternatives(f"Mail {number}.", "x", "a@b.c", ["d@e.f"]) for number in range(60)))
    (folder / "20260101T000000.000000Z-00000g.eml").write_text("not ours")
    (folder / ".half.part").write_text("half")
    (folder / f"{names(folder)[0][:-6]}ffffff.eml").write_bytes(b"\xff\xfe broken \r\n\r\n\x00")
    client = Client(**HERE)
    first, second = (client.get(f"/outbox/?page={page}").content.decode() for page in (1, 2))
    assert "Mail 59." in first
    assert "Mail 0." in second
    assert "not ours" not in first + second
    for name in names(folder):
        if not name.endswith("g"):
            assert client.get(f"/outbox/{name}/").status_code == 200


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "localhost.evil.example"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_FOR": ""},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "192.0.2.7"},
        {"HTTP_VIA": "1.1 proxy"},
        {"SERVER_NAME": "testserver"},
    ],
)
def test_from_elsewhere_there_is_nothing(folder: Path, elsewhere: dict[str, str]) -> None:
    write(EmailMultiAlternatives("Hand", "7D", "a@b.c", ["d@e.f"]))
    client = Client(**HERE | elsewhere)
    for address in ("/outbox/", f"/outbox/{names(folder)[0]}/", f"/outbox/{names(folder)[0]}/html/"):
        assert client.get(address).status_code == 404
    assert "/outbox/" not in client.get("/rules/").content.decode()
    client.force_login(person("ana"))
    assert client.get("/outbox/").status_code == 404
    client.force_login(person("steff", is_staff=True))
    assert client.get("/outbox/").status_code == 200


@pytest.mark.parametrize(
    "settings",
    [
        {"SITE_URL": "https://rummy.example"},
        {"TRUSTED_PROXIES": 1},
        {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend"},
    ],
)
def test_only_with_the_embedded_default(folder: Path, settings: dict[str, Any]) -> None:
    with override_settings(**settings):
        assert Client(**HERE).get("/outbox/").status_code == 404


@pytest.mark.parametrize(
    "name", ["..%2F..%2Fsecret_key", "..", "%00", "20260101T000000.000000Z-000000", "a" * 3000]
)
def test_no_other_file(folder: Path, name: str) -> None:
    (folder.parent / "secret_key").write_text("secret")
    client = Client(**HERE)
    for address in (f"/outbox/{name}/", f"/outbox/{name}/html/"):
        assert client.get(address).status_code == 404


def test_reading_only(folder: Path) -> None:
    client = Client(**HERE)
    assert client.post("/outbox/").status_code == 405
    assert "None yet" in client.get("/outbox/").content.decode()
