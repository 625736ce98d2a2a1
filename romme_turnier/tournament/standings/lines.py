"""Standings for pages and papers: the rows of a release with names, and the reasons of close ranks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.criteria import Criterion, leading
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.shared.numbers import Number
from romme_turnier.tournament.standings.criteria_words import CriterionWords, behind_words, lead_words, tie_break_words
from romme_turnier.tournament.standings.rankings import Ranking
from romme_turnier.tournament.standings.reasons import WhyAhead, why_ahead

R = TypeVar("R", bound=StandingRow | TeamRow)


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line; `name` is chosen for the reader. `total` is the leading figure, `series` the same by series,
    `tie_breaks` the figures of the tie-break criteria. `reason` explains why it is behind the previous line.
    """

    rank: int | None
    number: int | None
    name: str
    club: str
    series: tuple[Number | None, ...]
    lists: int
    total: Number
    tie_breaks: tuple[Number, ...]
    play_off_needed: bool
    reason: str
    ahead: WhyAhead | None = None


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One line, the `row`-th of all; `numbers` are the start numbers of the members."""

    row: int
    rank: int | None
    name: str
    numbers: tuple[int | None, ...]
    members: tuple[str, ...]
    lists: int
    total: Number
    tie_breaks: tuple[Number, ...]
    play_off_needed: bool
    reason: str
    ahead: WhyAhead | None = None


def player_lines(
    rows: Sequence[StandingRow], names: Mapping[int | None, str], rules: RuleSet, *, final: bool
) -> list[StandingLine]:
    """`names` by start number; `final` after the last series, when only a play-off can still decide a tie."""
    criteria = tie_break_words(rules)
    return [
        StandingLine(
            rank=row.rank,
            number=row.number,
            name=names.get(row.number, ""),
            club=row.club or "",
            series=led_series(row, rules),
            lists=row.lists,
            total=led_total(row, rules),
            tie_breaks=tie_breaks(row, criteria),
            play_off_needed=row.play_off_needed,
            reason=why_behind(row, before, rules, final=final),
            ahead=why_ahead(row, behind, names.get(behind.number, ""), rules) if behind else None,
        )
        for before, row, behind in _with_neighbours(rows)
    ]


def team_lines(rows: Sequence[TeamRow], names: Mapping[int | None, str], rules: RuleSet) -> list[TeamLine]:
    """Teams have no play-offs: equals stay equal."""
    criteria = tie_break_words(rules)
    return [
        TeamLine(
            row=at,
            rank=row.rank,
            name=row.name,
            numbers=row.members,
            members=tuple(f"{number} {names.get(number, '')}".strip() for number in row.members),
            lists=row.lists,
            total=led_total(row, rules),
            tie_breaks=tie_breaks(row, criteria),
            play_off_needed=row.play_off_needed,
            reason=why_behind(row, before, rules, final=False),
            ahead=why_ahead(row, behind, behind.name, rules) if behind else None,
        )
        for at, (before, row, behind) in enumerate(_with_neighbours(rows), start=1)
    ]


def ranking_lines(
    ranking: Ranking, names: Mapping[int | None, str], rules: RuleSet
) -> list[StandingLine] | list[TeamLine]:
    """Returns the lines of another ranking, of players or of teams, which has no play-offs."""
    if ranking.teams:
        return team_lines(ranking.team_rows, names, rules)
    return player_lines(ranking.rows, names, rules, final=False)


def tie_breaks(row: StandingRow | TeamRow, criteria: Sequence[CriterionWords]) -> tuple[Number, ...]:
    return tuple([criterion.value(row.tally) for criterion in criteria if criterion.value])


def led_total(row: StandingRow | TeamRow, rules: RuleSet) -> Number:
    """Returns the leading figure of a row: the sum, or the points for places at tables."""
    return row.total if leading(rules.criteria) is Criterion.TOTAL else _led(row.tally, rules)


def led_series(row: StandingRow, rules: RuleSet) -> tuple[Number | None, ...]:
    """Returns the leading figure of each series; None for a series without a counting list."""
    if leading(rules.criteria) is Criterion.TOTAL:
        return row.series
    return tuple(None if result is None else _led(Tally(1, result, ()), rules) for result in row.results)


def points_in_words(row: StandingRow, rules: RuleSet) -> dict[int, str]:
    """Returns the table points of each counting list, by series; empty if places give no points."""
    if leading(rules.criteria) is Criterion.TOTAL:
        return {}
    say = lead_words(rules).amount
    return {series: say(points) for series, points in enumerate(led_series(row, rules), start=1) if points is not None}


def _led(tally: Tally, rules: RuleSet) -> Number:
    value = lead_words(rules).value
    return value(tally) if value else 0


def _with_neighbours(rows: Sequence[R]) -> Iterator[tuple[R | None, R, R | None]]:
    """Returns each row with its previous and next ones."""
    before: list[R | None] = [None, *rows]
    behind: list[R | None] = [*rows[1:], None]
    return zip(before, rows, behind, strict=False)


def why_behind(row: StandingRow | TeamRow, before: StandingRow | TeamRow | None, rules: RuleSet, *, final: bool) -> str:
    """Returns why a row has its place, unless the sums show it (§ 1.5)."""
    if isinstance(row, StandingRow) and row.out_of_competition:
        return _("außer Konkurrenz")
    decided = behind_words(row.decided_by, row.tally, before.tally, rules) if before and row.decided_by else ""
    return "; ".join(filter(None, [decided, why_tied(row, final=final)]))


def why_tied(row: StandingRow | TeamRow, *, final: bool) -> str:
    """Returns whether the row shares its rank, and whether it needs a play-off; "" if it does not share it."""
    if not row.play_off_needed:
        return ""
    if not final:
        return _("gleichauf")
    if isinstance(row, StandingRow) and row.play_off_waived:
        return _("gleichauf, kein Entscheidungsspiel nötig")
    return _("gleichauf, Entscheidungsspiel nötig")
