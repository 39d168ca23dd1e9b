"""An integer programme, written down column by column, and HiGHS that solves it."""

from __future__ import annotations

import importlib
import importlib.util
import math
import time
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from games.solver.limits import NotFinished


@cache
def available() -> bool:
    """Whether HiGHS is installed. It is loaded when it is first needed: most processes never do."""
    return importlib.util.find_spec("highspy") is not None


@cache
def _highspy() -> Any:
    return importlib.import_module("highspy")


class Programme:
    """Minimises cost over whole numbers from 0 to each column's most, with rows that have bounds."""

    def __init__(self) -> None:
        self.costs: list[float] = []
        self.most: list[float] = []
        self.low: list[float] = []
        self.high: list[float] = []
        self.entries: list[list[tuple[int, float]]] = []  # by column

    def row(self, low: float, high: float) -> int:
        """A new row, to lie between these. Its number."""
        self.low.append(low)
        self.high.append(high)
        return len(self.low) - 1

    def column(self, cost: float, most: float, entries: Iterable[tuple[int, float]]) -> int:
        """A new column with (row, factor) entries. Its number."""
        self.entries.append(list(entries))
        self.costs.append(cost)
        self.most.append(most)
        return len(self.costs) - 1

    def add(self, column: int, row: int, factor: float) -> None:
        """One more entry of a column."""
        self.entries[column].append((row, factor))

    def minimum(self, until: float = math.inf) -> tuple[int, Sequence[int]] | None:
        """(cost, value of each column), costs being whole numbers; None where nothing is possible.

        `until`: by time.monotonic. Raises NotFinished.
        """
        highspy = _highspy()
        highs = highspy._core._Highs()  # the plain one: the class around it starts threads of its own
        for option, chosen in (
            ("output_flag", False),
            ("threads", 1),
            ("mip_rel_gap", 0.0),
            ("mip_abs_gap", 0.5),
        ):
            highs.setOptionValue(option, chosen)
        if until < math.inf:
            highs.setOptionValue("time_limit", max(0.0, until - time.monotonic()))
        highs.passModel(self._model(highspy))
        highs.run()
        status, known = highs.getModelStatus(), highspy.HighsModelStatus
        if status in (known.kInfeasible, known.kUnboundedOrInfeasible):
            return None
        info = highs.getInfo()
        if status != known.kOptimal:
            raise NotFinished(max(0.0, info.mip_dual_bound))
        return round(info.objective_function_value), [round(each) for each in highs.getSolution().col_value]

    def _model(self, highspy: Any) -> Any:
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(self.costs), len(self.low)
        lp.col_cost_, lp.col_upper_, lp.col_lower_ = self.costs, self.most, [0.0] * len(self.costs)
        lp.row_lower_, lp.row_upper_ = self.low, self.high
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = [0, *accumulate(map(len, self.entries))]
        lp.a_matrix_.index_ = [row for column in self.entries for row, _factor in column]
        lp.a_matrix_.value_ = [factor for column in self.entries for _row, factor in column]
        lp.integrality_ = [highspy.HighsVarType.kInteger] * len(self.costs)
        return lp
