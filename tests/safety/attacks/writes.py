"""Whether a request stored anything; only then the full check is worth its time."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def writes() -> Iterator[set[str]]:
    """The statements that changed something in the block."""
    seen: set[str] = set()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and "session" not in sql:
            seen.add(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield seen
