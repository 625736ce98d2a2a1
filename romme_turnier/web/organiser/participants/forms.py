"""Forms of participants: data of a person, changes, importing lists."""

from dataclasses import asdict, fields
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.fields import NameInput
from romme_turnier.core.seating.hall_tables import NUMBER_MAX as NUMBER_OF_TABLE_MAX
from romme_turnier.tournament.models import Event, FeeKind, Registration
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.registrations import CLUB_LENGTH, NAME_LENGTH, NUMBER_MAX, Entry
from romme_turnier.web.fields import categories_field, consent_hint
from romme_turnier.web.organiser.fields import number_input
from romme_turnier.web.organiser.text_or_file import TextOrFileForm


class ParticipantForm(forms.Form):
    """The form of a new or an existing participant."""

    first_name = NameInput(label=gettext_lazy("Vorname"), max_length=NAME_LENGTH)
    last_name = NameInput(label=gettext_lazy("Nachname"), max_length=NAME_LENGTH)
    club = NameInput(label=gettext_lazy("Club"), max_length=CLUB_LENGTH, required=False)
    number = forms.IntegerField(
        label=gettext_lazy("Startnummer"), min_value=1, max_value=NUMBER_MAX, required=False, localize=True
    )
    paid = forms.BooleanField(label=gettext_lazy("Startgeld bezahlt"), required=False)
    publish_name = forms.BooleanField(
        label=gettext_lazy("Der volle Name darf veröffentlicht werden"),
        required=False,
    )
    fixed_table = forms.IntegerField(
        label=gettext_lazy("Sitzt immer an Tisch"),
        min_value=1,
        max_value=NUMBER_OF_TABLE_MAX,
        required=False,
        localize=True,
        help_text=gettext_lazy(
            "Zum Beispiel mit Rollstuhl oder Dolmetscher. Wer denselben Tisch hat, sitzt zusammen; höchstens vier."
        ),
    )
    out_of_competition = forms.BooleanField(
        label=gettext_lazy("Spielt außer Konkurrenz"),
        required=False,
        help_text=gettext_lazy("Füllt einen Tisch auf, steht ohne Rang am Ende und zahlt kein Startgeld."),
    )

    def __init__(self, data: QueryDict | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for name in ("first_name", "last_name", "club"):
            self.fields[name].widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}
        self.fields["club"].widget.attrs["list"] = "clubs"
        for name in ("number", "fixed_table"):
            self.fields[name].widget = number_input(size=6)

    def entry(self) -> Entry:
        """Returns the data of the valid form."""
        names = {field.name for field in fields(Entry)}
        return Entry(**{name: value for name, value in self.cleaned_data.items() if name in names})

    def ask_about_fee(self, event: Event) -> None:
        """Adds the choice of a fee, if there are several."""
        kinds = list(event.fee_kinds.all())
        if not kinds:
            return
        own = amount(event.entry_fee, event.currency)
        self.fields["fee"] = forms.ModelChoiceField(
            FeeKind.objects.filter(event=event),
            label=_("Welches Startgeld gilt?"),
            required=False,
            empty_label=_("Startgeld: %(amount)s") % {"amount": own},
        )
        self.fields["fee"].label_from_instance = lambda fee: f"{fee.name}: {amount(fee.amount, event.currency)}"  # type: ignore[attr-defined]

    def ask_about_categories(self, event: Event, *members_of: int) -> None:
        """Adds the choice of categories, if the announcement names any."""
        if categories := list(event.categories.all()):
            self.fields["categories"] = categories_field(categories, members_of)


def participant_form(registration: Registration, data: QueryDict | None = None) -> ParticipantForm:
    """Returns the form of a registered participant."""
    form = ParticipantForm(data, initial=asdict(Entry.of(registration)))
    form.fields["publish_name"].help_text = consent_hint(registration.event)
    form.ask_about_categories(registration.event, *registration.categories.values_list("pk", flat=True))
    return form


class ImportForm(TextOrFileForm):
    text_label = gettext_lazy("Liste einfügen")
    text_help = gettext_lazy(
        "Aus einer Tabelle, einer E-Mail oder ein Name je Zeile, mit oder ohne Überschriften. Was die Spalten heißen, "
        "sehen und ändern Sie danach."
    )
    both_words = gettext_lazy("Bitte fügen Sie entweder eine Liste ein oder wählen Sie eine Datei, nicht beides.")
    neither_words = gettext_lazy("Bitte fügen Sie eine Liste ein oder wählen Sie eine Datei.")
