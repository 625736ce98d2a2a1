"""Form data of an announcement."""

from typing import Any

from romme_turnier.core.lists.scoring_points import USUAL
from romme_turnier.tournament.models import Event

ROWS = {
    **{f"{prefix}-TOTAL_FORMS": "5" for prefix in ("fee", "fine", "item")},
    **{f"{prefix}-INITIAL_FORMS": "0" for prefix in ("fee", "fine", "item")},
}
# The least form data of an announcement.
TYPED = {
    **ROWS,
    "name": "Großer Herbstpokal",
    "starts_at": "2026-10-17T10:00",
    "is_over": "on",  # as soon as it is
    "access": "open",
    "prizes": "individual",
    "ruleset": "rommeordnung",
    "series_count": "3",
    "bonus_mode": "per_list",
    "entry_fee": "10,50",
    "currency": "eur",
}
# The fields of an event that ranks by scoring points, and the form data for them.
SCORING_POINTS: dict[str, Any] = {"scoring": Event.Scoring.SCORING_POINTS, "points_per_game": USUAL}
TYPED_POINTS = {
    "scoring": "scoring_points",
    "points_ended": "5",
    "points_handromme": "8",
    "step-TOTAL_FORMS": "5",
    "step-INITIAL_FORMS": "3",
    **{f"step-{at}-most": str(most) for at, (most, _points) in enumerate(USUAL.steps)},
    **{f"step-{at}-points": str(points) for at, (_most, points) in enumerate(USUAL.steps)},
}


def values_of(event: Event) -> dict[str, str]:
    """Returns the form data of an event without any change; of scoring points, the usual ones."""
    return {
        **TYPED,
        **(TYPED_POINTS if event.points_per_game else {}),
        "name": event.name,
        "games_per_list": str(event.games_per_list),
        "bonus_four": str(event.bonus_four),
        "bonus_three": str(event.bonus_three),
        "bonus_handromme": str(event.bonus_handromme),
    }
