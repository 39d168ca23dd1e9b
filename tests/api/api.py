"""A client of the API over Django's test client: JSON in, JSON out."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from accounts.models import User
from tests.people import token_of


class Api:
    """Calls of one visitor. Every answer is kept as `(status, body)`; `headers` are those of the last."""

    def __init__(self, user: User | None = None, *, token: str = "") -> None:
        self.client = Client(raise_request_exception=False)
        self.token = token or (token_of(user) if user else "")
        self.headers: dict[str, str] = {}

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        if self.token:
            headers.setdefault("authorization", f"Bearer {self.token}")
        data = "" if body is None else body if isinstance(body, str | bytes) else json.dumps(body)
        response = self.client.generic(
            method, f"/api/v1{path}", data, content_type="application/json", headers=headers
        )
        self.headers = dict(response.headers)
        text = response.content.decode()
        return response.status_code, json.loads(text) if text else None

    def get(self, path: str, **headers: str) -> tuple[int, Any]:
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        return self.call("POST", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        return self.call("PUT", path, body, **headers)

    def patch(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        return self.call("PATCH", path, body, **headers)

    def delete(self, path: str, **headers: str) -> tuple[int, Any]:
        return self.call("DELETE", path, **headers)

    def ok(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The body of a success; anything else fails the test with the problem's text."""
        status, answer = self.call(method, path, body, **headers)
        assert status < 300, (status, answer)
        return answer
