"""What follows from a plan, move by move, and of what its owner is to be told."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import rules
from games.engine.moves import Draw, Knock, MeldMove, Move, Pass
from games.engine.state import Phase, State
from games.engine.view import view_for
from games.services import plan_orders
from games.services.plan_orders import Orders
from games.solver import solve
from tests.engine.positions import arranged, position

HIGH = "KC JD 9H 7S 5C"  # nothing of it fits


def next_move(state: State, *, as_it_lay: bool = True, **orders: Any) -> Move:
    """Which is legal, whatever it is."""
    move = plan_orders.move(Orders(**orders), view_for(state, 0), as_it_lay=as_it_lay)
    rules.apply(state, 0, move)
    return move


class TestMove:
    def test_draws_where_nothing_fits(self) -> None:
        assert next_move(position(HIGH, HIGH)) == Draw()

    def test_lays_what_fits(self) -> None:
        move = next_move(position("7C 7D 7H KC QC", HIGH))
        assert move == MeldMove(arranged("7C 7D 7H"))

    def test_to_the_third_card_whatever_fits(self) -> None:
        assert next_move(position("7C 7D 7H KC QC", HIGH), draw="to_third") == Draw()

    @pytest.mark.parametrize(("lay", "objective"), [("most_points", "points"), ("most_cards", "cards")])
    def test_the_best_by_what_is_wanted(
        self, lay: str, objective: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[str] = []

        def solved(table: Any, hand: Any, **how: Any) -> Any:
            asked.append(how["objective"])
            return solve(table, hand, **how)

        monkeypatch.setattr(plan_orders, "solve", solved)
        next_move(position("7C 7D 7H KC QC", HIGH), lay=lay)
        assert asked == [objective]

    @pytest.mark.parametrize(("knock", "said"), [(True, True), (False, False)])
    def test_says_with_a_meld_whether_it_knocks(self, knock: bool, said: bool) -> None:
        assert next_move(position("7C 7D 7H 2C 3D", HIGH), knock=knock) == MeldMove(
            arranged("7C 7D 7H"), said
        )

    def test_says_nothing_where_there_is_nothing_to_say(self) -> None:
        assert next_move(position("7C 7D 7H", HIGH)) == MeldMove(arranged("7C 7D 7H")), "goes out"
        last = position("7C 7D 7H 2C", HIGH, phase=Phase.LAST, stock="", last_turns=(0, 1), took_last=1)
        assert next_move(last) == MeldMove(arranged("7C 7D 7H")), "no knock in a last turn"

    @pytest.mark.parametrize(("knock", "move"), [(True, Knock()), (False, Pass())])
    def test_after_the_third_card(self, knock: bool, move: Move) -> None:
        assert next_move(position("2C 3D", HIGH, phase=Phase.KNOCK, drawn="2C 3D"), knock=knock) == move

    @pytest.mark.parametrize("draw", plan_orders.DRAWS)
    def test_passes_where_nothing_can_be_drawn(self, draw: str) -> None:
        assert next_move(position(HIGH, HIGH, stock="", took_last=0), draw=draw) == Pass()
        last = position(HIGH, HIGH, phase=Phase.LAST, stock="", last_turns=(0, 1), took_last=1)
        assert next_move(last, draw=draw) == Pass()

    def test_what_was_prepared_before_anything_better(self) -> None:
        state = position("7C 7D 7H 7S 2H", HIGH)
        prepared = arranged("7C 7D 7H")
        assert next_move(state, table=prepared) == MeldMove(prepared)
        assert next_move(state, table=prepared, as_it_lay=False) == MeldMove(arranged("7C 7D 7H 7S"), True)

    def test_survives_its_storage(self) -> None:
        orders = Orders(
            draw="to_third", lay="most_cards", knock=False, table=arranged("7C *7D 7H"), tell_if=("few_cards",),
            watch=("m3",),
        )  # fmt: skip
        assert plan_orders.decode(plan_orders.encode(orders)) == orders
        assert plan_orders.decode(plan_orders.encode(Orders())) == Orders()


class TestToTell:
    MELDS = ("7C 7D 7H", "2S 3S 4S")

    def why(
        self, state: State, *tell_if: str, watch: tuple[str, ...] = (), then: int = 1, **seen: str
    ) -> str:
        """Since the player saw these melds in round `then`."""
        melds = {label: cards.split() for label, cards in seen.items()}
        return plan_orders.to_tell(Orders(tell_if=tell_if, watch=watch), melds, then, view_for(state, 0))

    def test_the_table(self) -> None:
        state = position(HIGH, HIGH, table=self.MELDS)
        same = {"m1": "7C 7D 7H", "m2": "2S 3S 4S"}
        assert self.why(state, "table_changed", **same) == ""
        assert self.why(state, "table_changed", m1="7C 7D 7H") == "table_changed"
        assert self.why(state, **{**same, "m2": "2S 3S 4S 5S"}) == "", "not asked for"

    def test_a_meld(self) -> None:
        state = position(HIGH, HIGH, table=self.MELDS)
        assert self.why(state, watch=("m1",), m1="7C 7D 7H") == "", "another one has changed"
        assert self.why(state, watch=("m2",), m1="7C 7D 7H", m2="2S 3S 4S 5S") == "melds_changed"
        assert self.why(state, watch=("m3",), m3="KC KD KH") == "melds_changed", "it is gone"

    def test_another_round(self) -> None:
        state = position(HIGH, HIGH)
        assert self.why(state, "new_round", then=0) == "new_round"
        assert self.why(state, "new_round", then=1) == ""
        assert self.why(state, "table_changed", then=0, m1="7C 7D 7H") == "", "nothing lies there yet"
        assert self.why(state, watch=("m1",), then=0, m1="7C 7D 7H") == "melds_changed"
        laid = position(HIGH, HIGH, table=self.MELDS)
        assert self.why(laid, "table_changed", then=0, m1="7C 7D 7H", m2="2S 3S 4S") == "table_changed"

    def test_the_last_turns(self) -> None:
        last = position(HIGH, HIGH, phase=Phase.LAST, stock="", last_turns=(0, 1), took_last=1)
        assert self.why(last, "last_turns") == "last_turns"
        assert self.why(position(HIGH, HIGH), "last_turns") == ""

    @pytest.mark.parametrize(("held", "why"), [("2C 3C 4D", "few_cards"), ("2C 3C 4D 9S", ""), ("", "")])
    def test_few_cards_of_another(self, held: str, why: str) -> None:
        assert self.why(position("7C 8D", held), "few_cards") == why

    def test_few_cards_of_who_has_left_are_nothing(self) -> None:
        state = position("7C 8D", HIGH, "2C", seats={2: {"left": True}})
        assert self.why(state, "few_cards") == ""
