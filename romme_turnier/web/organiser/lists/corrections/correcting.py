"""The corrections of a game in a complete list, and of an entry that can be read in several ways.

Both pages first show the effect, and the players who must agree (§ 2.2.3) or be informed (§ 2.2.5).
"""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.notation import ParsedRow, format_row, parse_row
from romme_turnier.core.lists.sheet import Game, ListSheet, Reading
from romme_turnier.core.lists.typed_row import read_row
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import entries, words as lists_words
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.organiser.fields import offer
from romme_turnier.web.organiser.lists.common import ListView, demand_writable, get_list_view
from romme_turnier.web.organiser.lists.corrections.forms import DecisionForm, GameField, game_choices, seat_choices
from romme_turnier.web.organiser.lists.corrections.preview import Decision, decide

_MOST_READINGS = 4


def game_of_sheet(sheet: ListSheet, number: int) -> Game:
    blank = Game(number, None, False, (None,) * sheet.seats)
    return next((game for game in sheet.games if game.number == number), blank)


class CorrectionForm(DecisionForm):
    """A form with all cells of one game, in the notation of the list."""

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
        self.chooser = game_choices(view)  # choosing another game opens its page, which has other cells
        offer(self, "game", self.chooser)
        self.fields["game"].initial = number
        cells = format_row(self.row.game, view.sheet.readings, highest_wins=view.event.rules.highest_wins)
        left = view.sheet.left_by(number)
        for seat, text in zip(view.seats, cells, strict=True):
            self.fields[f"cell{seat.number}"] = forms.CharField(
                label=_("Platz %(seat)d: %(name)s") % {"seat": seat.number, "name": str(seat.registration)},
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
    """Returns the distinct numbers of "37/87" or "37 oder 87"; None for more than four, or if any is unreadable."""
    parts = text.lower().replace(_("oder"), "/").replace(",", "/").split("/")
    numbers = [whole_number("".join(part.split()), digits=4) for part in parts]
    read = list(dict.fromkeys(number for number in numbers if number is not None))
    return read if None not in numbers and len(read) <= _MOST_READINGS else None


class ReadingForm(DecisionForm):
    """A form for an unclear entry and all its possible readings."""

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


@for_officials(Right.ENTER)
def correct(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    demand_writable(view)
    if view.is_open:
        return redirect(view.url())  # games of an open list are simply entered
    game = game_asked(request, view)
    form = CorrectionForm(view, game, request.POST if "reason" in request.POST else None)
    clause = (
        _("Die Spielleitung berichtigt Fehler und unterrichtet die betroffenen Spieler (§ 2.2.5).")
        if view.may_rule
        else _("Bis zum Ende der Serie wird mit Einverständnis der beteiligten Spieler berichtigt (§ 2.2.3).")
    )

    def decision() -> Decision:
        return _row_decision(view, form, clause, typo=form.cleaned_data["kind"] == CorrectionForm.TYPO)

    return decide(request, view, form, decision, _("Spiel berichtigen"))


@for_officials(Right.RULE)
def reading(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    game = game_asked(request, view)
    seat, unread = whole_number(request.GET.get("platz", "")), view.loaded.picture.row(game).unread
    if seat is None and len(unread) == 1:
        seat = unread[0]
    form = ReadingForm(view, request.POST or None, initial={"game": game, "seat": seat})
    clause = _("Ist ein Eintrag nicht eindeutig, gilt stets die für den Teilnehmer ungünstigste Punktzahl (§ 2.2.6).")
    return decide(request, view, form, lambda: _row_decision(view, form, clause), _("Unklarer Eintrag"))


def game_asked(request: OfficialRequest, view: ListView, *faults: str) -> int:
    """Returns the game that the form or link names, otherwise the first game with a fault, otherwise game 1.

    `faults` are the codes of the faults that matter; if no code is given, all faults matter.
    """
    named = whole_number(request.POST.get("game", "") or request.GET.get("spiel", ""))
    if named is not None and 1 <= named <= view.loaded.length:
        return named
    violations = view.loaded.evaluation.violations
    games = [violation.params.get("game") for violation in violations if not faults or violation.code in faults]
    return min((game for game in games if isinstance(game, int) and game <= view.loaded.length), default=1)


def _row_decision(view: ListView, form: CorrectionForm | ReadingForm, clause: str, *, typo: bool = False) -> Decision:
    row = form.row
    number = row.game.number
    stored = view.loaded.rows.get(number)
    highest_wins = view.event.rules.highest_wins

    def words(game: Game, readings: Sequence[Reading]) -> str:
        cells = format_row(game, readings, highest_wins=highest_wins)
        return " · ".join(cell or "–" for cell in cells)

    old, new = words(game_of_sheet(view.sheet, number), view.sheet.readings), words(row.game, row.readings)
    facts = [_("Spiel %(game)d: %(old)s → %(new)s") % {"game": number, "old": old, "new": new}]
    if typo:
        facts.append(_("Tippfehler bei der Eingabe: Auf dem Papier ändert sich nichts."))
    return Decision(
        clause=clause,
        facts=facts,
        button=_("Spiel %(game)d berichtigen") % {"game": number},
        done=_("Spiel %(game)d ist berichtigt.") % {"game": number},
        # `save_row` expects the version of the row, not that of the list.
        carry_out=lambda **given: entries.save_row(
            view.spielliste, row, typo=typo, **given | {"expected": stored.version if stored else 0}
        ),
        asks_consent=True,
    )
