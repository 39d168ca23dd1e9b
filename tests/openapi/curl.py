"""What the guide needs of curl, so that its requests run where there is none; each status goes to a file."""

from __future__ import annotations

import os
import sys
import urllib.error
import urllib.request
from pathlib import Path


def main(arguments: list[str]) -> int:
    method, body, heads, url = "", None, {}, ""
    shown, limit = False, 0.0
    words = iter(arguments)
    for word in words:
        if word in ("-s", "-sN"):
            continue
        if word == "-si":
            shown = True
        elif word == "-X":
            method = next(words)
        elif word == "-d":
            body = next(words).encode()
        elif word == "-H":
            name, _colon, value = next(words).partition(":")
            heads[name] = value.strip()
        elif word == "--max-time":
            limit = float(next(words))
        elif word.startswith("-") or url:
            raise SystemExit(f"curl of the tests does not know {word}")
        else:
            url = word
    request = urllib.request.Request(url, body, heads, method=method or ("POST" if body else "GET"))
    try:
        answer = urllib.request.urlopen(request, timeout=600)
        if limit:  # of what never ends; that it begins is waited for
            answer.fp.raw._sock.settimeout(limit)
    except urllib.error.HTTPError as refusal:
        answer = refusal
    with answer:
        with Path(os.environ["CURL_LOG"]).open("a") as log:
            print(answer.status, file=log)
        return show(answer, shown)


def show(answer: object, heads: bool) -> int:
    """28 where it did not end in time, as curl has it."""
    if heads:
        told = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())  # type: ignore[attr-defined]
        sys.stdout.buffer.write(f"{told}\r\n".encode())
    try:
        while piece := answer.read1():  # type: ignore[attr-defined]
            sys.stdout.buffer.write(piece)
    except TimeoutError:
        return 28
    finally:
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
