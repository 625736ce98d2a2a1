"""Signs for the tables: a huge number, with or without the names of the seats."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from romme_turnier.documents.public_address import public_address
from romme_turnier.documents.seating.changed import change_words
from romme_turnier.tournament.models import Series
from romme_turnier.tournament.seating.changes import changed_tables

ONE_COLUMN = 4  # up to so many seats stand below each other, in large type


@dataclass(frozen=True, slots=True)
class Seated:
    seat: int
    number: int | None
    name: str


@dataclass(frozen=True, slots=True)
class TableSign:
    number: int
    names: tuple[Seated, ...]  # by seat; empty for a sign without names
    change: str = ""  # what is new since the draw

    @property
    def size(self) -> str:
        """Of the figure: three digits are narrower."""
        return "small" if self.number >= 100 else "large"

    @property
    def columns(self) -> list[tuple[Seated, ...]]:
        """One of few seats, two of more."""
        length = len(self.names) if len(self.names) <= ONE_COLUMN else -(-len(self.names) // 2)
        return [self.names[start : start + length] for start in range(0, len(self.names), length or 1)]


def table_signs(series: Series, *, base: str = "") -> dict[str, Any]:
    """A number on each table, for all series. `base` is where phones reach the program."""
    return _signs(series, base, (TableSign(table.number, ()) for table in series.tables.order_by("number")))


def table_signs_with_names(series: Series, *, tables: Collection[int] | None = None, base: str = "") -> dict[str, Any]:
    """With the names by seat, as the event shows them in the hall; `tables` narrow it."""
    shown = series.tables.order_by("number").prefetch_related(
        "seats__registration__player", "seats__registration__event"
    )
    if tables is not None:
        shown = shown.filter(number__in=tables)
    changes = changed_tables(series)
    signs = (
        TableSign(
            table.number,
            tuple(
                Seated(seat.number, seat.registration.number, str(seat.registration.hall_name))
                for seat in table.seats.all()
            ),
            change_words(changes[table.number]) if table.number in changes else "",
        )
        for table in shown
    )
    return _signs(series, base, signs)


def _signs(series: Series, base: str, signs: Iterable[TableSign]) -> dict[str, Any]:
    where = public_address(series.event, "my_event", base)
    return {"event": series.event, "series": series, "where": where, "signs": list(signs)}
