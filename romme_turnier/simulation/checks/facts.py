"""The rows of an event as they lie in the database, plain: what the checks add up by themselves.

Nothing of the program's own arithmetic is used here, neither the core nor the services.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from romme_turnier.tournament import models

Row = dict[str, Any]
CLOSED_LISTS = ("complete", "signed", "checked")


@dataclass(frozen=True, slots=True)
class Finding:
    """An invariant that does not hold: which one, and where."""

    invariant: str
    what: str

    def __str__(self) -> str:
        return f"{self.invariant}: {self.what}"


@dataclass
class Sheet:
    """A list with everything that hangs on it, by game and by seat."""

    row: Row
    table: Row
    series: Row
    seats: dict[int, Row]
    games: dict[int, Row]
    points: dict[int, dict[int, Row]]
    penalties: list[Row]
    readings: list[Row]
    rulings: set[int]
    vacancies: dict[int, Row]
    claims: dict[int, Row]
    scorer_errors: list[Row]
    totals: dict[int, Row]
    log: list[Row]
    revisions: list[Row]

    @property
    def where(self) -> str:
        return f"series {self.series['number']}, table {self.table['number']}"


@dataclass
class Facts:
    """Everything about one event; registrations and sheets by primary key, series by number."""

    event: models.Event
    registrations: dict[int, Row]
    teams: dict[str, list[int]]
    series: dict[int, Row]
    tables: dict[int, Row]
    seats: list[Row]
    sheets: dict[int, Sheet]
    draws: list[Row]
    repairs: list[Row]
    absences: list[Row]
    notices: list[Row]
    issues: list[Row]
    play_offs: list[list[int]]

    @property
    def games(self) -> int:
        return self.event.games_per_list

    @property
    def most_wins(self) -> bool:
        return self.event.ruleset == "treppenromme"


def load_facts(event: models.Event) -> Facts:
    """Read all rows of an event."""
    event = models.Event.objects.get(pk=event.pk)
    series = list(models.Series.objects.filter(event=event).order_by("number").values())
    tables = list(models.Table.objects.filter(series__event=event).order_by("series__number", "number").values())
    seats = list(models.Seat.objects.filter(table__series__event=event).order_by("table_id", "number").values())
    return Facts(
        event=event,
        registrations={row["id"]: row for row in models.Registration.objects.filter(event=event).values()},
        teams=_teams(event),
        series={row["number"]: row for row in series},
        tables={row["id"]: row for row in tables},
        seats=seats,
        sheets=_sheets(event, {row["id"]: row for row in series}, {row["id"]: row for row in tables}, seats),
        draws=list(models.Draw.objects.filter(series__event=event).order_by("pk").values()),
        repairs=list(models.SeatingRepair.objects.filter(series__event=event).order_by("pk").values()),
        absences=list(models.Absence.objects.filter(registration__event=event).values()),
        notices=list(models.Notice.objects.filter(registration__event=event).order_by("pk").values()),
        issues=_issues(event),
        play_offs=_play_offs(event),
    )


def _teams(event: models.Event) -> dict[str, list[int]]:
    teams: dict[str, list[int]] = {team.key: [] for team in event.teams.order_by("position", "pk")}
    members = models.TeamMember.objects.filter(team__event=event).order_by("position", "pk")
    for key, registration in members.values_list("team__key", "registration_id"):
        teams[key].append(registration)
    return teams


def _play_offs(event: models.Event) -> list[list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    places = models.PlayOffPlace.objects.filter(play_off__event=event).order_by("play_off_id", "place")
    for play_off, registration in places.values_list("play_off_id", "registration_id"):
        found[play_off].append(registration)
    return list(found.values())


def _issues(event: models.Event) -> list[Row]:
    rested: dict[int, list[int]] = defaultdict(list)
    for issue, revision in models.StandingsIssue.revisions.through.objects.filter(
        standingsissue__event=event
    ).values_list("standingsissue_id", "revision_id"):
        rested[issue].append(revision)
    issues = models.StandingsIssue.objects.filter(event=event).order_by("pk").values()
    return [{**row, "revisions": sorted(rested[row["id"]])} for row in issues]


def _sheets(
    event: models.Event, series: dict[int, Row], tables: dict[int, Row], seats: Iterable[Row]
) -> dict[int, Sheet]:
    of_table: dict[int, dict[int, Row]] = defaultdict(dict)
    for seat in seats:
        of_table[seat["table_id"]][seat["number"]] = seat
    sheets = {
        row["id"]: Sheet(
            row=row,
            table=tables[row["table_id"]],
            series=series[tables[row["table_id"]]["series_id"]],
            seats=of_table[row["table_id"]],
            **{"games": {}, "points": defaultdict(dict), "vacancies": {}, "claims": {}, "totals": {}},
            **{"penalties": [], "readings": [], "scorer_errors": [], "log": [], "revisions": []},
            rulings=set(),
        )
        for row in models.Spielliste.objects.filter(table__series__event=event).order_by("pk").values()
    }
    _put_games(event, sheets)
    _put_additions(event, sheets)
    return sheets


def _put_games(event: models.Event, sheets: dict[int, Sheet]) -> None:
    rows = models.GameRow.objects.filter(spielliste__table__series__event=event).values()
    by_row = {}
    for row in rows:
        sheets[row["spielliste_id"]].games[row["number"]] = row
        by_row[row["id"]] = (row["spielliste_id"], row["number"])
    for entry in models.GameEntry.objects.filter(row__spielliste__table__series__event=event).values():
        sheet, number = by_row[entry["row_id"]]
        sheets[sheet].points[number][entry["seat"]] = entry
    totals = models.ListTotal.objects.filter(seat__table__series__event=event)
    for total in totals.values("seat__number", "seat__table__spielliste", *_TOTALS):
        sheets[total["seat__table__spielliste"]].totals[total["seat__number"]] = total


_TOTALS = ("counts", "minus", "bonus", "handromme_bonus", "penalties", "result", "finished", "handrommes")


def _put_additions(event: models.Event, sheets: dict[int, Sheet]) -> None:
    here = {"spielliste__table__series__event": event}
    for row in models.Vacancy.objects.filter(**here).values():
        sheets[row["spielliste_id"]].vacancies[row["seat"]] = row
    for row in models.Claim.objects.filter(**here).values():
        sheets[row["spielliste_id"]].claims[row["seat"]] = row
    for row in models.RowRuling.objects.filter(**here).values():
        sheets[row["spielliste_id"]].rulings.add(row["game"])
    for name, rows in (
        ("penalties", models.Penalty.objects.filter(**here).order_by("game", "seat", "pk").values()),
        ("readings", models.Reading.objects.filter(**here).order_by("game", "seat").values()),
        ("scorer_errors", models.ScorerError.objects.filter(**here).values()),
        ("log", models.LogEntry.objects.filter(**here).order_by("pk").values()),
        ("revisions", models.Revision.objects.filter(**here).order_by("pk").values()),
    ):
        for row in rows:
            getattr(sheets[row["spielliste_id"]], name).append(row)
