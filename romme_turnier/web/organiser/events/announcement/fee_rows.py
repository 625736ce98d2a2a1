"""The kinds of fees within the announcement: a row for each, and two blank ones."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event
from romme_turnier.web.organiser.fields import amount_field, amount_input, complain_once

BLANK_ROWS = 2


class FeeRows(forms.BaseForm):
    """Fields for fees other than the event's own; part of the form of the announcement."""

    fee_kinds: list[tuple[int | None, str, Decimal]]

    def add_fee_rows(self, event: Event | None) -> None:
        kinds = list(event.fee_kinds.all()) if event else []
        self.fee_pks = [kind.pk for kind in kinds]
        self.fee_numbers = range(1, len(kinds) + BLANK_ROWS + 1)
        for n in self.fee_numbers:
            kind = kinds[n - 1] if n <= len(kinds) else None
            self.fields[f"fee_name_{n}"] = forms.CharField(
                label=_("Wer zahlt es"),
                required=False,
                max_length=60,
                widget=forms.TextInput(attrs={"size": 28}),
                initial=kind.name if kind else "",
            )
            self.fields[f"fee_amount_{n}"] = amount_field(
                _("Betrag"),
                required=False,
                min_value=Decimal(0),
                widget=amount_input(size=8),
                initial=kind.amount if kind else None,
            )

    @property
    def fee_rows(self) -> Iterator[tuple[BoundField, BoundField]]:
        for n in self.fee_numbers:
            yield self[f"fee_name_{n}"], self[f"fee_amount_{n}"]

    def clean_fee_rows(self, cleaned: dict[str, Any]) -> None:
        """Reports all faults of the rows together; an emptied row removes its fee."""
        self.fee_kinds, seen = [], set()
        for n in self.fee_numbers:
            name, amount = cleaned.get(f"fee_name_{n}") or "", cleaned.get(f"fee_amount_{n}")
            if not name and amount is None:
                continue
            if amount is None:
                complain_once(self, f"fee_amount_{n}", _("Bitte geben Sie auch den Betrag an."))
            elif not name:
                self.add_error(f"fee_name_{n}", _("Bitte geben Sie an, wer das zahlt."))
            elif name.casefold() in seen:
                self.add_error(f"fee_name_{n}", _("Dieses Startgeld steht oben schon."))
            else:
                seen.add(name.casefold())
                self.fee_kinds.append((self.fee_pks[n - 1] if n <= len(self.fee_pks) else None, name, amount))
