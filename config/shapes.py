"""What statements of our own have found, as objects of the models: for what is read with every move and view.

Django's `raw` works out anew with each row set which column is which; that costs more than the statement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model

Made = TypeVar("Made", bound=Model)


class Shape(Generic[Made]):
    """Objects of `model` of which these fields are read, all if none are named; the others come when asked for.

    `names` are as the objects have them (`user_id`). A statement selects `columns(…)`; what it selects after
    them is its own.
    """

    def __init__(self, model: type[Made], *names: str) -> None:
        known = model._meta.concrete_fields
        self._model = model
        self._fields: list[Field[Any, Any]] = [each for each in known if not names or each.attname in names]
        self._names = [each.attname for each in self._fields]
        assert set(names) <= set(self._names), "a field of that name is not known"

    def __len__(self) -> int:
        """How many columns they are."""
        return len(self._fields)

    def columns(self, table: str) -> str:
        """What is to be selected, of the table that the statement calls by this name."""
        return ", ".join(f'{table}."{each.column}"' for each in self._fields)

    def of(self, row: Sequence[Any]) -> Made:
        """The object of a row that begins with these columns."""
        values = list(row[: len(self._fields)])
        for place, convert in self._converters:
            values[place] = convert(values[place])
        return self._model.from_db(connection.alias, self._names, values)

    @cached_property
    def _converters(self) -> list[tuple[int, Callable[[Any], Any]]]:
        """What this database gives otherwise than Python has it, as Django itself reads it."""
        return [
            (place, _reading(convert, field.cached_col))
            for place, field in enumerate(self._fields)
            for convert in (
                *connection.ops.get_db_converters(field.cached_col),
                *field.cached_col.get_db_converters(connection),
            )
        ]


def _reading(convert: Callable[..., Any], column: Any) -> Callable[[Any], Any]:
    return lambda value: convert(value, column, connection)
