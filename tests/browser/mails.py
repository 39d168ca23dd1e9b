"""Links that come by mail, as whoever reads the mails of a service's data folder finds them."""

from __future__ import annotations

import re
import time
from email import message_from_bytes
from email.policy import default

from tests.browser.wait import PATIENCE
from tests.service import Service


def link_in_mail(service: Service, address: str, path: str) -> str:
    """The newest link to `path` that was mailed to `address`, by and by."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for file in sorted((service.data / "mails").glob("*.eml"), reverse=True):
            message = message_from_bytes(file.read_bytes(), policy=default)
            body = message.get_body(("plain",)) if str(message["To"]) == address else None
            found = re.search(rf"https?://[^/\s]+({path}\S+)", body.get_content()) if body else None
            if found:
                return found[1]
        time.sleep(0.2)
    raise AssertionError(f"no mail to {address} with {path}")
