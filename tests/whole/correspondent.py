"""A player who has nothing but mail: reads each mail as it stands, and answers it as a mail program does."""

from __future__ import annotations

import re
import smtplib
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import make_msgid
from pathlib import Path
from typing import cast

from games.engine.notation_text import plain
from games.engine.notation_words import ALL, words_of
from tests.whole.client import lay

_MARKS = re.compile("[\u2066-\u2069\ufe0e]")
_CARDS = re.compile(r"(?:\*|\*?[A2-9TJQK][CDHS])(?: (?:\*|\*?[A2-9TJQK][CDHS]))*")
_LABEL = re.compile(r"m\d+(?=  )")
_TYPED = re.compile("- \u2066([^\u2069]+)\u2069:")
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


class Read:
    """What a reader finds in the text of a mail: the table by its labels, the hand, and what can be answered."""

    def __init__(self, mail: EmailMessage) -> None:
        body = mail.get_body(("plain",))
        assert body is not None
        self.text = str(body.get_content())
        self.table: dict[str, list[str]] = {}
        self.hand: list[str] = []
        words = [plain(typed).split()[0] for typed in _TYPED.findall(self.text)]
        self.can = {ALL[word] for word in words if word in ALL}
        self._look()

    def _look(self) -> None:
        label = ""
        for line in self.text.splitlines():
            if not line.startswith("  \u2066"):  # cards stand in lines of their own, left to right
                continue
            bare = _MARKS.sub("", line).strip()
            named = _LABEL.match(bare)
            label = named[0] if named else label
            typed = re.split(r" {3,}", bare)[-1]
            if not _CARDS.fullmatch(typed) or "♣" in typed:
                continue
            if label:
                self.table[label], label = typed.split(), ""
            elif not self.hand:
                self.hand = typed.split()


class Correspondent:
    """`folder` is where the mails of all lie; `port` takes what is sent."""

    def __init__(self, name: str, language: str, folder: Path, port: int) -> None:
        self.name, self.address, self.language = name, f"{name}@example.org", language
        self.folder, self.port = folder, port
        self.seen: set[str] = set()
        self.read: list[EmailMessage] = []
        self.sent = 0

    def look(self) -> list[EmailMessage]:
        """The mails that came since the last look."""
        new = []
        for path in sorted(self.folder.glob("*.eml")):
            if path.name in self.seen:
                continue
            self.seen.add(path.name)
            mail = cast(EmailMessage, message_from_bytes(path.read_bytes(), policy=default))
            if mail["To"] == self.address:
                new.append(mail)
        self.read += new
        return new

    def answer(self, mail: EmailMessage) -> list[str]:
        """Answers the mail, if it asks for a move; the lines that were written."""
        read = Read(mail)
        lines = self.choose(read) if mail["Reply-To"] else []
        if lines:
            self.send(mail, lines, read)
        return lines

    def choose(self, read: Read) -> list[str]:
        """Knock when that is the question, lay what fits, else draw, else pass."""
        word = {keyword: typed for typed, keyword in reversed([*words_of(self.language).items()])}
        if "knock" in read.can and "new" not in read.can:
            return [word["knock"]]
        if "new" in read.can:
            laid = lay(list(read.table.values()), read.hand)
            lines = [
                f"{' '.join(card for card in meld if card not in before)} > {label}"
                for (label, before), meld in zip(read.table.items(), laid, strict=False)
                if len(meld) > len(before)
            ]
            lines += [f"{word['new']} {' '.join(meld)}" for meld in laid[len(read.table) :]]
            if lines:
                return lines
        return [word[keyword] for keyword in ("draw", "pass") if keyword in read.can][:1]

    def send(self, mail: EmailMessage, lines: list[str], read: Read) -> None:
        """Top-posted, with the mail quoted below it, as programs do."""
        attribution = f"On Monday, {mail['From']} wrote:"
        if self.language == "ar":
            lines = [re.sub(r"(?<![mn])\d", lambda digit: digit[0].translate(ARABIC), line) for line in lines]
            attribution = f"في الاثنين، كتب {mail['From']}:"
        reply = EmailMessage()
        reply["From"], reply["To"] = f"{self.name.title()} <{self.address}>", mail["Reply-To"]
        reply["Subject"] = f"Re: {mail['Subject']}"
        reply["Message-ID"] = make_msgid(domain="example.org")
        reply["In-Reply-To"] = mail["Message-ID"]
        reply["References"] = f"{mail['References']} {mail['Message-ID']}"
        quoted = "\n".join(f"> {line}" for line in read.text.splitlines())
        reply.set_content("\n".join(lines) + f"\n\n{attribution}\n{quoted}\n")
        with smtplib.SMTP("127.0.0.1", self.port, timeout=240) as line:
            line.send_message(reply)
        self.sent += 1
