"""Editions of rankings: numbered tables that are computed from released results and never change."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.seasons.formula import Formula
from romme_turnier.core.seasons.formula_json import formula_to_json
from romme_turnier.core.seasons.ranking import Fate, RankedRow, SeasonRanking, UnrankedRow, rank, two_digits
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import canonical
from romme_turnier.tournament.organisers.signing_keys import ensure_key
from romme_turnier.tournament.seasons.ranking_results import (
    Entrant,
    Pair,
    RankingResults,
    Reach,
    results_for,
    results_of,
)
from romme_turnier.tournament.shared.effects import outdate_now
from romme_turnier.tournament.shared.kept_elsewhere import demand_kept_here
from romme_turnier.tournament.shared.outbox import Type, announce_season
from romme_turnier.tournament.shared.service import part_of_service, service

Of = models.Ranking.Of
AT_ONCE = 20_000  # results; rankings of larger seasons are computed in the background (documents/editions.py)


def in_order(rankings: QuerySet[models.Ranking]) -> QuerySet[models.Ranking]:
    """Returns a season's rankings in the order in which pages show them: the main one first, paused ones last."""
    return rankings.order_by("rests", "position", "pk")


def current_version(ranking: models.Ranking) -> models.RankingVersion:
    """Returns the newest version of the ranking; every ranking has one."""
    return ranking.versions.order_by("-number")[0]


def current_edition(ranking: models.Ranking) -> models.Edition | None:
    return ranking.editions.select_related("version").first()


def compute(ranking: models.Ranking, formula: Formula | None = None) -> SeasonRanking:
    """Returns the table of a ranking from the current results, by its own formula or another one; stores nothing.

    `RankedRow.player` is the primary key of the player, club or team (`ranking_results.Entrant`) as text of ten digits.
    """
    if formula is None:
        formula = current_version(ranking).formula
    results = results_for(ranking, results_of(ranking.season), formula)
    return _table(ranking, formula, results)


def _table(ranking: models.Ranking, formula: Formula, read: RankingResults) -> SeasonRanking:
    key_of = {entrant.number: key for key, entrant in read.entrants.items()} if ranking.of == Of.PLAYERS else {}
    adjustments: defaultdict[str, Fraction] = defaultdict(Fraction)
    for player, points in _adjustments(ranking).values_list("player_id", "points"):
        if player in key_of:
            adjustments[key_of[player]] += Fraction(points)
    return rank(read.results, formula, read.offered(formula), adjustments)


def _adjustments(ranking: models.Ranking) -> QuerySet[models.Adjustment]:
    return models.Adjustment.objects.filter(ranking_id=ranking.pk, withdrawn_at=None).order_by("pk")


@service(gettext_lazy("Ausgabe der Saisontabelle gemacht"))
def issue_edition(ranking: models.Ranking, *, by: User | None = None) -> models.Edition | None:
    """Issues the next edition from the current results; the ranking is no longer outdated.

    New players get their numbers in the season, and the organiser gets a signing key if it has none. Returns the
    current edition if nothing has changed since; None if no result has counted yet. Raises TournamentError if the
    season is kept elsewhere.
    """
    current = _locked(ranking)
    demand_kept_here(current.season)
    return _issue(current, _draft_now(current, results_of(current.season)), "", by)


Draft = tuple[models.Edition, list[tuple[models.EditionRow, Entrant]]]  # unsaved; its rows have no season number yet


def drafts_of(season: models.Season) -> list[Draft]:
    """Returns the next editions of the season's outdated rankings, computed without a lock, for `reissue_outdated`.

    Computing a federation's editions takes seconds, and they become outdated with each evening closed below it.
    """
    outdated = list(_outdated(season).select_related("season__organiser"))  # before the facts are read
    results = results_of(season) if outdated else []
    return [draft(ranking, current_version(ranking), results) for ranking in outdated]


@service(gettext_lazy("Saisontabellen neu berechnet"))
def reissue_outdated(
    season: models.Season,
    note: str = "",
    *,
    by: User | None = None,
    in_background: bool = False,
    drafts: Sequence[Draft] | None = None,
) -> list[models.Edition]:
    """Issues editions of the season's outdated rankings, and returns them.

    If a table is unchanged, its current edition is returned instead. Paused rankings stay outdated, and so do all
    rankings of a season that is kept elsewhere or, unless the caller works in the background, has more than `AT_ONCE`
    results. A ranking in which no result has counted yet gets no edition. If `drafts` are given, only they become
    editions; a ranking that has become outdated again since its draft stays outdated.
    """
    if not in_background and is_large(season):
        return []
    outdate_now()
    outdated = [_locked(ranking) for ranking in _outdated(season)]
    if drafts is not None:
        drafted = {edition.ranking_id: (edition, rows) for edition, rows in drafts}
        marks = {edition.ranking_id: edition.ranking.outdated_since for edition, _rows in drafts}
        current = [ranking for ranking in outdated if ranking.outdated_since == marks.get(ranking.pk)]
        editions = [_issue(ranking, drafted[ranking.pk], note, by) for ranking in current]
    else:
        results = results_of(season) if outdated else []
        editions = [_issue(ranking, _draft_now(ranking, results), note, by) for ranking in outdated]
    return [edition for edition in editions if edition is not None]


