"""Forms of participants: registering, changing, importing."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.seating.hall_tables import NUMBER_MAX as NUMBER_OF_TABLE_MAX
from romme_turnier.tournament.models import Event, FeeKind, Player, Registration
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes
from romme_turnier.tournament.participants.registrations import CLUB_LENGTH, NAME_LENGTH, NUMBER_MAX, Entry
from romme_turnier.web.fields import categories_field
from romme_turnier.web.organiser.fields import number_input
from romme_turnier.web.organiser.text_or_file import TextOrFileForm

NEW_PERSON = "new"


def described(player: Player) -> str:
    return f"{player.name}, {player.club}" if player.club else player.name


class ParticipantForm(forms.Form):
    """The form of a participant, whether new or known."""

    first_name = forms.CharField(label=gettext_lazy("Vorname"), max_length=NAME_LENGTH)
    last_name = forms.CharField(label=gettext_lazy("Nachname"), max_length=NAME_LENGTH)
    club = forms.CharField(label=gettext_lazy("Club"), max_length=CLUB_LENGTH, required=False)
    number = forms.IntegerField(
        label=gettext_lazy("Startnummer"), min_value=1, max_value=NUMBER_MAX, required=False, localize=True
    )
    paid = forms.BooleanField(label=gettext_lazy("Startgeld bezahlt"), required=False)
    publish_name = forms.BooleanField(
        label=gettext_lazy("Der volle Name darf veröffentlicht werden"),
        required=False,
        help_text=gettext_lazy("Sonst steht auf öffentlichen Seiten nur der Anfangsbuchstabe des Nachnamens."),
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

    def ask_about_fee(self, event: Event, *, books: bool) -> None:
        """Which of the announced fees applies, if there are several; and what ticking "paid" does."""
        kinds = list(event.fee_kinds.all())
        own = amount(event.entry_fee, event.currency)
        if kinds:
            self.fields["fee"] = forms.ModelChoiceField(
                FeeKind.objects.filter(event=event),
                label=_("Welches Startgeld gilt?"),
                required=False,
                empty_label=_("Startgeld: %(amount)s") % {"amount": own},
            )
            self.fields["fee"].label_from_instance = lambda fee: f"{fee.name}: {amount(fee.amount, event.currency)}"  # type: ignore[attr-defined]
        if kinds or event.entry_fee:
            self.fields["paid"].help_text = (
                (_("Wird bar in der Kasse gebucht.") if kinds else _("%(amount)s, wird bar in der Kasse gebucht."))
                if books
                else _("Wird nur vermerkt. Geld bucht, wer die Kasse führt.")
            ) % {"amount": own}

    def ask_about_categories(self, event: Event, *members_of: int) -> None:
        """Only if the announcement names any."""
        if categories := list(event.categories.all()):
            self.fields["categories"] = categories_field(categories, members_of)


class NewParticipantForm(ParticipantForm):
    """Somebody new to the event. With `player` the person comes from the register and names are not asked for."""

    with_number = forms.BooleanField(label=gettext_lazy("Startnummer gleich vergeben"), required=False)

    def __init__(
        self,
        event: Event,
        data: QueryDict | None = None,
        *,
        player: Player | None = None,
        names: tuple[str, str] | None = None,
        with_number: bool = True,
        books: bool = False,
    ) -> None:
        initial: dict[str, Any] = {"with_number": with_number}
        if player and player.club:
            initial["club"] = player.club.name
        if names:
            initial["first_name"], initial["last_name"] = names
        super().__init__(data, initial=initial)
        self.event, self.player = event, player
        self.fields["number"].help_text = _("Leer lassen, dann ist es die kleinste freie.")
        self.ask_about_fee(event, books=books)
        self.ask_about_categories(event)
        self.namesakes: list[Player] = []
        if player:
            del self.fields["first_name"], self.fields["last_name"]
        elif data is not None:
            self._ask_about_namesakes(data)
        if data is None and (player or names):
            missing = "" if player else "first_name" if not self.initial["first_name"] else "club"
            self.fields[missing or "paid"].widget.attrs["autofocus"] = True

    def _ask_about_namesakes(self, data: QueryDict) -> None:
        key = name_key(data.get("first_name", ""), data.get("last_name", ""))
        self.namesakes = namesakes([key]).get(key, [])
        if not self.namesakes:
            return
        taking_part = set(self.event.registrations.values_list("player_id", flat=True))
        free = [player for player in self.namesakes if player.pk not in taking_part]
        self.fields["same"] = forms.ChoiceField(
            label=_("Ist das dieselbe Person?"),
            widget=forms.RadioSelect,
            choices=[
                *((str(player.pk), _("Ja: %(player)s") % {"player": described(player)}) for player in free),
                (NEW_PERSON, _("Nein, eine andere Person mit diesem Namen")),
            ],
            help_text=self._why_asked(taking_part),
            error_messages={"required": _("Im Register steht schon jemand mit diesem Namen. Bitte wählen Sie.")},
        )
        self.order_fields(["same", "first_name", "last_name"])

    def _why_asked(self, taking_part: set[int]) -> str:
        here = [described(player) for player in self.namesakes if player.pk in taking_part]
        if here:
            return _("Schon gemeldet: %(names)s.") % {"names": "; ".join(here)}
        return _("Im Register steht jemand mit diesem Namen.")

    def entry(self) -> Entry:
        """Returns what the valid form says."""
        cleaned = self.cleaned_data
        same = cleaned.get("same", NEW_PERSON)
        player = self.player or next((one for one in self.namesakes if str(one.pk) == same), None)
        return Entry(
            first_name=cleaned.get("first_name", ""),
            last_name=cleaned.get("last_name", ""),
            player=player,
            club=cleaned["club"],
            number=cleaned["number"],
            paid=cleaned["paid"],
            publish_name=cleaned["publish_name"],
            fixed_table=cleaned["fixed_table"],
            out_of_competition=cleaned["out_of_competition"],
        )


def participant_form(registration: Registration, data: QueryDict | None = None) -> ParticipantForm:
    """Returns the form of somebody who is registered."""
    form = ParticipantForm(
        data,
        initial={
            "first_name": registration.player.first_name,
            "last_name": registration.player.last_name,
            "club": registration.club.name if registration.club else "",
            "number": registration.number,
            "paid": registration.paid,
            "publish_name": registration.publish_name,
            "fixed_table": registration.fixed_table,
            "out_of_competition": registration.out_of_competition,
        },
    )
    form.ask_about_categories(registration.event, *registration.categories.values_list("pk", flat=True))
    return form


class ImportForm(TextOrFileForm):
    text_label = gettext_lazy("Liste einfügen")
    both_words = gettext_lazy("Bitte fügen Sie entweder eine Liste ein oder wählen Sie eine Datei, nicht beides.")
    neither_words = gettext_lazy("Bitte fügen Sie eine Liste ein oder wählen Sie eine Datei.")
