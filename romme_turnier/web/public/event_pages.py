"""The list of events, and the pages of organisers and of events."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_safe

from romme_turnier.tournament.events.announcement_words import conditions, rules_of_play
from romme_turnier.tournament.events.operator import operator
from romme_turnier.tournament.events.timetable_words import changes_at, next_item, timetable
from romme_turnier.tournament.models import Event, Organiser, Season
from romme_turnier.tournament.organisers.reading import are_several, at_and_below, of_organisers, primary_keys
from romme_turnier.tournament.participants.self_registration import why_closed
from romme_turnier.tournament.participants.waiting_list import places_left, queue
from romme_turnier.tournament.seasons.reading import NextEvening, calendar_of
from romme_turnier.web.public.access import (
    public_event,
    released_series,
    releases_of,
    running_seasons,
    visible_events,
)
from romme_turnier.web.public.crumbs import crumbs_of, crumbs_of_organiser
from romme_turnier.web.public.event_list import EventListFilter, YearFilter, page_of_events
from romme_turnier.web.public.kept import ChangingResponse, kept

_SEASONS = 5  # on the home page and on an organiser's page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Lists the published events: today's, coming and past ones. With several organisers, they can be filtered."""
    several = are_several()
    chosen = EventListFilter(request.GET) if several else YearFilter(request.GET, visible_events())
    page, groups = page_of_events(chosen.shown, request.GET.get("seite"))
    context = {
        "groups": groups,
        "page_obj": page,
        "filter": chosen,
        "with_organiser": several,
        "seasons": _running(Organiser.objects.filter(parent=None)),
    }
    return render(request, "public/home.html", context)


@require_safe
def organiser(request: HttpRequest, name: str) -> HttpResponse:
    """Shows an organiser's contact, imprint and events, and the events of the organisers below it."""
    shown = _organiser(name)
    chosen = YearFilter(request.GET, of_organisers(visible_events(), primary_keys(at_and_below(shown))))
    page, groups = page_of_events(chosen.shown, request.GET.get("seite"))
    context = {
        "organiser": shown,
        "crumbs": crumbs_of_organiser(shown),
        "below": shown.children.all(),
        "seasons": _running(Organiser.objects.filter(pk=shown.pk)),
        "groups": groups,
        "page_obj": page,
        "filter": chosen,
        "with_organiser": shown.kind != Organiser.Kind.CLUB,
    }
    return render(request, "public/organiser.html", context)


def _running(organisers: QuerySet[Organiser]) -> list[tuple[Season, NextEvening | None]]:
    """Returns up to `_SEASONS` running seasons of these organisers, each with its next evening, if there is one."""
    return [(season, calendar_of(season).next) for season in running_seasons(organisers)[:_SEASONS]]


@require_safe
def organiser_privacy(request: HttpRequest, name: str) -> HttpResponse:
    """Shows the organiser's privacy notice: controller, purposes and storage of players' data, and their rights."""
    shown = _organiser(name)
    here = reverse("public:organiser", args=[name])
    crumbs = [*crumbs_of_organiser(shown)[:-1], (shown.name, here), (_("Ihre Daten"), None)]
    context = {
        "organiser": shown,
        "names_years": shown.names_years,
        "are_several": True,
        "crumbs": crumbs,
        "operator": operator(),
    }
    return render(request, "public/organiser_privacy.html", context)


def _organiser(name: str) -> Organiser:
    """Returns an organiser. Raises Http404 if it is unknown, or if the program has only one."""
    if not are_several():
        raise Http404
    return get_object_or_404(Organiser, slug=name)


@require_safe
@kept
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows the announcement (§ 1.1) and links to the pages that are released."""
    event, now = public_event(slug), timezone.now()
    context = {
        "event": event,
        "crumbs": crumbs_of(event),
        "next": next_item(event, now),
        "conditions": conditions(event),
        "rules_of_play": rules_of_play(event),
        "is_before": timezone.localdate(now) < timezone.localdate(event.starts_at),
        "timetable": timetable(event),
        "registering": registration_box(event),
        "release": releases_of(event).first(),
        "seats_of": released_series(event).first(),
    }
    until, closes_at = changes_at(event, now), event.registration_closes_at
    if event.self_registration and closes_at and closes_at > now:
        until = min(until, closes_at)
    return ChangingResponse(render_to_string("public/event.html", context, request), until=until)


def registration_box(event: Event) -> dict[str, Any] | None:
    """Returns the context of the registration box; None if the event has no self-registration.

    `sentence` is about free places and the waiting list, or gives the reason why registration is closed.
    """
    if not event.self_registration:
        return None
    closed, teams = why_closed(event), event.prizes != Event.Prizes.INDIVIDUAL
    return {"open": not closed, "sentence": closed or _places(event), "teams": teams and not closed}


def _places(event: Event) -> str:
    left, waiting = places_left(event), len(queue(event))
    if left is None:
        return ""
    if left and not waiting:
        return ngettext("Noch %(n)d Platz frei.", "Noch %(n)d Plätze frei.", left) % {"n": left}
    full = _("Es ist kein Platz mehr frei. Wer sich jetzt anmeldet, steht auf der Warteliste.")
    if not waiting:
        return full
    before = ngettext("Dort wartet %(n)d Anmeldung.", "Dort warten %(n)d Anmeldungen.", waiting) % {"n": waiting}
    return f"{full} {before}"
