"""Mail as files: whole, private, in order of time."""

from __future__ import annotations

from email.parser import BytesParser
from email.policy import default
from pathlib import Path

from django.core.mail import EmailMessage, get_connection
from django.test import override_settings


def test_one_file_a_mail(tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    with override_settings(MAIL_DIR=folder), get_connection("games.notify.filebackend.EmailBackend") as line:
        sent = line.send_messages(
            [EmailMessage(f"Mail {number}", "7♥", "a@example.org", ["b@example.org"]) for number in range(20)]
        )
    files = sorted(folder.iterdir())
    assert sent == len(files) == 20
    assert {file.suffix for file in files} == {".eml"}
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    read = [BytesParser(policy=default).parsebytes(file.read_bytes()) for file in files]
    assert [message["Subject"] for message in read] == [f"Mail {number}" for number in range(20)]
    assert read[0].get_content() == "7♥"
