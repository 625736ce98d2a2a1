"""Stores rows by the million: COPY on PostgreSQL, prepared statements elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model

_AT_ONCE = 10_000


def store_many(pattern: Model, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    """Stores a copy of the pattern for each row of values. The columns that differ are named; the key is the first."""
    fixed = {
        str(field.column): field.get_db_prep_save(getattr(pattern, field.attname), connection)
        for field in pattern._meta.concrete_fields
        if field.column not in columns
    }
    constants, table = tuple(fixed.values()), pattern._meta.db_table
    names = ", ".join(map(connection.ops.quote_name, [*columns, *fixed]))
    whole = (row + constants for row in rows)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                for row in whole:
                    copy.write_row(row)
            newest = f"SELECT max(id) FROM {table}"  # noqa: S608
            cursor.execute(f"SELECT setval(pg_get_serial_sequence(%s, 'id'), ({newest}))", [table])
            return
        marks = ", ".join(["%s"] * (len(columns) + len(fixed)))
        while some := list(islice(whole, _AT_ONCE)):
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", some)  # noqa: S608


@contextmanager
def unchecked(*models: type[Model]) -> Iterator[None]:
    """Drops the indexes of these tables on PostgreSQL for the time of the block, and checks no references.

    Unique constraints stay.
    """
    if connection.vendor != "postgresql":
        yield
        return
    tables = [model._meta.db_table for model in models]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) AND indexname NOT IN"
            " (SELECT conname FROM pg_constraint)",
            [tables],
        )
        indexes = cursor.fetchall()
        cursor.execute("SET LOCAL session_replication_role = replica")
        for name, _statement in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")
        for _name, statement in indexes:
            cursor.execute(statement)
