"""Looks after all who follow, now and then and all at once: whether they still may, and whether any missed news."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from accounts.selectors import usable_tokens
from config.live import door
from config.live.hub import Waiter, hub
from config.live.readers import readers
from config.live.told import Admission, Source

log = logging.getLogger(__name__)

Keys = Mapping[type[Source], set[Hashable]]
Newest = Mapping[type[Source], Mapping[Hashable, int]]


@dataclass(eq=False)
class Follower:
    """Someone who follows, and how far they were told."""

    admission: Admission
    waiter: Waiter
    position: int


class Watch:
    """Those who follow in this process. What it asks costs three queries, however many they are."""

    def __init__(self) -> None:
        self._followers: set[Follower] = set()
        self._looking: asyncio.Task[None] | None = None

    def add(self, follower: Follower) -> None:
        self._followers.add(follower)
        loop = follower.waiter.loop
        if self._looking is None or self._looking.done() or self._looking.get_loop() is not loop:
            self._looking = loop.create_task(self._look_now_and_then())

    def discard(self, follower: Follower) -> None:
        self._followers.discard(follower)

    async def _look_now_and_then(self) -> None:
        """Until nobody follows any more."""
        while self._followers:
            await asyncio.sleep(door.BEAT)
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001  # a database that is away: next time
                log.warning("who follows could not be looked after: %s", type(error).__name__)

    async def look(self) -> None:
        """Ends those whose token is no more and those whose game is gone; wakes those who are behind."""
        followers = list(self._followers)
        tokens = {each.admission.token_id for each in followers} - {None}
        keys: dict[type[Source], set[Hashable]] = defaultdict(set)
        for each in followers:
            keys[type(each.admission.source)].add(each.admission.source.key)
        usable, newest = await readers.read(partial(_known, [pk for pk in tokens if pk is not None], keys))
        behind = []
        for each in followers:
            source, token = each.admission.source, each.admission.token_id
            number = newest[type(source)].get(source.key, -1)
            if number < each.position or (token is not None and token not in usable):
                each.waiter.ended.set()
            elif number > each.position:
                behind.append(each.waiter)
        if behind:
            hub.look(behind)


def _known(tokens: Sequence[int], keys: Keys) -> tuple[set[int], Newest]:
    return usable_tokens(tokens), {kind: kind.newest(found) for kind, found in keys.items()}


watch = Watch()
