"""The algorithm: the numbers that docs/shuffles.md fixes, and that no place, card or seat is preferred."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import islice, pairwise

import pytest

from games.engine import shuffle
from games.engine.cards import deck

SECRET = bytes(range(32))
SEED = hashlib.sha256(b"a seed of this test").digest()
DIGESTS = [shuffle.digest(text) for text in ("seven of clubs", "", "حظ سعيد")]


class TestToTheByte:
    """Written out anew here: whoever changes the algorithm has to give it another name."""

    def test_the_chain(self) -> None:
        link = SECRET
        for _step in range(1000):
            link = hashlib.sha256(b"manipulation-rummy chain 1\n" + link).digest()
        assert shuffle.commitment(SECRET) == link
        assert link.hex() == "5d05be4caa9c1e7988c1c0bfd27a44efaa4e62d61197158f2160b8b461891626"

    def test_each_round_goes_one_step_back(self) -> None:
        known = shuffle.commitment(SECRET)
        for number in (shuffle.SEATS, 1, 2, 3):
            link = shuffle.link_of_round(SECRET, number)
            assert shuffle.after(link) == known
            known = link
        assert shuffle.link_of_round(SECRET, 999) == SECRET
        for number in (-1, 1000):
            with pytest.raises(ValueError):
                shuffle.link_of_round(SECRET, number)

    def test_the_seed(self) -> None:
        told = "manipulation-rummy seed 1\nk7f3q9wz\n12\n" + "".join(f"{each}\n" for each in DIGESTS)
        assert shuffle.seed(SECRET, "k7f3q9wz", 12, DIGESTS) == hmac.digest(SECRET, told.encode(), "sha256")

    def test_the_stream(self) -> None:
        blocks = [hmac.digest(SEED, number.to_bytes(8, "big"), "sha256") for number in (0, 1)]
        numbers = [int.from_bytes(block[at : at + 8], "big") for block in blocks for at in (0, 8, 16, 24)]
        assert list(islice(shuffle.numbers(SEED), 8)) == numbers

    def test_what_lies_beyond_the_last_whole_share_is_passed_by(self) -> None:
        most = 2**64 - 1  # 2**64 is 1 more than a multiple of 3
        assert shuffle.below(iter([most, 5]), 3) == 2
        assert shuffle.below(iter([most - 1]), 3) == 2
        assert shuffle.below(iter([most]), 4) == 3
        assert shuffle.below(iter([most]), 1) == 0

    def test_the_exchanges(self) -> None:
        assert shuffle.shuffled("abcd", iter([0, 0, 0])) == list("bcda")
        assert shuffle.shuffled("abcd", iter([3, 2, 1])) == list("abcd")
        assert shuffle.shuffled("abcd", iter([1, 0, 1])) == list("cdab")
        assert shuffle.shuffled("", iter([])) == []

    def test_a_whole_deck_and_a_seating(self) -> None:
        cards = "".join(card.text for card in shuffle.shuffled_deck(SEED, 2))
        assert cards == (
            "4HQD2H6CTDKC6D7H5SQSKH5D9HAH5C3HJS4S7CTC6S7S2SAC2C4CTH2D5H8HTS3S9C7DJCQH8S8CJHQC9D3DKS3CJD6HADKD*9SAS4D8D"
        )
        assert shuffle.seating(SEED, 5) == ([2, 4, 3, 0, 1], 4)


def surprise(counts: Counter[int], of: int, times: int) -> float:
    """Chi-square of so many counts that should be equal."""
    wanted = times / of
    return sum((counts[one] - wanted) ** 2 / wanted for one in range(of))


class TestNothingIsPreferred:
    """Over fixed seeds, so the figures are the same at every run; the bounds are beyond one in a million."""

    TIMES = 4000

    def seeds(self) -> list[bytes]:
        return [hashlib.sha256(number.to_bytes(4, "big")).digest() for number in range(self.TIMES)]

    def test_each_card_is_as_often_in_each_place(self) -> None:
        index = {card: at for at, card in enumerate(deck(2))}
        pairs: Counter[int] = Counter()
        neighbours: Counter[int] = Counter()
        for seed in self.seeds():
            order = [index[card] for card in shuffle.shuffled_deck(seed, 2)]
            pairs.update(place * 53 + card for place, card in enumerate(order))
            neighbours.update((second - first) % 53 for first, second in pairwise(order))
        degrees, spread = 52 * 52, (2 * 52 * 52) ** 0.5
        assert abs(surprise(pairs, 53 * 53, 53 * self.TIMES) - degrees) < 5 * spread
        assert neighbours[0] == 0
        distances = Counter({distance - 1: count for distance, count in neighbours.items()})
        assert surprise(distances, 52, 52 * self.TIMES) < 51 + 6 * (2 * 51) ** 0.5

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_each_order_of_seats_and_each_dealer_is_as_likely(self, players: int) -> None:
        seatings = [shuffle.seating(seed, players) for seed in self.seeds()]
        orders = Counter(tuple(order) for order, _dealer in seatings)
        numbered = Counter(dict(enumerate(orders.values())))
        count = {2: 2, 3: 6, 4: 24, 5: 120}[players]
        assert len(orders) == count
        assert surprise(numbered, count, self.TIMES) < count + 6 * (2 * count) ** 0.5
        both = Counter(order.index(0) * players + dealer for order, dealer in seatings)
        assert surprise(both, players**2, self.TIMES) < players**2 + 6 * (2 * players**2) ** 0.5

    def test_a_shuffle_that_prefers_is_found(self) -> None:
        """The usual mistake: each place is changed for any other."""
        pairs: Counter[int] = Counter()
        for seed in self.seeds():
            stream, order = shuffle.numbers(seed), list(range(53))
            for place in range(53):
                other = shuffle.below(stream, 53)
                order[place], order[other] = order[other], order[place]
            pairs.update(place * 53 + card for place, card in enumerate(order))
        assert surprise(pairs, 53 * 53, 53 * self.TIMES) - 52 * 52 > 5 * (2 * 52 * 52) ** 0.5
