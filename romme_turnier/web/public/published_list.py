"""A list as it stood when an issue of the standings was released. What has changed since is not here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.core.rules.systems import get_ruleset
from romme_turnier.tournament.models import Event, Revision, Spielliste, StandingsIssue


@dataclass(frozen=True, slots=True)
class Pinned:
    """Which revision of a table's list the newest issue that has one shows."""

    series: int
    table: int
    revision: int  # primary key
    issue: int  # primary key
    numbers: frozenset[int]  # who sat there, by start number


@dataclass(frozen=True, slots=True)
class Column:
    seat: int
    number: int
    name: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Cell:
    points: int | None
    finished: bool
    dealt: bool
    vacated: bool


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    cells: tuple[Cell, ...]
    handromme: bool


@dataclass(frozen=True, slots=True)
class PublishedList:
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    sums: tuple[tuple[str, tuple[int, ...]], ...]
    results: tuple[int, ...]
    finished: tuple[int, ...]
    remarks: tuple[str, ...]
    invalid: bool


def pinned_lists(event: Event) -> list[Pinned]:
    """Of every table that an issue has shown, the newest such state, by series and table."""
    through = StandingsIssue.revisions.through
    pairs = through.objects.filter(standingsissue__event=event).order_by("standingsissue__released_at", "pk")
    newest: dict[tuple[int, int], Pinned] = {}
    for revision, issue, series, table, seats in pairs.values_list(
        "revision_id",
        "standingsissue_id",
        "revision__content__series",
        "revision__content__table",
        "revision__content__seats",
    ):
        numbers = frozenset(seat["number"] for seat in seats if seat["number"] is not None)
        newest[series, table] = Pinned(series, table, revision, issue, numbers)
    return [newest[place] for place in sorted(newest)]


def published(event: Event, revision: Revision, names: Mapping[int | None, str]) -> PublishedList:
    """`names` by start number, as the public may see them."""
    content: Mapping[str, Any] = revision.content
    totals = sorted(content["totals"], key=lambda total: total["seat"])
    seats = sorted(content["seats"], key=lambda seat: seat["seat"])
    return PublishedList(
        columns=tuple(
            Column(seat["seat"], seat["number"], names.get(seat["number"], ""), total["counts"])
            for seat, total in zip(seats, totals, strict=True)
        ),
        lines=_lines(event, content, len(seats)),
        sums=tuple(
            (label, tuple(sign * total[key] for total in totals))
            for label, key, sign in (
                (_("Minuspunkte"), "minus", 1),
                (_("Bonus"), "bonus", -1),
                (_("Handrommé"), "handromme_bonus", -1),
                (_("Strafpunkte"), "penalties", 1),
            )
        ),
        results=tuple(total["result"] for total in totals),
        finished=tuple(total["finished"] for total in totals),
        remarks=tuple(_remarks(content)),
        invalid=content["status"] == Spielliste.Status.INVALID,
    )


def _lines(event: Event, content: Mapping[str, Any], seats: int) -> tuple[Line, ...]:
    ruleset = get_ruleset(content["ruleset"])
    played = {game["number"]: game for game in content["games"]}
    left = {vacancy["seat"]: vacancy["from_game"] for vacancy in content["vacant"]}
    blank: dict[str, Any] = {"finisher": None, "handromme": False, "points": [None] * seats}
    lines = []
    for number in sorted(played.keys() | set(range(1, event.games_per_list + 1))):
        game = played.get(number, blank)
        cells = tuple(
            Cell(
                points=game["points"][seat - 1],
                finished=game["finisher"] == seat,
                dealt=ruleset.dealer(number, seats) == seat,
                vacated=seat in left and number >= left[seat],
            )
            for seat in range(1, seats + 1)
        )
        lines.append(Line(number, cells, game["handromme"]))
    return tuple(lines)


def _remarks(content: Mapping[str, Any]) -> list[str]:
    """What the officials added. Reasons are free text about people and stay with the officials."""
    words = [
        _("Spiel %(game)d, Platz %(seat)d: unklar geschrieben (%(values)s), es zählt der ungünstigste Wert")
        % {**reading, "values": _(" oder ").join(map(str, reading["values"]))}
        for reading in content["readings"]
    ]
    ruled = _("Spiel %(game)d gilt nach Entscheidung der Spielleitung, wie es geschrieben steht")
    words += [ruled % ruling for ruling in content["rulings"]]
    words += [_("Spiel %(game)d, Platz %(seat)d: %(points)d Strafpunkte") % penalty for penalty in content["penalties"]]
    for vacancy in content["vacant"]:
        counts = _("die Liste zählt trotzdem") if vacancy["counts"] else _("die Liste zählt nicht")
        left = _("Platz %(seat)d ist ab Spiel %(from_game)d nicht mehr besetzt, %(counts)s")
        words.append(left % {**vacancy, "counts": counts})
    return words
