"""The breadcrumbs of public pages, from the list of events through the organiser, if there are several, to the page."""

from django.urls import reverse
from django.utils.translation import gettext as _

from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.tournament.models import Event, Organiser, Season
from romme_turnier.tournament.organisers.reading import are_several, shown_organiser

Crumb = tuple[str, str | None]


def crumbs_of(event: Event, *below: Crumb) -> list[Crumb]:
    """Returns the breadcrumbs of a page as labels and addresses; the last has no address."""
    own = reverse("public:event", args=[event.slug]) if below else None
    organiser = shown_organiser(event)
    above = [_crumb(organiser)] if organiser else []
    return [_home(), *above, (event.name, own), *below]


def crumbs_of_organiser(organiser: Organiser) -> list[Crumb]:
    """Returns the breadcrumbs of an organiser's page, through the organisers above it."""
    above = Organiser.objects.filter(number__in=chain_of(organiser.number)[:-1])
    return [_home(), *map(_crumb, above), (organiser.name, None)]


def crumbs_of_season(season: Season, *below: Crumb) -> list[Crumb]:
    """Returns the breadcrumbs of a page of a season, with its organiser if there are several."""
    own = reverse("public:season", args=[season.organiser.slug, season.slug]) if below else None
    above = [_crumb(season.organiser)] if are_several() else []
    return [_home(), *above, (season.name, own), *below]


def _home() -> Crumb:
    return _("Turniere"), reverse("public:home")


def _crumb(organiser: Organiser) -> Crumb:
    return organiser.name, reverse("public:organiser", args=[organiser.slug])
