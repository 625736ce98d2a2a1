"""The pages of a club evening: its opening, the next series, its closing, and the reopening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Min
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Event, Player, Season, SeasonDate
from romme_turnier.tournament.permissions import OfficialRequest, Right, RightMissing, may
from romme_turnier.tournament.seasons.access import for_season, may_change
from romme_turnier.tournament.seasons.evenings.evening import (
    USUAL_SERIES,
    EveningIsOpen,
    close_evening,
    is_closed,
    last_evening,
    open_evening,
    reopen_evening,
    what_is_missing,
    why_not_taken_back,
)
from romme_turnier.tournament.seasons.evenings.people import Person, known_by_name, people_of_evening
from romme_turnier.tournament.seasons.evenings.seats import follows_table, seat_series
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.errors import or_404
from romme_turnier.web.organiser.fields import number_field

NEW_PERSON = "neu"  # instead of a known person with the same name
GUEST_LENGTH = 161
_NAMES_MOST = 40
_EMPTY_ROWS = 3  # for typed names; scripts add more


@dataclass(frozen=True, slots=True)
class Question:
    """A typed name that `people` in the register already have. `chosen` is one of their keys, NEW_PERSON or ""."""

    index: int
    name: str
    people: Sequence[Player]
    chosen: str


class EveningForm(forms.Form):
    """The form for the players of an evening or of its next series. `people` can be ticked; guests are typed by name.

    In a club without stored members, officials also type the names of members. If `asks_terms`, as for the very first
    evening, the form has fields for the terms.
    """

    present = forms.TypedMultipleChoiceField(label=gettext_lazy("Wer da ist"), coerce=int, required=False)
    regulars = forms.Field(label=gettext_lazy("Mitglieder"), widget=forms.SelectMultiple, required=False)
    guests = forms.Field(label=gettext_lazy("Gäste"), widget=forms.SelectMultiple, required=False)
    bonus_mode = forms.ChoiceField(
        label=gettext_lazy("Wie zählt der Bonus?"), choices=Event.Bonus.choices, widget=forms.RadioSelect
    )
    series_count = number_field(gettext_lazy("Serien an einem Abend"), 1, 9, size=3, initial=USUAL_SERIES)

    def __init__(
        self,
        people: Sequence[Person],
        season: Season,
        data: QueryDict | None,
        *,
        asks_terms: bool,
        ticked: Sequence[int],
    ) -> None:
        super().__init__(data, initial={"present": ticked})
        self.people, self.season = people, season
        self.fields["present"].choices = [(person.player.pk, "") for person in people]  # type: ignore[attr-defined]
        self.questions: list[Question] = []
        if season.organiser.memberships.exists():
            del self.fields["regulars"]
        elif people:
            self.fields["regulars"].label = _("Neue Mitglieder")
        if not asks_terms:
            del self.fields["bonus_mode"], self.fields["series_count"]

    @property
    def rows(self) -> list[tuple[Person, bool]]:
        """Each person, with True if the person is ticked."""
        ticked = {str(pk) for pk in self["present"].value() or ()}
        return [(person, str(person.player.pk) in ticked) for person in self.people]

    @property
    def typed(self) -> list[tuple[forms.BoundField, list[str]]]:
        """The fields for names, each with the names as typed and some empty ones."""
        fields = [(self[name], self._typed(name)) for name in ("regulars", "guests") if name in self.fields]
        return [(field, [*names, *[""] * max(_EMPTY_ROWS - len(names), 1)]) for field, names in fields]

    def _typed(self, field: str) -> list[str]:
        typed = self.data.getlist(field) if field in self.fields and isinstance(self.data, QueryDict) else []
        return [name for text in typed[:_NAMES_MOST] if (name := " ".join(text.split())[:GUEST_LENGTH])]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        chosen = {person.player.pk: person for person in self.people if person.player.pk in cleaned.get("present", ())}
        cleaned["players"] = [person.player for person in chosen.values() if not person.guest]
        cleaned["guests"] = [person.player for person in chosen.values() if person.guest]
        typed = [(name, field) for field in ("regulars", "guests") for name in self._typed(field)]
        known = known_by_name([name for name, _field in typed], self.season.organiser)
        for index, (name, field) in enumerate(typed):
            people = cleaned["guests" if field == "guests" else "players"]
            people.append(self._person(index, name, field, known[name]) if name in known else name)
        return cleaned

    def _person(self, index: int, name: str, field: str, people: Sequence[Player]) -> Player | str:
        """Returns the chosen person of this name, or the name of a new one; adds an error if neither is chosen."""
        answer = self.data.get(f"gast-{index}", "")
        self.questions.append(Question(index, name, people, answer))
        person = next((player for player in people if str(player.pk) == answer), None)
        if person is None and answer != NEW_PERSON:
            words = _("%(name)s hat hier schon gespielt oder ist Mitglied. Bitte wählen Sie, wer es ist.")
            self.add_error(field, words % {"name": name})
        return person or name


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Http404 from error


@for_season(changing=True)
def evening_open(request: OfficialRequest, season: Season, day: str) -> HttpResponse:
    """Asks for the players. A POST creates the event, draws the first series and redirects to its seats."""
    on = _day(day)
    planned = season.dates.filter(day=on).select_related("event").first()
    if planned is not None and planned.event is not None:
        return _is_open(request, planned.event)
    data = request.POST if request.method == "POST" else None
    people, last = people_of_evening(season, on), last_evening(season)
    form = EveningForm(people, season, data, asks_terms=last is None, ticked=())
    if form.is_valid():
        cleaned = form.cleaned_data
        terms = {name: cleaned[name] for name in ("bonus_mode", "series_count") if name in cleaned}
        try:
            with errors_in(form, but=(EveningIsOpen,)):
                event = open_evening(season, on, cleaned["players"], cleaned["guests"], **terms, by=request.user)
                return _seats(request, event, 1)
        except EveningIsOpen as error:
            return _is_open(request, error.event)
    by_table = follows_table(planned or SeasonDate(season=season, day=on))
    context: dict[str, Any] = {"season": season, "event": None, "day": on, "form": form, "series": 1}
    context |= {"last": last, "by_table": by_table, "asks_terms": last is None}
    return render(request, "organiser/seasons/evening.html", context)


def _is_open(request: OfficialRequest, event: Event) -> HttpResponse:
    messages.info(request, _("Dieser Abend ist schon eröffnet."))
    return redirect("organiser:event", event.slug)


def _seats(request: OfficialRequest, event: Event, number: int) -> HttpResponse:
    """Redirects to the seats of a series that was just drawn, with a message that contains links to papers.

    The papers are the lists and, for the first series of a public event, the start cards.
    """
    papers = [("blank_lists_pdf", [event.slug, number], _("Listen drucken"))]
    if number == 1 and event.is_public:
        papers.append(("start_cards_pdf", [event.slug], _("Startkarten drucken, mit „Meine Daten“ für jeden")))
    links = format_html_join(
        " · ", '<a href="{}">{}</a>', ((reverse(f"documents:{name}", args=of), text) for name, of, text in papers)
    )
    words = format_html("{} {}", _("Serie %(n)d ist ausgelost.") % {"n": number}, links)
    messages.success(request, words)
    return redirect("organiser:series", event.slug, number)


def _evening(request: OfficialRequest, season: Season, day: str) -> Event:
    """Returns the opened evening of that day; raises Http404 if there is none.

    Raises RightMissing for officials who may neither direct the evening nor change the season.
    """
    planned = get_object_or_404(
        season.dates.filter(event__isnull=False).select_related("event__held_by"), day=_day(day)
    )
    event = or_404(planned.event)
    if not (may(request.user, Right.DIRECT, event) or may_change(request.user, season)):
        raise RightMissing(Right.DIRECT)
    event.season = season
    return event


@for_season()
def evening_series(request: OfficialRequest, season: Season, day: str) -> HttpResponse:
    """Asks for the players of the next series, with the evening's active players ticked. A POST draws the series."""
    event = _evening(request, season, day)
    number = event.next_to_draw()
    if number is None:
        messages.info(request, _("Alle Serien dieses Abends sind ausgelost."))
        return redirect("organiser:event", event.slug)
    registered = {row.player_id: row for row in event.registrations.select_related("player__club")}
    here = [Person(row.player, member=False, guest=row.guest) for row in registered.values()]
    others = [person for person in people_of_evening(season, _day(day)) if person.player.pk not in registered]
    ticked = [pk for pk, row in registered.items() if row.status == row.Status.ACTIVE]
    data = request.POST if request.method == "POST" else None
    form = EveningForm([*here, *others], season, data, asks_terms=False, ticked=ticked)
    if form.is_valid():
        cleaned = form.cleaned_data
        with errors_in(form):
            seat_series(
                event,
                number,
                staying={registered[pk].pk for pk in cleaned["present"] if pk in registered},
                present=[person for person in cleaned["players"] if not _is_registered(person, registered)],
                guests=[person for person in cleaned["guests"] if not _is_registered(person, registered)],
                by=request.user,
            )
            return _seats(request, event, number)
    context = {"season": season, "event": event, "day": _day(day), "form": form, "series": number}
    context |= {"last": None, "by_table": False, "asks_terms": False}
    return render(request, "organiser/seasons/evening.html", context)


