"""The results of an event for seasons and for the years of a player: one narrow row per player and list."""

from collections.abc import Iterator
from datetime import date
from operator import attrgetter, itemgetter

from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.shared.service import part_of_service

_COLUMNS = tuple(field.attname for field in models.Result._meta.concrete_fields if not field.primary_key)
_values = attrgetter(*_COLUMNS)
_KEY = itemgetter(*map(_COLUMNS.index, ("series", "player_id")))


def released_results(event: models.Event) -> Iterator[models.Result]:
    """Yields the results in the newest release of an event, unsaved; before the first release, there are none."""
    release = event.releases.first()
    if release is None:
        return
    entries = {entry.number: entry for entry in event.registrations.filter(number__isnull=False)}
    own_day = timezone.localdate(event.starts_at)
    days = {number: date.fromisoformat(day) for number, day in enumerate(release.days, 1)}  # none in old releases
    for row in release.rows:
        entry = entries.get(row.number)
        if entry is None:
            continue
        for series, sums in enumerate(row.results, 1):
            if sums is not None:
                yield models.Result(
                    event=event,
                    season_id=event.season_id,
                    organiser_id=event.held_by_id,
                    kind=event.kind,
                    day=days.get(series, own_day),
                    series=series,
                    player_id=entry.player_id,
                    registration=entry,
                    club_id=entry.club_id,
                    guest=entry.guest,
                    counts=not (row.excluded or row.out_of_competition),
                    result=sums.total,
                    finished=sums.finished,
                    handrommes=sums.handrommes,
                    half_points=sums.half_points,
                    scoring_points=sums.scoring_points,
                )


@part_of_service
def store_results(event: models.Event) -> bool:
    """Stores the results in the newest release of an event in place of the earlier ones; returns whether any changed.

    A change outdates the rankings of the season to which the event belongs, or belonged.
    """
    results = list(released_results(event))
    stored = list(event.results.values_list(*_COLUMNS))
    if sorted(stored, key=_KEY) == sorted(map(_values, results), key=_KEY):
        return False
    seasons = {event.season_id, *event.results.values_list("season", flat=True)}
    event.results.all().delete()
    models.Result.objects.bulk_create(results)
    # Outdated rankings, too: an edition that is being made would otherwise miss this change and clear the mark.
    models.Ranking.objects.filter(season__in=seasons).update(outdated_since=timezone.now())
    return True
