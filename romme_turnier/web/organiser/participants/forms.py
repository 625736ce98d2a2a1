"""Forms for participants: personal data, steps at the front desk, imports of lists."""

from collections.abc import Iterable
from dataclasses import asdict, fields, replace
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.fields import NameInput
from romme_turnier.core.seating.hall_tables import NUMBER_MAX as NUMBER_OF_TABLE_MAX
from romme_turnier.tournament.models import Event, Player, Registration
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.check_in import has_come
from romme_turnier.tournament.participants.names.consents import further_consents
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes, people_of
from romme_turnier.tournament.participants.registrations import CLUB_LENGTH, NAME_LENGTH, NUMBER_MAX, Entry
from romme_turnier.web.fields import categories_field, consent_hint, consents_field
from romme_turnier.web.organiser.fields import FeeField, TextOrFileForm, number_input


class ParticipantForm(forms.Form):
    """The form for a new or an existing participant."""

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
        """Returns the participant's data from the valid form."""
        names = {field.name for field in fields(Entry)}
        return Entry(**{name: value for name, value in self.cleaned_data.items() if name in names})

    def ask_about_fee(self, event: Event) -> None:
        """Adds a field for the kind of fee, if the event has several."""
        if event.fee_kinds.exists():
            self.fields["fee"] = FeeField(event, _("Startgeld: %(amount)s"))

    def ask_for_number(self) -> None:
        """Adds the hint that an empty field means the next free number."""
        attrs = {"placeholder": _("nächste freie"), "aria-label": _("Startnummer; leer ist es die nächste freie")}
        self.fields["number"].widget.attrs |= attrs

    def ask_about_payment(self, event: Event, due: Decimal, *, books: bool) -> None:
        """Adds the due amount, if any, to the label, unless the field for the kind of fee shows it.

        Unless the official `books` payments, the help text says that the payment is only noted.
        """
        field = self.fields["paid"]
        several = "fee" in self.fields or not due
        field.label = _("Bezahlt") if several else _("Bezahlt: %(amount)s") % {"amount": amount(due, event.currency)}
        field.help_text = "" if books else _("Wird nur vermerkt. Geld bucht, wer die Kasse führt.")

    def ask_about_consents(self, event: Event) -> None:
        """Adds a field for further consents, if the event asks for any."""
        if consents := consents_field(event):
            self.fields["agrees"] = consents

    def ask_about_guest(self, registration: Registration) -> None:
        """Adds the field for guests, if the event belongs to a season."""
        if registration.event.season_id is not None:
            self.fields["guest"] = forms.BooleanField(
                label=_("Spielt als Gast"),
                required=False,
                initial=registration.guest,
                help_text=_("Gäste zählen in einer Wertung der Saison nur, wenn deren Formel sie nennt."),
            )

    def ask_about_categories(self, event: Event) -> None:
        """Adds a field for the categories, if the announcement names any."""
        if categories := list(event.categories.all()):
            self.fields["categories"] = categories_field(categories)


def participant_form(registration: Registration, data: QueryDict | None = None) -> ParticipantForm:
    """Returns the form for a registered participant, with the current values."""
    categories = registration.categories.values_list("pk", flat=True)
    known = {"categories": list(categories), "agrees": further_consents(registration)}
    form = ParticipantForm(data, initial=asdict(Entry.of(registration)) | known)
    form.fields["publish_name"].help_text = consent_hint(registration.event)
    form.ask_about_categories(registration.event)
    form.ask_about_consents(registration.event)
    form.ask_about_guest(registration)
    return form


class ImportForm(TextOrFileForm):
    text_label = gettext_lazy("Liste einfügen")
    text_help = gettext_lazy(
        "Aus einer Tabelle, einer E-Mail oder ein Name je Zeile, mit oder ohne Überschriften. Was die Spalten heißen, "
        "sehen und ändern Sie danach."
    )
    both_words = gettext_lazy("Bitte fügen Sie entweder eine Liste ein oder wählen Sie eine Datei, nicht beides.")
    neither_words = gettext_lazy("Bitte fügen Sie eine Liste ein oder wählen Sie eine Datei.")
    too_long_words = gettext_lazy("Bitte teilen Sie sie und lesen Sie die Teile nacheinander ein.")


NEW_PERSON = "new"


def described(player: Player) -> str:
    return f"{player.name}, {player.club}" if player.club else player.name


