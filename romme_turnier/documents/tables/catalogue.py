"""Every table of an event that can be saved for other programs.

The URLs and the print page are made from this catalogue.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.calls import CallsTable
from romme_turnier.documents.tables.columns import Column, Medium
from romme_turnier.documents.tables.disputes import DisputesTable, dispute_lines
from romme_turnier.documents.tables.event_log import LogFilter, LogTable
from romme_turnier.documents.tables.events import OfficialsTable, officials_of
from romme_turnier.documents.tables.lists.hand_in import HandInFilter, HandInTable
from romme_turnier.documents.tables.lists.histories import HistoryTable, ListFilter, history_lines
from romme_turnier.documents.tables.lists.notices import NoticesTable
from romme_turnier.documents.tables.lists.overview import ListsFilter, ListsTable
from romme_turnier.documents.tables.lists.records import RecordsTable, shown_records
from romme_turnier.documents.tables.money.accounts import AccountsFilter, AccountsTable
from romme_turnier.documents.tables.money.day_end import CountsTable, KindsTable
from romme_turnier.documents.tables.money.fines import (
    FinesTable,
    PlayerFinesTable,
    fines_of,
    player_fines,
    series_columns,
)
from romme_turnier.documents.tables.money.ledger import LedgerFilter, LedgerTable, entries_of
from romme_turnier.documents.tables.money.prizes import PrizesTable, released_prizes
from romme_turnier.documents.tables.money.settlement import SettlementTable, StakesTable, settlement_lines, stake_lines
from romme_turnier.documents.tables.participants import ParticipantsFilter, ParticipantsTable
from romme_turnier.documents.tables.registrations import InvitationsTable, TeamsTable, WaitingTable, teams_of
from romme_turnier.documents.tables.seats import (
    DrawsTable,
    GamesTable,
    RepairsTable,
    SeatsTable,
    SeriesFilter,
    game_columns,
    game_lines,
    seats_of,
)
from romme_turnier.documents.tables.standings import (
    ReleasesTable,
    StandingsTable,
    TeamStandingsTable,
    merit_columns,
    player_columns,
    releases_of,
    standing_lines,
    team_standing_lines,
)
from romme_turnier.tournament.hall.calls_reading import past_calls
from romme_turnier.tournament.lists.checking.notice_words import notices_of, texts
from romme_turnier.tournament.lists.loaded_list import load_many
from romme_turnier.tournament.lists.packed import read_packed
from romme_turnier.tournament.models import Draw, Event, EventLog, SeatingRepair
from romme_turnier.tournament.money.reading import cash_report
from romme_turnier.tournament.participants.invitations import invitations_of
from romme_turnier.tournament.participants.waiting_list import queue
from romme_turnier.tournament.permissions import Right

KINDS = (("csv", _("CSV")), ("xlsx", _("XLSX")), ("ods", _("ODS")))


@dataclass(frozen=True, slots=True)
class DataFile:
    """A table file. Its URL, named `<key>_file`, consists of the event's slug, `route` and the kind of file."""

    table: type[ListTable]
    rows: Callable[[Event, QueryDict], Iterable[Any]]  # narrowed by the query of the address
    route: str
    right: Right = Right.SEE
    contents: StrOrPromise = ""  # the print page lists files with a description of their contents
    columns: Callable[[Event, QueryDict], list[tuple[str, Column]]] = (
        lambda _event, _query: []
    )  # further columns, which depend on the event
    wanted: Callable[[Event], bool] = lambda _event: True  # whether the print page lists it
    query: str = ""  # of the file that the print page offers

    @property
    def key(self) -> str:
        return self.table.key

    @property
    def title(self) -> StrOrPromise:
        return self.table.title

    def address(self, event: Event, kind: str) -> str:
        return reverse(f"documents:{self.key}_file", args=[event.slug, kind]) + self.query

    def file_name(self, event: Event, kind: str) -> str:
        return f"{event.own_slug}-{self.route.rpartition('/')[2]}.{kind}"

    def table_for(self, event: Event, query: QueryDict, rights: Collection[Right]) -> ListTable:
        """Returns the table with the rows that the query selects, in the order of the query."""
        rows, more = self.rows(event, query), self.columns(event, query)
        return self.table.table_for(Medium.FILE, rows, rights=rights, query=query, extra_columns=more)


