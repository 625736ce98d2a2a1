"""The base of all tables: a class declares its columns once, for pages, phones, papers and files.

The library, django-tables2, declares columns and draws rows. This module chooses the columns for a medium and a reader,
sorts the rows and cuts them into pages. A class gets its rows from the caller, with every related row loaded, so rows
are drawn without queries. The base classes of filters are here, too.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, ClassVar, Self

import django_tables2 as tables
from django import forms
from django.core.paginator import Paginator
from django.db.models import F, QuerySet
from django.forms.utils import flatatt
from django.http import QueryDict
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django_filters import Filter, FilterSet
from django_stubs_ext import StrOrPromise
from django_tables2.columns import BoundColumn
from django_tables2.data import TableData
from django_tables2.rows import BoundRow, BoundRows

from romme_turnier.documents.tables.columns import AmountColumn, Column, Medium, NumberColumn, Source, read
from romme_turnier.documents.tables.writing import Cell
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import Right

ROWS_ON_A_PAGE = (50, 100)
_KEYS_AT_MOST = 2

Link = Callable[[Any], str]  # from a row to an address; "" for a cell without a link


class LongSelect(forms.Select):
    """A select box for hundreds of choices, drawn without templates.

    Django renders a template for each choice, which takes a quarter of the time of a page.
    """

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,  # noqa: ARG002 - Django passes it
    ) -> SafeString:
        chosen, selected = str(value or ""), mark_safe(" selected")
        choices = ((key, selected if str(key) == chosen else "", label) for key, label in self.choices)
        options = format_html_join("", '<option value="{}"{}>{}</option>', choices)
        return format_html("<select{}>{}</select>", flatatt({"name": name, **(attrs or {})}), options)


class FilterForm(forms.Form):
    """The form of a filter, or the filter itself for rows that are not a queryset. Ignores unknown values."""

    def __init__(self, query: QueryDict, **options: Any) -> None:
        super().__init__(query, **options)
        self.narrows = any(query.get(name) for name in self.fields)

    @cached_property
    def asked(self) -> Mapping[str, Any]:
        """The valid values that narrow the rows, by field."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


class TableFilter(FilterSet):  # type: ignore[misc]
    """Narrows the queryset of a table to `qs`, for the page and for the file."""

    class Meta:
        form = FilterForm


class WholeNumberFilter(Filter):  # type: ignore[misc]
    """A filter for whole numbers; the library's would expand "-1e99999999" to 100 million digits."""

    field_class = forms.IntegerField


class SeriesForm(FilterForm):
    """Selects a series. Pages have it in their path; files contain all series unless the address names one."""

    serie = forms.IntegerField(required=False)

    def series(self, event: Event) -> list[int]:
        """Returns the number of the selected series, or the numbers of all series if none is selected."""
        number = self.asked.get("serie")
        return [number] if number else list(event.series.values_list("number", flat=True))


class _Data(TableData):  # type: ignore[misc]
    """Sorted rows, which the library neither sorts again nor loads beyond one page."""

    @cached_property
    def length(self) -> int:
        return self.data.count() if isinstance(self.data, QuerySet) else len(self.data)

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, key: Any) -> Any:
        rows = self.data
        if isinstance(rows, QuerySet) and isinstance(key, slice) and key.start:
            return rows.filter(pk__in=rows.values("pk")[key])  # no joins for the rows of earlier pages
        return rows[key]


class _Placed(Sequence[Any]):
    """The rows of a queryset in the order of these primary keys; a slice loads only its rows."""

    def __init__(self, rows: QuerySet[Any], keys: Sequence[int]) -> None:
        self._rows, self._keys = rows, keys

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, slice):
            return self._rows.get(pk=self._keys[place])
        known = self._rows.in_bulk(self._keys[place])
        return [known[key] for key in self._keys[place] if key in known]

    def __iter__(self) -> Iterator[Any]:
        known = {row.pk: row for row in self._rows}
        return iter([known[key] for key in self._keys if key in known])


