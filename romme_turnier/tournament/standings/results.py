"""The results of an event for seasons and for the years of a player: one narrow row per player and list."""

from collections.abc import Iterator
from datetime import date
from operator import attrgetter, itemgetter

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.effects import outdate_rankings, published_lists
from romme_turnier.tournament.shared.service import at_end, lock_events, nothing_done, part_of_service, service

_COLUMNS = tuple(field.attname for field in models.Result._meta.concrete_fields if not field.primary_key)
_values = attrgetter(*_COLUMNS)
_KEY = itemgetter(*map(_COLUMNS.index, ("series", "player_id")))
_season_and_day = itemgetter(*map(_COLUMNS.index, ("season_id", "day")))


def released_results(event: models.Event) -> Iterator[models.Result]:
    """Yields the unsaved results in the newest release in force; none without such a release, or for a copy."""
    release = event.releases.in_force().defer("team_rows").first()
    if release is None or event.is_copy:  # only the laptop knows who the people of a copy are
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


def refresh_results(event_id: int) -> None:
    """Stores the results of a released event again at the end of the current act.

    Called by acts that change a fact in these results: the number, person, club or guest flag of a registration, or the
    season, kind or day of the event.
    """
    at_end(_refresh, [event_id])


def _refresh(events: set[int]) -> None:
    for event in models.Event.objects.filter(pk__in=events, releases__isnull=False).distinct().order_by("pk"):
        store_results(event)


@part_of_service
def store_results(event: models.Event) -> bool:
    """Replaces the stored results of an event with those of the newest release in force; returns whether any changed.

    A change outdates the rankings of the event's current and former seasons and, if the event is public, the rankings
    of organisers above that count it.
    """
    lock_events([event.pk])  # another act may change a registration while this one reads the release
    event = models.Event.objects.select_related("held_by").get(pk=event.pk)
    results = list(released_results(event))
    stored = list(event.results.values_list(*_COLUMNS))
    if sorted(stored, key=_KEY) == sorted(map(_values, results), key=_KEY):
        return False
    event.results.all().delete()
    models.Result.objects.bulk_create(results)
    facts = [_season_and_day(row) for row in (*stored, *map(_values, results))]
    above = {(event.held_by.number, day) for _season, day in facts} if event.is_public else ()
    # Marks outdated rankings again: an edition that is being made would otherwise miss this change and clear the mark.
    outdate_rankings({event.season_id, *(season for season, _day in facts)}, above)
    return True


@part_of_service
def outdate_by_membership(player: models.Player) -> None:
    """Outdates the rankings in which a membership decides whether the player's lists count.

    The membership decides about lists played as a guest if the season counts them in retrospect, and about all lists if
    only members count. A ranking that counts organisers below may do either.
    """
    as_guest = Q(guest=True, season__guest_evenings_count=True)
    of_members = Q(season__rankings__versions__formula__has_key="member_months")
    concerned = player.results.filter(as_guest | of_members)
    both = models.Ranking.objects.filter(versions__formula__has_keys=["organisers_below", "member_months"])
    below = player.results.all() if both.exists() else player.results.filter(guest=True)
    outdate_rankings(concerned.order_by().values_list("season", flat=True).distinct(), published_lists(below))


@service(gettext_lazy("Ergebnisse neu gebildet"))
def rebuild_results(event: models.Event, *, by: User | None) -> list[str]:
    """Stores the results of an event again; returns the `result_differences` found before."""
    changed = list(result_differences(event))
    if not store_results(event):
        nothing_done()
    return changed


def result_differences(event: models.Event) -> Iterator[str]:
    """Yields a sentence for every difference between the stored results and the newest release in force. Read-only."""
    stored, computed = (
        {(row.series, row.player_id): row for row in rows} for rows in (event.results.all(), released_results(event))
    )
    for key in sorted(stored.keys() | computed.keys()):
        place = _("Ergebnis von Eintrag %(player)d in Serie %(series)d") % {"player": key[1], "series": key[0]}
        if key not in stored:
            yield _("%(place)s: fehlt") % {"place": place}
        elif key not in computed:
            yield _("%(place)s: in der Rangliste ist es nicht") % {"place": place}
        else:
            for name in _COLUMNS:
                values = {"stored": getattr(stored[key], name), "computed": getattr(computed[key], name)}
                if values["stored"] != values["computed"]:
                    words = _("%(place)s, %(name)s: gespeichert %(stored)s, berechnet %(computed)s")
                    yield words % {"place": place, "name": name, **values}
