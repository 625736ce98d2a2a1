"""The page that opens a table for trying a case: it shows the position and offers a choice of players."""

from itertools import chain
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.core.playing.table import Plays
from romme_turnier.core.rules.play import Position, PositionError, format_position, parse_position
from romme_turnier.core.rules.record import Moment
from romme_turnier.core.rules.system.cards import HIDDEN
from romme_turnier.tournament.playing.cases import open_case, seat_names
from romme_turnier.web.public.playing.opening import opened
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.replay.drawing import Drawn, shown_position
from romme_turnier.web.replay.steps import View

_LONGEST = 2_000  # characters; all cards of a game take about six hundred


class CaseForm(forms.Form):
    """The position as text, and the kind of players for the seats that are not in turn."""

    lage = forms.CharField(
        label=gettext_lazy("Lage in einer Zeile"),
        max_length=_LONGEST,
        error_messages={"required": gettext_lazy("Bitte geben Sie eine Lage ein.")},
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "autocapitalize": "none"}),
    )
    others = forms.ChoiceField(
        label=gettext_lazy("Wer spielt die anderen Plätze?"),
        choices=[
            (Plays.PERSON.value, gettext_lazy("Ich spiele alle Plätze")),
            (Plays.SIMPLE.value, gettext_lazy("Gegner, für die das Programm einfach spielt")),
            (Plays.STRONG.value, gettext_lazy("Gegner, für die das Programm stark spielt")),
        ],
        initial=Plays.PERSON.value,
        widget=forms.RadioSelect,
    )

    def clean_lage(self) -> Position:
        try:
            position = parse_position(" ".join(self.cleaned_data["lage"].split()))
        except PositionError as error:
            words = _("Die Lage ist ab dem %(place)d. Zeichen nicht zu lesen.")
            raise forms.ValidationError(words % {"place": error.place}) from None
        if position.over or position.turn not in position.seats:
            raise forms.ValidationError(_("In dieser Lage ist das Spiel schon zu Ende."))
        return position


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def case(request: HttpRequest) -> HttpResponse:
    """Shows the position in `?lage=`; a POST opens a table at this position."""
    sent = request.method == "POST"
    data = request.POST if sent else request.GET
    asked = {"lage": data.get("lage", ""), "others": data.get("others", Plays.PERSON.value)}
    form = CaseForm(asked) if asked["lage"] or sent else CaseForm()
    good = form.is_valid()
    position = form.cleaned_data.get("lage") if form.is_bound else None
    if sent and good and position is not None:
        others = Plays(form.cleaned_data["others"])
        if response := opened(request, form, lambda: open_case(position, others)):
            return response
    crumbs = [(_("Spielen"), reverse("public:play")), (_("Einen Fall ausprobieren"), None)]
    context = {"form": form, "crumbs": crumbs, **(_shown(position) if position is not None else {})}
    return render(request, "public/playing/case.html", context)


def _shown(position: Position) -> dict[str, Any]:
    names = seat_names(len(position.hands))
    shown = shown_position(Moment.of(position), View(), names)
    return {
        **Drawn([shown]).position(shown, names),
        "rules": position.rules,
        "text": format_position(position),
        "by_chance": HIDDEN in chain(*position.hands, position.pile),
    }
