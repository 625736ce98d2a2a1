"""The decision on a doubtful ending (§ 2.2.6): all possible finishers, each with or without Handrommé."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.endings import Ending
from romme_turnier.core.lists.sheet import Game
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.endings import doubt_ending
from romme_turnier.tournament.lists.words import say_endings
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.organiser.fields import offer
from romme_turnier.web.organiser.lists.common import ListView, get_list_view
from romme_turnier.web.organiser.lists.corrections.correcting import game_asked, game_of_sheet, read_numbers
from romme_turnier.web.organiser.lists.corrections.forms import DecisionForm, game_choices
from romme_turnier.web.organiser.lists.corrections.preview import Decision, decide

_NOBODY, _MARKED = "0", "h"


class EndingForm(DecisionForm):
    """A form for the possible endings of a game, with each seat's points that count if a different seat ended it."""

    game = forms.TypedChoiceField(coerce=int, widget=forms.HiddenInput)
    endings = forms.MultipleChoiceField(
        label=gettext_lazy("Wer kann das Spiel beendet haben"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Kreuzen Sie alles an, was möglich ist. Für jeden zählt die ungünstigste Lesart."),
    )

    def __init__(self, view: ListView, number: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.view, self.row = view, game_of_sheet(view.sheet, number)
        self.game_number = number
        self.chooser = game_choices(view)
        offer(self, "game", self.chooser)
        offer(self, "endings", _choices(view))
        self.initial.update(game=number, endings=_initial_endings(view, self.row))
        left = view.sheet.left_by(number)
        self.seats = [seat for seat in view.seats if seat.number not in left]
        for seat in self.seats:
            words = {"seat": seat.number, "name": str(seat.registration)}
            self.fields[f"points{seat.number}"] = forms.CharField(
                label=_("Platz %(seat)d: %(name)s. Punkte, falls jemand anders beendet hat") % words,
                required=False,
                max_length=24,
                initial=_initial_points(view, self.row, seat.number),
                widget=forms.TextInput(attrs={"autocomplete": "off", "size": 8}),
            )
        self.order_fields(["game", "endings", *(f"points{seat.number}" for seat in self.seats), "reason"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        in_doubt = {ending.finisher for ending in self.readings}
        for seat in self.seats:
            name = f"points{seat.number}"
            text = cleaned.get(name, "")
            if text and read_numbers(text) is None:
                self.add_error(name, _("Bitte geben Sie bis zu vier Zahlen an, etwa 37/87."))
            elif not text and len(in_doubt) > 1 and seat.number in in_doubt:
                self.add_error(name, _("Bitte geben Sie die Punkte für den Fall an, dass jemand anders beendet hat."))
        return cleaned

    @property
    def readings(self) -> list[Ending]:
        chosen = self.cleaned_data.get("endings", [])
        return [Ending(int(choice.rstrip(_MARKED)) or None, choice.endswith(_MARKED)) for choice in chosen]

    @property
    def points(self) -> dict[int, Sequence[int]]:
        typed = {seat.number: self.cleaned_data[f"points{seat.number}"] for seat in self.seats}
        return {seat: numbers for seat, text in typed.items() if (numbers := read_numbers(text))}


def _choices(view: ListView) -> list[tuple[str, str]]:
    rules = view.event.rules
    choices = [] if rules.finisher_required else [(_NOBODY, _("niemand"))]
    for seat in view.seats:
        words = {"seat": seat.number, "name": str(seat.registration), "hand": rules.hand_name}
        choices.append((str(seat.number), _("Platz %(seat)d: %(name)s") % words))
        if rules.hand_romme_min is not None:
            choices.append((f"{seat.number}{_MARKED}", _("Platz %(seat)d: %(name)s, durch %(hand)s") % words))
    return choices


def _initial_endings(view: ListView, game: Game) -> list[str]:
    """Returns initial choices: the noted endings, or else the row's ending, or else each seat that may have 0 points.

    If the most points win, 0 points do not suggest an ending.
    """
    endings = next((doubt.endings for doubt in view.sheet.endings if doubt.game == game.number), ())
    if not endings and game.finisher is not None:
        endings = (Ending(game.finisher, game.handromme),)
    if not endings and not view.event.rules.highest_wins:
        read = {reading.seat: reading.values for reading in view.sheet.readings if reading.game == game.number}
        seats = (seat for seat, points in enumerate(game.points, start=1) if 0 in read.get(seat, (points,)))
        endings = tuple(Ending(seat, game.handromme) for seat in seats)
    return [f"{ending.finisher or _NOBODY}{_MARKED if ending.handromme else ''}" for ending in endings]


def _initial_points(view: ListView, game: Game, seat: int) -> str:
    """Returns a field's initial text: the readings of its entry, which count if a different seat ended the game.

    A reading of 0 is left out, unless the most points win.
    """
    entry = game.points[seat - 1]
    read = next((r.values for r in view.sheet.readings if (r.game, r.seat) == (game.number, seat)), (entry,))
    return "/".join(str(points) for points in read if points or (points == 0 and view.event.rules.highest_wins))


@for_officials(Right.RULE)
def doubt(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    view = get_list_view(request, event, number, table)
    game = game_asked(request, view, "no_finisher", "two_finishers")
    form = EndingForm(view, game, request.POST if "reason" in request.POST else None)

    def decision() -> Decision:
        words = {"game": form.cleaned_data["game"], "endings": say_endings(form.readings, event.rules)}
        return Decision(
            clause=_(
                "Ist ein Eintrag nicht eindeutig, gilt stets die für den Teilnehmer ungünstigste Punktzahl (§ 2.2.6)."
            ),
            facts=[
                _("Spiel %(game)d kann beendet haben: %(endings)s.") % words,
                _("Für jeden zählt die Lesart, die für ihn am ungünstigsten ist; alle Lesarten bleiben vermerkt."),
            ],
            button=_("Lesarten von Spiel %(game)d vermerken") % words,
            done=_("Die Lesarten von Spiel %(game)d sind vermerkt.") % words,
            carry_out=partial(
                doubt_ending,
                view.spielliste,
                game=form.cleaned_data["game"],
                endings=form.readings,
                points=form.points,
            ),
            asks_consent=True,
        )

    return decide(request, view, form, decision, _("Ende eines Spiels unklar"))
