"""Counts the statements and rows that the program reads from the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

from django.db import connection
from django.db.backends.utils import CursorWrapper


@dataclass(slots=True)
class Reads:
    statements: int = 0
    rows: int = 0


@contextmanager
def reads_counted() -> Iterator[Reads]:
    reads = Reads()

    class Counting(CursorWrapper):
        def execute(self, *args: Any, **options: Any) -> Any:
            reads.statements += 1
            return super().execute(*args, **options)

        def fetchone(self) -> Any:
            row = self.cursor.fetchone()
            reads.rows += row is not None
            return row

        def fetchmany(self, *args: Any) -> Any:
            return self._counted(self.cursor.fetchmany(*args))

        def fetchall(self) -> Any:
            return self._counted(self.cursor.fetchall())

        def _counted(self, rows: list[Any]) -> list[Any]:
            reads.rows += len(rows)
            return rows

    with mock.patch.object(connection, "make_cursor", lambda cursor: Counting(cursor, connection)):
        yield reads