def same_person_field(people: Iterable[Player], why: str) -> forms.ChoiceField:
    """Returns a field that asks which of these people is meant, or NEW_PERSON for none; `why` is its hint."""
    return forms.ChoiceField(
        label=_("Ist das dieselbe Person?"),
        widget=forms.RadioSelect,
        choices=[
            *((str(player.pk), _("Ja: %(player)s") % {"player": described(player)}) for player in people),
            (NEW_PERSON, _("Nein, eine andere Person mit diesem Namen")),
        ],
        help_text=why,
        error_messages={"required": _("Im Register steht schon jemand mit diesem Namen. Bitte wählen Sie.")},
    )


class NewParticipantForm(ParticipantForm):
    """The form for a player who is new to the event.

    For a `player` from the register, the fields for names are removed. `names` are the initial first and last name.
    `books` means that the official may book payments.
    """

    with_number = forms.BooleanField(label=gettext_lazy("Startnummer"), required=False)
    arrived = forms.BooleanField(label=gettext_lazy("Da"), required=False)

    def __init__(
        self,
        event: Event,
        data: QueryDict | None = None,
        *,
        player: Player | None = None,
        names: tuple[str, str] | None = None,
        books: bool = False,
    ) -> None:
        # On and after the event's day, all steps are preselected. On earlier days, only the number is preselected,
        # unless the newest player has none.
        is_day = timezone.localdate() >= timezone.localdate(event.starts_at)
        newest = None if is_day else event.registrations.order_by("-pk").first()
        with_number = newest is None or newest.number is not None
        initial: dict[str, Any] = {"paid": is_day, "with_number": with_number, "arrived": is_day}
        if player and player.club:
            initial["club"] = player.club.name
        if names:
            initial["first_name"], initial["last_name"] = names
        super().__init__(data, initial=initial)
        self.event, self.player, self.books = event, player, books
        self.ask_for_number()
        self.ask_about_fee(event)
        self.ask_about_payment(event, event.entry_fee, books=books)
        self.ask_about_categories(event)
        self.ask_about_consents(event)
        self.namesakes: list[Player] = []
        if player:
            del self.fields["first_name"], self.fields["last_name"]
        elif data is not None:
            self._ask_about_namesakes(data)
        if data is None and (player or names):
            missing = "" if player else "first_name" if not self.initial["first_name"] else "club"
            self.fields[missing or "club"].widget.attrs["autofocus"] = True

    def _ask_about_namesakes(self, data: QueryDict) -> None:
        key = name_key(data.get("first_name", ""), data.get("last_name", ""))
        self.namesakes = namesakes([key], people_of(self.event.held_by)).get(key, [])
        if not self.namesakes:
            return
        taking_part = set(self.event.registrations.values_list("player_id", flat=True))
        free = [player for player in self.namesakes if player.pk not in taking_part]
        why = _("Im Register steht jemand mit diesem Namen.")
        if here := [described(player) for player in self.namesakes if player.pk in taking_part]:
            why = _("Schon gemeldet: %(names)s.") % {"names": "; ".join(here)}
        self.fields["same"] = same_person_field(free, why)
        self.order_fields(["same", "first_name", "last_name"])

    def entry(self) -> Entry:
        same = self.cleaned_data.get("same", NEW_PERSON)
        player = self.player or next((namesake for namesake in self.namesakes if str(namesake.pk) == same), None)
        return replace(super().entry(), player=player, other_person=player is None and bool(self.namesakes))


class HandOutForm(ParticipantForm):
    """The form for the open steps of a registration: kind of fee, payment, number, check-in.

    `books` means that the official may book payments.
    """

    with_number = forms.BooleanField(label=gettext_lazy("Startnummer"), required=False, initial=True)
    arrived = forms.BooleanField(label=gettext_lazy("Da"), required=False, initial=True)

    def __init__(self, registration: Registration, data: QueryDict | None = None, *, books: bool) -> None:
        event = registration.event
        initial = {"fee": registration.fee_id, "paid": not registration.pays_later}
        super().__init__(data, initial=initial)
        self.registration = registration
        self.ask_about_fee(event)
        still_open = fees.owed(registration) - fees.booked(registration)
        steps = {"arrived"} if not has_come(registration) else set()
        if still_open > 0 and not registration.paid:
            steps |= {"fee", "paid"}
        if registration.number is None:
            steps |= {"with_number", "number"}
        for name in self.fields.keys() - steps:
            del self.fields[name]
        if "paid" in self.fields:
            self.ask_about_payment(event, still_open, books=books)
        if "number" in self.fields:
            self.ask_for_number()

    @property
    def fee(self) -> Any:
        """The chosen fee, or the current one if the form has no field for the fee or was sent without it."""
        return self.cleaned_data["fee"] if "fee" in self.data and "fee" in self.fields else self.registration.fee
