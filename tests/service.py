"""The running service for tests: `manage.py serve` as its own process, on a free port, with its own data."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests import environment
from tests.servers import free_port

ROOT = Path(__file__).resolve().parent.parent
START = 600.0  # seconds; the first start migrates and collects, on slow machines beside other tests


class Service:
    """Started with `with` or `start`; `url` is its address, `data` its data folder."""

    def __init__(self, data: Path, *, port: int = 0, **variables: str) -> None:
        self.data = data
        self.port = port or free_port()
        self.mail_port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        generous = {
            "THROTTLE_ANON": "100000/min",
            "THROTTLE_USER": "100000/min",
            "THROTTLE_LOGIN": "100000/min",
            "THROTTLE_HINT": "100000/min",
            "NIGHT_HOURS": "none",  # a test is the same at every hour of the day
        }
        self.environment = environment.clean(
            DATA_DIR=str(data),
            PORT=str(self.port),
            **(generous | {"MAIL_IN_PORT": str(self.mail_port)} | variables),
        )
        self.log = data / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *, wait: bool = True) -> Service:
        self.data.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"], cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        if wait:
            self.wait_until_healthy()
        return self

    def wait_until_healthy(self) -> None:
        assert self.process
        end = time.monotonic() + START
        while time.monotonic() < end and self.process.poll() is None:
            if self.health()[0] == 200:
                return
            time.sleep(0.1)
        said = self.said()
        self.kill()
        raise AssertionError(f"The service did not start:\n{said}")

    def health(self) -> tuple[int, dict[str, Any]]:
        """Status and document of /healthz; status 0 where nobody answers."""
        try:
            with urllib.request.urlopen(self.url + "/healthz", timeout=120) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
        except OSError:
            return 0, {}

    def said(self) -> str:
        """What it printed and logged."""
        return self.log.read_text(errors="replace")

    def stop(self, number: signal.Signals = signal.SIGTERM, within: float = 300.0) -> int:
        """Ends it; its exit code."""
        assert self.process
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(within)
        finally:
            self.kill()

    def kill(self) -> None:
        """As by a power cut."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def __enter__(self) -> Service:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
