"""Forms of the front desk: for a new player, and for the open steps of a registered one."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Event, Player, Registration
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.money.words import amount
from romme_turnier.tournament.participants.check_in import has_come
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes
from romme_turnier.tournament.participants.registrations import Entry
from romme_turnier.web.organiser.participants.forms import ParticipantForm

NEW_PERSON = "new"


def is_on(event: Event) -> bool:
    """Returns whether the day of the event has come: then all steps are preselected, not only the registration."""
    return timezone.localdate() >= timezone.localdate(event.starts_at)


def _ask_for_number(form: ParticipantForm) -> None:
    attrs = {"placeholder": _("nächste freie"), "aria-label": _("Startnummer; leer ist es die nächste freie")}
    form.fields["number"].widget.attrs |= attrs


def _ask_about_payment(form: ParticipantForm, event: Event, due: Decimal, *, books: bool) -> None:
    """Names the amount, unless the choice of several fees does."""
    field = form.fields["paid"]
    several = "fee" in form.fields or not due
    field.label = _("Bezahlt") if several else _("Bezahlt: %(amount)s") % {"amount": amount(due, event.currency)}
    field.help_text = "" if books else _("Wird nur vermerkt. Geld bucht, wer die Kasse führt.")


def described(player: Player) -> str:
    return f"{player.name}, {player.club}" if player.club else player.name


class NewParticipantForm(ParticipantForm):
    """A player new to the event. With `player` the person comes from the register and the form has no names."""

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
        today = is_on(event)
        # Before the day, a number is proposed if the newest registration has one.
        newest = None if today else event.registrations.order_by("-pk").first()
        with_number = newest is None or newest.number is not None
        initial: dict[str, Any] = {"paid": today, "with_number": with_number, "arrived": today}
        if player and player.club:
            initial["club"] = player.club.name
        if names:
            initial["first_name"], initial["last_name"] = names
        super().__init__(data, initial=initial)
        self.event, self.player = event, player
        _ask_for_number(self)
        self.ask_about_fee(event)
        _ask_about_payment(self, event, event.entry_fee, books=books)
        self.ask_about_categories(event)
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
        self.namesakes = namesakes([key]).get(key, [])
        if not self.namesakes:
            return
        taking_part = set(self.event.registrations.values_list("player_id", flat=True))
        free = [player for player in self.namesakes if player.pk not in taking_part]
        why = _("Im Register steht jemand mit diesem Namen.")
        if here := [described(player) for player in self.namesakes if player.pk in taking_part]:
            why = _("Schon gemeldet: %(names)s.") % {"names": "; ".join(here)}
        self.fields["same"] = forms.ChoiceField(
            label=_("Ist das dieselbe Person?"),
            widget=forms.RadioSelect,
            choices=[
                *((str(player.pk), _("Ja: %(player)s") % {"player": described(player)}) for player in free),
                (NEW_PERSON, _("Nein, eine andere Person mit diesem Namen")),
            ],
            help_text=why,
            error_messages={"required": _("Im Register steht schon jemand mit diesem Namen. Bitte wählen Sie.")},
        )
        self.order_fields(["same", "first_name", "last_name"])

    def entry(self) -> Entry:
        same = self.cleaned_data.get("same", NEW_PERSON)
        player = self.player or next((namesake for namesake in self.namesakes if str(namesake.pk) == same), None)
        return replace(super().entry(), player=player)


class HandOutForm(ParticipantForm):
    """The open steps of a registration: kind of fee, payment, number, check-in."""

    with_number = forms.BooleanField(label=gettext_lazy("Startnummer"), required=False, initial=True)
    arrived = forms.BooleanField(label=gettext_lazy("Da"), required=False, initial=True)

    def __init__(self, registration: Registration, data: QueryDict | None = None, *, books: bool) -> None:
        event = registration.event
        initial = {"fee": registration.fee_id, "paid": not registration.pays_later}
        super().__init__(data, initial=initial)
        self.registration = registration
        self.ask_about_fee(event)
        for name in set(self.fields) - {"fee", "paid", "with_number", "number", "arrived"}:
            del self.fields[name]
        still_open = fees.owed(registration) - fees.booked(registration)
        done = {
            "paid": registration.paid or still_open <= 0,
            "with_number": registration.number is not None,
            "arrived": has_come(registration),
        }
        done |= {"fee": done["paid"], "number": done["with_number"]}
        for name in set(self.fields) & {name for name, is_done in done.items() if is_done}:
            del self.fields[name]
        if "paid" in self.fields:
            _ask_about_payment(self, event, still_open, books=books)
        if "number" in self.fields:
            _ask_for_number(self)

    @property
    def fee(self) -> Any:
        """The chosen fee, or the current one if the form offers no choice."""
        return self.cleaned_data["fee"] if "fee" in self.data and "fee" in self.fields else self.registration.fee
