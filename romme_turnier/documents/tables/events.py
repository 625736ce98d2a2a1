"""Tables of an official's events, and of the series, officials and invitations of one event."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import PersonName, holds
from romme_turnier.documents.tables.base import FilterForm, ListTable, LongSelect
from romme_turnier.documents.tables.columns import (
    ActionColumn,
    Column,
    NumberColumn,
    OrdinalColumn,
    PersonColumn,
    TimeColumn,
)
from romme_turnier.tournament.events.many import coming, in_year, new_year, past, with_words
from romme_turnier.tournament.events.overview import EventLine, EventState
from romme_turnier.tournament.models import Event, EventRole, Organiser
from romme_turnier.tournament.organisers.reading import at_and_below, of_organisers, primary_keys
from romme_turnier.tournament.permissions import Right

STATES = {
    EventState.NOW: _("läuft"),
    EventState.TO_FINISH: _("auszuwerten"),
    EventState.COMING: _("kommt"),
    EventState.MISSED: _("nicht gespielt"),
    EventState.DONE: _("abgeschlossen"),
    EventState.ELSEWHERE: _("anderswo geführt"),
}
_ALL = ("", _("alle"))
_BADGE = "tables/badge.html"  # shows `kind` and `word` of the row


class EventsTable(ListTable):
    """Rows have an `EventLine` as `line`, its state as `kind` and `word`, the next `action`, and `waiting` tasks.

    The action is a link if the reader `may_act`.
    """

    title = _("Turniere")
    last = "line__event__pk"
    has_pages = True

    name = Column(_("Turnier"), source="line__event__name", names_row=True, one_line=True)
    # Shown only if there are several organisers.
    organiser = Column(
        _("Veranstalter"), source="line__event__held_by__name", one_line=True, css="events__venue events__organiser"
    )
    begin = TimeColumn(_("Beginn"), source="line__event__starts_at", format="d.m.Y, H:i", css="events__begin")
    venue = Column(_("Spielort"), source="line__event__venue", one_line=True, css="events__venue if-room")
    participants = NumberColumn(_("Teilnehmer"), source="line__participants", initial_sort_descending=True)
    state = Column(_("Stand"), source="word", sort=lambda row: list(EventState).index(row.line.state), template=_BADGE)
    next = Column(
        _("Was ansteht"), source=lambda row: ", ".join(filter(None, (row.action and row.action.title, *row.waiting)))
    )
    public = Column(
        _("Öffentlich"),
        source=lambda row: gettext("✓ ja") if row.line.event.published_at else gettext("– nein"),
        css="if-room",
    )

    def render_next(self, value: str, record: Any) -> str:
        if not (record.action and record.may_act):
            return value
        action = format_html('<a href="{}">{}</a>', record.action.url, record.action.title)
        parts = format_html_join(", ", "{}", ((part,) for part in (action, *record.waiting)))
        return format_html("<span>{}</span>", parts)


class EventFilter(FilterForm):
    q = forms.CharField(label=_("Suche"), required=False, max_length=120)
    jahr = forms.TypedChoiceField(label=_("Jahr"), required=False, coerce=int, empty_value=None)
    stand = forms.ChoiceField(label=_("Stand"), required=False)
    veranstalter = forms.ChoiceField(label=_("Veranstalter"), required=False)

    def __init__(self, query: QueryDict, lines: Sequence[EventLine], *, with_organisers: bool) -> None:
        """Limits the choices to the years, states and organisers of the lines."""
        super().__init__(query)
        self.lines = lines
        years, states = {_year(line) for line in lines}, {line.state for line in lines}
        words = [(str(state), str(word)) for state, word in STATES.items() if state in states]
        self.fields["jahr"].choices = [_ALL, *((year, str(year)) for year in sorted(years, reverse=True))]  # type: ignore[attr-defined]
        self.fields["stand"].choices = [_ALL, *words]  # type: ignore[attr-defined]
        organisers = {line.event.held_by.number: str(line.event.held_by) for line in lines} if with_organisers else {}
        if len(organisers) > 1:
            self.fields["veranstalter"].choices = [_ALL, *sorted(organisers.items())]  # type: ignore[attr-defined]
        else:
            del self.fields["veranstalter"]

    def chosen(self) -> list[EventLine]:
        year, state, text, organiser = (self.asked.get(name) for name in ("jahr", "stand", "q", "veranstalter"))
        return [
            line
            for line in self.lines
            if (not year or _year(line) == year)
            and (not state or line.state == state)
            and (not organiser or line.event.held_by.number == organiser)
            and holds(text or "", line.event.name, line.event.venue, line.event.organiser)
        ]


class YearField(forms.TypedChoiceField):
    """A choice of years, which the filter fills with the years of its events."""

    def __init__(self, **options: Any) -> None:
        super().__init__(label=_("Jahr"), required=False, coerce=int, empty_value=None, **options)

    def offer(self, years: Iterable[int]) -> None:
        self.choices = [_ALL, *((year, str(year)) for year in years)]


class ManyEventsFilter(FilterForm):
    """Narrows a long list of events in the database: events up to today, the latest first, or coming ones."""

    q = forms.CharField(label=_("Suche"), required=False, max_length=120)
    jahr = YearField()
    stand = forms.ChoiceField(
        label=_("Stand"),
        required=False,
        choices=[("", _("bis heute")), (str(EventState.COMING), STATES[EventState.COMING])],
    )
    veranstalter = forms.ChoiceField(label=_("Veranstalter"), required=False, widget=LongSelect)

    def __init__(self, query: QueryDict, years: Sequence[int], organisers: Sequence[Organiser]) -> None:
        """`years` and `organisers` are the choices; the choice of an organiser includes the organisers below it."""
        super().__init__(query)
        self.years, self._organisers = years, {row.number: row for row in organisers}
        self.fields["jahr"].offer(years)  # type: ignore[attr-defined]
        if len(organisers) > 1:
            choices = ((number, str(row)) for number, row in self._organisers.items())
            self.fields["veranstalter"].choices = [_ALL, *choices]  # type: ignore[attr-defined]
        else:
            del self.fields["veranstalter"]

    @property
    def year(self) -> int | None:
        return self.asked.get("jahr")

    @property
    def is_coming(self) -> bool:
        return self.asked.get("stand") == EventState.COMING

    def chosen(self, events: QuerySet[Event], year: int | None = None) -> QuerySet[Event]:
        """Returns the events that the filter selects; `year` applies if it is given and the filter selects no year.

        A selected year after the current one includes events after today.
        """
        year = self.year or year
        events = with_words(events, self.asked.get("q", ""))
        if number := self.asked.get("veranstalter"):
            events = of_organisers(events, primary_keys(at_and_below(self._organisers[number])))
        if year:
            events = in_year(events, year)
        now = timezone.localtime()
        tomorrow = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
        if self.is_coming:
            return coming(events, tomorrow)
        until = new_year(year + 1) if year and year > now.year else tomorrow
        return past(events, until, with_words="q" in self.asked)


def _year(line: EventLine) -> int:
    return timezone.localtime(line.event.starts_at).year


def _if_drawn(source: Any) -> Any:
    return lambda line: source(line.progress) if line.progress.tables else None


class SeriesTable(ListTable):
    """Rows have the `progress` of a series, and its state as `kind` and `word`."""

    title = _("Stand der Listen, Serie für Serie")
    caption_is_hidden = True

    number = Column(
        _("Serie"), source=lambda line: gettext("Serie %(number)s") % {"number": line.progress.number}, names_row=True
    )
    state = Column(_("Stand"), source="word", template=_BADGE)
    entered = Column(
        _("eingegeben"),
        source=_if_drawn(
            lambda series: (
                gettext("%(done)s von %(all)s") % {"done": series.tables - series.to_enter, "all": series.tables}
            )
        ),
        css="number",
    )
    faulty = OrdinalColumn(_("mit Fehlern"), source=_if_drawn(lambda series: series.faulty))
    settled = OrdinalColumn(_("geprüft"), source=_if_drawn(lambda series: series.settled))
    seats = Column(
        _("Plätze"),
        source=_if_drawn(lambda series: gettext("✓ freigegeben") if series.seats_released else gettext("○ noch nicht")),
    )
    standings = Column(
        _("Rangliste"),
        source=_if_drawn(
            lambda series: (
                gettext("✓ Ausgabe %(number)s") % {"number": series.releases[0].number}
                if series.releases
                else gettext("○ noch nicht")
            )
        ),
    )

    def render_faulty(self, value: int, _record: Any) -> Any:
        sign = mark_safe('<span aria-hidden="true">▲</span>')
        return format_html('<span class="problem">{} {}</span>', sign, value) if value else "0"


@dataclass(frozen=True, slots=True)
class Official:
    """An official of the event. `roles` are in their usual order; `more` names other rights."""

    person: User
    roles: tuple[EventRole.Role, ...]
    more: str = ""

    @property
    def words(self) -> str:
        return "; ".join(filter(None, (", ".join(str(role.label) for role in self.roles), self.more)))


def officials_of(event: Event, *, tell_rights: bool = False) -> list[Official]:
    """Returns all officials with a role, sorted by name; `tell_rights` also names their right to create events."""
    roles: dict[User, set[str]] = {}
    for role in event.roles.select_related("user"):
        roles.setdefault(role.user, set()).add(role.role)
    people = [
        Official(
            user,
            tuple(role for role in EventRole.Role if role in held),
            gettext("darf Turniere anlegen") if tell_rights and user.makes_events else "",
        )
        for user, held in roles.items()
    ]
    return sorted(people, key=lambda official: PersonName.of(str(official.person)).order)


class OfficialsTable(ListTable):
    title = _("Personen und ihre Aufgaben")
    key = "officials"
    caption_is_hidden = True
    last = "person__pk"

    name = PersonColumn(_("Name"), source="person", names_row=True)
    username = Column(_("Benutzername"), source="person__username")
    roles = Column(
        _("Aufgaben"),
        source="words",
        sort=lambda official: [list(EventRole.Role).index(role) for role in official.roles],
    )
    actions = ActionColumn(_("Aufgaben ändern"), "organiser/events/official_link.html", right=Right.DIRECT)


class OfficialInvitationsTable(ListTable):
    title = _("Offene Einladungen")
    last = "pk"

    task = Column(_("Aufgabe"), source="get_role_display", names_row=True)
    by = PersonColumn(_("Erstellt von"), default="–")
    until = TimeColumn(_("Gilt bis"), format="d.m.Y, H:i")
    actions = ActionColumn(_("Einladung zurücknehmen"), "organiser/events/invitation_link.html")
