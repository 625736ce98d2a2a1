"""The table of a series' lists, with their states and faults."""

from dataclasses import dataclass

from django import forms
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable, SeriesForm
from romme_turnier.documents.tables.columns import FILE, Column, LinesColumn, NumberColumn, OrdinalColumn
from romme_turnier.documents.tables.lists.hand_in import open_items
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists.checking.checks import is_faultless
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.lists.checking.open_differences import CLAIMED, stored_differences
from romme_turnier.tournament.models import Event, ListState, Spielliste, TablePhone


@dataclass(frozen=True, slots=True)
class ListLine:
    series: int
    table: int
    players: list[str]
    games_in: int
    games: int | None  # of the whole list; None if a score ends it
    problems: int
    waits_to_be_completed: bool  # officials have entered all games, and no player has to confirm the list
    differences: int
    state: ListState
    hand_in_is_open: bool
    lacks: list[str]  # open items, without items that the state already shows
    faultless: bool  # ready to be checked together with others

    @property
    def place(self) -> tuple[int, int]:
        return self.series, self.table


class ListsTable(ListTable):
    """Rows come from `list_lines`."""

    title = _("Stand der Listen")
    key = "lists"
    page_order = "state"  # the most urgent first
    last = "place"

    series = OrdinalColumn(_("Serie"), media=FILE)
    table = OrdinalColumn(_("Tisch"))
    state = Column(_("Stand"), source="state__label", sort="state__urgency")
    games_in = NumberColumn(_("Spiele"))
    problems = NumberColumn(_("Fehler"), initial_sort_descending=True)
    differences = NumberColumn(_("Summen"), initial_sort_descending=True)
    lacks = LinesColumn(_("Abgabe offen"))
    players = LinesColumn(_("Wer dort sitzt"), orderable=False)


class ListsFilter(SeriesForm):
    """The page shows the field `zeige` as tabs."""

    zeige = forms.ChoiceField(choices=[("", _("alle")), ("abgabe", _("Abgabe offen"))], required=False)

    def rows(self, event: Event) -> list[ListLine]:
        return self.narrowed([line for number in self.series(event) for line in list_lines(event, number)])

    def narrowed(self, lines: list[ListLine]) -> list[ListLine]:
        return [line for line in lines if line.hand_in_is_open] if self.asked.get("zeige") else lines


def list_lines(event: Event, number: int) -> list[ListLine]:
    """Returns the lists of a series, ordered by table, from their stored summaries."""
    handed_in = {table.table: table for table in hand_ins(event, number)}
    pens = TablePhone.objects.filter(spielliste=OuterRef("pk"), is_pen=True)
    is_played = Q(play_table__isnull=False, play_table__ended_at=None)
    lists = (
        Spielliste.objects.filter(table__series__event=event, table__series__number=number)
        .annotate(players_write=(Exists(pens) | is_played) & ~Q(access__desk_has_pen=True))
        .select_related("table__series__event", "hand_in")
        .prefetch_related(*CLAIMED)
        .order_by("table__number")
    )
    return [
        ListLine(
            series=number,
            table=table.table,
            players=[str(seat.registration) for seat in table.seats],
            games_in=spielliste.games_in,
            games=event.length.games(len(table.seats)),
            problems=spielliste.problems,
            waits_to_be_completed=spielliste.whole
            and table.state == ListState.STARTED
            and not (spielliste.players_write and terms_of(spielliste.table.series).on_phones),
            differences=len(stored_differences(spielliste)) if spielliste.whole else 0,
            state=table.state,
            hand_in_is_open=bool(table.lacks),
            lacks=open_items(table),
            faultless=is_faultless(spielliste),
        )
        for spielliste in lists
        for table in [handed_in[spielliste.table.number]]
    ]
