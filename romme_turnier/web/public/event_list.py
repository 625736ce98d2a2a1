"""The paginated list of published events on the home page and on organisers' pages, with filters."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.documents.tables.base import FilterForm, LongSelect
from romme_turnier.documents.tables.events import YearField
from romme_turnier.tournament.events.many import MOST, Shown, coming, in_year, past, with_words, years_of
from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.organisers.reading import at_and_below, of_organisers, primary_keys
from romme_turnier.web.public.access import visible_events

EVENTS_ON_A_PAGE = 50


class Group(NamedTuple):
    heading: str
    events: list[Event]
    is_next: bool  # the first group on the first page, whose events are displayed larger
    is_today: bool


def page_of_events(events: Sequence[Event], number: str | None) -> tuple[Page[Event], list[Group]]:
    """Returns a page of the events, and its nonempty groups: today's, coming and past events, in the given order."""
    today = timezone.localdate()
    page = Paginator(events, EVENTS_ON_A_PAGE).get_page(number)
    by_day = [(timezone.localdate(event.starts_at), event) for event in page.object_list]
    todays = [event for day, event in by_day if day == today]
    groups = [
        (_("Heute"), todays),
        (_("Demnächst"), [event for day, event in by_day if day > today]),
        (_("Vergangene Turniere"), [event for day, event in by_day if day < today]),
    ]
    filled = [(heading, events) for heading, events in groups if events]
    return page, [
        Group(heading, events, is_next=not place and page.number == 1, is_today=events is todays)
        for place, (heading, events) in enumerate(filled)
    ]


class YearFilter(FilterForm):
    """Chooses a year of published events. Without a year, at most `MOST` coming and `MOST` past events are shown."""

    jahr = YearField(widget=forms.HiddenInput)  # pages offer the years as links

    def __init__(self, query: QueryDict, events: QuerySet[Event]) -> None:
        super().__init__(query)
        self._events = events
        if query.get("jahr"):
            self.fields["jahr"].offer(self.years)  # type: ignore[attr-defined]

    @property
    def year(self) -> int | None:
        return self.asked.get("jahr")

    @cached_property
    def shown(self) -> Shown:
        """Coming events, the next first, and then past ones, the latest first.

        One order for both would make the database sort all events for each page.
        """
        midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
        events = self.narrowed(self._events)
        if self.year:
            events = in_year(events, self.year)
        with_words = "q" in self.asked or "ort" in self.asked
        parts = coming(events, midnight), past(events, midnight, with_words=with_words)
        return Shown(*parts, most=None if self.year else MOST)

    @cached_property
    def years(self) -> Sequence[int]:
        return years_of(self._events)

    @property
    def offered_years(self) -> Sequence[int]:
        """The years to which the page links; none if no year is chosen and all events are listed anyway."""
        return self.years if self.year or self.shown.goes_on else ()

    def narrowed(self, events: QuerySet[Event]) -> QuerySet[Event]:
        return events


class EventListFilter(YearFilter):
    """Chooses among the published events of a program with several organisers."""

    q = forms.CharField(label=gettext_lazy("Suche"), required=False, max_length=120)
    ort = forms.CharField(label=gettext_lazy("Spielort"), required=False, max_length=120)
    veranstalter = forms.ChoiceField(label=gettext_lazy("Veranstalter"), required=False, widget=LongSelect)

    def __init__(self, query: QueryDict) -> None:
        """Offers the organisers of published events, and those above them."""
        super().__init__(query, visible_events())
        with_events = Organiser.objects.filter(Exists(visible_events().filter(held_by=OuterRef("pk"))))
        shown = {above for number in with_events.values_list("number", flat=True) for above in chain_of(number)}
        self._organisers = {row.slug: row for row in Organiser.objects.filter(number__in=shown)}
        choices: list[tuple[str, Any]] = [(slug, row.name) for slug, row in self._organisers.items()]
        self.fields["veranstalter"].choices = [("", gettext_lazy("alle")), *choices]  # type: ignore[attr-defined]

    def narrowed(self, events: QuerySet[Event]) -> QuerySet[Event]:
        if slug := self.asked.get("veranstalter"):
            events = of_organisers(events, primary_keys(at_and_below(self._organisers[slug])))
        return with_words(events, self.asked.get("q", ""), self.asked.get("ort", ""))
