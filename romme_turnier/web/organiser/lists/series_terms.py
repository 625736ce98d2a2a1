"""The form that lets a series keep its lists differently from the announcement."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.own_terms import set_own_terms
from romme_turnier.tournament.at_table.terms import announced
from romme_turnier.tournament.at_table.words import confirmations_in_words, lists_in_words


class SeriesTermsForm(forms.Form):
    """The terms of one series; "" in a field means as announced."""

    phone_lists = forms.ChoiceField(label=gettext_lazy("Listen der Tische"), required=False)
    confirmations = forms.TypedChoiceField(
        label=gettext_lazy("Bestätigungen je Liste"), required=False, coerce=int, empty_value=None
    )
    blind_check = forms.TypedChoiceField(
        label=gettext_lazy("Gegenprobe aus dem Gedächtnis"),
        required=False,
        coerce=lambda value: value == "1",
        empty_value=None,
    )

    def __init__(self, series: models.Series, data: QueryDict | None = None) -> None:
        own = {True: "1", False: "0", None: ""}[series.blind_check]
        initial = {"phone_lists": series.phone_lists, "confirmations": series.confirmations, "blind_check": own}
        super().__init__(data, initial=initial)
        self.series = series
        usual, players = announced(series.event), max(series.event.rules.sizes)
        self._choose("phone_lists", lists_in_words(usual.phone_lists), models.Event.PhoneLists.choices)
        needed = [(str(n), confirmations_in_words(n)) for n in range(players + 1)]
        self._choose("confirmations", confirmations_in_words(usual.confirmations), needed)
        said = {"1": _("ja"), "0": _("nein")}
        self._choose("blind_check", said[str(int(usual.blind_check))], [*said.items()])

    def _choose(self, name: str, usual: str, choices: list[Any]) -> None:
        as_announced = _("wie angekündigt: %(words)s") % {"words": usual}
        self.fields[name].choices = [("", as_announced), *choices]  # type: ignore[attr-defined]

    def store(self, *, by: User) -> None:
        """Stores the terms. Raises TournamentError."""
        said = self.cleaned_data
        set_own_terms(
            self.series,
            phone_lists=said["phone_lists"],
            confirmations=said["confirmations"],
            blind_check=said["blind_check"],
            by=by,
        )
