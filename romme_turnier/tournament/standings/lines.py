"""Standings for pages and papers: rows with names, the reasons for their order, and changes since a release."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from romme_turnier.core.people.names import NAMELESS
from romme_turnier.core.rules.system.criteria import Criterion, leading
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.shared.numbers import Number, figure_or_dash, number_format
from romme_turnier.tournament.standings.criteria_words import (
    CriterionWords,
    ahead_words,
    behind_words,
    equal_words,
    figures_of,
    lead_words,
    ranks_by_scoring_points,
    sum_in_words,
    tie_break_words,
    words_of,
)
from romme_turnier.tournament.standings.rankings import CLUBS, Ranking

_NAMELESS = str(NAMELESS)


@dataclass(frozen=True, slots=True)
class WhyAhead:
    """A question that names the row behind, and its answer as a sentence."""

    question: str
    answer: str


def why_ahead(row: StandingRow | TeamRow, behind: StandingRow | TeamRow, name: str, rules: RuleSet) -> WhyAhead | None:
    """Returns the reason why the row is ahead of the next one, `behind`, or why both are level.

    Returns None if the row behind has no rank or no `name`.
    """
    if behind.rank is None or not name:
        return None
    if behind.decided_by is None:
        return WhyAhead(_("Warum gleichauf mit %(name)s?") % {"name": name}, _level(name, rules))
    why = ahead_words(behind.decided_by, row.tally, behind.tally, rules)
    return WhyAhead(_("Warum vor %(name)s?") % {"name": name}, _("Vor %(name)s: %(why)s") % {"name": name, "why": why})


def why_after(row: StandingRow, before: StandingRow, name: str, rules: RuleSet) -> str:
    """Returns the reason why the row is behind the previous one, called `name`, or why both are level.

    Returns "" if the row has no rank, or if `name` is "".
    """
    if row.rank is None or not name:
        return ""
    if row.decided_by is None:
        return _level(name, rules)
    why = ahead_words(row.decided_by, before.tally, row.tally, rules)
    return _("Davor: %(name)s, %(why)s") % {"name": name, "why": why}


def _level(name: str, rules: RuleSet) -> str:
    words = {"name": name, "equal": equal_words(rules)}
    return _("Wie %(name)s: gleich viele %(equal)s. Die Reihenfolge sagt hier nichts.") % words


R = TypeVar("R", bound=StandingRow | TeamRow)


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standings, with the `name` that its reader may see.

    `total` is the leading figure, and `series` its values by series; `tie_breaks` are the figures of the tie-break
    criteria. `reason` explains why the player is behind the previous line, `ahead` why the player is ahead of the next
    one. `moved` is the number of ranks gained since the previous series, negative if lost. `sums` are the results by
    series if scoring points lead; otherwise it is empty.
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
    moved: int = 0
    sums: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A line of the team standings. `row` is its number, from 1; `numbers` are the members' start numbers."""

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
    rows: Sequence[StandingRow],
    names: Mapping[int | None, str],
    rules: RuleSet,
    *,
    final: bool,
    gained: Mapping[int, int] | None = None,
) -> list[StandingLine]:
    """Returns the lines of players.

    `names` maps start numbers to names; players called "N. N." have no club here. `final` is true after the last
    series, when play-offs decide. `gained` is the result of `ranks_gained`.
    """
    criteria = tie_break_words(rules)
    return [
        StandingLine(
            rank=row.rank,
            number=row.number,
            name=names.get(row.number, ""),
            club="" if names.get(row.number) == _NAMELESS else row.club or "",
            series=led_series(row, rules),
            lists=row.lists,
            total=led_total(row, rules),
            tie_breaks=tie_breaks(row, criteria),
            play_off_needed=row.play_off_needed,
            reason=why_behind(row, before, rules, final=final),
            ahead=why_ahead(row, behind, names.get(behind.number, ""), rules) if behind else None,
            moved=gained.get(row.number, 0) if gained and row.number is not None else 0,
            sums=row.series if ranks_by_scoring_points(rules) else (),
        )
        for before, row, behind in _with_neighbours(rows)
    ]


def team_lines(
    rows: Sequence[TeamRow], names: Mapping[int | None, str], rules: RuleSet, *, clubs: bool = False
) -> list[TeamLine]:
    """Returns the lines of teams, which have no play-offs: ties remain.

    With `clubs`, the rows are clubs. The lists of players called "N. N." count for their club, but the players are not
    shown as its members, because readers must not learn their club.
    """
    criteria = tie_break_words(rules)
    return [
        TeamLine(
            row=at,
            rank=row.rank,
            name=row.name,
            numbers=members,
            members=tuple(f"{number} {names.get(number, '')}".strip() for number in members),
            lists=row.lists,
            total=led_total(row, rules),
            tie_breaks=tie_breaks(row, criteria),
            play_off_needed=row.play_off_needed,
            reason=why_behind(row, before, rules, final=False),
            ahead=why_ahead(row, behind, behind.name, rules) if behind else None,
        )
        for at, (before, row, behind) in enumerate(_with_neighbours(rows), start=1)
        for members in [tuple(n for n in row.members if not clubs or names.get(n) != _NAMELESS)]
    ]


