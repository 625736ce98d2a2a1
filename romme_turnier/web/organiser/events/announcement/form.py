"""The form of an announcement (§ 1.1)."""

import re
from collections.abc import Mapping
from copy import copy
from types import MappingProxyType
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.people.names import tidy
from romme_turnier.core.seating import hall_tables
from romme_turnier.documents.tables.moments import MomentField
from romme_turnier.tournament.events.announcements import (
    TERMS,
    Announcement,
    default_close,
    hall_tables_in_words,
    has_entries,
)
from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.models.fields import SEATS_MAX
from romme_turnier.tournament.organisers.reading import default_organiser
from romme_turnier.tournament.participants.registrations import NUMBER_MAX
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.web.fields import AmountField
from romme_turnier.web.organiser.events.address_field import AddressField
from romme_turnier.web.organiser.events.announcement.parts import PARTS
from romme_turnier.web.organiser.events.announcement.row_forms import announced_rows
from romme_turnier.web.organiser.events.announcement.rule_fields import RuleFields, up_to_99
from romme_turnier.web.organiser.events.announcement.scoring_fields import POINTS
from romme_turnier.web.organiser.events.past_day import DayOver
from romme_turnier.web.organiser.fields import amount_input
from romme_turnier.web.organiser.rows import FormWithRows

_NOT_STORED = {"is_over", "categories", "slug", *POINTS}  # no model field of the same name stores them


