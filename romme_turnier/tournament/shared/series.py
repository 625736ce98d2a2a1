"""Series of an event that have tables."""

from django.db.models import Max, QuerySet

from romme_turnier.tournament import models


def drawn_series(event: models.Event) -> QuerySet[models.Series]:
    """Returns the series that have tables, released or not."""
    return event.series.filter(tables__isnull=False).distinct()


def last_drawn(event: models.Event) -> int:
    """Returns the number of the last series that has tables; 0 without any."""
    return drawn_series(event).aggregate(last=Max("number"))["last"] or 0


def being_played() -> QuerySet[models.Series]:
    """Returns the series of all events that have tables and are not closed yet."""
    drawn = models.Series.objects.filter(tables__isnull=False, closed_at=None).distinct()
    return drawn.select_related("event").order_by("event__starts_at", "number")
