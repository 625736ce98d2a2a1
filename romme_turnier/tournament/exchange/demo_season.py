"""The demo's season: weekly club evenings, three of them played and closed, with the tables of the year."""

from collections.abc import Iterator, Sequence
from datetime import time, timedelta
from itertools import cycle
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.notation import parse_row
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.seasons.evenings.evening import close_evening, open_evening
from romme_turnier.tournament.seasons.rankings import create_ranking
from romme_turnier.tournament.seasons.recipes import BY_KEY, formula_of
from romme_turnier.tournament.seasons.seasons import SeasonDetails, create_season, proposed_days, publish_season
from romme_turnier.tournament.shared.service import part_of_service

_TUESDAY = 1
_PLAYED, _COMING = 3, 40  # evenings
_BEGIN = time(19, 30)
_FIRST: dict[str, Any] = {"bonus_mode": models.Event.Bonus.PER_LIST, "series_count": 1}  # terms of the first evening
# For each evening, the members who are absent and the guests, by their positions in `members` and `others`.
_AWAY = ((6,), (2,), (6,))
_GUESTS = ((), (0,), ())


@part_of_service
def make_demo_season(
    members: Sequence[models.Player], others: Sequence[models.Player], games: Sequence[str], *, venue: str, by: User
) -> models.Season:
    """Creates and publishes the season around today, and plays its past evenings.

    `games` are rows of lists with four seats; each evening has one series.
    """
    last = timezone.localdate() - timedelta(days=1)
    last -= timedelta(days=(last.weekday() - _TUESDAY) % 7)
    first = last - timedelta(weeks=_PLAYED - 1)
    details = SeasonDetails(
        name=_("Clubjahr %(year)d") % {"year": first.year},
        first_day=first,
        last_day=last + timedelta(weeks=_COMING),
        weekday=_TUESDAY,
        evenings_at=_BEGIN,
    )
    season = create_season(details, days=proposed_days(details), by=by)
    create_ranking(season, _("Meiste Listen"), formula_of(BY_KEY["lists"], season), by=by)
    publish_season(season, by=by)
    rows = cycle(games)
    for week, (away, guests) in enumerate(zip(_AWAY, _GUESTS, strict=True)):
        present = [player for place, player in enumerate(members) if place not in away]
        day = first + timedelta(weeks=week)
        event = open_evening(season, day, present, [others[place] for place in guests], **_FIRST, by=by)
        models.Event.objects.filter(pk=event.pk).update(venue=venue)
        _play(event, rows, by)
    return season


def _play(event: models.Event, games: Iterator[str], by: User) -> None:
    for table in event.series.get(number=1).tables.select_related("spielliste").prefetch_related("seats"):
        seats = len(table.seats.all())
        for number in range(1, event.games_per_list + 1):
            cells = next(cells for row in games if "0" in (cells := row.split()[:seats]))
            entries.save_row(table.spielliste, parse_row(number, cells), expected=0, by=by)
        entries.complete(table.spielliste, expected=None, by=by)
    close_evening(event, by=by)