def ranking_lines(
    ranking: Ranking, names: Mapping[int | None, str], rules: RuleSet
) -> list[StandingLine] | list[TeamLine]:
    """Returns the lines of a ranking other than the standings, of players or of teams; ties need no play-off here."""
    if ranking.teams:
        return team_lines(ranking.team_rows, names, rules, clubs=ranking.key == CLUBS)
    return player_lines(ranking.rows, names, rules, final=False)


def tie_breaks(row: StandingRow | TeamRow, criteria: Sequence[CriterionWords]) -> tuple[Number, ...]:
    return tuple([criterion.value(row.tally) for criterion in criteria if criterion.value])


def led_total(row: StandingRow | TeamRow, rules: RuleSet) -> Number:
    """Returns the leading figure of a row: the sum, table points or scoring points."""
    return row.total if leading(rules.criteria) is Criterion.TOTAL else _led(row.tally, rules)


def led_series(row: StandingRow, rules: RuleSet) -> tuple[Number | None, ...]:
    """Returns the leading figure of each series; None for a series without a counting list."""
    if leading(rules.criteria) is Criterion.TOTAL:
        return row.series
    return tuple(None if result is None else _led(Tally(1, result, ()), rules) for result in row.results)


def series_in_words(row: StandingRow, rules: RuleSet) -> dict[int, tuple[str, ...]]:
    """Returns the figures of each counting list as one or two lines, by series.

    A single line has the result, followed by the table points if these lead. If scoring points lead, the first line has
    the scoring points, and the second has the card points.
    """
    lead = lead_words(rules)
    lines: dict[int, tuple[str, ...]] = {}
    for series, (result, points) in enumerate(zip(row.series, led_series(row, rules), strict=True), start=1):
        if result is None or points is None:
            continue
        if ranks_by_scoring_points(rules):
            lines[series] = (lead.amount(points), sum_in_words(result, rules))
        elif leading(rules.criteria) is Criterion.TOTAL:
            lines[series] = (number_format(result),)
        else:
            lines[series] = (f"{number_format(result)}, {lead.amount(points)}",)
    return lines


def _led(tally: Tally, rules: RuleSet) -> Number:
    value = lead_words(rules).value
    return value(tally) if value else 0


def _with_neighbours(rows: Sequence[R]) -> Iterator[tuple[R | None, R, R | None]]:
    before: list[R | None] = [None, *rows]
    behind: list[R | None] = [*rows[1:], None]
    return zip(before, rows, behind, strict=False)


def why_behind(row: StandingRow | TeamRow, before: StandingRow | TeamRow | None, rules: RuleSet, *, final: bool) -> str:
    """Returns a note on the criterion or tie that decides the place of a row; "" if the sums show it (§ 1.5).

    For a player out of competition, the note says only that.
    """
    if isinstance(row, StandingRow) and row.out_of_competition:
        return _("außer Konkurrenz")
    decided = behind_words(row.decided_by, row.tally, before.tally, rules) if before and row.decided_by else ""
    return "; ".join(filter(None, [decided, why_tied(row, final=final)]))


def why_tied(row: StandingRow | TeamRow, *, final: bool) -> str:
    """Returns a note on a shared rank, which in final standings mentions the play-off; "" if it is not shared."""
    if not row.play_off_needed:
        return ""
    if not final:
        return _("gleichauf")
    if isinstance(row, StandingRow) and row.play_off_waived:
        return _("gleichauf, kein Entscheidungsspiel nötig")
    return _("gleichauf, Entscheidungsspiel nötig")


def changes(
    old: Sequence[StandingRow], new: Sequence[StandingRow], names: Mapping[int | None, str], rules: RuleSet
) -> list[str]:
    """Returns a line for each player whose rank or figures have changed, in the current order.

    A player who was not in `old` gets a line if at least one list counts now. Players without a start number are left
    out.
    """
    before = {row.number: row for row in old}
    rows = []
    for row in new:
        facts = _facts(before.get(row.number), row, rules)
        if facts and row.number is not None:
            words = _("%(number)d %(name)s: %(facts)s")
            rows.append(words % {"number": row.number, "name": names.get(row.number, ""), "facts": ", ".join(facts)})
    return rows


def _facts(old: StandingRow | None, new: StandingRow, rules: RuleSet) -> list[str]:
    if old is None:
        return [_("neu in der Rangliste")] if new.lists else []
    facts = []
    if old.rank != new.rank:
        words = {"old": figure_or_dash(old.rank), "new": figure_or_dash(new.rank)}
        facts.append(_("Rang bisher %(old)s, jetzt %(new)s") % words)
    for figure in (words_of(criterion, rules) for criterion in figures_of(rules)):
        if figure.value and (was := figure.value(old.tally)) != (now := figure.value(new.tally)):
            words = {"what": figure.heading, "old": number_format(was), "new": number_format(now)}
            facts.append(_("%(what)s bisher %(old)s, jetzt %(new)s") % words)
    return facts
