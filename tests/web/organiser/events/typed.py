"""Form data of an announcement."""

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


def values_of(event: Event) -> dict[str, str]:
    """Returns the form data of an event without any change."""
    return {
        **TYPED,
        "name": event.name,
        "games_per_list": str(event.games_per_list),
        "bonus_four": str(event.bonus_four),
        "bonus_three": str(event.bonus_three),
        "bonus_handromme": str(event.bonus_handromme),
    }
