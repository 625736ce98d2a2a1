"""The fines of an event, by table and by player (§ 2.3.3)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from django.utils.safestring import mark_safe
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import FILE, SCREEN, AmountColumn, Column, OrdinalColumn, PersonColumn
from romme_turnier.tournament.lists.checking.hand_in_reading import ZERO, TableHandIn, hand_ins_by_series
from romme_turnier.tournament.models import Event


class FinesTable(ListTable):
    title = _("Bußgeld")
    key = "fines"
    page_css = "table--stack narrow"
    last = "spielliste__pk"

    series = OrdinalColumn(_("Serie"), media=FILE, source="spielliste__table__series__number")
    table = Column(_("Tisch"), names_row=True)
    due = AmountColumn(_("fällig"), default="–")
    paid = AmountColumn(_("erhalten"), default="–")
    short = AmountColumn(_("noch zu kassieren"), media=FILE)
    state = Column(_("Stand"), media=SCREEN, source="short", template="organiser/money/cells/fine_state.html")

    def render_table(self, value: int, _record: TableHandIn) -> str:
        return mark_safe(gettext("Tisch&nbsp;%(table)s") % {"table": value})  # noqa: S308 - a number


@dataclass(frozen=True, slots=True)
class PlayerFines:
    number: int | None
    name: str
    by_series: Mapping[int, Decimal]

    @property
    def total(self) -> Decimal:
        return sum(self.by_series.values(), ZERO)


class PlayerFinesTable(ListTable):
    """The fines by player, with the columns of `series_columns`."""

    class Meta:
        sequence = ("number", "name", "...", "total")

    title = _("Fällig je Spieler und Liste")
    key = "player_fines"

    number = OrdinalColumn(_("Startnummer"), short=_("Nr."), default="–")
    name = PersonColumn(_("Name"), names_row=True)
    total = AmountColumn(_("zusammen"))


def series_columns(event: Event) -> list[tuple[str, Column]]:
    numbers = event.series.drawn().order_by("number").values_list("number", flat=True)
    return [
        (
            f"series_{number}",
            AmountColumn(
                gettext("Serie %(number)s") % {"number": number},
                source=lambda player, number=number: player.by_series.get(number),
                default="–",
            ),
        )
        for number in numbers
    ]


def fines_of(event: Event) -> list[TableHandIn]:
    return [table for tables in hand_ins_by_series(event).values() for table in tables]


def player_fines(tables: Iterable[TableHandIn]) -> list[PlayerFines]:
    """Returns each player's fines from complete lists, ordered by start number."""
    dues: dict[tuple[int | None, str], dict[int, Decimal]] = defaultdict(dict)
    for table in tables:
        series = table.spielliste.table.series.number
        for seat, due in zip(table.seats, table.dues or (), strict=False):
            dues[seat.registration.number, seat.registration.name][series] = due
    return [
        PlayerFines(number, name, by_series)
        for (number, name), by_series in sorted(dues.items(), key=lambda item: (item[0][0] or 0, item[0][1]))
    ]