class AnnouncementForm(FormWithRows, DayOver, RuleFields, forms.ModelForm[Event]):
    """The announcement (§ 1.1). Empty fields that depend on the rule system get the system's usual values."""

    usual: Mapping[str, str] = MappingProxyType({})  # the usual value as text, only for fields with an unusual value

    categories = forms.CharField(
        label=gettext_lazy("Sonderwertungen"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": gettext_lazy("Damen\nSenioren\nJugend")}),
        help_text=gettext_lazy("Eine je Zeile oder mit Komma getrennt. Wer dazugehört, steht bei den Teilnehmern."),
    )

    slug = AddressField(
        gettext_lazy(
            "Steht in der Adresse der öffentlichen Seiten. Ohne Angabe aus dem Namen gebildet: "
            "aus „Herbstpokal 2026“ wird „herbstpokal-2026“."
        )
    )

    class Meta:
        model = Event
        fields = [name for part in PARTS for name in part.fields if name not in _NOT_STORED]
        labels = {
            "scoring": gettext_lazy("Was über alle Listen zählt"),
            "announcement": gettext_lazy("Weiterer Text der Ausschreibung"),
            "names": gettext_lazy("Wie sind die Namen der Spieler zu lesen?"),
        }
        help_texts = {
            "registration_closes_at": gettext_lazy("Ohne Angabe eine Viertelstunde vor Beginn (§ 1.3)."),
            "names": gettext_lazy(
                "Abgekürzt heißt: „Petra S.“. Wer zugestimmt hat, steht überall mit vollem Namen. Bei der Siegerehrung "
                "und auf Urkunden stehen immer volle Namen."
            ),
            "self_registration": gettext_lazy(
                "Jeder kann sich ohne Konto anmelden, bei geschlossenem Teilnehmerkreis mit einem Link von Ihnen. "
                "Endet von selbst mit dem Meldeschluss."
            ),
            "capacity": gettext_lazy("Wer danach kommt, steht auf der Warteliste. Ohne Angabe gibt es keine Grenze."),
            "bank_details": gettext_lazy(
                "Wem das Konto gehört und die IBAN. Wer sich selbst anmeldet, sieht Namen und IBAN mit einem QR-Code "
                "für die Überweisung. Zum Beispiel: Rommé-Club Nord, DE02 1203 0000 0000 2020 51"
            ),
            "series_minutes": gettext_lazy("Für die Uhr im Saal. Ohne Angabe wird ohne Uhr gespielt."),
            "hall_tables": gettext_lazy(
                "Wie sie auf den Tischen stehen, zum Beispiel: 1-5, 8; 11-16. So wird ausgelost, ohne Angabe von 1 an. "
                "Mit Semikolon nach jeder Reihe sehen Spieler einen Plan."
            ),
            "phone_lists": gettext_lazy(
                "Das Papier gilt immer. Schreibt ein Tisch am Handy mit, tippt die Leitung seine Liste nicht ab, "
                "sondern vergleicht ein Wort aus sieben Buchstaben. Dafür braucht niemand ein Konto oder das Internet. "
                "Für eine einzelne Serie ändern Sie es auf deren Seite „Handys an den Tischen“."
            ),
            "confirmations": gettext_lazy(
                "So viele Spieler bestätigen eine Liste am Handy, dann ist sie vollständig. Ohne Angabe alle am Tisch."
            ),
            "blind_check": gettext_lazy(
                "Bevor ein Spieler am Handy bestätigt, tippt er ein, was er von der eigenen Spalte noch weiß, ohne die "
                "Liste zu sehen. Was nicht dazu passt, zeigt das Handy ihm dann."
            ),
            "currency": gettext_lazy("Drei Buchstaben, zum Beispiel EUR."),
        }
        widgets = {
            "access": forms.RadioSelect,
            "names": forms.RadioSelect,
            "prizes": forms.RadioSelect,
            "scoring": forms.RadioSelect,
            "phone_lists": forms.RadioSelect,
            "entry_fee": amount_input(),
            "currency": forms.TextInput(attrs={"size": 4, "autocapitalize": "characters"}),
            "announcement": forms.Textarea(attrs={"rows": 6}),
        }
        field_classes = {
            "starts_at": MomentField,
            "registration_closes_at": MomentField,
            "entry_fee": AmountField,
        }

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        event: Event | None = None,
        organiser: Organiser | None = None,
        typed: QueryDict | None = None,
    ) -> None:
        """`data` is validated; `typed` only fills in the fields of a page that is shown again.

        `organiser` is that of a new event, by default the first one.
        """
        # A copy, because validation writes typed values into the instance, but the page still shows the stored name.
        super().__init__(data, instance=copy(event))
        self.locked = event is not None and has_entries(event)
        self.drawn = event.series.last_drawn() if event is not None else 0
        self.initial["categories"] = "\n".join(category.name for category in event.categories.all()) if event else ""
        cast(AddressField, self.fields["slug"]).belong_to(
            event.held_by if event else organiser or default_organiser(), event
        )
        if event is None:
            self.add_day_over()
            self.begin_without_figures()
        else:
            self.initial["slug"] = event.own_slug
            self.initial["games_per_list"] = event.games_per_list or None
            self._start_from(event)
        self.fees, self.fines, self.timetable = announced_rows(event, data, typed)
        if typed is not None:
            for field_name, field in self.fields.items():
                if not field.disabled:
                    self.initial[field_name] = field.widget.value_from_datadict(typed, MultiValueDict(), field_name)
        self.ask_rules(event, data, typed)
        self.row_sets = self.fees, self.fines, self.timetable, *([self.steps] if self.counts_points else [])
        closing = self.fields["registration_closes_at"]
        closing.help_text = cited(closing.help_text, self.chosen_rules)
        for name in ("names", "phone_lists"):
            self.fields[name].required = False
        for name, least in {"capacity": 1, "confirmations": 1, "series_count": max(1, self.drawn)}.items():
            self.fields[name].widget.attrs["min"] = least

    def _start_from(self, event: Event) -> None:
        if event.registration_closes_at == default_close(event.starts_at):
            closes_at = timezone.localtime(event.registration_closes_at)
            self.initial["registration_closes_at"] = None  # so that it follows a changed start
            self.fields["registration_closes_at"].help_text = _(
                "Ohne Angabe eine Viertelstunde vor Beginn (§ 1.3), derzeit also %(time)s Uhr."
            ) % {"time": f"{closes_at:%H:%M}"}
        if event.published_at:
            self.fields["slug"].disabled = True
            self.fields["slug"].help_text = _("Die Adresse ist schon öffentlich und bleibt.")
        for name in TERMS if self.locked else ():
            if name in self.fields:
                self.fields[name].disabled = True

    def clean_currency(self) -> str:
        currency = str(self.cleaned_data["currency"]).strip().upper()
        if len(currency) != 3 or not currency.isalpha():
            raise forms.ValidationError(_("Bitte geben Sie drei Buchstaben an, zum Beispiel EUR."))
        return currency

    def clean_hall_tables(self) -> str:
        try:
            return hall_tables.written(hall_tables.rows(self.cleaned_data["hall_tables"]))
        except hall_tables.HallTablesError as fault:
            raise forms.ValidationError(hall_tables_in_words(fault)) from fault

    def clean_capacity(self) -> int | None:
        capacity: int | None = self.cleaned_data["capacity"]
        if capacity is not None and not 1 <= capacity <= NUMBER_MAX:
            raise forms.ValidationError(_("Bitte geben Sie eine Zahl von 1 bis %(most)d an.") % {"most": NUMBER_MAX})
        return capacity

    def clean_confirmations(self) -> int | None:
        confirmations: int | None = self.cleaned_data["confirmations"]
        if confirmations is not None and not 1 <= confirmations <= SEATS_MAX:
            raise forms.ValidationError(_("Bitte geben Sie eine Zahl von 1 bis %(most)d an.") % {"most": SEATS_MAX})
        return confirmations

    def clean_series_count(self) -> int:
        return up_to_99(int(self.cleaned_data["series_count"]))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.clean_rules(cleaned)
        start, close = cleaned.get("starts_at"), cleaned.get("registration_closes_at")
        if start and close and close > start:
            self.add_error("registration_closes_at", _("Der Meldeschluss liegt nach dem Beginn."))
        for name in ("names", "phone_lists"):
            cleaned[name] = cleaned.get(name) or getattr(self.instance, name)
        self.clean_day_over(cleaned)
        for row in self.timetable.filled:
            series = row.cleaned_data.get("series") or 0
            if series > (cleaned.get("series_count") or series):
                row.add_error("series", _("So viele Serien hat das Turnier nicht."))
        return cleaned

    def category_names(self) -> list[str]:
        """Returns the typed names, split at line breaks, commas and semicolons.

        A line that is the name of a stored category is not split. The names are as typed: they may have extra spaces
        or be empty.
        """
        known = set(self.instance.categories.values_list("name", flat=True)) if self.instance.pk else set()
        lines = str(self.cleaned_data["categories"]).splitlines()
        return [name for line in lines for name in ([line] if tidy(line) in known else re.split("[,;]", line))]

    def announced(self) -> Announcement:
        """Returns the announcement that the valid form describes."""
        values = {name: self.cleaned_data[name] for name in (*self.Meta.fields, "slug")}
        return Announcement(
            **values,
            length_unit=self.cleaned_data["length_unit"],
            points_per_game=self.cleaned_data["points_per_game"],
            options=None if self.locked else self.options,
            fine_scale=sorted(row.line() for row in self.fines.filled),
            fee_kinds=[row.line() for row in self.fees.filled],
            timetable=[row.line(values["starts_at"]) for row in self.timetable.filled],
        )
