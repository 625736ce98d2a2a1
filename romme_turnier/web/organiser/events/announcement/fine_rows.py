"""The scale of the fine within the announcement: a row for each step, and blank ones."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event
from romme_turnier.web.organiser.fields import amount_field, amount_input, complain_once

FINE_ROWS = 3  # as many as announcements usually have, and always two blank ones


class FineRows(forms.BaseForm):
    """Fields for the steps of the fine; part of the form of the announcement."""

    fine_scale: list[tuple[int, Decimal]]

    def add_fine_rows(self, event: Event | None) -> None:
        steps = list(event.fine_steps.all()) if event else []
        self.fine_numbers = range(1, max(FINE_ROWS, len(steps) + 2) + 1)
        for n in self.fine_numbers:
            step = steps[n - 1] if n <= len(steps) else None
            self.fields[f"fine_from_{n}"] = forms.IntegerField(
                label=_("ab dem verlorenen Spiel"),
                required=False,
                min_value=1,
                initial=step.from_game if step else None,
            )
            self.fields[f"fine_amount_{n}"] = amount_field(
                _("Betrag je Spiel"),
                required=False,
                min_value=Decimal(0),
                widget=amount_input(),
                initial=step.amount if step else None,
            )

    @property
    def fine_rows(self) -> Iterator[tuple[BoundField, BoundField]]:
        for n in self.fine_numbers:
            yield self[f"fine_from_{n}"], self[f"fine_amount_{n}"]

    def clean_fine_rows(self, cleaned: dict[str, Any]) -> None:
        scale: dict[int, Decimal] = {}
        for n in self.fine_numbers:
            first, amount = cleaned.get(f"fine_from_{n}"), cleaned.get(f"fine_amount_{n}")
            if first is None and amount is None:
                continue
            if amount is None:
                complain_once(self, f"fine_amount_{n}", _("Bitte geben Sie auch den Betrag an."))
            elif first is None:
                complain_once(self, f"fine_from_{n}", _("Bitte geben Sie an, ab dem wievielten verlorenen Spiel."))
            elif first in scale:
                complain_once(self, f"fine_from_{n}", _("Ab diesem Spiel steht oben schon ein Betrag."))
            else:
                scale[first] = amount
        self.fine_scale = sorted(scale.items())
