"""Further rankings beside the standings of the event: by series, day, tandem, category and club.

All of them are computed from the rows of the standings alone (services/issues.py), those of now or those of an issue:
so the public sees nothing in them that is newer than the issue that hangs out. Rows of issues from before these
rankings existed do not hold enough; for them there are none.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.core.spielliste import SeatTotals
from romme_turnier.core.standings import Entrant, PlayOff, TeamEntry, rank, rank_teams

Row = Mapping[str, Any]  # a row as services/issues.py stores it

TANDEM_SIZE = 2
DETAILS = frozenset({"results", "withdrawn_from", "excluded", "categories", "size"})  # what rows of old issues lack


@dataclass(frozen=True, slots=True)
class Source:
    """The rows after a series, and what else decides about rankings. `days` holds the day of each series."""

    rows: Sequence[Row]
    team_rows: Sequence[Row]
    days: Sequence[str]
    after: int
    series_count: int
    highest_wins: bool

    @property
    def final(self) -> bool:
        return self.after == self.series_count


@dataclass(frozen=True, slots=True)
class Choice:
    """A ranking that can be looked at; `key` is its name in addresses."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """`rows` are like those of the standings; of teams, tandems or clubs if `teams`. `series` are those that count."""

    key: str
    title: str
    note: str
    rows: tuple[Row, ...]
    series: tuple[int, ...]
    teams: bool = False


def detail_of(entrant: Entrant, categories: Sequence[str]) -> dict[str, Any]:
    """What a row has to hold beside the sums, so that further rankings can be made of it."""
    results = entrant.results
    return {
        "results": [None if one is None else _sums(one) for one in results],
        "withdrawn_from": entrant.withdrawn_from,
        "excluded": entrant.excluded,
        "categories": list(categories),
    }


def _sums(one: SeatTotals) -> list[int]:
    return [one.minus, one.bonus, one.handromme_bonus, one.penalties, one.finished, one.handrommes]


def choices(source: Source) -> list[Choice]:
    """The rankings that say something: no series by itself after series 1, no clubs where there is one."""
    if not _detailed(source.rows):
        return []
    found = []
    if source.after > 1:
        found += [Choice(f"serie-{n}", _("Serie %(number)d") % {"number": n}) for n in range(1, source.after + 1)]
    days = _series_by_day(source)
    if len(days) > 1:
        found += [Choice(f"tag-{day}", _day_words(day)) for day in days]
    if any(row.get("size") == TANDEM_SIZE for row in source.team_rows):
        found.append(Choice("tandems", _("Tandems")))
    found += [Choice(f"gruppe-{index}", name) for index, name in enumerate(_categories(source.rows), start=1)]
    if len({row["club"] for row in source.rows if row["club"]}) > 1:
        found.append(Choice("clubs", _("Clubs")))
    return found


def ranking(source: Source, key: str) -> Ranking | None:
    """The ranking of that key; None if there is none."""
    choice = next((one for one in choices(source) if one.key == key), None)
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
            return Ranking(key, choice.title, note, tuple(_of_category(source, choice.title)), every)
        case "tandems":
            note = _("Zu zweit: Die gewerteten Listen beider Mitglieder zählen zusammen.")
            return Ranking(key, choice.title, note, tuple(_of_tandems(source)), every, teams=True)
    note = _("Alle gewerteten Listen der Mitglieder zählen zusammen. Wer mehr Listen hat, steht vor den anderen.")
    return Ranking(key, choice.title, note, tuple(_of_clubs(source)), every, teams=True)


def _detailed(rows: Sequence[Row]) -> bool:
    return bool(rows) and all("results" in row for row in rows)


def entrants_of(rows: Iterable[Row]) -> list[Entrant]:
    """The core's values again; who has no start number never played and is left out."""
    return [
        Entrant(
            number=row["number"],
            results=tuple(None if one is None else SeatTotals(*one) for one in row["results"]),
            withdrawn_from=row["withdrawn_from"],
            excluded=row["excluded"],
            out_of_competition=bool(row.get("out_of_competition")),
        )
        for row in rows
        if row["number"] is not None
    ]


def _of_series(source: Source, choice: Choice, series: tuple[int, ...], note: str) -> Ranking:
    """Everybody with the results of these series alone; who went home later is still in it."""
    entrants = [
        one._replace(
            results=tuple(one.results[n - 1] for n in series),
            withdrawn_from=1 if one.withdrawn_from is not None and one.withdrawn_from <= series[-1] else None,
        )
        for one in entrants_of(source.rows)
    ]
    played = [one for one in entrants if any(result is not None for result in one.results)]
    # The number of series is set beyond what was played: no play-off decides a ranking like this.
    rows = _rows(source, played, after=len(series), series_count=len(series) + 1)
    return Ranking(choice.key, choice.title, note, tuple(rows), series)


