"""The forms for a season, its dates and its events."""

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.fields import NameInput
from romme_turnier.documents.tables.base import LongSelect
from romme_turnier.documents.tables.moments import DayField
from romme_turnier.tournament.models import Event, Organiser, Season, SeasonDate
from romme_turnier.tournament.organisers.reading import at_and_below
from romme_turnier.tournament.seasons.seasons import SeasonDetails, season_faults
from romme_turnier.web.organiser.fields import complain_once, date_field, number_field, offer, reason_field


def _required_day(label: Any) -> DayField:
    field = date_field(label)
    field.required = True
    return field


class SeasonForm(forms.Form):
    """The form for a season. `details` returns the values of the valid form. All faults are shown together."""

    name = NameInput(
        label=gettext_lazy("Name"), max_length=120, help_text=gettext_lazy("Zum Beispiel Saison 2026 oder 2026/27.")
    )
    first_day = _required_day(gettext_lazy("Erster Tag"))
    last_day = _required_day(gettext_lazy("Letzter Tag"))
    weekday = forms.TypedChoiceField(
        label=gettext_lazy("Clubabend"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", gettext_lazy("kein fester Wochentag")), *WEEKDAYS.items()],
        help_text=gettext_lazy("Daraus entstehen die Termine. Feiertage nehmen Sie danach heraus."),
    )
    evenings_at = forms.TimeField(
        label=gettext_lazy("Beginn"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    names = forms.ChoiceField(
        label=gettext_lazy("Namen in der Tabelle"), choices=Event.Names.choices, widget=forms.RadioSelect
    )
    seating = forms.ChoiceField(
        label=gettext_lazy("Plätze der ersten Serie"), choices=Season.Seating.choices, widget=forms.RadioSelect
    )
    seating_from = date_field(
        gettext_lazy("Nach der Tabelle ab"), help_text=gettext_lazy("Nur für „ab einem Tag nach der Tabelle“.")
    )
    guests_from_table = number_field(
        gettext_lazy("Gäste sitzen ab Tisch"),
        1,
        99,
        required=False,
        help_text=gettext_lazy("Gilt nur nach der Tabelle. Ohne Angabe sitzen Gäste hinter allen anderen."),
    )
    guest_evenings_count = forms.BooleanField(
        label=gettext_lazy("Wer Mitglied wird, behält die Ergebnisse als Gast"), required=False
    )

    def details(self) -> SeasonDetails:
        return SeasonDetails(**{name: self.cleaned_data[name] for name in SeasonDetails.__dataclass_fields__})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("first_day") and cleaned.get("last_day"):
            known: dict[str, Any] = {
                name: cleaned[name] for name in SeasonDetails.__dataclass_fields__ if name in cleaned
            }
            for name, words in season_faults(SeasonDetails(**{"name": "–", **known})).items():
                complain_once(self, name, words)
        return cleaned


class NewSeasonForm(SeasonForm):
    """The form for a new season. The field `held_by` asks for the organiser if `organisers` contains several."""

    held_by = forms.ModelChoiceField(
        Organiser.objects.none(), label=gettext_lazy("Veranstalter"), to_field_name="number", empty_label=None
    )
    field_order = ("held_by", "name")

    def __init__(self, data: QueryDict | None, organisers: Sequence[Organiser], **options: Any) -> None:
        super().__init__(data, **options)
        if len(organisers) < 2:
            del self.fields["held_by"]
        else:
            numbers = [organiser.number for organiser in organisers]
            self.fields["held_by"].queryset = Organiser.objects.filter(number__in=numbers)  # type: ignore[attr-defined]


class DatesForm(forms.Form):
    """The form for a season's dates: `days` to tick, without held and cancelled dates, and a field for another day."""

    days = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Termine"), coerce=date.fromisoformat, required=False, widget=forms.CheckboxSelectMultiple
    )
    further = date_field(gettext_lazy("Weiterer Tag"))

    def __init__(self, season: Season, days: Sequence[date], data: QueryDict | None = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.season = season
        offer(self, "days", [(day.isoformat(), date_format(day, "j. F")) for day in days])

    def clean_further(self) -> date | None:
        """Refuses a day that is outside the season, is ticked, or has a held or cancelled date."""
        day: date | None = self.cleaned_data["further"]
        if day is None:
            return None
        if not self.season.includes(day):
            raise forms.ValidationError(_("Dieser Tag liegt nicht in der Saison."))
        settled = self.season.dates.exclude(event=None, cancelled=False)
        if day in self.cleaned_data.get("days", ()) or settled.filter(day=day).exists():
            raise forms.ValidationError(_("An diesem Tag steht schon ein Termin."))
        return day

    @property
    def wanted(self) -> list[date]:
        """The days of the valid form."""
        further = self.cleaned_data["further"]
        return [*self.cleaned_data["days"], *([further] if further else [])]


class MoveForm(forms.Form):
    """The form that moves an evening. The reason is optional only for a move back to the original day."""

    day = _required_day(gettext_lazy("Neuer Tag"))
    reason = reason_field(
        gettext_lazy("Steht auf der öffentlichen Seite der Saison. Bitte keine Namen nennen."), required=False
    )


class SeasonEventForm(forms.Form):
    """The form that puts an event into a season and sets its kind."""

    event = forms.ModelChoiceField(
        Event.objects.none(), label=gettext_lazy("Turnier"), widget=LongSelect, empty_label=None
    )
    kind = forms.ChoiceField(label=gettext_lazy("Art"), choices=Event.Kind.choices, widget=forms.RadioSelect)

    def __init__(self, season: Season, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"kind": Event.Kind.TOURNAMENT})
        here = Event.objects.filter(held_by__in=at_and_below(season.organiser), season=None)
        self.fields["event"].queryset = here.order_by("-starts_at")  # type: ignore[attr-defined]


def candidate_days(proposed: Sequence[date], dates: Sequence[SeasonDate]) -> list[date]:
    """Returns the proposed and planned days, which officials can tick, in order.

    Days with a held or cancelled evening, and days from which an evening was moved, are left out.
    """
    fixed = {planned.day for planned in dates if planned.event_id or planned.cancelled}
    fixed.update(planned.moved_from for planned in dates if planned.moved_from)
    return sorted({*proposed, *(planned.day for planned in dates)} - fixed)


def months_of(days: Sequence[date], ticked: Collection[str]) -> list[tuple[str, list[tuple[date, bool]]]]:
    """Returns each month's name and days, each day with True if `ticked` contains it in the form "2026-03-03"."""
    months: dict[str, list[tuple[date, bool]]] = {}
    for day in days:
        months.setdefault(date_format(day, "F Y"), []).append((day, day.isoformat() in ticked))
    return list(months.items())


def weekday_words(season: Season) -> str:
    """Returns the weekday and time of the evenings as text: "dienstags um 19:30 Uhr".

    If the season has no time, the text is only the weekday; if it has no weekday, the text is "".
    """
    if season.weekday is None:
        return ""
    words = (
        _("montags"),
        _("dienstags"),
        _("mittwochs"),
        _("donnerstags"),
        _("freitags"),
        _("samstags"),
        _("sonntags"),
    )[season.weekday]
    if season.evenings_at is None:
        return words
    return _("%(weekday)s um %(time)s Uhr") % {"weekday": words, "time": time_format(season.evenings_at, "H:i")}