def _outdated(season: models.Season) -> QuerySet[models.Ranking]:
    """Returns the outdated rankings of a season, except paused ones; none if the season is kept elsewhere."""
    return season.rankings.filter(rests=False, outdated_since__isnull=False, season__elsewhere="").order_by("pk")


def _draft_now(ranking: models.Ranking, of_season: Sequence[Pair]) -> Draft:
    return draft(ranking, current_version(ranking), of_season)


@part_of_service
def renew_edition(ranking: models.Ranking, note: str, by: User | None) -> None:
    """Issues an edition after a change to the ranking itself, unless the ranking is paused.

    In a large season, the ranking only becomes outdated here; the edition is issued in the background.
    """
    ranking.outdated_since = timezone.now()
    ranking.save(update_fields=["outdated_since"])
    if not ranking.rests and not is_large(ranking.season):
        _issue(ranking, _draft_now(ranking, results_of(ranking.season)), note, by)


def is_large(season: models.Season) -> bool:
    """Returns whether more than `AT_ONCE` results may count: too many to compute the rankings within a response."""
    counting_below = season.rankings.filter(versions__formula__has_key="organisers_below").exists()
    results = Reach.widest(season).results() if counting_below else season.results
    return results.count() > AT_ONCE


@part_of_service
def _locked(ranking: models.Ranking) -> models.Ranking:
    """Locks the season, then the ranking, so that editions are numbered without gaps; returns the ranking's row."""
    list(models.Season.objects.select_for_update(no_key=True).filter(pk=ranking.season_id).values_list("pk"))
    locked = models.Ranking.objects.select_for_update(no_key=True, of=("self",))
    return locked.select_related("season__organiser").get(pk=ranking.pk)


@part_of_service
def _issue(ranking: models.Ranking, drafted: Draft, note: str, by: User | None) -> models.Edition | None:
    newest, (edition, pairs) = current_edition(ranking), drafted
    if ranking.outdated_since is not None:
        ranking.outdated_since = None
        ranking.save(update_fields=["outdated_since"])
    if newest is None and edition.last_day is None:
        return None
    rows = [row for row, _entrant in pairs]
    if ranking.of == Of.PLAYERS:
        numbers = _numbered(ranking.season, [entrant for _row, entrant in pairs])
        for row, entrant in pairs:
            row.entrant = numbers[entrant.number]
    if newest is not None:
        edition.number = newest.number
        if newest.digest == digest_of_edition(edition, rows):
            return newest
        edition.number += 1
    edition.note, edition.by, edition.at = note, by, timezone.now()
    edition.digest = digest_of_edition(edition, rows)
    edition.save()
    ensure_key(ranking.season.organiser)
    models.EditionRow.objects.bulk_create(rows, batch_size=1000)
    announce_season(Type.EDITION_ISSUED, ranking.season, ranking=ranking.slug, edition=edition.number)
    return edition


def draft(ranking: models.Ranking, version: models.RankingVersion, of_season: Sequence[Pair]) -> Draft:
    """Returns the unsaved edition that a version of the formula gives for these results, with its rows and entrants."""
    formula = version.formula
    read = results_for(ranking, of_season, formula)
    table = _table(ranking, formula, read)
    taken = [result for result in read.everybody if formula.take.takes(result)]
    edition = models.Edition(
        ranking=ranking,
        version=version,
        number=1,
        offered=table.offered,
        needs=table.needs,
        last_day=date.fromisoformat(max(result.day for result in taken)) if taken else None,
        rests_on=_releases(read.reach, {int(result.event) for result in taken}),
    )
    return edition, list(_rows(ranking, edition, table, read))


def _releases(reach: Reach, events: set[int]) -> list[list[Any]]:
    """Returns [address, series, number] for each event's newest release in force, the earliest event first."""
    releases = models.StandingsRelease.objects.in_force().filter(event__in=reach.events())
    columns = "event_id", "event__slug", "series__number", "number"
    oldest_first = releases.order_by("event__starts_at", "event", "series__number", "number").values_list(*columns)
    newest = {event: [slug, series, number] for event, slug, series, number in oldest_first if event in events}
    return list(newest.values())


