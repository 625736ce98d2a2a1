"""In which order the standings put those who are to be seated."""

from romme_turnier.tournament import models, queries


def standing_order(event: models.Event, series_number: int) -> list[int]:
    """Start numbers as the standings before that series have them, the best first.

    Who is equal stands by start number; who has no rank comes last.
    """
    rows = queries.standings(event, series_number - 1)
    return [row.entrant.number for row in rows if row.entrant.number is not None]
