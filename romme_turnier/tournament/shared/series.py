"""Which series of an event have tables."""

from django.db.models import QuerySet

from romme_turnier.tournament import models


def drawn_series(event: models.Event) -> QuerySet[models.Series]:
    """Returns the series that have tables, released or not."""
    return event.series.filter(tables__isnull=False).distinct()
