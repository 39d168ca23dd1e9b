"""The table's page with 104 cards on the table: requests, bytes on the way, and when one can play, in Chromium.

As a first visit (nothing kept) and as the next one (files are kept), on this machine and as on a phone: processor
four times slower, 1.6 Mbit/s, 150 ms there and back.

    .venv/bin/python -m benchmarks.page [--runs 5]
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import QUIET, chromium
from tests.browser.placed import Placed, placing
from tests.browser.test_table_looks import FULL, FULL_HAND

MOST = 80 * 1024  # bytes, all together
# When the script has drawn the table and listens.
PLAYABLE = """new MutationObserver((_changes, observer) => {
  if (!document.documentElement?.classList.contains("scripted")) return;
  observer.disconnect();
  window.playable = performance.now();
}).observe(document, {subtree: true, childList: true, attributes: true});"""
PHONE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with (
        tempfile.TemporaryDirectory() as data,
        placing(Path(data)) as placed,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=chromium(playwright.chromium.executable_path), args=[*QUIET, "--no-sandbox"]
        )
        path = placed.game(FULL_HAND, *FULL)
        for name, slow in (("this machine", False), ("as a phone", True)):
            first, again = zip(*(visits(browser, placed, path, slow) for _run in range(runs)), strict=True)
            for kind, seen in (("first visit", first), ("next visit", again)):
                print(f"{name}, {kind}: {told(list(seen))}")
        size = sum(first[0]["sizes"].values())
        for kind, bytes_ in sorted(first[0]["sizes"].items()):
            print(f"  {kind}: {bytes_ / 1024:.1f} kB")
        browser.close()
    if size > MOST:
        raise SystemExit(f"{size} bytes are more than {MOST}.")


def visits(browser: Browser, placed: Placed, path: str, slow: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a first visit costs, and the one after it."""
    context = placed.context(browser, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.add_init_script(PLAYABLE)
    cost = {"sizes": {}, "requests": 0}
    listen(page, cost, slow)
    try:
        return visit(page, path, cost), visit(page, path, cost)
    finally:
        context.close()


def visit(page: Page, path: str, cost: dict[str, Any]) -> dict[str, Any]:
    cost["sizes"], cost["requests"] = {}, 0
    page.goto(path)
    page.wait_for_function("window.playable")
    page.wait_for_timeout(300)  # what is counted a little later
    return {**cost, "playable": page.evaluate("window.playable")}


def listen(page: Page, cost: dict[str, Any], slow: bool) -> None:
    """Counts what comes over the wire; the stream of live updates, which goes on, is left out."""
    protocol = page.context.new_cdp_session(page)
    kinds: dict[str, str] = {}

    def came(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]
        if event["type"] != "EventSource" and not event["response"].get("fromDiskCache"):
            cost["requests"] += 1

    def done(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "Other")
        cost["sizes"][kind] = cost["sizes"].get(kind, 0) + int(event["encodedDataLength"])

    protocol.on("Network.responseReceived", came)
    protocol.on("Network.loadingFinished", done)
    protocol.send("Network.enable")
    if slow:
        protocol.send("Network.emulateNetworkConditions", PHONE)
        protocol.send("Emulation.setCPUThrottlingRate", {"rate": 4})


def told(seen: list[dict[str, Any]]) -> str:
    size = statistics.median(sum(each["sizes"].values()) for each in seen) / 1024
    requests = statistics.median(each["requests"] for each in seen)
    playable = statistics.median(each["playable"] for each in seen)
    return f"{requests:.0f} requests, {size:.1f} kB, to play after {playable:.0f} ms"


if __name__ == "__main__":
    main()
