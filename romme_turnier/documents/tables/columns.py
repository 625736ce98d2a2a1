"""Columns of tables: heading, media, required right, sort key and the contents of cells."""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from datetime import date, datetime
from enum import Enum, auto
from functools import cached_property
from typing import Any, ClassVar, Self

import django_tables2 as tables
from django.forms.utils import flatatt
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django_stubs_ext import StrOrPromise
from django_tables2.columns import BoundColumn

from romme_turnier.core.people.names import PersonName, order_of
from romme_turnier.documents.tables.writing import Cell
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.permissions import Right
from romme_turnier.tournament.shared.numbers import number_format

Source = str | Callable[[Any], Any]  # a path from the row ("club__name", "series__0"), or a function of the row


def read(row: Any, source: Source) -> Any:
    """Returns the value at a source, calling methods on its path; None if a part of the path is None."""
    if callable(source):
        return source(row)
    for part in source.split("__"):
        if row is None:
            return None
        value = row[int(part)] if part.isdigit() else getattr(row, part)
        row = value() if callable(value) else value
    return row


class Medium(Enum):
    PAGE = auto()
    PHONE = auto()  # a narrow page: the same HTML without the columns that lack this medium
    PAPER = auto()
    FILE = auto()


SCREEN = frozenset((Medium.PAGE, Medium.PHONE))
SHOWN = SCREEN | {Medium.PAPER}
EVERYWHERE = SHOWN | {Medium.FILE}
PAPER = frozenset((Medium.PAPER,))
FILE = frozenset((Medium.FILE,))

TICK = mark_safe('<span class="tick"></span>')  # an empty box on paper


class Column(tables.Column):  # type: ignore[misc]
    """A column of text. Its value is read from `source`, by default the column's name.

    A cell shows the first of these that exists: `template` (pages only, with the page's context and the row as
    `record`), `render_<column>(value, record)` of the table, `render` of the column. Files hold `value_<column>(value,
    record)` of the table or `value` of the column. For None and "", a cell shows the column's `default`; in files it is
    empty.
    """

    # Returns each row's place in the column's order, keyed by primary key; for columns the database cannot sort by.
    places: Callable[[], Mapping[int, int]] | None = None
    database_sorts: ClassVar[bool] = False  # whether every database sorts the values as Python does
    heading_is_hidden: ClassVar[bool] = False  # for screen readers only

    def __init__(
        self,
        heading: StrOrPromise,
        *,
        short: StrOrPromise = "",
        media: Collection[Medium] = EVERYWHERE,
        right: Right | None = None,
        source: Source = "",
        sort: Source = "",
        template: str = "",
        names_row: bool = False,
        one_line: bool = False,
        wide: bool = False,
        css: str = "",
        paper_css: str = "",
        **options: Any,
    ) -> None:
        """Declares a column, with `short` as its heading on pages and papers if it is not "".

        Only readers with `right` see the column or sort by it. `sort` is the source of the sort key if that is not the
        value. With `names_row`, cells are row headings for screen readers. With `one_line`, a long text is cut, and
        shown whole on hover. With `wide`, the cell takes the full width of a phone, without its heading. `css` and
        `paper_css` are classes of the heading and the cells.
        """
        super().__init__(heading, **options)
        self.short, self.media, self.right, self.template = short, media, right, template
        self.source, self.sort = source, sort
        self.names_row, self.one_line, self.wide, self.paper_css = names_row, one_line, wide, paper_css
        hidden = "" if Medium.PHONE in media else "not-on-phone"
        self.css = " ".join(filter(None, (css, "one-line" if one_line else "", hidden)))

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        """Returns a shallow copy. Each table copies its columns, and their parts are never changed."""
        return copy(self)

    def is_allowed(self, rights: Collection[Right]) -> bool:
        return self.right is None or self.right in rights

    @property
    def is_sortable(self) -> bool:
        return self.orderable is not False

    @property
    def label(self) -> StrOrPromise:
        """The heading on pages and papers."""
        return self.short or self.verbose_name

    @property
    def phone_label(self) -> StrOrPromise:
        """The heading in each row on a narrow page."""
        return self.label

    @cached_property
    def start(self) -> SafeString:
        """The opening tag of a cell on pages, the same in all rows."""
        is_labelled = not (self.heading_is_hidden or self.wide)
        named = {"scope": "row"} if self.names_row else {"data-label": is_labelled and self.phone_label}
        return format_html("<{}{}>", "th" if self.names_row else "td", flatatt({**named, "class": self.css or None}))

    @cached_property
    def end(self) -> SafeString:
        return mark_safe("</th>") if self.names_row else mark_safe("</td>")

    def sort_key(self, row: Any, name: str) -> Any:
        """Returns the sort key of the row; None if there is no value, which sorts last in both directions."""
        value = read(row, self.sort or self.source or name)
        return None if value is None or value == "" else self.order(value)

    def order(self, value: Any) -> Any:
        """Returns the sort key of the value."""
        return order_of(value) if isinstance(value, str) else getattr(value, "order", value)  # of people and clubs

    def render(self, value: Any, _record: Any) -> Any:
        """Returns the contents of a cell on pages and papers."""
        return format_html('<span title="{0}">{0}</span>', value) if self.one_line else value

    def value(self, value: Any, _record: Any) -> Cell:
        """Returns the contents of a cell in files: numbers and times unchanged, everything else as text."""
        return value if isinstance(value, Cell) and not isinstance(value, bool) else str(value)


