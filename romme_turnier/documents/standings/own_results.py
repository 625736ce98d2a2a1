"""The result slips of the players, each with series, tables and results."""

from dataclasses import dataclass
from typing import Any

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.documents.standings.release import newest_release, release_head
from romme_turnier.documents.tables.own_results import ResultSlipTable
from romme_turnier.tournament.models import Event, Seat
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.shared.numbers import figure_or_dash
from romme_turnier.tournament.standings.criteria_words import lead_words, tie_break_words
from romme_turnier.tournament.standings.lines import led_series, led_total, tie_breaks


@dataclass(frozen=True, slots=True)
class SeriesLine:
    series: int
    table: str
    with_whom: str
    result: str
    points: str  # the leading figure: the result, or points


def own_results(event: Event, number: int | None = None) -> dict[str, Any] | None:
    """Returns the context of the result slips of all players, or of player `number`; None if there is none."""
    release = newest_release(event)
    if release is None:
        return None
    entries = event.registrations.filter(number__isnull=False).select_related("player", "club")
    people = {entry.number: (entry.name, entry.club.name if entry.club else "") for entry in entries}
    seats = _seats(event)
    slips = [
        _slip(row, people[row.number], seats, event.rules)
        for row in sorted(release.rows, key=lambda row: row.number or 0)
        if row.number in people and number in (None, row.number)
    ]
    if not slips:
        return None
    return {**release_head(release), "slips": slips}


def _seats(event: Event) -> dict[tuple[int, int], list[tuple[int, str]]]:
    """Returns start numbers and names by series and table."""
    seated: dict[tuple[int, int], list[tuple[int, str]]] = {}
    rows = Seat.objects.filter(series__event=event).select_related("series", "table", "registration__player")
    rows = rows.prefetch_related("registration__event")  # a single event object, which knows whose names are shown
    for seat in rows.order_by("table_id", "number"):
        key = (seat.series.number, seat.table.number)
        seated.setdefault(key, []).append((seat.registration.number or 0, str(seat.registration.hall_name)))
    return seated


def _slip(
    row: StandingRow, person: tuple[str, str], seats: dict[tuple[int, int], list[tuple[int, str]]], rules: RuleSet
) -> dict[str, Any]:
    """Returns one player's slip; `lead` is the heading of the total, `tie_breaks` are headings with their figures."""
    mine = row.number or 0
    where = {series: table for (series, table), there in seats.items() if mine in [number for number, _name in there]}
    points, criteria = led_series(row, rules), tie_break_words(rules)
    lines = [
        SeriesLine(
            series=series,
            table=str(where.get(series, "–")),
            with_whom=", ".join(
                f"{number} {name}" for number, name in seats.get((series, where.get(series, 0)), ()) if number != mine
            ),
            result=figure_or_dash(result),
            points=figure_or_dash(points[series - 1]),
        )
        for series, result in enumerate(row.series, start=1)
    ]
    return {
        "number": mine,
        "name": person[0],
        "club": person[1],
        "rank": figure_or_dash(row.rank),
        "total": figure_or_dash(led_total(row, rules) if row.lists else None),
        "lead": lead_words(rules).short,
        "tie_breaks": tuple(
            (words.heading, figure_or_dash(value if row.lists else None))
            for words, value in zip(criteria, tie_breaks(row, criteria), strict=True)
        ),
        "table": ResultSlipTable.under(lines, rules),
    }
