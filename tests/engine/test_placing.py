"""Cards chosen here and there go to one place; what a joker may stand for is asked once, or not at all."""

from __future__ import annotations

import pytest

from games.engine.draft import ArrangeError, Draft, draft_from, problems, to_table
from games.engine.placing import declare, joker_values, place, reopen, take_back, untouched
from tests.engine.positions import cards, tabled


@pytest.fixture
def draft() -> Draft:
    return draft_from(tabled("7C 7D 7H", "3S 4S 5S *6S"), cards("8H 9H * 6S QD"))


def lying(draft: Draft) -> dict[str, str]:
    return {each.label: " ".join(card.text for card in each.cards) for each in draft.melds if each.cards}


class TestPlaces:
    def test_from_hand_and_meld_to_a_new_one(self, draft: Draft) -> None:
        after = place(draft, {"hand": cards("8H 9H"), "m1": cards("7H")}, "new")
        assert lying(after) == {"m1": "7C 7D", "m2": "3S 4S 5S *6S", "n1": "7H 8H 9H"}
        assert problems(after) == {"m1": "too_short"}

    def test_nothing_chosen(self, draft: Draft) -> None:
        for chosen in ({}, {"hand": ()}, {"m1": cards("7H")}):
            with pytest.raises(ArrangeError, match="no card"):
                place(draft, chosen, "m1")
        with pytest.raises(ArrangeError, match="no card"):
            take_back(draft, {"hand": cards("8H")})

    def test_what_is_not_there(self, draft: Draft) -> None:
        for chosen, to in (
            ({"hand": cards("2C")}, "new"),
            ({"m1": cards("2C")}, "new"),
            ({"m1": cards("*")}, "new"),
            ({"m9": cards("7C")}, "new"),
            ({"hand": cards("8H")}, "m9"),
        ):
            with pytest.raises(ArrangeError):
                place(draft, chosen, to)

    def test_back(self, draft: Draft) -> None:
        after = place(draft, {"hand": cards("8H"), "m1": cards("7H")}, "new")
        back = take_back(after, {"n1": cards("7H 8H")})
        assert back.loose == cards("7H") and back.hand == draft.hand


class TestJokers:
    def test_it_is_asked_with_the_whole_meld_in_sight(self, draft: Draft) -> None:
        with pytest.raises(ArrangeError) as asked:
            place(draft, {"hand": cards("* 8H 9H")}, "new")
        assert asked.value.members["options"] == [["*7H"], ["*TH"]]
        after = place(draft, {"hand": cards("* 8H 9H")}, "new", cards("*TH"))
        assert lying(after)["n1"] == "8H 9H *TH"

    def test_an_answer_that_is_none_is_asked_again(self, draft: Draft) -> None:
        with pytest.raises(ArrangeError) as asked:
            place(draft, {"hand": cards("* 8H 9H")}, "new", cards("*2C"))
        assert asked.value.code == "which_value"

    def test_one_that_waits_is_declared_when_the_meld_is_complete(self, draft: Draft) -> None:
        waiting = place(draft, {"hand": cards("* 8H")}, "new")
        assert lying(waiting)["n1"] == "8H *"
        with pytest.raises(ArrangeError) as asked:
            place(waiting, {"hand": cards("9H")}, "n1")
        assert asked.value.code == "which_value"
        after = place(waiting, {"m1": cards("7H"), "hand": cards("9H")}, "n1", cards("*6H"))
        assert lying(after)["n1"] == "*6H 7H 8H 9H"

    def test_a_value_stays_until_the_card_lies(self, draft: Draft) -> None:
        after = place(draft, {"hand": cards("8H 9H"), "m2": cards("*6S")}, "new")
        assert lying(after)["n1"] == "*6S 8H 9H" and joker_values(after, "n1") == []
        after = place(after, {"hand": cards("6S")}, "m2")
        assert joker_values(after, "n1") == [cards("*7H"), cards("*TH")]
        after = declare(after, "n1", cards("*TH"))
        assert to_table(after) == (cards("7C 7D 7H"), cards("3S 4S 5S 6S"), cards("8H 9H *TH"))

    def test_a_freed_one_finds_its_only_value(self, draft: Draft) -> None:
        after = place(draft, {"hand": cards("6S")}, "m2")
        after = place(after, {"m2": cards("*6S")}, "m1")
        assert lying(after)["m1"] == "7C 7D 7H *7S"

    @pytest.mark.parametrize("values", ["", "7H", "*", "*7H *TH"])
    def test_what_is_no_answer(self, draft: Draft, values: str) -> None:
        after = place(draft, {"hand": cards("* 8H")}, "new")
        with pytest.raises(ArrangeError):
            declare(after, "n1", cards(values))


class TestReopened:
    def test_the_same_with_its_labels(self, draft: Draft) -> None:
        after = place(draft, {"hand": cards("8H"), "m1": cards("7C 7D 7H")}, "new")
        again = reopen(
            after.table,
            after.dealt,
            [each.label for each in after.melds],
            [each.cards for each in after.melds],
        )
        assert (again.melds, again.hand, again.loose, again.made) == (
            after.melds, after.hand, after.loose, after.made,
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("labels", "melds"),
        [
            (["m1"], ["7C 7D 7H"]),
            (["m1", "m1"], ["7C 7D 7H", "3S 4S 5S *6S"]),
            (["m1", "m2"], ["7C 7D 7H KC", "3S 4S 5S *6S"]),
        ],
    )
    def test_what_does_not_fit_is_brought_to_the_table(
        self, draft: Draft, labels: list[str], melds: list[str]
    ) -> None:
        again = reopen(draft.table, draft.dealt, labels, [cards(meld) for meld in melds])
        assert untouched(again)
