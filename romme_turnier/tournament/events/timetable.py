"""The timetable of the announcement: stored as a whole, and copied to another date. Called by other services."""

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import part_of_service

YEARS = range(1900, 5000)  # of any date in the program; a copy may be moved by the distance of any two
Line = tuple[datetime, str, int | None]  # start, text, number of the series that starts then


@part_of_service
def store_timetable(event: models.Event, lines: Sequence[Line]) -> None:
    """Replaces the timetable. A line without words names its series.

    An item with the same meaning keeps its row, and thus its identity in calendars: the same series, the same words, or
    other words at the same time. Raises TournamentError for a series that the event does not have, and for an empty
    line.
    """
    items = [_item(event, starts_at, " ".join(what.split()), number) for starts_at, what, number in lines]
    items.sort(key=lambda item: item.starts_at)
    left, kept = list(event.timetable.all()), []
    for means in _MEANINGS:
        for item in [item for item in items if item not in kept]:
            same = next((old for old in left if means(old) and means(old) == means(item)), None)
            if same is not None:
                item.pk = same.pk
                left.remove(same)
                kept.append(item)
    event.timetable.filter(pk__in=[old.pk for old in left]).delete()
    models.TimetableItem.objects.bulk_update(kept, ["starts_at", "what", "series_number"])
    models.TimetableItem.objects.bulk_create(item for item in items if item not in kept)


# Ways to identify an item, the surest first; None: not by this one.
_MEANINGS: tuple[Callable[[models.TimetableItem], object], ...] = (
    lambda item: (item.series_number, item.what) if item.series_number else None,
    lambda item: item.series_number,
    lambda item: None if item.series_number else item.what,
    lambda item: None if item.series_number else item.starts_at,
)


def _item(event: models.Event, starts_at: datetime, what: str, number: int | None) -> models.TimetableItem:
    if number is not None and not 1 <= number <= event.series_count:
        raise TournamentError(
            _("Der Zeitplan nennt Serie %(number)d, das Turnier hat aber %(count)d.")
            % {"number": number, "count": event.series_count}
        )
    words = what or (_("Serie %(number)d") % {"number": number} if number else "")
    if not words:
        raise TournamentError(_("Im Zeitplan steht eine Zeit, zu der nichts geschieht."))
    return models.TimetableItem(event=event, starts_at=starts_at, what=words, series_number=number)


def copy_timetable(event: models.Event, copy: models.Event) -> None:
    """Copies the timetable, each line at the same distance from the new start, by local time."""
    shift = _on_the_wall(copy.starts_at) - _on_the_wall(event.starts_at)
    lines = [
        (timezone.make_aware(_on_the_wall(item.starts_at) + shift), item.what, item.series_number)
        for item in event.timetable.all()
    ]
    store_timetable(copy, lines)


def _on_the_wall(moment: datetime) -> datetime:
    return timezone.make_naive(moment)