class Row(BoundRow):  # type: ignore[misc]
    """A row that reads cells by the `source` of their columns, faster than the library and without hiding errors."""

    def items(self) -> list[tuple[BoundColumn, Any]]:
        return [(bound, self._linked(bound)) for bound in self.table.shown]

    @property
    def attributes(self) -> SafeString:
        """The HTML attributes from `row_attrs` whose values are not None.

        The property of the library would add classes that no style sheet uses.
        """
        pairs = self.table.row_attrs.items()
        values = [(name, value(self.record) if callable(value) else value) for name, value in pairs]
        return format_html_join("", ' {}="{}"', [pair for pair in values if pair[1] is not None])

    @property
    def pieces(self) -> Iterator[tuple[Column | None, str]]:
        """Yields (None, HTML) for neighbouring cells together, and (column, "") for each cell that has a template.

        A template takes longer than a string, and the whole standings have a thousand rows.
        """
        cells: list[str] = []
        for bound in self.table.shown:
            column = bound.column
            if column.template:
                yield None, mark_safe("".join(cells))  # noqa: S308 - every cell is escaped
                yield column, ""
                cells = []
            else:
                cells.append(f"{column.start}{conditional_escape(self._linked(bound))}{column.end}")
        yield None, mark_safe("".join(cells))  # noqa: S308

    def _linked(self, bound: BoundColumn) -> Any:
        cell = self.cell(bound, bound.render, bound.default)
        link = self.table.links.get(bound.name)
        address = link(self.record) if link else ""
        return format_html('<a href="{}">{}</a>', address, cell) if address else cell

    def cell(self, bound: BoundColumn, show: Callable[[Any, Any], Any], default: Any) -> Any:
        value = read(self.record, bound.column.source or bound.name)
        return default if value is None or value == "" else show(value, self.record)


class _Rows(BoundRows):  # type: ignore[misc]
    def __iter__(self) -> Iterator[Row]:
        return (Row(record, table=self.table) for record in self.table.records(self.data))

    def __getitem__(self, place: Any) -> Any:
        return _Rows(self.data[place], self.table) if isinstance(place, slice) else Row(self.data[place], self.table)