DATA_FILES: tuple[DataFile, ...] = (
    DataFile(
        ParticipantsTable,
        rows=lambda event, query: ParticipantsFilter(query, event).rows(),
        contents=_("Nummer, Name, Club, Mannschaft, Startgeld, Status."),
        route="tabellen/teilnehmer",
        query="?show=taking-part",
    ),
    DataFile(TeamsTable, rows=lambda event, _query: teams_of(event), route="teilnehmer/mannschaften"),
    DataFile(WaitingTable, rows=lambda event, _query: enumerate(queue(event), start=1), route="teilnehmer/warteliste"),
    DataFile(
        InvitationsTable,
        rows=lambda event, _query: invitations_of(event),
        route="teilnehmer/einladungen",
        right=Right.DIRECT,
    ),
    DataFile(OfficialsTable, rows=lambda event, _query: officials_of(event), route="leitung/personen"),
    DataFile(
        SeatsTable,
        rows=lambda event, _query: seats_of(event),
        contents=_("Serie, Tisch, Platz und wer dort sitzt."),
        route="tabellen/sitzplaetze",
    ),
    DataFile(
        DrawsTable,
        rows=lambda event, query: (
            SeriesFilter(query, Draw.objects.filter(series__event=event).select_related("series", "author")).qs
        ),
        route="tabellen/auslosungen",
    ),
    DataFile(
        RepairsTable,
        rows=lambda event, query: (
            SeriesFilter(query, SeatingRepair.objects.filter(series__event=event).select_related("series", "by")).qs
        ),
        route="tabellen/sitzaenderungen",
        right=Right.DIRECT,
    ),
    DataFile(
        GamesTable,
        rows=lambda event, _query: game_lines(event),
        columns=lambda event, _query: game_columns(event),
        contents=_("Jedes Spiel jedes Spielers, wie es auf der Liste steht."),
        route="tabellen/listen",
    ),
    DataFile(HandInTable, rows=lambda event, query: HandInFilter(query).rows(event), route="tabellen/abgabe"),
    DataFile(ListsTable, rows=lambda event, query: ListsFilter(query).rows(event), route="tabellen/stand-der-listen"),
    DataFile(
        HistoryTable,
        rows=lambda event, query: (
            line
            for packed in [read_packed(event)]
            for spielliste in ListFilter(query, event).qs.prefetch_related("revisions__by", "log__by")
            for line in history_lines(spielliste, event.rules, packed)
        ),
        route="tabellen/verlauf",
    ),
    DataFile(
        RecordsTable,
        rows=lambda event, query: (
            record
            for loaded in load_many(ListFilter(query, event).qs.prefetch_related("records"))
            for record in shown_records(loaded)
        ),
        route="tabellen/aufzeichnungen",
    ),
    DataFile(NoticesTable, rows=lambda event, _query: texts(notices_of(event)), route="tabellen/mitteilungen"),
    DataFile(CallsTable, rows=lambda event, _query: past_calls(event), route="tabellen/rufe"),
    DataFile(
        StandingsTable,
        rows=standing_lines,
        columns=player_columns,
        contents=_("Die neueste freigegebene Ausgabe."),
        route="tabellen/rangliste",
    ),
    DataFile(
        TeamStandingsTable,
        rows=team_standing_lines,
        columns=lambda event, _query: merit_columns(event.rules, ()),
        contents=_("Die neueste freigegebene Ausgabe."),
        route="tabellen/mannschaften",
        wanted=lambda event: event.teams.exists(),
    ),
    DataFile(
        ReleasesTable, rows=lambda event, query: SeriesFilter(query, releases_of(event)).qs, route="tabellen/ausgaben"
    ),
    DataFile(
        LedgerTable,
        rows=lambda event, query: LedgerFilter(query, entries_of(event)).qs,
        contents=_("Jede Buchung der Kasse, auch die stornierten."),
        route="kasse/buchungen",
        right=Right.CASH,
    ),
    DataFile(
        AccountsTable,
        rows=lambda event, query: AccountsFilter(query, event).rows(),
        route="kasse/startgeld",
        right=Right.CASH,
    ),
    DataFile(FinesTable, rows=lambda event, _query: fines_of(event), route="kasse/bussgeld", right=Right.CASH),
    DataFile(
        PlayerFinesTable,
        rows=lambda event, _query: player_fines(fines_of(event)),
        columns=lambda event, _query: series_columns(event),
        route="kasse/bussgeld-je-spieler",
        right=Right.CASH,
    ),
    DataFile(
        KindsTable, rows=lambda event, _query: cash_report(event).lines, route="kasse/kassenbericht", right=Right.CASH
    ),
    DataFile(
        CountsTable,
        rows=lambda event, _query: event.cash_counts.select_related("by"),
        route="kasse/zaehlungen",
        right=Right.CASH,
    ),
    DataFile(PrizesTable, rows=lambda event, _query: released_prizes(event), route="kasse/preise"),
    DataFile(
        SettlementTable, rows=lambda event, _query: settlement_lines(event), route="kasse/abrechnung", right=Right.CASH
    ),
    DataFile(
        DisputesTable, rows=lambda event, _query: dispute_lines(event), route="tabellen/streitfaelle", right=Right.RULE
    ),
    DataFile(
        LogTable,
        rows=lambda event, query: LogFilter(query, EventLog.objects.filter(event=event)).qs,
        route="tabellen/protokoll",
        right=Right.DIRECT,
    ),
    DataFile(StakesTable, rows=lambda event, _query: stake_lines(event), route="kasse/einsatz", right=Right.CASH),
)
