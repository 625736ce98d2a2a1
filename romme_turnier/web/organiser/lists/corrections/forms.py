"""Forms for decisions about a list."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.decisions import demand_blank_from
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.fields import ReasonForm, offer, reason_field
from romme_turnier.web.organiser.lists.common import ListView

OWN_AMOUNT = "own"


class DecisionForm(ReasonForm):
    """The form for a decision, with a reason that the list and its history show."""

    reason = reason_field(max_length=300)


def seat_choices(view: ListView) -> list[tuple[int, str]]:
    words = _("Platz %(seat)d: %(name)s")
    return [(seat.number, words % {"seat": seat.number, "name": str(seat.registration)}) for seat in view.seats]


def game_choices(view: ListView) -> list[tuple[int, str]]:
    return [(game, _("Spiel %(game)d") % {"game": game}) for game in range(1, view.loaded.length + 1)]


class GameField(forms.TypedChoiceField):
    """A field for a game. Without an initial value, no game is preselected, so officials must choose one."""

    def __init__(self, **options: Any) -> None:
        missing = {"required": gettext_lazy("Bitte wählen Sie das Spiel.")}
        super().__init__(coerce=int, error_messages=missing, **options)

    def offer(self, games: Sequence[tuple[int, str]]) -> None:
        self.choices = [("", _("bitte wählen")), *games]


class PenaltyForm(DecisionForm):
    seat = forms.TypedChoiceField(label=gettext_lazy("Wer"), coerce=int, widget=forms.RadioSelect)
    game = GameField(label=gettext_lazy("In welchem Spiel"))
    amount = forms.ChoiceField(label=gettext_lazy("Strafpunkte"), widget=forms.RadioSelect)
    own = forms.IntegerField(label=gettext_lazy("Anderer Betrag"), required=False, min_value=1, max_value=9999)
    field_order = ("seat", "game", "amount", "own", "reason")

    def __init__(self, view: ListView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "seat", seat_choices(view))
        self.fields["game"].offer(game_choices(view))  # type: ignore[attr-defined]
        usual = [fit.penalty for fit in view.event.rules.penalties]
        words = {100: _("100, hatte schon ausgelegt"), 150: _("150, hatte noch nicht ausgelegt")}
        choices = [(str(points), words.get(points, str(points))) for points in usual]
        offer(self, "amount", [*choices, (OWN_AMOUNT, _("ein anderer Betrag"))])
        if not usual:
            self.fields["amount"].initial = OWN_AMOUNT

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        amount = cleaned.get("amount")
        if amount == OWN_AMOUNT and not cleaned.get("own") and "own" not in self.errors:
            self.add_error("own", _("Bitte geben Sie den Betrag an."))
        elif amount and amount != OWN_AMOUNT and cleaned.get("own"):
            self.add_error("own", _("Bitte wählen Sie „ein anderer Betrag“ oder lassen Sie dieses Feld leer."))
        return cleaned

    @property
    def points(self) -> int:
        amount = self.cleaned_data["amount"]
        return int(self.cleaned_data["own"] if amount == OWN_AMOUNT else amount)


class RulingForm(DecisionForm):
    game = GameField(label=gettext_lazy("Welches Spiel"))
    field_order = ("game", "reason")

    def __init__(self, view: ListView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ruled = view.sheet.ruled
        games = [(game, words) for game, words in game_choices(view) if game not in ruled]
        self.fields["game"].offer(games)  # type: ignore[attr-defined]


class VacancyForm(DecisionForm):
    seat = forms.TypedChoiceField(label=gettext_lazy("Wer"), coerce=int, widget=forms.RadioSelect)
    from_game = GameField(label=gettext_lazy("Ab welchem Spiel"))
    counts = forms.BooleanField(
        label=gettext_lazy("Das Ergebnis dieses Spielers zählt trotzdem"),
        required=False,
        help_text=gettext_lazy("Ohne Häkchen zählt die Liste für ihn nicht, für die anderen schon."),
    )
    field_order = ("seat", "from_game", "counts", "reason")

    def __init__(self, view: ListView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.spielliste = view.spielliste
        offer(self, "seat", seat_choices(view))
        self.fields["from_game"].offer(game_choices(view))  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"seat", "from_game"} <= cleaned.keys():
            with errors_in(self, "from_game"):  # refused before the preview, which would show an impossible effect
                demand_blank_from(self.spielliste, seat=cleaned["seat"], game=cleaned["from_game"])
        return cleaned


class SeatsForm(DecisionForm):
    """A form for the players who really sit at the table, with a choice of the event's participants for each seat."""

    def __init__(self, view: ListView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seat_count = len(view.seats)
        elsewhere = {
            seat.registration_id: seat
            for seat in models.Seat.objects.filter(series=view.series).select_related("table")
        }
        registrations = view.event.registrations.taking_part().select_related("player")
        self.registrations = {registration.pk: registration for registration in registrations}
        choices = [(r.pk, _who(r, elsewhere.get(r.pk), view)) for r in self.registrations.values()]
        for seat in view.seats:
            self.fields[f"seat{seat.number}"] = forms.TypedChoiceField(
                label=_("Platz %(seat)d") % {"seat": seat.number},
                coerce=int,
                choices=choices,
                initial=seat.registration_id,
            )
        self.order_fields([*(f"seat{seat.number}" for seat in view.seats), "reason"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        seen: dict[int, str] = {}
        for name, pk in list(cleaned.items()):
            if not name.startswith("seat"):
                continue
            if pk in seen:
                self.add_error(name, _("Niemand kann auf zwei Plätzen sitzen."))
            seen[pk] = name
        return cleaned

    @property
    def order(self) -> Sequence[models.Registration]:
        """The chosen players, seat 1 first."""
        return [self.registrations[self.cleaned_data[f"seat{n}"]] for n in range(1, self.seat_count + 1)]


def _who(registration: models.Registration, seat: models.Seat | None, view: ListView) -> str:
    name = str(registration)
    if seat is None:
        return _("%(name)s, ohne Platz") % {"name": name}
    if seat.table_id == view.spielliste.table_id:
        return name
    return _("%(name)s, Tisch %(table)d Platz %(seat)d") % {
        "name": name,
        "table": seat.table.number,
        "seat": seat.number,
    }