def _is_registered(person: Player | str, registered: Mapping[int, object]) -> bool:
    return isinstance(person, Player) and person.pk in registered


class CloseForm(forms.Form):
    """The form that confirms the last series (`ends_after`), because an evening may end earlier than announced."""

    ends_after = forms.IntegerField(widget=forms.HiddenInput)


@for_season()
def evening_close(request: OfficialRequest, season: Season, day: str) -> HttpResponse:
    """Closes the evening in one step after a confirmation, or lists the obstacles."""
    event = _evening(request, season, day)
    if is_closed(event):
        messages.info(request, _("Dieser Abend ist schon abgeschlossen."))
        return redirect("organiser:season", season.address)
    drawn, missing = event.series.last_drawn(), what_is_missing(event)
    ends_early = 0 < drawn < event.series_count
    first = event.series.drawn().filter(closed_at=None).aggregate(first=Min("number"))["first"]
    form = CloseForm(request.POST or None, initial={"ends_after": drawn})
    if form.is_valid() and not missing:
        with errors_in(form):
            close_evening(event, ends_after=form.cleaned_data["ends_after"], by=request.user)
            messages.success(request, _("Der Abend ist abgeschlossen. Ergebnis und Saisontabelle sind freigegeben."))
            return redirect("organiser:season", season.address)
    what = [
        _("Fehlerfreie Listen werden als geprüft vermerkt, die Serien abgeschlossen und die Rangliste freigegeben."),
        _(
            "Die Saisontabelle bekommt eine neue Ausgabe. Zurücknehmen lässt sich das, bis der nächste Abend "
            "eröffnet ist."
        ),
    ]
    if ends_early:
        words = _("Serie %(next)d ist nicht ausgelost: Der Abend endet nach Serie %(last)d.")
        what.insert(0, words % {"next": drawn + 1, "last": drawn})
    return confirm(
        request,
        _("Abend vom %(day)s abschließen") % {"day": date_format(_day(day), "j. F")},
        *([] if missing else what),
        button=_("Abend nach Serie %(n)d abschließen") % {"n": drawn} if ends_early else _("Abend abschließen"),
        back=reverse("organiser:event", args=[event.slug]),
        form=None if missing else form,
        template="organiser/seasons/evening_close.html",
        event=event,
        missing=missing,
        lists_url=reverse("organiser:lists", args=[event.slug, first]) if missing and first else "",
    )


@for_season()
def evening_reopen(request: OfficialRequest, season: Season, day: str) -> HttpResponse:
    """Reopens a closed evening after a confirmation, or explains why this is impossible."""
    event = _evening(request, season, day)
    if why := why_not_taken_back(event):
        messages.error(request, why)
        return redirect("organiser:season", season.address)
    if request.method == "POST":
        with errors_as_messages(request):
            reopen_evening(event, by=request.user)
            done = _("Der Abschluss ist zurückgenommen. Die Saisontabelle steht wieder ohne den Abend.")
            messages.success(request, done)
        return redirect("organiser:event", event.slug)
    return confirm(
        request,
        _("Abschluss des Abends zurücknehmen"),
        _("Die Listen lassen sich danach wieder berichtigen. Schließen Sie den Abend dann noch einmal ab."),
        _("Bis dahin steht die Saisontabelle in einer neuen Ausgabe ohne diesen Abend."),
        button=_("Abschluss zurücknehmen"),
        back=reverse("organiser:season", args=[season.address]),
        event=event,
    )
