"""The position of a player in a release: rank, reasons, neighbours, and the rank in each series."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone

from romme_turnier.documents.tables.own_results import NeighboursTable
from romme_turnier.tournament.models import StandingsRelease
from romme_turnier.tournament.models.standing_rows import StandingRow
from romme_turnier.tournament.standings.charts import Course, own_course
from romme_turnier.tournament.standings.criteria_words import lead_words, sum_in_words
from romme_turnier.tournament.standings.lines import led_total, player_lines, series_in_words, why_after, why_tied
from romme_turnier.tournament.standings.rankings import series_standings
from romme_turnier.tournament.standings.reading import rankings_of
from romme_turnier.tournament.standings.releases import how_final, release_line

_AROUND = 2  # neighbours on each side


@dataclass(frozen=True, slots=True)
class Position:
    """A player's `row` among `of` ranked players. `around` contains the nearby rows, including the player's own.

    `amount` is the value of the leading criterion as text. If that is scoring points, `sum` is the sum of card points
    as text, otherwise "". `tied` and `why` are sentences that explain the rank. `in_series` holds the ranks by series,
    among players with a counting list; `figures` holds each series' figures as lines of text. `course` is the line of
    the ranks so far.
    """

    row: StandingRow
    amount: str
    sum: str
    of: int
    tied: str
    why: tuple[str, ...]
    around: NeighboursTable
    in_series: Mapping[int, int | None]
    figures: Mapping[int, tuple[str, ...]]
    course: Course | None


def release_in_words(release: StandingsRelease | None) -> dict[str, object]:
    """Returns the context of a release, with a line about it and its finality as text, both "" without a release."""
    return {
        "release": release,
        "release_line": release_line(release) if release else "",
        "how_final": how_final(release, timezone.now()) if release else "",
    }


def position_of(
    release: StandingsRelease | None, number: int | None, names: Mapping[int | None, str]
) -> Position | None:
    """Returns a player's position; None before the first release, or if the release does not contain the number.

    `names` maps start numbers to the names that the public may see.
    """
    rows = release.posted_rows if release else []
    at = next((at for at, row in enumerate(rows) if row.number == number), None)
    if release is None or number is None or at is None:
        return None
    row, rules = rows[at], release.event.rules
    first = max(at - _AROUND, 0)
    # One more row above gives the reason for the rank of the first shown row.
    near = player_lines(rows[max(first - 1, 0) : at + _AROUND + 1], names, rules, final=release.is_final)
    around = near[first - max(first - 1, 0) :]
    own = next(line for line in around if line.number == number)
    before = rows[at - 1] if at else None
    why = [
        why_after(row, before, names.get(before.number, ""), rules) if before else "",
        own.ahead.answer if own.ahead else "",
    ]
    source = rankings_of(release)
    return Position(
        row=row,
        amount=lead_words(rules).amount(led_total(row, rules)),
        sum=sum_in_words(row.total, rules),
        of=sum(row.rank is not None for row in rows),
        tied=why_tied(row, final=release.is_final),
        why=tuple(words for words in why if words),
        around=NeighboursTable.around(
            around, number, rules, lambda line: reverse("public:player", args=[release.event.slug, line.number])
        ),
        in_series={
            series: line.rank
            for series in range(1, source.after + 1)
            for line in series_standings(source, series)
            if line.entrant.number == number
        },
        figures=series_in_words(row, rules),
        course=own_course(source, number),
    )
