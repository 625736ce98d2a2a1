"""In which order the standings put those who are to be seated."""

from romme_turnier.tournament import models
from romme_turnier.tournament.standings import reading as standings_reading


def standing_order(event: models.Event, series_number: int) -> list[int]:
    """Start numbers as the standings before that series have them, the best first.

    Who is equal stands by start number; who has no rank comes last, and after them those whom the standings do not
    name: a substitute may be called in for this series.
    """
    rows = standings_reading.standings(event, series_number - 1)
    named = {row.entrant.number: None for row in rows if row.entrant.number is not None}
    numbers = event.registrations.filter(number__isnull=False).order_by("number").values_list("number", flat=True)
    return list(named | dict.fromkeys(number for number in numbers if number is not None))
