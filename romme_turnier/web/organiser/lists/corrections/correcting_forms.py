"""The forms of a correction: the cells of one game, and the readings of one entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.notation import ParsedRow, format_row, parse_row
from romme_turnier.core.lists.noted_points import read_row
from romme_turnier.core.lists.sheet import Game, ListSheet
from romme_turnier.tournament.lists import words as lists_words
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.organiser.fields import offer
from romme_turnier.web.organiser.lists.common import ListView, seat_name
from romme_turnier.web.organiser.lists.corrections.forms import DecisionForm, GameField, game_choices, seat_choices

_MOST_READINGS = 4


def game_of_sheet(sheet: ListSheet, number: int) -> Game:
    blank = Game(number, None, False, (None,) * sheet.seats)
    return next((game for game in sheet.games if game.number == number), blank)


class CorrectionForm(DecisionForm):
    """All cells of one game, in the notation of the list."""

    TYPO, CORRECTION = "typo", "correction"

    kind = forms.ChoiceField(
        label=gettext_lazy("Was ist geschehen"),
        widget=forms.RadioSelect,
        choices=[
            (CORRECTION, gettext_lazy("Auf der Liste steht etwas Falsches: Sie wird berichtigt")),
            (TYPO, gettext_lazy("Wir haben uns vertippt: Auf der Liste steht es anders als hier")),
        ],
        initial=CORRECTION,
    )
    game = forms.TypedChoiceField(coerce=int, widget=forms.HiddenInput)

    def __init__(self, view: ListView, number: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.view = view
        self.row = ParsedRow(game_of_sheet(view.sheet, number))
        self.game_number = number
        self.chooser = game_choices(view)  # another game needs another page, since its cells hold other numbers
        offer(self, "game", self.chooser)
        self.fields["game"].initial = number
        cells = format_row(self.row.game, view.sheet.readings, highest_wins=view.event.rules.highest_wins)
        left = view.sheet.left_by(number)
        for seat, text in zip(view.seats, cells, strict=True):
            self.fields[f"cell{seat.number}"] = forms.CharField(
                label=_("Platz %(seat)d: %(name)s") % {"seat": seat.number, "name": seat_name(seat)},
                required=seat.number not in left,
                max_length=40,
                initial=text or ("" if seat.number in left else "?"),
                widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "text", "size": 8}),
            )
        self.order_fields(["game", *(f"cell{seat.number}" for seat in view.seats), "kind", "reason"])
        if self.data.get("kind") == self.TYPO:
            self.fields["reason"].required = False

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "game" not in cleaned:
            return cleaned
        cells = [cleaned.get(f"cell{seat.number}", "") for seat in self.view.seats]
        self.row = read_row(cleaned["game"], cells, self.view.event.rules)
        for error in self.row.errors:
            self.add_error(f"cell{error.seat}", lists_words.describe_cell_error(error.code, error.seat, error.text))
        return cleaned


def read_numbers(text: str) -> list[int] | None:
    """Returns the different numbers of "37/87" or "37 oder 87", at most four; None if the text is unreadable."""
    parts = text.lower().replace(_("oder"), "/").replace(",", "/").split("/")
    numbers = [whole_number("".join(part.split()), digits=4) for part in parts]
    read = list(dict.fromkeys(number for number in numbers if number is not None))
    return read if None not in numbers and len(read) <= _MOST_READINGS else None


class ReadingForm(DecisionForm):
    """Names an unclear entry and all its possible readings."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Wessen Eintrag"), coerce=int, widget=forms.RadioSelect)
    game = GameField(label=gettext_lazy("In welchem Spiel"))
    values = forms.CharField(
        label=gettext_lazy("Mögliche Lesarten"),
        max_length=24,
        help_text=gettext_lazy("Alle Zahlen, die es sein können, etwa 37/87."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = ("game", "seat", "values", "reason")

    def __init__(self, view: ListView, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.view = view
        self.row = ParsedRow(game_of_sheet(view.sheet, 1))
        offer(self, "seat", seat_choices(view))
        self.fields["game"].offer(game_choices(view))  # type: ignore[attr-defined]

    def clean_values(self) -> str:
        numbers = read_numbers(self.cleaned_data["values"])
        if numbers is None or len(numbers) < 2:
            raise forms.ValidationError(_("Bitte geben Sie zwei bis vier verschiedene Zahlen an, etwa 37/87."))
        return "/".join(map(str, numbers))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"seat", "game", "values"} <= cleaned.keys():
            highest_wins = self.view.event.rules.highest_wins
            game = game_of_sheet(self.view.sheet, cleaned["game"])
            cells = list(format_row(game, self.view.sheet.readings, highest_wins=highest_wins))
            cells[cleaned["seat"] - 1] = cleaned["values"]
            self.row = parse_row(cleaned["game"], cells, highest_wins=highest_wins)
        return cleaned
