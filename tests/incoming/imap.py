"""A mail server with one mailbox, as much of IMAP as a client needs to fetch and delete (RFC 3501)."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class Mailbox:
    """The mails by their uid, and which of them are read."""

    mails: dict[int, bytes] = field(default_factory=dict)
    seen: set[int] = field(default_factory=set)
    deleted: set[int] = field(default_factory=set)
    password: str = "secret"
    port: int = 0


class _Talk(socketserver.StreamRequestHandler):
    box: Mailbox

    def handle(self) -> None:
        self.say("* OK ready")
        for line in self.rfile:
            tag, _blank, said = line.decode().strip().partition(" ")
            word, _blank, rest = said.partition(" ")
            if word.upper() == "UID":
                word, _blank, rest = rest.partition(" ")
            answer = getattr(self, f"do_{word.lower()}", lambda _rest: "OK")(rest)
            self.say(f"{tag} {answer} done")
            if word.upper() == "LOGOUT":
                return

    def say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")

    def do_capability(self, _rest: str) -> str:
        self.say("* CAPABILITY IMAP4rev1")
        return "OK"

    def do_login(self, rest: str) -> str:
        return "OK" if rest.endswith(f'"{self.box.password}"') else "NO"

    def do_logout(self, _rest: str) -> str:
        self.say("* BYE")
        return "OK"

    def do_select(self, _rest: str) -> str:
        self.say(f"* {len(self.box.mails)} EXISTS")
        return "OK [READ-WRITE]"

    def do_search(self, rest: str) -> str:
        assert "UNSEEN" in rest
        found = [str(uid) for uid in sorted(self.box.mails) if uid not in self.box.seen]
        self.say(f"* SEARCH {' '.join(found)}")
        return "OK"

    def do_fetch(self, rest: str) -> str:
        uid, what = rest.split(" ", 1)
        raw = self.box.mails.get(int(uid))
        if raw is None:
            return "OK"
        if "RFC822.SIZE" in what:
            self.say(f"* 1 FETCH (UID {uid} RFC822.SIZE {len(raw)})")
        else:
            self.wfile.write(f"* 1 FETCH (UID {uid} BODY[] {{{len(raw)}}}\r\n".encode() + raw + b")\r\n")
        return "OK"

    def do_store(self, rest: str) -> str:
        uids, flags = rest.split(" ", 1)
        for uid in map(int, re.findall(r"\d+", uids)):
            (self.box.deleted if "Deleted" in flags else self.box.seen).add(uid)
        return "OK"

    def do_expunge(self, _rest: str) -> str:
        for uid in self.box.deleted:
            self.box.mails.pop(uid, None)
        return "OK"


@contextmanager
def mailbox(*mails: bytes) -> Iterator[Mailbox]:
    """The server with these mails, running."""
    box = Mailbox(dict(enumerate(mails, 1)))
    handler = type("Talk", (_Talk,), {"box": box})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        box.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield box
        finally:
            server.shutdown()
            thread.join()
