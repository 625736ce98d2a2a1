"""The stored rows of an event, from which the checks recompute figures without the program's own arithmetic."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from romme_turnier.tournament import models
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow

Row = dict[str, Any]
CLOSED_LISTS = ("complete", "signed", "checked")


@dataclass(frozen=True, slots=True)
class Finding:
    """A broken invariant: its name, and a description that says where it is broken."""

    invariant: str
    what: str

    def __str__(self) -> str:
        return f"{self.invariant}: {self.what}"


@dataclass
class Sheet:
    """A list with all dependent rows: `points` by game and seat, the other mappings by game or by seat."""

    row: Row
    table: Row
    series: Row
    seats: dict[int, Row]
    games: dict[int, Row] = field(default_factory=dict)
    points: dict[int, dict[int, Row]] = field(default_factory=lambda: defaultdict(dict))
    penalties: list[Row] = field(default_factory=list)
    readings: list[Row] = field(default_factory=list)
    endings: dict[int, Row] = field(default_factory=dict)
    rulings: set[int] = field(default_factory=set)
    vacancies: dict[int, Row] = field(default_factory=dict)
    claims: dict[int, Row] = field(default_factory=dict)
    totals: dict[int, Row] = field(default_factory=dict)
    log: list[Row] = field(default_factory=list)
    revisions: list[Row] = field(default_factory=list)

    @property
    def where(self) -> str:
        return f"series {self.series['number']}, table {self.table['number']}"


@dataclass
class Facts:
    """Everything about one event; registrations, tables and sheets by primary key, series by number, teams by key."""

    event: models.Event
    registrations: dict[int, Row]
    consents: list[Row]
    teams: dict[str, list[int]]
    substitutes: set[int]
    call_ins: list[Row]
    series: dict[int, Row]
    tables: dict[int, Row]
    seats: list[Row]
    sheets: dict[int, Sheet]
    draws: list[Row]
    repairs: list[Row]
    absences: list[Row]
    notices: list[Row]
    releases: list[Row]
    play_offs: list[list[int]]
    ledger: list[Row]
    hand_ins: list[Row]
    cash_counts: list[Row]
    awards: list[Row]
    disputes: list[Row]
    acts: list[Row]

    def never_played(self, after: int) -> set[int]:
        """Returns the substitutes who have no seat up to series `after`, and so are not in its standings."""
        by_then = {row["id"] for number, row in self.series.items() if number <= after}
        return self.substitutes - {seat["registration_id"] for seat in self.seats if seat["series_id"] in by_then}

    @property
    def most_wins(self) -> bool:
        return self.event.ruleset == "treppenromme"

    @property
    def handrommes_decide(self) -> bool:
        """Whether Handrommés break ties even without scoring points: only under the Romméordnung (§ 1.5)."""
        return self.event.ruleset == "rommeordnung"


def _rows(query: QuerySet[Any]) -> list[Row]:
    return [dict(row) for row in query.values()]


def load_facts(event: models.Event) -> Facts:
    """Reads all rows of an event."""
    event = models.Event.objects.get(pk=event.pk)
    of_series = {"series__event": event}
    of_people = {"registration__event": event}
    series = _rows(models.Series.objects.filter(event=event).order_by("number"))
    tables = _rows(models.Table.objects.filter(**of_series).order_by("series__number", "number"))
    seats = _rows(models.Seat.objects.filter(table__series__event=event).order_by("table_id", "number"))
    teams: dict[str, list[int]] = {team.key: [] for team in event.teams.order_by("position", "pk")}
    for key, registration in event_members(event).values_list("team__key", "registration_id"):
        teams[key].append(registration)
    return Facts(
        event=event,
        registrations={row["id"]: row for row in _rows(models.Registration.objects.filter(event=event))},
        consents=_rows(models.Consent.objects.filter(**of_people).order_by("pk")),
        teams=teams,
        substitutes=set(event_members(event).filter(substitute=True).values_list("registration_id", flat=True)),
        call_ins=_rows(models.CallIn.objects.filter(member__event=event).order_by("pk")),
        series={row["number"]: row for row in series},
        tables={row["id"]: row for row in tables},
        seats=seats,
        sheets=_sheets(event, {row["id"]: row for row in series}, {row["id"]: row for row in tables}, seats),
        draws=_rows(models.Draw.objects.filter(**of_series).order_by("pk")),
        repairs=_rows(models.SeatingRepair.objects.filter(**of_series).order_by("pk")),
        absences=_rows(models.Absence.objects.filter(**of_people)),
        notices=_rows(models.Notice.objects.filter(**of_people).order_by("pk")),
        releases=_releases(event),
        play_offs=[
            list(play_off.places.values_list("registration_id", flat=True))
            for play_off in event.play_offs.order_by("pk")
        ],
        ledger=_rows(models.LedgerEntry.objects.filter(event=event).order_by("number")),
        hand_ins=_rows(models.HandIn.objects.filter(spielliste__table__series__event=event)),
        cash_counts=_rows(models.CashCount.objects.filter(event=event)),
        awards=_rows(models.PrizeAward.objects.filter(prize__event=event)),
        disputes=_rows(models.Dispute.objects.filter(event=event).order_by("number")),
        acts=_rows(event.record.order_by("pk")),
    )


def event_members(event: models.Event) -> QuerySet[models.TeamMember]:
    """Returns the members of all teams, including substitutes."""
    return models.TeamMember.objects.filter(team__event=event).order_by("position", "pk")


def _releases(event: models.Event) -> list[Row]:
    rested: dict[int, list[int]] = defaultdict(list)
    links = models.StandingsRelease.revisions.through.objects.filter(standingsrelease__event=event)
    for release, revision in links.values_list("standingsrelease_id", "revision_id"):
        rested[release].append(revision)
    releases = _rows(models.StandingsRelease.objects.filter(event=event).order_by("pk"))
    for row in releases:
        row["revisions"] = sorted(rested[row["id"]])
        row["rows"] = [{**_figures(line), "series": list(line.series)} for line in row["rows"]]
        row["team_rows"] = [_figures(line) for line in row["team_rows"]]
    return releases


def _figures(row: StandingRow | TeamRow) -> Row:
    """Returns a stored row of a release, with its sums by name."""
    return {**row.to_json(), **row.sums._asdict(), "lists": row.lists, "total": row.total}


def _sheets(
    event: models.Event, series: dict[int, Row], tables: dict[int, Row], seats: Iterable[Row]
) -> dict[int, Sheet]:
    of_table: dict[int, dict[int, Row]] = defaultdict(dict)
    for seat in seats:
        of_table[seat["table_id"]][seat["number"]] = seat
    sheets = {}
    for row in _rows(models.Spielliste.objects.filter(table__series__event=event).order_by("pk")):
        table = tables[row["table_id"]]
        sheets[row["id"]] = Sheet(row, table, series[table["series_id"]], of_table[table["id"]])
    _put_games(event, sheets)
    _put_additions(event, sheets)
    return sheets


def _put_games(event: models.Event, sheets: dict[int, Sheet]) -> None:
    by_row = {}
    for row in _rows(models.GameRow.objects.filter(spielliste__table__series__event=event)):
        sheets[row["spielliste_id"]].games[row["number"]] = row
        by_row[row["id"]] = (row["spielliste_id"], row["number"])
    for entry in _rows(models.GameEntry.objects.filter(row__spielliste__table__series__event=event)):
        sheet, number = by_row[entry["row_id"]]
        sheets[sheet].points[number][entry["seat"]] = entry
    places = {seat["id"]: (sheet, seat["number"]) for sheet in sheets.values() for seat in sheet.seats.values()}
    for total in _rows(models.ListTotal.objects.filter(seat__table__series__event=event)):
        sheet_of_seat, seat = places[total["seat_id"]]
        sheet_of_seat.totals[seat] = total


def _put_additions(event: models.Event, sheets: dict[int, Sheet]) -> None:
    here = {"spielliste__table__series__event": event}
    for row in _rows(models.Vacancy.objects.filter(**here)):
        sheets[row["spielliste_id"]].vacancies[row["seat"]] = row
    for row in _rows(models.Claim.objects.filter(**here)):
        sheets[row["spielliste_id"]].claims[row["seat"]] = row
    for row in _rows(models.EndingReading.objects.filter(**here)):
        sheets[row["spielliste_id"]].endings[row["game"]] = row
    for row in _rows(models.RowRuling.objects.filter(**here)):
        sheets[row["spielliste_id"]].rulings.add(row["game"])
    for name, rows in (
        ("penalties", _rows(models.Penalty.objects.filter(**here).order_by("game", "seat", "pk"))),
        ("readings", _rows(models.Reading.objects.filter(**here).order_by("game", "seat"))),
        ("log", _rows(models.LogEntry.objects.filter(**here).order_by("pk"))),
        ("revisions", _rows(models.Revision.objects.filter(**here).order_by("pk"))),
    ):
        for row in rows:
            getattr(sheets[row["spielliste_id"]], name).append(row)
