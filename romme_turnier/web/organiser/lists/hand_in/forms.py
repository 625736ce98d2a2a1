"""The form for a table's hand-in."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.lists.checking.hand_in_reading import Paper, TableHandIn
from romme_turnier.web.organiser.fields import amount_field, amount_input, offer


class HandInForm(forms.Form):
    """Preset so that sending it unchanged means: everything is there."""

    paper = forms.ChoiceField(label=gettext_lazy("Liste"), choices=Paper.choices, widget=forms.RadioSelect)
    unsigned = forms.TypedMultipleChoiceField(coerce=int, required=False)
    cards_missing = forms.TypedMultipleChoiceField(coerce=int, required=False)
    fine_paid = amount_field(
        gettext_lazy("Bußgeld erhalten"), required=False, min_value=Decimal(0), widget=amount_input(maxlength=12)
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, table: TableHandIn, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("initial", _initial(table))
        super().__init__(*args, **kwargs)
        # Money comes with the list: a proposed amount was not received if the list is out or lost.
        self._proposed = table.due if table.version == 0 else None
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
        return data


def _initial(table: TableHandIn) -> dict[str, Any]:
    fresh = table.version == 0
    return {
        "paper": Paper.IN if fresh else table.paper,
        "unsigned": list(table.unsigned),
        "cards_missing": list(table.cards_missing),
        # The amount due is proposed only at first: later it would look like money received.
        "fine_paid": table.due if fresh else table.paid,
        "version": table.version,
    }
