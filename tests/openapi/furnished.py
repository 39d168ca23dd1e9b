"""A running service with people and games of every kind, and how each kind of user says who asks."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.service import ROOT, Service

PASSWORD = "seven of clubs, seven of hearts"
KINDS = ("anonymous", "member", "guest", "staff")


@dataclass
class Furnished:
    """The service, its games by what they are for, and the heads of each kind of user."""

    service: Service
    codes: list[str] = field(default_factory=list)
    followed: list[str] = field(default_factory=list)  # in which something has happened
    doomed: list[str] = field(default_factory=list)  # for calls that end games
    tokens: list[int] = field(default_factory=list)  # to be revoked
    heads: dict[str, dict[str, str]] = field(default_factory=dict)

    def call(self, method: str, path: str, body: Any = None, **heads: str) -> Any:
        answer = httpx.request(
            method, f"{self.service.url}/api/v1{path}", json=body, headers=heads, timeout=240
        )
        assert answer.is_success, (method, path, answer.status_code, answer.text)
        return answer.json() if answer.content else None


def furnish(service: Service) -> Furnished:
    """People of every kind, and games in every state, in which the member and the guest have seats."""
    made = Furnished(service)
    made.heads["anonymous"] = {}
    for name in ("ana", "ben"):
        made.call(
            "POST", "/accounts/", {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
        )
    made.heads["member"], ben = _token(made, "ana"), _token(made, "ben")
    made.heads["guest"] = _guest(service)
    made.heads["staff"] = _staff(made)
    ana = made.heads["member"]
    for number in range(12):
        code = made.call("POST", "/games/", {"players": 2, "hints": True}, **ana)["id"]
        if number % 4:
            made.call("POST", f"/games/{code}/join/", {}, **ben)
        if number % 4 == 3:
            made.call("POST", f"/games/{code}/resign/", None, **ben)
        made.codes.append(code)
        if number % 4 == 3:
            made.followed.append(code)
    for number in range(30):
        code = made.call("POST", "/games/", {"players": 2}, **ana)["id"]
        if number % 2:
            made.call("POST", f"/games/{code}/join/", {}, **ben)
        made.doomed.append(code)
    login = {"username": "ana", "password": PASSWORD}
    made.tokens = [made.call("POST", "/tokens/", {**login, "name": f"spare {n}"})["id"] for n in range(5)]
    return made


def _token(made: Furnished, name: str) -> dict[str, str]:
    token = made.call("POST", "/tokens/", {"username": name, "password": PASSWORD})["token"]
    return {"Authorization": f"Bearer {token}"}


def _guest(service: Service) -> dict[str, str]:
    """By the session of the pages, as a guest has no other way."""
    with httpx.Client(base_url=service.url, follow_redirects=True, timeout=240) as browser:
        form = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', browser.get("/").text)
        assert form
        said = browser.post("/play/", data={"csrfmiddlewaretoken": form[1], "key": "k"})
        assert said.is_success, said.status_code
        csrf = browser.cookies["csrftoken"]
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return {"Cookie": cookies, "X-CSRFToken": csrf}


def _staff(made: Furnished) -> dict[str, str]:
    command = [
        sys.executable,
        "manage.py",
        "createsuperuser",
        "--noinput",
        "--username",
        "steff",
        "--email",
        "s@x.org",
    ]
    environment = made.service.environment | {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return _token(made, "steff")
