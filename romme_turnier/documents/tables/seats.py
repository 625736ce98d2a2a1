"""Tables of seats, of draws and repairs of the seating, and of the games of all lists."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from operator import itemgetter, methodcaller

from django.db.models import QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable, TableFilter, WholeNumberFilter
from romme_turnier.documents.tables.columns import (
    FILE,
    ActionColumn,
    Column,
    LinesColumn,
    NumberColumn,
    OrdinalColumn,
    PersonColumn,
    TimeColumn,
    YesColumn,
)
from romme_turnier.tournament.lists.loaded_list import load_many
from romme_turnier.tournament.models import Draw, DrawnCard, Event, Seat, Spielliste
from romme_turnier.tournament.seating.repair_words import changed_tables
from romme_turnier.tournament.shared.numbers import Number


class SeatsTable(ListTable):
    title = _("Sitzplätze")
    key = "seats"
    last = "registration__number"

    series = NumberColumn(_("Serie"), source="series__number")
    table = NumberColumn(_("Tisch"), source="table__number")
    seat = NumberColumn(_("Platz"), source="number")
    number = NumberColumn(_("Startnummer"), source="registration__number")
    name = PersonColumn(_("Name"), source="registration__name")
    club = Column(_("Club"), source="registration__club__name")


class SeatsByNameTable(ListTable):
    """One column of the table plan on the wall."""

    title = _("Wo sitze ich?")
    paper_css = ""

    name = Column(_("Name"), source="name__listed", names_row=True)
    number = OrdinalColumn(_("Nr."), paper_css="quiet")
    table = OrdinalColumn(_("Tisch"), paper_css="table-number")
    seat = OrdinalColumn(_("Platz"))


def seats_of(event: Event) -> QuerySet[Seat]:
    seats = Seat.objects.filter(series__event=event)
    related = ("series", "table", "registration__player", "registration__club")
    return seats.select_related(*related).order_by("series__number", "table__number", "number")


class SeriesFilter(TableFilter):
    """Filters draws, repairs or releases by series; pages have the series in their path."""

    serie = WholeNumberFilter("series__number")


class DrawsTable(ListTable):
    title = _("Protokoll der Auslosungen")
    key = "draws"
    caption_is_hidden = True
    last = "pk"

    series = NumberColumn(_("Serie"), media=FILE, source="series__number")
    made_at = TimeColumn(_("Zeit"), format="d.m.Y H:i", names_row=True)
    state = Column(_("Stand"), source="get_status_display")
    by = PersonColumn(_("von"), source="author", default="–")
    method = Column(
        _("Verfahren und Zufallszahl"),
        short=_("Verfahren"),
        source=lambda draw: ", ".join(filter(None, (draw.algorithm, draw.seed))),
    )
    reason = Column(_("Grund"), source="discard_words")


class DiscardedDrawsTable(ListTable):
    """Draws that were applied and then discarded, as shown to the public."""

    title = _("Verworfene Auslosungen dieser Serie")
    caption_is_hidden = True

    applied_at = TimeColumn(_("übernommen"), format="d.m.Y H:i", names_row=True)
    discarded_at = TimeColumn(_("verworfen"), format="d.m.Y H:i")
    method = Column(_("Verfahren und Zufallszahl"), short=_("Verfahren"), source="algorithm")
    reason = Column(_("Grund"), source="discard_words")

    def render_method(self, value: str, record: Draw) -> SafeString:
        seed = format_html(", <code>{}</code>", record.seed) if record.seed else ""
        return format_html("<span>{}{}</span>", value, seed)


class DrawnTable(ListTable):
    """Rows are pairs of a table and its start numbers."""

    title = _("Startnummern nach Tisch und Platz")
    caption_is_hidden = True
    page_css = "table--narrow draw__tables"

    table = OrdinalColumn(_("Tisch"), source="0", names_row=True)
    seats = Column(_("Startnummern von Platz 1 an"), source=lambda row: ", ".join(map(str, row[1])))


class DrawnCardsTable(ListTable):
    """Rows are pairs of a table and its cards, drawn or not; columns come from `seat_columns`."""

    title = _("Tische und wer dort gezogen hat")
    caption_is_hidden = True

    table = Column(_("Tisch"), source=lambda row: gettext("Tisch %(table)s") % {"table": row[0]}, names_row=True)


def seat_columns(seats: int) -> list[tuple[str, Column]]:
    def holder(row: tuple[int, list[DrawnCard]], seat: int) -> str:
        return str(row[1][seat - 1].registration or gettext("frei")) if seat <= len(row[1]) else ""

    heading = gettext("Platz %(seat)s")
    return [
        (f"seat_{seat}", Column(heading % {"seat": seat}, source=partial(holder, seat=seat)))
        for seat in range(1, seats + 1)
    ]


class DrawnPlayersTable(ListTable):
    """Rows are the players in a draw's record, as dicts without names; older draws have no `played`."""

    title = _("Spieler nach Startnummer")
    caption_is_hidden = True
    page_css = "table--narrow draw__tables"

    number = OrdinalColumn(_("Nr."), source=itemgetter("number"), names_row=True)
    club = OrdinalColumn(_("Club"), source=itemgetter("club"), default="–")
    team = OrdinalColumn(_("Mannschaft"), source=itemgetter("team"), default="–")
    played = OrdinalColumn(_("Serien bisher"), source=methodcaller("get", "played"), default="–")
    threes = OrdinalColumn(_("davon zu dritt"), source=itemgetter("threes"))