def _of_category(source: Source, name: str) -> list[Row]:
    members = {row["number"] for row in source.rows if name in row["categories"]}
    entrants = [one for one in entrants_of(source.rows) if one.number in members]
    play_offs = [_among(members, play_off) for play_off in _decided_by_play_off(source.rows)]
    return _rows(source, entrants, after=source.after, series_count=source.series_count, play_offs=play_offs)


def _among(members: Container[int], play_off: PlayOff) -> PlayOff:
    groups = (tuple(number for number in group if number in members) for group in play_off.groups)
    return PlayOff(tuple(group for group in groups if group))


def _decided_by_play_off(rows: Sequence[Row]) -> list[PlayOff]:
    """What play-offs decided, read from the rows: equals in everything who do not share their rank."""
    groups = groupby(
        (row for row in rows if row["rank"] is not None),
        key=lambda row: (row["lists"], row["total"], row["finished"], row["handrommes"]),
    )
    orders = [
        [tuple(row["number"] for row in equals) for _rank, equals in groupby(group, key=lambda row: row["rank"])]
        for _merit, group in groups
    ]
    return [PlayOff(tuple(order)) for order in orders if len(order) > 1]


def _rows(
    source: Source,
    entrants: Sequence[Entrant],
    *,
    after: int,
    series_count: int,
    play_offs: Sequence[PlayOff] = (),
) -> list[Row]:
    clubs = {row["number"]: row["club"] for row in source.rows}
    placed = rank(
        entrants, after_series=after, series_count=series_count, play_offs=play_offs, highest_wins=source.highest_wins
    )
    return [
        {
            "rank": one.rank,
            "number": one.entrant.number,
            "club": clubs[one.entrant.number],
            "lists": one.lists,
            **_named(one.sums),
            "series": list(one.series),
            "play_off_needed": one.play_off_needed,
            "decided_by": one.decided_by,
            **({"out_of_competition": True} if one.entrant.out_of_competition else {}),
        }
        for one in placed
    ]


def _of_tandems(source: Source) -> list[Row]:
    by_number = {one.number: one for one in entrants_of(source.rows)}
    tandems = [row for row in source.team_rows if row.get("size") == TANDEM_SIZE]
    entries = {
        row["key"]: TeamEntry(row["key"], tuple(by_number.get(n) or Entrant(n, ()) for n in row["members"] if n))
        for row in tandems
    }
    return _team_rows(source, list(entries.values()), {row["key"]: row["name"] for row in tandems})


def _of_clubs(source: Source) -> list[Row]:
    by_number = {one.number: one for one in entrants_of(source.rows)}
    members: dict[str, list[Entrant]] = {}
    for row in sorted(source.rows, key=lambda row: (row["club"] or "", row["number"] or 0)):
        if row["club"] and row["number"] in by_number:
            members.setdefault(row["club"], []).append(by_number[row["number"]])
    entries = [TeamEntry(name, tuple(entrants)) for name, entrants in members.items()]
    return _team_rows(source, entries, {name: name for name in members})


def _team_rows(source: Source, entries: Sequence[TeamEntry], names: Mapping[str, str]) -> list[Row]:
    placed = rank_teams(entries, after_series=source.after, highest_wins=source.highest_wins)
    return [
        {
            "rank": one.rank,
            "key": one.team.key,
            "name": names[one.team.key],
            "lists": one.lists,
            **_named(one.sums),
            "members": list(one.members),
            "play_off_needed": one.play_off_needed,
            "decided_by": one.decided_by,
        }
        for one in placed
    ]


def _named(sums: SeatTotals) -> dict[str, int]:
    return {"total": sums.total, "finished": sums.finished, "handrommes": sums.handrommes}


def _categories(rows: Sequence[Row]) -> list[str]:
    return sorted({name for row in rows for name in row["categories"]})


def _series_by_day(source: Source) -> dict[str, tuple[int, ...]]:
    by_day: dict[str, list[int]] = {}
    for number, day in enumerate(source.days[: source.after], start=1):
        by_day.setdefault(day, []).append(number)
    return {day: tuple(by_day[day]) for day in sorted(by_day)}


def _day_words(day: str) -> str:
    return date_format(date.fromisoformat(day), "j. F")


def without_details(row: Row) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in DETAILS}


def same_rows(old: Sequence[Row], new: Sequence[Row]) -> bool:
    """Whether two states of the standings say the same; rows of old issues lack details and are judged without."""
    if any(DETAILS & row.keys() for row in old):
        return list(old) == list(new)
    return [without_details(row) for row in old] == [without_details(row) for row in new]
