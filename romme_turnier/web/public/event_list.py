"""The list of published events on the home page and on pages of organisers: in pages, by organiser, place and name."""

from typing import Any, NamedTuple

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Case, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, When
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.core.people.names import holds
from romme_turnier.documents.tables.base import FilterForm
from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.organisers.reading import at_and_below
from romme_turnier.web.public.access import visible_events

EVENTS_ON_A_PAGE = 50


class Group(NamedTuple):
    heading: str
    events: list[Event]
    is_next: bool  # its events are larger: today's, or else the next ones


def page_of_events(events: QuerySet[Event], number: str | None) -> tuple[Page[Event], list[Group]]:
    """Returns a page of the events, and its groups: today's, coming (next first) and past ones (latest first)."""
    today = timezone.localdate()
    midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    is_past = ExpressionWrapper(Q(starts_at__lt=midnight), output_field=BooleanField())
    coming, past = (Case(When(is_past=over, then=F("starts_at"))) for over in (False, True))
    ordered: QuerySet[Event] = events.alias(is_past=is_past).order_by("is_past", coming.asc(), past.desc(), "slug")
    page = Paginator(ordered.select_related("held_by"), EVENTS_ON_A_PAGE).get_page(number)
    by_day = [(timezone.localdate(event.starts_at), event) for event in page.object_list]
    groups = [
        (_("Heute"), [event for day, event in by_day if day == today]),
        (_("Demnächst"), [event for day, event in by_day if day > today]),
        (_("Vergangene Turniere"), [event for day, event in by_day if day < today]),
    ]
    filled = [group for group in groups if group[1]]
    return page, [Group(*group, is_next=not place and page.number == 1) for place, group in enumerate(filled)]


class EventListFilter(FilterForm):
    """Chooses among the published events of a program with several organisers."""

    q = forms.CharField(label=gettext_lazy("Suche"), required=False, max_length=120)
    ort = forms.CharField(label=gettext_lazy("Spielort"), required=False, max_length=120)
    veranstalter = forms.ChoiceField(label=gettext_lazy("Veranstalter"), required=False)

    def __init__(self, query: QueryDict) -> None:
        """Offers the organisers of published events, and those above them."""
        super().__init__(query)
        with_events = Organiser.objects.filter(Exists(visible_events().filter(held_by=OuterRef("pk"))))
        shown = {above for number in with_events.values_list("number", flat=True) for above in chain_of(number)}
        self.organisers = {row.slug: row for row in Organiser.objects.filter(number__in=shown)}
        choices: list[tuple[str, Any]] = [(slug, row.name) for slug, row in self.organisers.items()]
        self.fields["veranstalter"].choices = [("", gettext_lazy("alle")), *choices]  # type: ignore[attr-defined]

    def chosen(self) -> QuerySet[Event]:
        events, text, place = visible_events(), self.asked.get("q"), self.asked.get("ort")
        if slug := self.asked.get("veranstalter"):
            events = events.filter(held_by__in=at_and_below(self.organisers[slug]))
        if text or place:
            # As everywhere in the program, umlauts and accents count like the letters without them.
            rows = events.values_list("pk", "name", "venue", "organiser", "held_by__name")
            events = events.filter(
                pk__in=[pk for pk, *texts in rows if holds(text or "", *texts) and holds(place or "", texts[1])]
            )
        return events
