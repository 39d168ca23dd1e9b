"""An exported game handed in: shown step by step, refused with its place where it is none, kept by nobody."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.export import games
from tests.snapshot import contents

pytestmark = pytest.mark.django_db


def hand_in(client: Client, document: Any, *, pasted: bool = False) -> Any:
    text = document if isinstance(document, bytes) else json.dumps(document).encode()
    data = {"text": text.decode()} if pasted else {"file": SimpleUploadedFile("game.json", text)}
    return client.post("/replay/", data)


@pytest.mark.parametrize("pasted", [True, False])
def test_it_is_shown_step_by_step(monkeypatch: pytest.MonkeyPatch, pasted: bool) -> None:
    game = games.to_the_target(monkeypatch)
    client, document = Client(), games.document(game)
    assert hand_in(client, document, pasted=pasted)["Location"] == "/replay/1/"
    own = Client().get(f"/games/{game.code}/rounds/2/replay/?step=3").content.decode()
    shown = client.get("/replay/2/?step=3").content.decode()
    for part in ('<ul class="open-hands">', '<ul class="melds" id="melds">', 'id="said"', '<ol start="0">'):
        assert part in shown
        assert own.split(part)[1].split("</")[0] == shown.split(part)[1].split("</")[0]
    assert client.get(f"/replay/{len(document['rounds'])}/").status_code == 200
    for wrong in (
        f"/replay/{len(document['rounds']) + 1}/",
        "/replay/0/",
        "/replay/1/?step=999",
        "/replay/1/?step=x",
    ):
        assert client.get(wrong).status_code == 404


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_other_programs_may_have_saved_it_again(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    """With a mark of its encoding before it, or in another one, as by a redirection on some systems."""
    text = json.dumps(games.document(games.single(monkeypatch)), ensure_ascii=False)
    assert hand_in(Client(), text.encode(encoding))["Location"] == "/replay/1/"


def test_nobody_else_sees_it_and_it_is_kept_in_the_session_only(monkeypatch: pytest.MonkeyPatch) -> None:
    document = games.document(games.single(monkeypatch))
    before = {table: rows for table, rows in contents().items() if "session" not in str(table)}
    client = Client()
    hand_in(client, document)
    assert {table: rows for table, rows in contents().items() if "session" not in str(table)} == before
    assert Client().get("/replay/1/")["Location"] == "/replay/"
    assert Session.objects.get(pk=client.session.session_key).expire_date
    assert client.session.get_expiry_age() <= 24 * 3600
    again = contents()
    for path in ("/replay/", "/replay/1/", "/replay/1/?step=2"):
        assert client.get(path).status_code == 200
    assert contents() == again


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: b"", "Choose a file"),
        (lambda d: b"{", "This is not JSON: line 1"),
        (lambda d: b"\xff\xfe{}", "This is not JSON"),
        (lambda d: b"[" * 100_000, "This is not JSON"),
        (lambda d: b"[]", "no exported game"),
        (lambda d: {"format": 7, "log": []}, "a format that this service does not know"),
        (lambda d: d | {"options": 7}, "“options” is not what"),
        (lambda d: d | {"result": None}, "“result” does not say"),
        (
            lambda d: d | {"log": [*d["log"][:2], d["log"][2] | {"seat": 0}, *d["log"][3:]]},
            "“log.2” is against the rules",
        ),
        (lambda d: d | {"id": "<script>"}, "“id” is not what"),
    ],
)
def test_what_is_wrong_is_said(monkeypatch: pytest.MonkeyPatch, change: Any, said: str) -> None:
    client = Client()
    answer = hand_in(client, change(games.document(games.single(monkeypatch))))
    assert answer.status_code == 400 and said in answer.content.decode()
    assert client.get("/replay/1/")["Location"] == "/replay/"


def test_one_that_is_too_large_is_not_read() -> None:
    assert "at most 4 MB" in hand_in(Client(), b" " * 4_000_001).content.decode()


def test_of_one_that_came_in_part_it_is_said_as_well(settings: Any) -> None:
    settings.LONG_BODIES = {"/replay/": 100}
    answer = Client().post("/replay/", {"text": "{" * 200})
    assert answer.status_code == 400 and "too large" in answer.content.decode()


@pytest.mark.parametrize("length", [300_000, 2_000_000, 4_200_000])
def test_what_is_too_long_to_be_pasted_is_said_on_the_page(length: int) -> None:
    client = Client(enforce_csrf_checks=True)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get("/replay/").content.decode())
    assert token
    answer = client.post("/replay/", {"csrfmiddlewaretoken": token[1], "text": "7" * length})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "too long to be pasted: choose the file instead" in page and 'type="file"' in page
    form = client.post("/replay/", {"csrfmiddlewaretoken": token[1], "text": "{"})
    assert "This is not JSON" in form.content.decode()


def test_it_is_handed_in_by_the_form_only() -> None:
    answer = Client(enforce_csrf_checks=True).post("/replay/", {"text": "{"})
    assert answer.status_code == 403 and "too old" in answer.content.decode()


def test_names_are_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    document = games.document(games.single(monkeypatch))
    document["seats"][0]["player"]["username"] = "<script>alert(1)</script>"
    client = Client()
    hand_in(client, document)
    assert "<script>alert" not in client.get("/replay/1/").content.decode()


def test_without_a_scored_round_there_is_nothing_to_show(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        "none of it lies open"
        in hand_in(Client(), games.document(games.abandoned(monkeypatch))).content.decode()
    )


def test_the_result_leads_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.single(monkeypatch, visibility="private")
    page = Client().get(f"/games/{game.code}/?invitation={game.invitation}").content.decode()
    links = [html.unescape(link) for link in re.findall(r'href="(/api/v1/[^"]*)"', page)]
    assert len(links) == 2
    for link in links:
        assert Client().get(link).status_code == 200, link


def test_what_was_pasted_is_still_there_to_be_corrected() -> None:
    page = hand_in(Client(), b'{"format": "<b>"', pasted=True).content.decode()
    assert "<details open>" in page and "{&quot;format&quot;: &quot;&lt;b&gt;&quot;</textarea>" in page
