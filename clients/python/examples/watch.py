"""Tells what happens in several games at once: python watch.py https://rummy.example.org GAME GAME …"""

import asyncio
import sys

from rummy import AsyncClient


async def watch(client: AsyncClient, code: str) -> None:
    """A line for each line of the game's log, until it is over. Public games need no token."""
    game = await client.games.get(code)
    names = {seat.seat: seat.player.username for seat in game.seats}
    async for event in client.events.of(code, after=0, until_over=True):
        if event.entry:
            print(code, event.entry.number, names.get(event.entry.seat, "-"), event.entry.type)


async def main(url: str, codes: list[str]) -> None:
    async with AsyncClient(url) as client:
        await asyncio.gather(*(watch(client, code) for code in codes))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
