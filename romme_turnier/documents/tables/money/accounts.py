"""The cash desk's table of all players' entry fees, due and booked."""

from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.core.people.names import holds
from romme_turnier.documents.tables.base import FilterForm, ListTable
from romme_turnier.documents.tables.columns import FILE, ActionColumn, AmountColumn, Column, OrdinalColumn
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.reading import Account, FeeState, accounts
from romme_turnier.tournament.participants.finding import number_named
from romme_turnier.tournament.shared.errors import TournamentError

_STATES: Mapping[FeeState, StrOrPromise] = {  # open fees come first
    FeeState.OPEN: _("offen"),
    FeeState.PART: _("teilweise bezahlt"),
    FeeState.NOTED: _("bezahlt ohne Buchung"),
    FeeState.TOO_MUCH: _("zu erstatten"),
    FeeState.PAID: _("bezahlt"),
    FeeState.FREE: _("schuldet nichts"),
}
_SHOWN = {
    "offen": {FeeState.OPEN, FeeState.PART},
    "ohne-buchung": {FeeState.NOTED},
    "erstatten": {FeeState.TOO_MUCH},
    "bezahlt": {FeeState.PAID},
}


class AccountsTable(ListTable):
    title = _("Startgeld")
    key = "accounts"
    last = "registration__number"

    number = OrdinalColumn(_("Startnummer"), short=_("Nr."), source="registration__number", default="–")
    name = Column(_("Name"), source="registration__name", sort="registration__player", names_row=True)
    team = Column(_("Mannschaft"), default="–")
    owed = AmountColumn(_("fällig"))
    booked = AmountColumn(_("gebucht"))
    open = AmountColumn(_("offen"), media=FILE)
    to_refund = AmountColumn(_("zu erstatten"), media=FILE)
    state = Column(
        _("Stand"), sort=lambda account: list(_STATES).index(account.state), template="organiser/money/cells/state.html"
    )
    actions = ActionColumn(_("Bezahlen"), "organiser/money/cells/account_actions.html")

    def value_state(self, value: FeeState, _record: Account) -> str:
        return str(_STATES[value])


class AccountsFilter(FilterForm):
    q = forms.CharField(label=_("Nummer, Name, Club oder Mannschaft"), required=False, widget=forms.SearchInput)
    zeige = forms.ChoiceField(
        label=_("Zeigen"),
        required=False,
        choices=[
            ("", _("alle")),
            ("offen", _("offen")),
            ("ohne-buchung", _("bezahlt ohne Buchung")),
            ("erstatten", _("zu erstatten")),
            ("bezahlt", _("bezahlt")),
        ],
    )

    def __init__(self, query: QueryDict, event: Event) -> None:
        super().__init__(query)
        self.event = event
        self.number: int | None = None  # of a scanned card

    def clean_q(self) -> str:
        """Returns the text, and stores the start number if the text comes from a scanned card.

        Raises ValidationError for a card of another event, or if the card's code does not match its number.
        """
        text: str = self.cleaned_data["q"]
        if not text.strip().isdecimal():
            try:
                self.number = number_named(self.event, text)
            except TournamentError as error:
                raise forms.ValidationError(error.message) from error
        return text

    def rows(self, everybody: list[Account] | None = None) -> list[Account]:
        """Returns the accounts that match; none if the search is for a card that `clean_q` refuses.

        `everybody` defaults to all accounts of the event.
        """
        everybody = accounts(self.event) if everybody is None else everybody
        return [] if "q" in self.errors else [account for account in everybody if self._passes(account)]

    def _passes(self, account: Account) -> bool:
        states = _SHOWN.get(self.asked.get("zeige", ""))
        if states and account.state not in states:
            return False
        registration = account.registration
        if self.number is not None:
            return registration.number == self.number
        text = self.asked.get("q", "")
        return holds(text, registration.name, str(registration.club or ""), account.team, numbers=[registration.number])
