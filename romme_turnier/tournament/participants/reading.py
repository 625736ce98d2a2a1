"""Registrations of an event, and the names that each kind of reader may see."""

from django.db.models import QuerySet

from romme_turnier.tournament import models


def registrations_by_pk(event: models.Event) -> dict[int, models.Registration]:
    return {r.pk: r for r in event.registrations.select_related("player", "club")}


def public_names(event: models.Event) -> dict[int | None, str]:
    """Returns names by start number for public pages."""
    return {registration.number: registration.public_name for registration in _numbered(event)}


def hall_names(event: models.Event) -> dict[int | None, str]:
    """Returns names by start number for paper in the hall."""
    return {registration.number: str(registration.hall_name) for registration in _numbered(event)}


def full_names(event: models.Event) -> dict[int | None, str]:
    """Returns names by start number for officials, for the players themselves, and for the prize-giving."""
    return {registration.number: registration.name for registration in _numbered(event)}


def _numbered(event: models.Event) -> QuerySet[models.Registration]:
    rows = event.registrations.filter(number__isnull=False).select_related("player")
    return rows.only("event", "number", "publish_name", "player__first_name", "player__last_name")


def playing(event: models.Event, series_number: int) -> list[models.Registration]:
    """Returns the players to seat in a series, ordered by start number."""
    rows = event.registrations.select_related("player", "club", "fee", "team_membership")
    rows = rows.prefetch_related("absences", "call_ins").order_by("number")
    return [registration for registration in rows if registration.plays_in(series_number)]