def own_row(is_own: Callable[[Any], bool]) -> dict[str, Callable[[Any], str | None]]:
    """Returns the `row_attrs` that mark the row of the person or team that the page is for."""
    return {
        "class": lambda row: "is-own" if is_own(row) else None,
        "aria-current": lambda row: "true" if is_own(row) else None,
    }


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column. `order` is the value of aria-sort, "" unless this is the first sort column."""

    column: Column
    order: str
    address: str  # after a click; "" for a column without a sort key


class ListTable(tables.Table):  # type: ignore[misc]
    """A table of rows. A class declares columns, `title`, and values that differ from the defaults below."""

    title: ClassVar[StrOrPromise]  # the usual caption of a page, and the name of the sheet in a file
    key: ClassVar[str] = ""  # the key of its file in catalogue.py
    page_order: ClassVar[str] = ""  # the usual order on pages, such as "-number"; "" keeps the rows' order
    last: ClassVar[Source] = "number"  # decides between rows that are otherwise equal
    has_pages: ClassVar[bool] = False  # splits the rows into pages, and loads only the page of a queryset that is shown
    page_css: ClassVar[str] = "table--stack"  # the look of the table, on phones in particular
    paper_css: ClassVar[str] = "rows"

    medium: Medium
    query: QueryDict
    part: Mapping[str, int | str]
    order_field: str  # of the address: "sortiert"
    page_field: str  # of the address: "seite"
    order: list[str]
    is_sorted_by_readers: bool
    links: Mapping[str, Link]
    caption: StrOrPromise
    id: str
    caption_is_hidden = False
    page_sizes = ROWS_ON_A_PAGE

    @classmethod
    def table_for(
        cls,
        medium: Medium,
        rows: Iterable[Any],
        *,
        rights: Collection[Right] = (),
        query: QueryDict | None = None,
        currency: str = "",
        part: Mapping[str, int | str] | None = None,
        without: Collection[str] = (),
        extra_columns: Iterable[tuple[str, Column]] = (),
        links: Mapping[str, Link] | None = None,
        caption: StrOrPromise = "",
        id: str = "",  # noqa: A002
        **options: Any,
    ) -> Self:
        """Returns the table as this medium shows it to a reader with these rights.

        `query` comes from the address; it selects the page, and sorts the rows: `?sortiert=-total,name` has at most two
        keys; unknown keys are ignored. Without keys the rows keep their order, except on a page with a `page_order`.
        Without a query, headings are not links, as in short tables.
        `id` names the table if the page has several: "teams" is sorted by `?sortiert-teams=`, its second page is
        `?seite-teams=2`, and it is found at "#teams".
        `part` goes into the address of the file, if the path of the page selects the rows: `{"serie": 3}`.
        `currency` is for amounts on pages and papers. `without` names columns that would be empty in this event.
        `links` maps columns to functions that return a row's address. `options` go to the library, such as `row_attrs`.
        """
        columns: dict[str, Column] = {**cls.base_columns, **dict(extra_columns)}
        is_sorted_by_readers, query = query is not None, query or QueryDict()
        allowed = {name: column for name, column in columns.items() if column.is_allowed(rights)}
        order_field = f"sortiert-{id}" if id else "sortiert"
        asked = query.get(order_field) or (cls.page_order if medium is Medium.PAGE else "")
        order = _order_asked(asked, allowed)
        rows = _in_order(rows, order, columns, cls.last) if order else rows
        table = cls(
            _Data(rows if cls.has_pages and isinstance(rows, QuerySet | _Placed) else list(rows)),
            exclude=[
                name
                for name, column in columns.items()
                if name not in allowed or medium not in column.media or name in without
            ],
            extra_columns=extra_columns,
            default="",
            **options,
        )
        table.rows = _Rows(table.data, table)
        for bound in table.columns:
            if isinstance(bound.column, AmountColumn):
                bound.column.currency = currency
        table.is_sorted_by_readers, table.links, table.part = is_sorted_by_readers, links or {}, part or {}
        table.medium, table.query, table.order, table.caption = medium, query, order, caption or cls.title
        table.id, table.order_field, table.page_field = id, order_field, f"seite-{id}" if id else "seite"
        if cls.has_pages and medium is Medium.PAGE:
            size = next((size for size in ROWS_ON_A_PAGE if query.get("zeilen") == str(size)), ROWS_ON_A_PAGE[0])
            table.page = Paginator(table.rows, size).get_page(query.get(table.page_field))
        return table

    def records(self, rows: Iterable[Any]) -> Iterable[Any]:
        """Returns the lines to show for `rows`, which are all rows or the rows of one page."""
        return rows

    def as_values(self) -> Iterable[list[Cell]]:
        """Yields the headings, then the rows, with numbers, times and amounts as values, unlike in the library."""
        yield [str(bound.header) for bound in self.shown]
        for row in self.rows:
            yield [
                row.cell(bound, getattr(self, f"value_{bound.name}", bound.column.value), None) for bound in self.shown
            ]

    def as_records(self) -> list[dict[str, Cell]]:
        """Returns the rows with the same values as `as_values`, keyed by column name."""
        names, (_headings, *rows) = [bound.name for bound in self.shown], self.as_values()
        return [dict(zip(names, row, strict=True)) for row in rows]

    @cached_property
    def shown(self) -> list[BoundColumn]:
        return list(self.columns)

    @property
    def css(self) -> str:
        return self.attrs.get("class", "")  # type: ignore[no-any-return]

    @property
    def anchor(self) -> str:
        return f"#{self.id}" if self.id else ""

    @property
    def sorted_by(self) -> str:
        """Returns the value of `order_field` for the current order."""
        return ",".join(self.order)

    @property
    def file_query(self) -> str:
        """Returns the query of the file with the same rows as the page, in the same order."""
        gone = (self.order_field, self.page_field, "seite", "zeilen")
        return self._query_with({**dict.fromkeys(gone, ""), "sortiert": self.sorted_by, **self.part})

    @property
    def previous_page(self) -> str:
        return self._page_address(self.page.previous_page_number())

    @property
    def next_page(self) -> str:
        return self._page_address(self.page.next_page_number())

    def _page_address(self, number: int) -> str:
        return f"{self._query_with({self.page_field: number})}{self.anchor}"

    @property
    def pages_of_sizes(self) -> list[tuple[int, str]]:
        """Returns each page size with the address of its first page; the address is "" for the current size."""
        addresses = []
        for size in self.page_sizes:
            is_current = size == self.page.paginator.per_page
            query = self._query_with({"zeilen": size, self.page_field: ""})
            addresses.append((size, "" if is_current else f"{query}{self.anchor}"))
        return addresses

    def _query_with(self, changes: Mapping[str, Any]) -> str:
        query = self.query.copy()
        for name, value in changes.items():
            query.setlist(name, [str(value)] if value else [])
        return f"?{query.urlencode()}" if query else ""

    @property
    def headings(self) -> list[Heading]:
        return [self._heading(bound.name, bound.column) for bound in self.shown]

    def _heading(self, name: str, column: Column) -> Heading:
        """Returns a heading whose link sorts by the column, and then by the key that was first until now.

        If the rows are already sorted by the column, the link reverses the order.
        """
        first, *others = self.order or [""]
        descends = first.startswith("-")
        if first.removeprefix("-") == name:
            order = "descending" if descends else "ascending"
            keys = [name if descends else f"-{name}", *others]
        else:
            order = ""
            keys = [f"-{name}" if column.initial_sort_descending else name, *filter(None, [first])]
        if not (column.is_sortable and self.is_sorted_by_readers):
            return Heading(column, order, "")
        query = self._query_with({self.order_field: ",".join(keys), self.page_field: ""})
        return Heading(column, order, f"{query}{self.anchor}")


def _order_asked(text: str, columns: Mapping[str, Column]) -> list[str]:
    asked: dict[str, str] = {}
    for key in text.split(","):
        name = key.removeprefix("-")
        if name in columns and columns[name].is_sortable:
            asked.setdefault(name, key)
    return list(asked.values())[:_KEYS_AT_MOST]


def _in_order(
    rows: Iterable[Any], order: Iterable[str], columns: Mapping[str, Column], last: Source
) -> QuerySet[Any] | Sequence[Any]:
    """Returns the rows sorted by `order`, then by `last`.

    The database sorts a queryset if it can sort by every column.
    """
    sorts = [(columns[name], name, key.startswith("-")) for key in order for name in [key.removeprefix("-")]]
    sorts.append((NumberColumn("", sort=last), "", False))
    if isinstance(rows, QuerySet) and all(
        column.database_sorts and not callable(column.sort or column.source) for column, *_ in sorts
    ):
        paths = [str(column.sort or column.source or name) for column, name, _descends in sorts]
        fields = [
            F(path).desc(nulls_last=True) if descends else F(path).asc(nulls_last=True)
            for path, (_column, _name, descends) in zip(paths, sorts, strict=True)
        ]
        for number, (column, _name, descends) in enumerate(sorts):
            if column.places is not None:
                places, others = column.places(), [*fields[:number], *fields[number + 1 :]]
                groups = groupby(rows.order_by(*others).values_list("pk", *paths[:number]), itemgetter(slice(1, None)))
                pks = ([pk for pk, *_equal in group] for _key, group in groups)
                return _Placed(
                    rows, [pk for group in pks for pk in sorted(group, key=places.__getitem__, reverse=descends)]
                )
        return rows.order_by(*fields)
    ordered = list(rows)
    for column, name, descends in reversed(sorts):  # equal rows keep the order of the previous sort
        keyed = [(column.sort_key(row, name), row) for row in ordered]
        known = [pair for pair in keyed if pair[0] is not None]
        known.sort(key=lambda pair: pair[0], reverse=descends)
        ordered = [row for _key, row in known] + [row for key, row in keyed if key is None]
    return ordered