class PersonColumn(Column):
    """A column of people or whole names, sorted by family name."""

    def order(self, value: Any) -> Any:
        return PersonName.of(str(value)).order


class RegisterNameColumn(PersonColumn):
    """A column of people in the register, sorted by the stored key of their names."""

    database_sorts = True

    def order(self, value: Any) -> Any:
        return value


class ChangeColumn(Column):
    """A column of pairs of texts, before and after a change; equal texts are shown once."""

    def render(self, value: tuple[str, str], _record: Any) -> SafeString:
        before, after = value
        context = {"before": before, "after": after}
        return format_html("<div>{}</div>", render_to_string("tables/change.html", context))


class LinesColumn(Column):
    """A column of cells with several lines, joined into one text in files."""

    def order(self, value: Sequence[str]) -> Any:
        return [order_of(line) for line in value] or None

    def render(self, value: Sequence[str], _record: Any) -> SafeString:
        lines = format_html_join("", "<div>{}</div>", ((line,) for line in value))
        return format_html("<div>{}</div>", lines) if value else mark_safe("")

    def value(self, value: Sequence[str], _record: Any) -> Cell:
        return "; ".join(value)


class NumberColumn(Column):
    """A column of whole numbers and halves, sorted by size. With `summed`, the last line shows the sum."""

    database_sorts = True

    def __init__(
        self, heading: StrOrPromise, *, summed: bool = False, css: str = "", paper_css: str = "", **options: Any
    ) -> None:
        options |= {"css": f"number {css}".strip(), "paper_css": f"right {paper_css}".strip()}
        super().__init__(heading, footer=_total if summed else None, **options)

    def render(self, value: Any, _record: Any) -> str:
        return number_format(value)


class OrdinalColumn(NumberColumn):
    """A column of numbers without thousands separators (1000, not 1.000), such as ranks, start or receipt numbers."""

    def render(self, value: int, _record: Any) -> str:
        return str(value)


def _total(column: NumberColumn, bound_column: BoundColumn, table: tables.Table) -> str:
    values = (read(row, column.source or bound_column.name) for row in table.data)
    return column.render(sum(value for value in values if value is not None), None)


class AmountColumn(NumberColumn):
    """A column of amounts of money, without the currency in files."""

    currency = ""  # set by `table_for`

    def render(self, value: Any, _record: Any) -> str:
        return amount(value, self.currency)


class TimeColumn(Column):
    """A column of local times, written in `format`, by default without the year."""

    database_sorts = True

    def __init__(self, heading: StrOrPromise, *, format: str = "j.n. H:i", **options: Any) -> None:  # noqa: A002
        super().__init__(heading, **options)
        self.format = format

    def render(self, value: datetime, _record: Any) -> str:
        return date_format(timezone.localtime(value), self.format)


class DayColumn(Column):
    """A column of days, written the same in files and on pages."""

    def render(self, value: date, _record: Any) -> str:
        return date_format(value, "d.m.Y")

    value = render


class YesColumn(Column):
    """A column of cells that say yes or are empty; rows with a yes are sorted first."""

    def order(self, value: bool) -> Any:
        return value or None

    def render(self, value: bool, _record: Any) -> str:
        return gettext("ja") if value else ""

    value = render


class ActionColumn(Column):
    """A column of links and buttons, on pages and phones only, without a sort key."""

    heading_is_hidden = True

    def __init__(self, heading: StrOrPromise, template: str, *, right: Right | None = None) -> None:
        options: dict[str, Any] = {"css": "actions", "orderable": False}
        super().__init__(heading, media=SCREEN, right=right, source=lambda _row: True, template=template, **options)
