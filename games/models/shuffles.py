"""What is stored of a game's shuffle: the secret of its chain, and the words that players gave to it."""

from __future__ import annotations

from django.db import models

from games.models.game import Game, Seat


class Chain(models.Model):
    """The secret of a game's chain of hashes: whoever has it knows every card. As secret as the stock.

    The chain's end is in `Game.commitment`. Games that were made before there were chains have none.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="chain")
    secret = models.CharField(max_length=64, help_text="32 bytes in hexadecimal digits")

    def __str__(self) -> str:
        return f"of {self.game_id}"


class Contribution(models.Model):
    """What a player gave to the shuffle as they joined. Open to whoever may see the game, once it has begun.

    The digest is what was mixed in. It stays where its player's account ends and the words are erased.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, primary_key=True, related_name="contribution")
    text = models.TextField(null=True, help_text="in normal form C; null once it is erased")  # noqa: DJ001  # "" and nothing differ
    digest = models.CharField(max_length=64, help_text="games.engine.shuffle.digest of the text")

    def __str__(self) -> str:
        return f"of {self.seat_id}"
