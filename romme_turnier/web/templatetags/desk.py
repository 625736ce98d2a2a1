"""Tags for the officials' pages: the bar, the links inside its places, addresses of lists, differences, and bans."""

from dataclasses import dataclass

from django import template
from django.http import HttpRequest
from django.template.context import Context

from romme_turnier.tournament.events.progress import EventProgress, progress_of
from romme_turnier.tournament.events.reading import EVENTS_AT_ONCE, desk_of
from romme_turnier.tournament.models import Event, Organiser, Registration
from romme_turnier.tournament.offices import offices_of
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.participants.register.bans import BanWarning, warnings
from romme_turnier.tournament.permissions import may
from romme_turnier.tournament.seasons.access import seasons_of
from romme_turnier.web.organiser.events.next_action import Action, next_action
from romme_turnier.web.organiser.hall.call_lines import CallsMark, mark_of
from romme_turnier.web.organiser.lists.common import ListView
from romme_turnier.web.organiser.lists.differences import shown
from romme_turnier.web.organiser.navigation import PLACES, Link, Reached, here_of, pages_of, places_of, series_of

register = template.Library()
register.simple_tag(shown, name="differences")


@dataclass(slots=True)
class Bar:
    """The bar of the officials' pages. Only the pages of an event have places, a next step and calls in it.

    `organiser` is the organiser of the page; None if the page has none, or if the program has only one organiser.
    """

    event: Event | None
    organiser: Organiser | None
    are_several: bool
    has_organisers: bool
    places: list[Link]
    next: Action | None
    events: list[Event]
    may_make: bool
    has_register: bool
    calls: CallsMark | None

    @property
    def here(self) -> str:
        return next((place.label for place in self.places if place.current), "")


@register.simple_tag(takes_context=True)
def desk_bar(context: Context) -> Bar:
    """Returns the contents of the bar for the signed-in official: `{% desk_bar as bar %}`."""
    request, event = context["request"], _event(context)
    mine = desk_of(request.user)
    bar = Bar(
        event=event,
        organiser=None,
        are_several=are_several(),
        has_organisers=False,
        places=[],
        next=None,
        events=mine.events[:EVENTS_AT_ONCE],
        may_make=mine.may_make,
        has_register=mine.has_register,
        calls=None,
    )
    if bar.are_several:
        bar.organiser = event.held_by if event else context.get("organiser") or _of_season(request)
        organisers = Organiser.objects.in_bulk({event.held_by_id for event in bar.events})
        for listed in bar.events:
            listed.held_by = organisers[listed.held_by_id]
        bar.has_organisers = request.user.is_superuser or bool(offices_of(request.user))
    if event:
        day = _day(context, event)
        action = None if event.elsewhere else next_action(event, day)
        bar.places = places_of(request.path, event, Reached.on(day))
        bar.next = action if action and may(request.user, action.right, event) else None
        bar.calls = mark_of(event)
    return bar


def _of_season(request: HttpRequest) -> Organiser | None:
    """Returns the organiser of the season in the page's address; None if there is none that the official may see."""
    match = request.resolver_match
    organiser, _slash, slug = str(match.kwargs.get("season", "") if match else "").partition("/")
    if not slug or not request.user.is_authenticated:
        return None
    season = seasons_of(request.user).filter(organiser__slug=organiser, slug=slug).first()
    return season.organiser if season is not None else None


@dataclass(frozen=True, slots=True)
class PlaceLinks:
    """The links inside a place of the bar: the pages of the place, and the current page for each series."""

    label: str
    series: list[Link]
    pages: list[Link]


@register.simple_tag(takes_context=True)
def place_links(context: Context) -> PlaceLinks | None:
    """Returns the links inside the current place; None if there are none: `{% place_links as links %}`."""
    request, event = context["request"], _event(context)
    if event is None:
        return None
    label = PLACES[here_of(request.path, event).place][0]
    pages = pages_of(request.path, event, Reached.on(_day(context, event)), request.user)
    links = PlaceLinks(str(label), series_of(request.path, event), pages)
    return links if links.series or links.pages else None


def _event(context: Context) -> Event | None:
    event = context.get("event")
    return event if isinstance(event, Event) else None


def _day(context: Context, event: Event) -> EventProgress:
    """Returns the event's progress, from the page's context or read once per request."""
    request = context["request"]
    day = context.get("day") or getattr(request, "_desk_day", None)
    if not isinstance(day, EventProgress):
        day = request._desk_day = progress_of(event)
    return day


@register.simple_tag(takes_context=True)
def ban_warnings(context: Context, registration: Registration) -> list[BanWarning]:
    """Returns the bans to show next to a participant."""
    return warnings(registration.event, [registration], context["request"].user).get(registration.pk, [])


@register.simple_tag
def list_url(view: ListView, name: str) -> str:
    """Returns the address of a page about a list: `{% list_url view 'list_reading' %}`."""
    return view.url(name)
