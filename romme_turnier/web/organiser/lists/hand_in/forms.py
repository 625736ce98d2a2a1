"""The form for a table's hand-in."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.lists.checking.hand_in_reading import Paper, TableHandIn
from romme_turnier.tournament.money.words import amount
from romme_turnier.web.organiser.fields import amount_field, amount_input, complain_once, offer


class HandInForm(forms.Form):
    """Preset to a complete hand-in, so that officials can send it unchanged."""

    asked = ""  # an unusual amount in question; `components/sure.html` shows the box that confirms it

    paper = forms.ChoiceField(label=gettext_lazy("Liste"), choices=Paper.choices, widget=forms.RadioSelect)
    unsigned = forms.TypedMultipleChoiceField(coerce=int, required=False)
    cards_missing = forms.TypedMultipleChoiceField(coerce=int, required=False)
    fine_paid = amount_field(
        gettext_lazy("Bußgeld erhalten"), required=False, min_value=Decimal(0), widget=amount_input(maxlength=200)
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, table: TableHandIn, currency: str, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", _initial(table))
        super().__init__(*args, **kwargs)
        # Money comes with the list: the proposed amount was not received if the list is missing or lost.
        self._table, self._currency = table, currency
        self._proposed = table.due if table.paid is None else None
        seats = [(seat.number, _("Platz %(seat)d") % {"seat": seat.number}) for seat in table.seats]
        offer(self, "unsigned", seats)
        offer(self, "cards_missing", seats)
        if not table.priced and table.paid is None:
            del self.fields["fine_paid"]
        elif self._proposed:
            self.fields["fine_paid"].help_text = _(
                "Vorgeschlagen ist, was fällig ist. Ohne abgegebene Liste gilt der Vorschlag nicht als erhalten."
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("paper") != Paper.IN and data.get("fine_paid") == self._proposed:
            data["fine_paid"] = None
        self._ask_about_fine(data.get("fine_paid"))
        return data

    def _ask_about_fine(self, paid: Decimal | None) -> None:
        """Asks about an amount above the fine, which is usually a slip such as a missing comma.

        The box that confirms it holds the amount, so another unusual amount is questioned again.
        """
        table = self._table
        owed = table.most if table.due is None else table.due
        if paid is None or paid <= owed or paid == table.paid or self.data.get("fine_paid_sure") == str(paid):
            return
        words = (
            _("Fällig sind %(due)s, hier stehen %(paid)s. Berichtigen Sie den Betrag, oder bestätigen Sie ihn.")
            if table.due is not None
            else _(
                "Fällig sein können höchstens %(due)s, hier stehen %(paid)s. Berichtigen Sie den Betrag, oder "
                "bestätigen Sie ihn."
            )
        )
        named = {"due": amount(owed, self._currency), "paid": amount(paid, self._currency)}
        self.asked = str(paid)
        complain_once(self, "fine_paid", words % named)


def _initial(table: TableHandIn) -> dict[str, Any]:
    fresh = table.version == 0
    return {
        "paper": Paper.IN if fresh else table.paper,
        "unsigned": list(table.unsigned),
        "cards_missing": list(table.cards_missing),
        # Proposed until a hand-in is noted, since the games may not have been entered at the first visit.
        "fine_paid": table.due if table.paid is None else table.paid,
        "version": table.version,
    }
