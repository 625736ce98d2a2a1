"""Signs for the tables, with or without the names of the seats, and cards for a draw by hand."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from romme_turnier.documents.public_address import public_address, qr_image
from romme_turnier.documents.seating.changed import change_words
from romme_turnier.tournament.models import Series
from romme_turnier.tournament.seating.changes import changed_tables
from romme_turnier.tournament.seating.drawn_cards import card_code, draw_by_hand

ONE_COLUMN = 4  # at most this many seats are below each other, in large type
CARDS_A_SHEET = 8


@dataclass(frozen=True, slots=True)
class Seated:
    seat: int
    number: int | None
    name: str


@dataclass(frozen=True, slots=True)
class TableSign:
    number: int
    names: tuple[Seated, ...]  # by seat; empty on a sign without names
    change: str = ""  # since the draw

    @property
    def size(self) -> str:
        """The size of the number: "large", or "small" for three digits."""
        return "small" if self.number >= 100 else "large"

    @property
    def columns(self) -> list[tuple[Seated, ...]]:
        """The seats in one column, or in two if there are many."""
        length = len(self.names) if len(self.names) <= ONE_COLUMN else -(-len(self.names) // 2)
        return [self.names[start : start + length] for start in range(0, len(self.names), length or 1)]


def table_signs(series: Series, *, base: str = "") -> dict[str, Any]:
    """Returns the context of signs with only the numbers of the tables; `base` is the program's address for phones."""
    return _signs(series, base, (TableSign(table.number, ()) for table in series.tables.order_by("number")))


def table_signs_with_names(series: Series, *, tables: Collection[int] | None = None, base: str = "") -> dict[str, Any]:
    """Returns the context of signs with the names by seat, as shown in the hall, for `tables` or for all."""
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


def drawing_cards_document(series: Series) -> dict[str, Any] | None:
    """Returns the context of the cards for a draw by hand (§ 2.1.1); None if there is no such draw.

    Players with a fixed table do not draw a card.
    """
    draw = draw_by_hand(series)
    if draw is None:
        return None
    cards = [
        {
            "table": card.table,
            "seat": card.seat,
            "code": (code := card_code(card.table, card.seat)),
            "qr": qr_image(code),
        }
        for card in draw.cards.exclude(registration__isnull=False, by__isnull=True)
    ]
    sheets = [cards[first : first + CARDS_A_SHEET] for first in range(0, len(cards), CARDS_A_SHEET)]
    return {"event": series.event, "series": series, "sheets": sheets}
