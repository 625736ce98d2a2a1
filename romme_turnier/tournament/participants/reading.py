"""Rows of registrations, and names as they may be shown."""

from romme_turnier.tournament import models


def registrations_by_pk(event: models.Event) -> dict[int, models.Registration]:
    return {r.pk: r for r in event.registrations.select_related("player", "club")}


def public_names(event: models.Event) -> dict[int | None, str]:
    """Returns names by start number, abbreviated if the player has not agreed to be named."""
    numbered = event.registrations.filter(number__isnull=False).select_related("player")
    return {registration.number: registration.public_name for registration in numbered}


def playing(event: models.Event, series_number: int) -> list[models.Registration]:
    """Returns who is to be seated in a series, by start number."""
    rows = event.registrations.select_related("player", "club", "fee", "team_membership")
    rows = rows.prefetch_related("absences", "call_ins").order_by("number")
    return [registration for registration in rows if registration.plays_in(series_number)]
