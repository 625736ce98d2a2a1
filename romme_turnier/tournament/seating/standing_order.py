"""The order of players for seating by the standings."""

from romme_turnier.tournament import models
from romme_turnier.tournament.standings import reading as standings_reading


def standing_order(event: models.Event, series_number: int) -> list[int]:
    """Returns start numbers in the order of the standings before that series, the best first.

    Equal players are in order of start number; those without a rank come last, and after them those not in the
    standings: a substitute may be called in for this series.
    """
    rows = standings_reading.standings(event, series_number - 1)
    named = {row.entrant.number: None for row in rows if row.entrant.number is not None}
    numbers = event.registrations.filter(number__isnull=False).order_by("number").values_list("number", flat=True)
    return list(named | dict.fromkeys(number for number in numbers if number is not None))
