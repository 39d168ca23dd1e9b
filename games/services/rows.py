"""Writes rows by statements that are put together once: what every move writes, Django would compile anew each time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import AutoField, BooleanField, CharField, Field, Model, TextField

MOST_VALUES = 900  # in one statement: every SQLite takes as many


def insert(rows: Sequence[Model], *, unless_there: bool = False) -> None:
    """Stores new rows of one model, as `bulk_create` does, but for their numbers: nobody asks for these.

    `unless_there` passes over what would break a unique key.
    """
    if not rows:
        return
    model = type(rows[0])
    into, fields = _insert_of(model)
    one = f"({', '.join(['%s'] * len(fields))})"
    at_once = MOST_VALUES // len(fields)
    end = " ON CONFLICT DO NOTHING" if unless_there else ""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        for some in (rows[at : at + at_once] for at in range(0, len(rows), at_once)):
            values = [
                _stored(field, getattr(row, field.attname), connection) for row in some for field in fields
            ]
            cursor.execute(f"{into} {', '.join([one] * len(some))}{end}", values)


def update(row: Model, names: tuple[str, ...], *, where: dict[str, Any]) -> bool:
    """Stores these fields of the row where it still is as `where` says; whether it was."""
    statement, fields, asked = _update_of(type(row), names, tuple(where))
    connection = connections[DEFAULT_DB_ALIAS]
    values = [_stored(field, getattr(row, field.attname), connection) for field in fields]
    values += [_stored(field, value, connection) for field, value in zip(asked, where.values(), strict=True)]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return bool(cursor.rowcount)


_AS_THEY_ARE = (BooleanField, CharField, TextField)


def _stored(field: Field[Any, Any], value: Any, connection: Any) -> Any:
    """As Django hands it over. Most of it, by far, it looks at for nothing."""
    if value is None or type(field) in _AS_THEY_ARE:
        return value
    return field.get_db_prep_save(value, connection)


@cache
def _insert_of(model: type[Model]) -> tuple[str, tuple[Field[Any, Any], ...]]:
    fields = tuple(each for each in model._meta.local_concrete_fields if not isinstance(each, AutoField))
    assert not any(
        getattr(each, "auto_now", False) or getattr(each, "auto_now_add", False) for each in fields
    )
    columns = ", ".join(f'"{each.column}"' for each in fields)
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES', fields


@cache
def _update_of(
    model: type[Model], names: tuple[str, ...], where: tuple[str, ...]
) -> tuple[str, tuple[Field[Any, Any], ...], tuple[Field[Any, Any], ...]]:
    fields, asked = (tuple(_field(model, name) for name in group) for group in (names, where))
    sets = ", ".join(f'"{each.column}" = %s' for each in fields)
    found = " AND ".join(f'"{each.column}" = %s' for each in asked)
    table = f'"{model._meta.db_table}"'
    return f"UPDATE {table} SET {sets} WHERE {found}", fields, asked  # noqa: S608  # columns of our own models


def _field(model: type[Model], name: str) -> Field[Any, Any]:
    return next(each for each in model._meta.local_concrete_fields if each.name == name)
