"""Many requests at once in one thread, so that those who answer slowly hold up nobody."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from types import TracebackType

from games.notify.webhooks.calling import Call, call
from games.services.webhooks.queue import Outcome


class Lines:
    """Open while requests are under way: `with Lines() as lines: lines.send(what)`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="webhook-lines", daemon=True)

    def __enter__(self) -> Lines:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(_break_off(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def send(self, what: Call) -> Future[Outcome]:
        """Begins the request; how it ends comes later."""
        return asyncio.run_coroutine_threadsafe(call(what), self._loop)


async def _break_off() -> None:
    """What is still under way ends here: nobody waits for it any more."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
