"""Rankings other than the standings of the event: by series, day, tandem, category and club, and after earlier series.

All are computed from the rows of the standings, either current ones or those of a release, so the public sees no
results newer than the posted release. Prizes of a series or a category follow the same ranks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.core.people.names import order_of
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.standings.ranks import (
    Entrant,
    PlayOff,
    Standing,
    Tally,
    TeamEntry,
    TeamStanding,
    merits,
    rank,
    rank_teams,
)
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow

TANDEM_SIZE = 2
CLUBS = "clubs"  # the key of the ranking of clubs


@dataclass(frozen=True, slots=True)
class Source:
    """The rows after a series, and the other inputs of rankings. `days` holds the day of each series (ISO 8601)."""

    rows: Sequence[StandingRow]
    team_rows: Sequence[TeamRow]
    days: Sequence[str]
    after: int
    series_count: int
    rules: RuleSet

    @property
    def final(self) -> bool:
        return self.after == self.series_count


@dataclass(frozen=True, slots=True)
class Choice:
    """A ranking that can be viewed; `key` is its name in addresses."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking with `rows` of players, or `team_rows` of tandems or clubs. `series` are the counting series."""

    key: str
    title: str
    note: str
    series: tuple[int, ...]
    rows: tuple[StandingRow, ...] = ()
    team_rows: tuple[TeamRow, ...] = ()

    @property
    def teams(self) -> bool:
        return bool(self.team_rows)


def choices(source: Source) -> list[Choice]:
    """Returns the rankings that can be viewed. Rankings of series, days and clubs require at least two of these."""
    if not source.rows:
        return []
    rankings = []
    if source.after > 1:
        rankings += [Choice(f"serie-{n}", _("Serie %(number)d") % {"number": n}) for n in range(1, source.after + 1)]
    days = _series_by_day(source)
    if len(days) > 1:
        rankings += [Choice(f"tag-{day}", date_format(date.fromisoformat(day), "j. F")) for day in days]
    if any(row.size == TANDEM_SIZE for row in source.team_rows):
        rankings.append(Choice("tandems", _("Tandems")))
    categories = sorted({name for row in source.rows for name in row.categories}, key=order_of)
    rankings += [Choice(f"gruppe-{index}", name) for index, name in enumerate(categories, start=1)]
    if len({row.club for row in source.rows if row.club}) > 1:
        rankings.append(Choice(CLUBS, _("Clubs")))
    return rankings


def ranking(source: Source, key: str) -> Ranking | None:
    """Returns the ranking with that key; None if there is none."""
    choice = next((choice for choice in choices(source) if choice.key == key), None)
    if choice is None:
        return None
    kind, _dash, which = key.partition("-")
    every = tuple(range(1, source.after + 1))
    match kind:
        case "serie":
            note = _("Nur die Listen dieser Serie zählen. Über den Sieg entscheidet die Gesamtwertung.")
            return _of_series(source, choice, (int(which),), note)
        case "tag":
            note = _("Nur die Listen dieses Tages zählen. Über den Sieg entscheidet die Gesamtwertung.")
            return _of_series(source, choice, _series_by_day(source)[which], note)
        case "gruppe":
            note = _("Wie in der Gesamtwertung, aber nur unter den Teilnehmern dieser Sonderwertung.")
            placed = category_standings(source, choice.title)
            return Ranking(key, choice.title, note, every, rows=_rows(source, placed))
        case "tandems":
            note = _("Zu zweit: Die gewerteten Listen beider Mitglieder zählen zusammen.")
            return Ranking(key, choice.title, note, every, team_rows=_of_tandems(source))
    note = _("Alle gewerteten Listen der Mitglieder zählen zusammen, wie viele es auch sind.")
    if Criterion.LISTS in source.rules.criteria:
        note = _("Alle gewerteten Listen der Mitglieder zählen zusammen. Wer mehr Listen hat, steht vor den anderen.")
    return Ranking(key, choice.title, note, every, team_rows=_of_clubs(source))


def standings_after(source: Source, series: int) -> tuple[Standing, ...]:
    """Returns the standings after an earlier series; play-offs decide only after the last one."""
    return rank(_entrants(source), rules=source.rules, after_series=series, series_count=source.series_count)


def ranks_gained(source: Source) -> dict[int, int]:
    """Returns the ranks gained since the previous series, negative if lost, by start number.

    Players are left out if their rank is unchanged, if they have no rank now, or if they had none before.
    """
    if source.after < 2:
        return {}
    before = {standing.entrant.number: standing.rank for standing in standings_after(source, source.after - 1)}
    return {
        row.number: before_it - row.rank
        for row in source.rows
        if row.number is not None and row.rank and (before_it := before.get(row.number)) and before_it != row.rank
    }


