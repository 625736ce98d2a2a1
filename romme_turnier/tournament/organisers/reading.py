"""Reads the organisers of the installation."""

from romme_turnier.tournament.models import Event, Organiser


def are_several() -> bool:
    """Returns whether the program has several organisers. No page or file mentions organisers if there is only one."""
    return Organiser.objects.all()[1:2].exists()


def shown_organiser(event: Event) -> Organiser | None:
    """Returns the organiser that pages about the event name: none if the program has only one."""
    return event.held_by if are_several() else None
