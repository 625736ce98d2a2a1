"""The list of published events on the home page and on pages of organisers: in pages, by organiser, place and name."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple, overload

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.core.people.names import holds
from romme_turnier.documents.tables.base import FilterForm
from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.organisers.reading import at_and_below
from romme_turnier.web.public.access import visible_events

EVENTS_ON_A_PAGE = 50
MOST = 2_500  # coming events that pages show, and past ones; the filter finds the others


class Group(NamedTuple):
    heading: str
    events: list[Event]
    is_next: bool  # its events are larger: today's, or else the next ones


class InTurn(Sequence[Event]):
    """Coming events, the next first, and then past ones, the latest first; a slice reads no others.

    One order for both would make the database sort all events for each page.
    """

    def __init__(self, events: QuerySet[Event]) -> None:
        midnight = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
        events = events.select_related("held_by")
        self._coming = events.filter(starts_at__gte=midnight).order_by("starts_at", "slug")
        self._past = events.filter(starts_at__lt=midnight).order_by("-starts_at", "slug")

    def __len__(self) -> int:
        return self._until_today + self._past[:MOST].count()

    @cached_property
    def _until_today(self) -> int:
        return self._coming[:MOST].count()

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        if isinstance(place, int):
            return self[place : place + 1][0]
        start, stop, coming = place.start, place.stop, self._until_today
        past = self._past[max(start - coming, 0) : max(stop - coming, 0)]
        return [*self._coming[start : min(stop, coming)], *past]

    def fitting(self, text: str, place: str) -> list[int]:
        """Returns the primary keys of the events that contain the words of `text`, and those of `place` as their venue.

        As everywhere in the program, umlauts and accents do not matter.
        """
        columns = ("pk", "name", "venue", "organiser", "held_by__name")
        rows = chain(*(events.values_list(*columns).iterator() for events in (self._coming, self._past)))
        return [pk for pk, *texts in rows if holds(text, *texts) and holds(place, texts[1])]


class Chosen(Sequence[Event]):
    """The events with these primary keys; a slice reads no others."""

    def __init__(self, pks: list[int]) -> None:
        self._pks = pks

    def __len__(self) -> int:
        return len(self._pks)

    @overload
    def __getitem__(self, place: int) -> Event: ...
    @overload
    def __getitem__(self, place: slice) -> list[Event]: ...
    def __getitem__(self, place: int | slice) -> Event | list[Event]:
        pks = self._pks[place] if isinstance(place, slice) else [self._pks[place]]
        events = Event.objects.select_related("held_by").in_bulk(pks)
        return [events[pk] for pk in pks] if isinstance(place, slice) else events[pks[0]]


def page_of_events(events: Sequence[Event], number: str | None) -> tuple[Page[Event], list[Group]]:
    """Returns a page of the events, and its groups: today's, coming (next first) and past ones (latest first)."""
    today = timezone.localdate()
    page = Paginator(events, EVENTS_ON_A_PAGE).get_page(number)
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

    def chosen(self) -> Sequence[Event]:
        events, text, place = visible_events(), self.asked.get("q"), self.asked.get("ort")
        if slug := self.asked.get("veranstalter"):
            events = events.filter(held_by__in=at_and_below(self.organisers[slug]))
        in_turn = InTurn(events)
        return Chosen(in_turn.fitting(text or "", place or "")) if text or place else in_turn