def series_standings(source: Source, *series: int) -> tuple[Standing, ...]:
    """Returns the standings in these series only, for the players with a counting list in one of them.

    Players who left by the last of these series have no rank.
    """
    entrants = [
        entrant._replace(
            results=tuple(entrant.results[n - 1] for n in series),
            withdrawn_from=1 if entrant.withdrawn_from is not None and entrant.withdrawn_from <= series[-1] else None,
        )
        for entrant in _entrants(source)
    ]
    played = [entrant for entrant in entrants if any(result is not None for result in entrant.results)]
    # One series more than was played, because play-offs decide only after the last series, and never such a ranking.
    return rank(played, rules=source.rules, after_series=len(series), series_count=len(series) + 1)


def category_standings(source: Source, name: str) -> tuple[Standing, ...]:
    """Returns the standings among the members of a category, with all play-off decisions between them."""
    members = {row.number for row in source.rows if name in row.categories}
    play_offs = []
    for play_off in _decided_by_play_off(source):
        groups = (tuple(number for number in group if number in members) for group in play_off.groups)
        play_offs.append(PlayOff(tuple(group for group in groups if group)))
    return rank(
        [entrant for entrant in _entrants(source) if entrant.number in members],
        rules=source.rules,
        after_series=source.after,
        series_count=source.series_count,
        play_offs=play_offs,
    )


def _entrants(source: Source) -> list[Entrant]:
    """Returns the players for the core. Players without a start number have never played and are left out."""
    return [row.entrant for row in source.rows if row.number is not None]


def _of_series(source: Source, choice: Choice, series: tuple[int, ...], note: str) -> Ranking:
    placed = series_standings(source, *series)
    return Ranking(choice.key, choice.title, note, series, rows=_rows(source, placed))


def _decided_by_play_off(source: Source) -> list[PlayOff]:
    """Returns the decisions of play-offs, derived from the rows: rows with equal figures but different ranks."""
    ranked = [row for row in source.rows if row.rank is not None]
    figured = zip(merits([row.tally for row in ranked], source.rules), ranked, strict=True)
    orders = [
        [
            tuple(row.number for _merit, row in equals if row.number is not None)
            for _rank, equals in groupby(group, key=lambda figure: figure[1].rank)
        ]
        for _merit, group in groupby(figured, key=lambda figure: figure[0])
    ]
    return [PlayOff(tuple(order)) for order in orders if len(order) > 1]


def row_of(standing: Standing, club: str | None, categories: Sequence[str] = ()) -> StandingRow:
    """Returns the row of a standing; `entrant.results` has to hold the results by series."""
    entrant = standing.entrant
    return StandingRow(
        rank=standing.rank,
        number=entrant.number,
        club=club,
        tally=Tally(standing.lists, standing.sums, standing.series),
        results=entrant.results,
        play_off_needed=standing.play_off_needed,
        decided_by=standing.decided_by,
        withdrawn_from=entrant.withdrawn_from,
        excluded=entrant.excluded,
        out_of_competition=entrant.out_of_competition,
        categories=tuple(categories),
    )


def _rows(source: Source, placed: Sequence[Standing]) -> tuple[StandingRow, ...]:
    clubs = {row.number: row.club for row in source.rows}
    return tuple(row_of(standing, clubs[standing.entrant.number]) for standing in placed)


def _of_tandems(source: Source) -> tuple[TeamRow, ...]:
    by_number = {entrant.number: entrant for entrant in _entrants(source)}
    tandems = {row.key: row for row in source.team_rows if row.size == TANDEM_SIZE}
    entries = [
        TeamEntry(key, tuple(by_number.get(n) or Entrant(n, ()) for n in row.members if n))
        for key, row in tandems.items()
    ]
    return tuple(team_row_of(standing, tandems[standing.team.key].name) for standing in _rank_teams(source, entries))


def _of_clubs(source: Source) -> tuple[TeamRow, ...]:
    by_number = {entrant.number: entrant for entrant in _entrants(source)}
    members: dict[str, list[Entrant]] = {}
    for row in sorted(source.rows, key=lambda row: (order_of(row.club or ""), row.number or 0)):
        if row.club and row.number in by_number:
            members.setdefault(row.club, []).append(by_number[row.number])
    entries = [TeamEntry(name, tuple(entrants)) for name, entrants in members.items()]
    return tuple(team_row_of(standing, standing.team.key) for standing in _rank_teams(source, entries))


def _rank_teams(source: Source, entries: Sequence[TeamEntry]) -> tuple[TeamStanding, ...]:
    return rank_teams(entries, rules=source.rules, after_series=source.after)


def team_row_of(standing: TeamStanding, name: str, size: int | None = None) -> TeamRow:
    return TeamRow(
        rank=standing.rank,
        key=standing.team.key,
        name=name,
        tally=Tally(standing.lists, standing.sums, ()),
        members=standing.members,
        play_off_needed=standing.play_off_needed,
        decided_by=standing.decided_by,
        size=size,
    )


def _series_by_day(source: Source) -> dict[str, tuple[int, ...]]:
    by_day: dict[str, list[int]] = {}
    for number, day in enumerate(source.days[: source.after], start=1):
        by_day.setdefault(day, []).append(number)
    return {day: tuple(by_day[day]) for day in sorted(by_day)}