def _rows(
    ranking: models.Ranking, edition: models.Edition, table: SeasonRanking, read: RankingResults
) -> Iterator[tuple[models.EditionRow, Entrant]]:
    adjusted: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for adjustment in _adjustments(ranking):
        adjusted[adjustment.player_id].append([adjustment.pk, two_digits(Fraction(adjustment.points))])
    everyone: list[RankedRow | UnrankedRow] = [*table.rows, *table.unranked]
    with_minus = edition.version.formula.minus is not None
    for position, row in enumerate(everyone, 1):
        entrant, detail = read.entrants[row.player], dict(_detail(row, with_minus=with_minus))
        if ranking.of != Of.PLAYERS:
            detail["entrant"] = entrant.number
        elif entrant.number in adjusted:
            detail["adjustments"] = adjusted[entrant.number]
        stored = models.EditionRow(
            edition=edition, position=position, club_id=entrant.club, team=entrant.name, detail=detail
        )
        if isinstance(row, RankedRow):
            stored.rank = row.rank
            stored.value, stored.minus = two_digits(row.computation.value), two_digits(row.computation.minus)
            stored.units, stored.used = row.computation.count, row.computation.used
        else:
            stored.units, stored.missing = row.count, row.missing
        yield stored, entrant


def _detail(row: RankedRow | UnrankedRow, *, with_minus: bool) -> Iterator[tuple[str, Any]]:
    """Yields the parts of a computation that the columns of a row do not hold; `words.py` puts them into a sentence.

    `left_out` holds the units that do not count, each as [parts of the key, value, lists, reason].
    """
    units = row.computation.units if isinstance(row, RankedRow) else row.units
    left_out = [
        [list(unit.key), two_digits(unit.value), unit.lists, unit.fate.name.lower()]
        for unit in units
        if unit.fate is not Fate.KEPT
    ]
    if left_out:
        yield "left_out", left_out
    if isinstance(row, RankedRow):
        computation = row.computation
        yield "joined", two_digits(computation.before_minus)
        if computation.filled and computation.filled_with is not None:
            yield "filled", [computation.filled, two_digits(computation.filled_with)]
        if with_minus:
            yield "missed", computation.missed


@part_of_service
def _numbered(season: models.Season, entrants: Iterable[Entrant]) -> dict[int, models.SeasonPlayer]:
    """Returns the season's players, keyed by the player's primary key; new players get the next numbers.

    Numbers are never reused, not even replaced ones.
    """
    players = season.players.all()
    known = {player.player_id: player for player in players if not player.replaced}
    last = max((player.number for player in players), default=0)
    missing = [entrant.number for entrant in entrants if entrant.number not in known]
    new = [
        models.SeasonPlayer(season=season, player_id=pk, number=number) for number, pk in enumerate(missing, last + 1)
    ]
    return known | {player.player_id: player for player in models.SeasonPlayer.objects.bulk_create(new)}


def digest_of_edition(edition: models.Edition, rows: Iterable[models.EditionRow]) -> str:
    """Returns the SHA-256 of an edition and its rows, stored or not.

    The digest names players by their season numbers, and clubs and teams by their primary keys.
    """
    content = {
        "number": edition.number,
        "version": edition.version.number,
        "formula": formula_to_json(edition.version.formula),
        "offered": edition.offered,
        "needs": edition.needs,
        "last_day": edition.last_day and edition.last_day.isoformat(),
        "rests_on": edition.rests_on,
        "rows": [
            [
                row.position,
                row.rank,
                row.entrant and row.entrant.number,
                row.value,
                row.minus,
                row.units,
                row.used,
                row.missing,
                row.detail,
            ]
            for row in rows
        ],
    }
    return hashlib.sha256(canonical(content)).hexdigest()


def check_editions(ranking: models.Ranking) -> Iterator[models.Edition]:
    """Yields the editions whose digest does not match their rows, and all editions after a missing number."""
    editions = ranking.editions.select_related("version").defer(None).order_by("number")
    for number, edition in enumerate(editions, 1):
        rows = edition.rows.select_related("entrant")
        if edition.number != number or edition.digest != digest_of_edition(edition, rows):
            yield edition


def check_word(edition: models.Edition) -> str:
    """Returns the beginning of the digest, which pages and papers show so that two copies can be compared."""
    return f"{edition.digest[:4]} {edition.digest[4:8]}"