class RepairsTable(ListTable):
    title = _("Schon geändert")
    key = "repairs"
    caption_is_hidden = True
    last = "pk"

    series = NumberColumn(_("Serie"), media=FILE, source="series__number")
    at = TimeColumn(_("Zeit"), format="d.m.Y H:i", names_row=True)
    reason = Column(_("Grund"), source="reason_words")
    seats = LinesColumn(_("Startnummern, Platz 1 zuerst"), source=changed_tables)
    by = PersonColumn(_("von"), default="–")
    undone_at = TimeColumn(_("rückgängig gemacht"), media=FILE)
    actions = ActionColumn(_("Rückgängig machen"), "organiser/seating/repair_undo.html")


@dataclass(frozen=True, slots=True)
class GameLine:
    """One player in one game, as on the list; `number` is the start number."""

    series: int
    table: int
    game: int
    seat: int
    number: int | None
    name: str
    points: Number | None
    finished: bool
    hand: bool
    scoring_points: int | None  # None if the event has none


class GamesTable(ListTable):
    title = _("Listen")
    key = "list_rows"

    series = NumberColumn(_("Serie"))
    table = NumberColumn(_("Tisch"))
    game = NumberColumn(_("Spiel"))
    seat = NumberColumn(_("Platz"))
    number = NumberColumn(_("Startnummer"))
    name = PersonColumn(_("Name"))
    points = NumberColumn(_("Punkte"))
    finished = YesColumn(_("beendet"))


def game_columns(event: Event) -> list[tuple[str, Column]]:
    """Returns the column for Handrommé, named as in the event's rules, and the one for scoring points, if any."""
    hand = ("hand", YesColumn(event.rules.hand_name))
    points = ("scoring_points", NumberColumn(gettext("Wertungspunkte")))
    return [hand, points] if event.terms.points_per_game else [hand]


def game_lines(event: Event) -> Iterable[GameLine]:
    lists = Spielliste.objects.filter(table__series__event=event)
    for loaded in load_many(lists.order_by("table__series__number", "table__number")):
        table, seats = loaded.row.table, {seat.number: seat.registration for seat in loaded.seats}
        points: dict[tuple[int, int], int | None] = {}
        if event.terms.points_per_game:
            shown = ((row.number, cell) for row in loaded.picture.rows for cell in row.cells)
            points = {(number, cell.seat): cell.scoring_points for number, cell in shown}
        for number, row in sorted(loaded.rows.items()):
            for entry in sorted(row.cells, key=lambda entry: entry.seat):
                registration, finished = seats.get(entry.seat), row.finisher == entry.seat
                yield GameLine(
                    series=table.series.number,
                    table=table.number,
                    game=number,
                    seat=entry.seat,
                    number=registration.number if registration else None,
                    name=registration.name if registration else "",
                    points=entry.points,
                    finished=finished,
                    hand=finished and bool(row.handromme),
                    scoring_points=points.get((number, entry.seat)),
                )
