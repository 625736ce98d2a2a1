"""The frame of the officials' pages: the bar with the event and its places, the pages of the place one is in."""

from dataclasses import dataclass

from django import template
from django.template.context import Context

from romme_turnier.tournament.events.reading import desk_of
from romme_turnier.tournament.models import Event
from romme_turnier.web.organiser.navigation import PLACES, Link, here_of, pages_of, places_of, series_of

EVENTS_AT_ONCE = 8  # in the menu; the others are on the page of all events

register = template.Library()


@dataclass(frozen=True, slots=True)
class Bar:
    """`event` is the one whose page is shown, with its places; without one the bar has the menu of events only."""

    event: Event | None
    places: list[Link]
    events: list[Event]
    has_register: bool

    @property
    def here(self) -> str:
        return next((place.label for place in self.places if place.current), "")


@register.simple_tag(takes_context=True)
def desk_bar(context: Context) -> Bar:
    """`{% desk_bar as bar %}`: what the bar shows to the official who is signed in."""
    request, event = context["request"], _event(context)
    mine = desk_of(request.user)
    places = places_of(request.path, event) if event else []
    return Bar(event, places, mine.events[:EVENTS_AT_ONCE], has_register=mine.directs_any)


@dataclass(frozen=True, slots=True)
class PlaceLinks:
    """Where one can go inside a place: its pages, and the series that the page shown can be switched to."""

    label: str
    series: list[Link]
    pages: list[Link]


@register.simple_tag(takes_context=True)
def place_links(context: Context) -> PlaceLinks | None:
    """`{% place_links as links %}`: nothing where the place is one page, and on pages of no event."""
    request, event = context["request"], _event(context)
    if event is None:
        return None
    label = PLACES[here_of(request.path, event).place][0]
    links = PlaceLinks(str(label), series_of(request.path, event), pages_of(request.path, event, request.user))
    return links if links.series or links.pages else None


def _event(context: Context) -> Event | None:
    event = context.get("event")
    return event if isinstance(event, Event) else None
