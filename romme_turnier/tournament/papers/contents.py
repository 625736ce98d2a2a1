"""The contents of the codes on papers: releases, lists, editions, league tables and honours.

The program stores no copy of a paper: to check a code, it makes the content again from the same rows. Contents hold
only marks of the printed names, not the names.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db.models import Count, Max
from django.utils import timezone

from romme_turnier.core.codes.content import HANDROMME, NAME_MOST, Content, Kind, Row, name_marks
from romme_turnier.core.codes.signing import Code, key_signs, sign
from romme_turnier.core.people.names import NAMELESS
from romme_turnier.tournament import models
from romme_turnier.tournament.models.standing_rows import StandingRow, TeamRow
from romme_turnier.tournament.papers.seal import Seal, seal_as_numbers
from romme_turnier.tournament.seasons.competitions.league_tables import GroupTable
from romme_turnier.tournament.seasons.year_end import (
    Most,
    most_of,
    places_of_honour,
    tallies_of,
    tallies_with_erased,
)
from romme_turnier.tournament.standings.lines import led_total

MOST_BYTES = 282  # of a content; with its signature and an address of usual length, it fills a QR code of version 15
_FIRST_DAY = date(1970, 1, 1)
SEASON_UNIT = 100  # parts of a point in a season
LEAGUE_UNIT = 2  # tied teams share the points of their places
MOST_KINDS = {
    Most.LISTS: Kind.MOST_LISTS,
    Most.EVENINGS: Kind.MOST_EVENINGS,
    Most.HANDROMMES: Kind.MOST_HANDROMMES,
}

Names = Mapping[int | None, str]


def signed(key: Ed25519PrivateKey | None, content: Content, most: int = MOST_BYTES) -> Code | None:
    """Returns the code with the content and as many rows as fit into `most` bytes; None if there is no key.

    A list keeps all of its rows or none.
    """
    if key is None:
        return None
    named = replace(content, key=key_signs(key.public_key().public_bytes_raw()))
    return sign(named.fitted(most), key)


def standings_rows(release: models.StandingsRelease) -> list[Row]:
    """Returns (rank, start number, leading figure) of each ranked player; the figure is in parts of a point.

    `unit_of` gives the number of parts.
    """
    rules, unit = release.event.rules, unit_of(release.event)
    rows = [row for row in release.posted_rows if row.rank is not None]
    return [(row.rank, row.number, _parts(led_total(row, rules), unit)) for row in rows]


def team_rows(release: models.StandingsRelease, rows: Iterable[TeamRow]) -> list[Row]:
    """Returns (rank, leading figure) for each of these ranked teams; the figure is in parts of a point (`unit_of`)."""
    rules, unit = release.event.rules, unit_of(release.event)
    return [(row.rank, _parts(led_total(row, rules), unit)) for row in rows]


def standings_content(release: models.StandingsRelease, names: Names) -> Content:
    rows = standings_rows(release)
    return _of_release(release, Kind.STANDINGS, rows, [names.get(row[1], "") for row in rows])


def certificate_content(release: models.StandingsRelease, row: StandingRow, name: str) -> Content:
    own = next(own for own in standings_rows(release) if own[1] == row.number)
    return _of_release(release, Kind.CERTIFICATE, [own], [name])


def team_certificate_content(release: models.StandingsRelease, row: TeamRow) -> Content:
    return _of_release(release, Kind.TEAM_CERTIFICATE, team_rows(release, [row]), [row.name])


def report_content(release: models.StandingsRelease, seal: Seal, names: Names) -> Content:
    """Returns the content of a closing report: the standings on it, and the seal of the lists."""
    rows = standings_rows(release)
    return _of_release(release, Kind.REPORT, rows, [names.get(row[1], "") for row in rows], seal)


def _of_release(
    release: models.StandingsRelease, kind: Kind, rows: Sequence[Row], names: Sequence[str], seal: Seal | None = None
) -> Content:
    event = release.event
    return Content(
        kind=kind,
        subject=event.pk,
        name=event.name[:NAME_MOST],
        day=day_number(event.starts_at),
        issued=day_number(release.released_at if seal is None else max(release.released_at, seal.at)),
        part=(release.series.number, *(() if seal is None else (seal.revisions, *seal_as_numbers(seal.text)))),
        number=release.number,
        unit=unit_of(event),
        whole=len(rows),
        rows=tuple(rows),
        names=_marks(kind, event.pk, names),
    )


def list_rows(content: Mapping[str, Any]) -> list[Row]:
    """Returns the rows of a list from the whole content of a revision.

    The first row has the start numbers by seat, and the last has the results. The row of a game has the seat of the
    player that ended it (0 for none), raised by HANDROMME for a Handrommé, and the points by seat.
    """
    games = [
        ((game["finisher"] or 0) + HANDROMME * bool(game["handromme"]), *game["points"]) for game in content["games"]
    ]
    numbers = tuple(seat["number"] for seat in content["seats"])
    totals = sorted(content["totals"], key=lambda total: int(total["seat"]))
    return [numbers, *games, tuple(total["result"] for total in totals)]


def list_content(spielliste: models.Spielliste, revision: models.Revision, names: Sequence[str]) -> Content:
    """Returns the content of a list. `revision` must be unpacked; `names` are in the order of the seats."""
    series = spielliste.table.series
    event, rows = series.event, list_rows(revision.content)
    return Content(
        kind=Kind.LIST,
        subject=event.pk,
        name=event.name[:NAME_MOST],
        day=day_number(event.starts_at),
        issued=day_number(revision.at),
        part=(series.number, spielliste.table.number),
        number=revision.number,
        unit=1,
        whole=len(rows),
        rows=tuple(rows),
        names=_marks(Kind.LIST, event.pk, names),
    )


def edition_rows(rows: Iterable[models.EditionRow]) -> list[Row]:
    """Returns the rank of each ranked row, and its value in hundredths of a point (`SEASON_UNIT`)."""
    return [(row.rank, int(Decimal(row.value) * SEASON_UNIT)) for row in rows if row.rank is not None]


def edition_content(
    edition: models.Edition, rows: Sequence[models.EditionRow], names: Sequence[str], *, certificate: bool = False
) -> Content:
    """Returns the content of an edition, or of a certificate of a season.

    `rows` are the ranked rows of the edition, or the row of the `certificate`, and `names` are the printed names.
    """
    kind = Kind.SEASON_CERTIFICATE if certificate else Kind.EDITION
    ranking, figures = edition.ranking, edition_rows(rows)
    day = edition.last_day or ranking.season.last_day
    return Content(
        kind=kind,
        subject=ranking.pk,
        name=f"{ranking.season.name}, {ranking.name}"[:NAME_MOST],
        day=(day - _FIRST_DAY).days,
        issued=day_number(edition.at),
        part=(),
        number=edition.number,
        unit=SEASON_UNIT,
        whole=len(figures),
        rows=tuple(figures),
        names=_marks(kind, ranking.pk, names),
    )


def league_rows(groups: Iterable[GroupTable]) -> list[Row]:
    """Returns (position of the group from 1, rank, points in halves) for each ranked team; see `LEAGUE_UNIT`."""
    return [
        (position, line.line.rank, _parts(line.line.points, LEAGUE_UNIT))
        for position, group in enumerate(groups, 1)
        for line in group.lines
        if line.line.rank is not None
    ]


def league_content(league: models.League, groups: Sequence[GroupTable]) -> Content | None:
    """Returns the content of the tables of a league; None before the first release of a match day."""
    releases = models.StandingsRelease.objects.filter(event__league_day__league=league)
    newest = releases.aggregate(day=Max("event__starts_at"), at=Max("released_at"), number=Count("pk"))
    if not newest["number"]:
        return None
    rows = league_rows(groups)
    teams = [line.team.name for group in groups for line in group.lines if line.line.rank is not None]
    return Content(
        kind=Kind.LEAGUE,
        subject=league.pk,
        name=f"{league.season.name}, {league.name}"[:NAME_MOST],
        day=day_number(newest["day"]),
        issued=day_number(newest["at"]),
        part=(),
        number=newest["number"],
        unit=LEAGUE_UNIT,
        whole=len(rows),
        rows=tuple(rows),
        names=_marks(Kind.LEAGUE, league.pk, teams),
    )


def honour_content(season: models.Season, most: Most, number: int, name: str) -> Content:
    """Returns the content of the certificate for the most lists, evenings or Handrommés of a season."""
    return _of_honours(season, MOST_KINDS[most], 1, [(number,)], [name])


def honours_content(season: models.Season, names: Sequence[str], *, with_erased: bool = False) -> Content:
    """Returns the content of the table of honours, with or without erased people; `names` are those in its lines."""
    tallies = tallies_with_erased(season) if with_erased else tallies_of(season)
    places = places_of_honour(season, with_erased=with_erased)
    values = [int(Decimal(row.value) * SEASON_UNIT) for _edition, rows in places for row in rows]
    values += [tally.number_of(most) * SEASON_UNIT for most, tally in most_of(tallies)]
    return _of_honours(season, Kind.HONOURS, SEASON_UNIT, list(enumerate(values, 1)), names)


def _of_honours(season: models.Season, kind: Kind, unit: int, rows: Sequence[Row], names: Sequence[str]) -> Content:
    day = (season.last_day - _FIRST_DAY).days
    return Content(
        kind=kind,
        subject=season.pk,
        name=season.name[:NAME_MOST],
        day=day,
        issued=day,
        part=(),
        number=0,
        unit=unit,
        whole=len(rows),
        rows=tuple(rows),
        names=_marks(kind, season.pk, names),
    )


def _marks(kind: Kind, subject: int, names: Iterable[str]) -> bytes:
    """Returns a mark for each name, in order; a person printed as "N. N." gets a mark of `MARK` null bytes."""
    return name_marks(kind, subject, ("" if name == str(NAMELESS) else name for name in names))


def day_number(moment: datetime) -> int:
    """Returns the local day of a moment, in days since 1 January 1970."""
    return (timezone.localdate(moment) - _FIRST_DAY).days


def unit_of(event: models.Event) -> int:
    """Returns the number of parts of a point in the leading figure: 2 for table points, 1 for every other figure."""
    return 2 if event.scoring == models.Event.Scoring.TABLE_POINTS else 1


def _parts(number: int | Fraction, unit: int) -> int:
    return int(number * unit)
