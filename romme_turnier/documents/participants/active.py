"""Those who play, as the registration list and the start cards read them."""

from django.db.models import QuerySet

from romme_turnier.tournament.models import Event, Registration


def active_registrations(event: Event) -> QuerySet[Registration]:
    """Returns the active registrations of the event, with their players and clubs."""
    return event.registrations.filter(status=Registration.Status.ACTIVE).select_related("player", "club")
