"""What a stored revision of a list holds, as values of the core."""

from collections.abc import Mapping
from typing import Any

from romme_turnier.core.lists.totals import SeatTotals


def totals_of_content(content: Mapping[str, Any]) -> list[SeatTotals]:
    """Returns the sums of a revision by seat, seat 1 first; a figure that nobody counted yet when it was made is 0."""
    by_seat = sorted(content["totals"], key=lambda total: total["seat"])
    return [SeatTotals(**{name: total[name] for name in SeatTotals._fields if name in total}) for total in by_seat]
