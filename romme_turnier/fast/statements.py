"""Prepares frequent statements, whose SQL is generated only once.

Django generates the SQL of a query each time, which takes far longer than the database's answer. Django still decides
the meaning of a query, and converts between database rows and objects. Only services may call `insert` and `update`.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, IntegrityError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, ForeignKey, IntegerField, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from romme_turnier.fast.switch import is_on

R = TypeVar("R")
_LARGEST = 2**63 - 1  # larger integers cannot be passed to a database
_WHOLE_NUMBERS = (IntegerField, ForeignKey)  # every key of the program is a number


class Prepared(Generic[R]):
    """A query for rows or some of their values.

    `by` names the fields to filter by; each call of `fetch` passes their values. `rows` may return several queries for
    the same columns: one statement reads the rows of all of them, in any order.

    `most` is the largest number of rows to return.
    """

    def __init__(
        self,
        rows: Callable[[], QuerySet[Any, R] | Sequence[QuerySet[Any, R]]],
        *by: str,
        most: int | None = None,
    ) -> None:
        self._rows = rows
        self._by = by
        self._most = most

    def fetch(self, *values: int | str) -> list[R]:
        """Returns the rows, or the tuples of a `values_list`, whose fields have `values`, given in the order of `by`.

        Returns [] if a number is too large for a database.
        """
        if any(isinstance(value, int) and value > _LARGEST for value in values):
            return []  # an address may name any number
        if not is_on("statements"):
            return list(self._query(*values))
        sql, constants, converters, build = self._made
        database = connections[DEFAULT_DB_ALIAS]  # looked up once; `connection` does so for every attribute
        with database.cursor() as cursor:
            cursor.execute(sql, {**constants, **dict(zip(self._by, values, strict=True))})
            rows = cursor.fetchall()
        if build is tuple and not converters:
            return rows  # type: ignore[no-any-return]
        changeable = [list(row) for row in rows]
        for place, convert, expression in converters:
            for row in changeable:
                row[place] = convert(row[place], expression, database)
        return [build(row) for row in changeable]

    def _query(self, *values: "int | str | _Given") -> QuerySet[Any, R]:
        rows = self._rows()
        queries = [rows] if isinstance(rows, QuerySet) else rows
        first, *others = (query.filter(**dict(zip(self._by, values, strict=True))) for query in queries)
        return (first.union(*others, all=True) if others else first)[: self._most]

    @cached_property
    def _made(self) -> tuple[str, dict[str, Any], list[tuple[int, Any, Any]], Callable[[list[Any]], Any]]:
        query = self._query(*map(_Given, self._by)).query
        compiler = query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        constants = {f"constant_{place}": value for place, value in enumerate(values)}
        before, *rest = sql.split("%s")  # by name: Django looks through a long text for "%s" each time
        sql = before + "".join(f"%({name})s{text}" for name, text in zip(constants, rest, strict=True))
        columns = [column for column, _sql, _alias in compiler.select]
        by_place = compiler.get_converters(columns).items()
        converters = [(place, convert, column) for place, (every, column) in by_place for convert in every]
        of_values = query.values_select or not compiler.klass_info
        return sql, constants, converters, tuple if of_values else _builder(compiler)


class _Given(Expression):
    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def as_sql(
        self,
        compiler: SQLCompiler,  # noqa: ARG002 - Django passes it
        connection: BaseDatabaseWrapper,  # noqa: ARG002
    ) -> tuple[str, tuple[str | int, ...]]:
        return f"%({self._name})s", ()


def _builder(compiler: Any) -> Callable[[list[Any]], Any]:
    """Returns a function that builds an object and its selected related objects from a database row."""
    info = compiler.klass_info
    own = [compiler.select[place][0].target.attname for place in info["select_fields"]]
    related = get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]  # stubs of a newer Django

    def build(row: list[Any]) -> Any:
        instance = info["model"].from_db(DEFAULT_DB_ALIAS, own, row[: len(own)])
        for populator in related:
            populator.populate(row, instance)
        return instance

    return build


def insert(rows: Sequence[Model], *, unique: tuple[str, ...] = (), update: tuple[str, ...] = ()) -> list[int]:
    """Inserts rows of one model in one statement; returns the keys of the written rows, in any order.

    If a row with the same `unique` fields exists, the statement overwrites the `update` fields of that row. Without
    `update`, that row stays unchanged, and its key is not returned.
    """
    if not rows:
        return []
    if not is_on("statements"):
        return _insert_plainly(rows, unique, update)
    fields, sql = _insert(type(rows[0]), len(rows), unique, update)
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(sql, [_for_database(row, field, database) for row in rows for field in fields])
        return [key for (key,) in cursor.fetchall()]


def update(row: Model, *names: str) -> None:
    """Stores the named fields of a row."""
    if not is_on("statements"):
        values = {field.attname: getattr(row, field.attname) for field in _fields(type(row), names)}
        QuerySet(type(row)).filter(pk=row.pk).update(**values)
        return
    fields, sql = _update(type(row), names)
    database = connections[DEFAULT_DB_ALIAS]
    with database.cursor() as cursor:
        cursor.execute(sql, [*(_for_database(row, field, database) for field in fields), row.pk])


def _insert_plainly(rows: Sequence[Model], unique: tuple[str, ...], update: tuple[str, ...]) -> list[int]:
    stored: QuerySet[Model] = QuerySet(type(rows[0]))
    if update or not unique:
        conflicts = {"update_conflicts": True, "unique_fields": unique, "update_fields": update} if update else {}
        return [row.pk for row in stored.bulk_create(rows, **conflicts)]  # type: ignore[arg-type]
    keys = []
    for row in rows:  # `ignore_conflicts` of Django returns no keys
        with suppress(IntegrityError), transaction.atomic():
            keys += [created.pk for created in stored.bulk_create([row])]
    return keys


Fields = tuple["Field[Any, Any]", ...]  # the fields whose values a statement takes


def _for_database(row: Model, field: "Field[Any, Any]", database: BaseDatabaseWrapper) -> Any:
    value = getattr(row, field.attname)
    if value is None or (type(value) is int and isinstance(field, _WHOLE_NUMBERS)):
        return value  # most values need no conversion for the database
    return field.get_db_prep_save(value, database)


@cache
def _insert(model: type[Model], rows: int, unique: tuple[str, ...], change: tuple[str, ...]) -> tuple[Fields, str]:
    fields = tuple(field for field in model._meta.concrete_fields if not field.primary_key)
    places = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * rows)
    sql = f"INSERT INTO {_table(model)} ({', '.join(map(_column, fields))}) VALUES {places}"  # noqa: S608
    if unique:
        changed = ", ".join(f"{column} = excluded.{column}" for column in map(_column, _fields(model, change)))
        sql += f" ON CONFLICT ({', '.join(map(_column, _fields(model, unique)))})"
        sql += f" DO UPDATE SET {changed}" if changed else " DO NOTHING"
    return fields, f"{sql} RETURNING {_column(model._meta.pk)}"


@cache
def _update(model: type[Model], names: tuple[str, ...]) -> tuple[Fields, str]:
    fields = _fields(model, names)
    changed = ", ".join(f"{_column(field)} = %s" for field in fields)
    return fields, f"UPDATE {_table(model)} SET {changed} WHERE {_column(model._meta.pk)} = %s"  # noqa: S608


def _fields(model: type[Model], names: Sequence[str]) -> Fields:
    by_name = {field.name: field for field in model._meta.concrete_fields}
    return tuple(by_name[name] for name in names)


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(field: "Field[Any, Any]") -> str:
    return connection.ops.quote_name(str(field.column))
