"""The page for play-offs (Entscheidungsspiel, § 1.5) after the last series.

Officials call the tied players, and enter or delete results.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.events import progress
from romme_turnier.tournament.models import Event, PlayOff, Registration
from romme_turnier.tournament.money.prize_reading import prize_state, undecided_players
from romme_turnier.tournament.participants import reading as participants_reading
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.standings import reading as standings_reading
from romme_turnier.tournament.standings.play_offs import (
    call_play_off,
    enter_play_off,
    enter_tied_play_off,
    remove_play_off,
)
from romme_turnier.tournament.standings.ties import ties_in, ties_to_play_off
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in


class CallForm(forms.Form):
    table = forms.IntegerField(label=gettext_lazy("An welchem Tisch"), min_value=1, max_value=9999, required=False)


class PlayOffForm(forms.Form):
    """The form for a result: the player in each place. Players in adjacent places may be tied again."""

    def __init__(self, tied: Sequence[Registration], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.tied = {str(registration.pk): registration for registration in tied}
        choices = [("", _("bitte wählen"))]
        choices += [(pk, f"{registration.number} {registration.name}") for pk, registration in self.tied.items()]
        self.places = range(1, len(tied) + 1)
        for place in self.places:
            self.fields[f"place_{place}"] = forms.ChoiceField(
                label=_("%(place)d. im Entscheidungsspiel") % {"place": place}, choices=choices
            )
            if place > 1:
                label = _("wieder gleichauf mit dem %(place)d.") % {"place": place - 1}
                self.fields[f"equal_{place}"] = forms.BooleanField(label=label, required=False)
        self.fields["table"] = forms.IntegerField(
            label=_("Gespielt an Tisch"), min_value=1, max_value=9999, required=False
        )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        seen: set[str] = set()
        for place in self.places:
            pk = cleaned.get(f"place_{place}")
            if pk in seen:
                self.add_error(f"place_{place}", _("Diese Person steht schon auf einem anderen Rang."))
            seen.add(str(pk))
        return cleaned

    def groups(self) -> list[list[Registration]]:
        """Returns the players of the valid form in groups of tied players, the best group first."""
        groups: list[list[Registration]] = []
        for place in self.places:
            player = self.tied[self.cleaned_data[f"place_{place}"]]
            if self.cleaned_data.get(f"equal_{place}"):
                groups[-1].append(player)
            else:
                groups.append([player])
        return groups


@dataclass
class Decider:
    """A necessary play-off, with the form for its result.

    `code` identifies the play-off in the form. `ranking` is "" for the standings themselves. `again` means that the
    same players were tied in an earlier play-off, `called` that officials have called the players.
    """

    code: str
    ranking: str
    rank: int
    players: list[Registration]
    again: bool
    table: int | None
    called: bool
    form: PlayOffForm


def _deciders(event: Event, data: QueryDict | None) -> tuple[list[Decider], list[tuple[int, list[Registration]]]]:
    """Returns the necessary play-offs, and the other ties as rank and players.

    If the same players are tied in several rankings, one play-off decides all of them.
    """
    registrations = participants_reading.registrations_by_pk(event)
    standings = standings_reading.standings(event, event.series_count)
    needed = ties_to_play_off(event, standings)
    stored = list(event.play_offs.filter(places__isnull=True).order_by("-pk"))
    deciders, waived = [], []
    for rank, keys in ties_in(standings):
        tied = [registrations[key] for key in keys if isinstance(key, int)]
        if needed & set(keys):
            deciders.append(_decider("", rank, tied, stored, data))
        else:
            waived.append((rank, tied))
    asked = {frozenset(decider.players) for decider in deciders}
    for ranking, rank, pks in undecided_players(prize_state(event)):
        tied = [registrations[pk] for pk in pks]
        if frozenset(tied) not in asked:
            asked.add(frozenset(tied))
            deciders.append(_decider(ranking, rank, tied, stored, data))
    return deciders, waived


def _decider(
    ranking: str, rank: int, players: list[Registration], stored: Sequence[PlayOff], data: QueryDict | None
) -> Decider:
    numbers = sorted(player.number or 0 for player in players)
    again = any(numbers in play_off.groups for play_off in stored if play_off.played)
    called = next((play_off for play_off in stored if not play_off.played and play_off.groups == [numbers]), None)
    table = called.table if called else None
    code = f"rang{'-'.join(map(str, numbers))}"
    mine = data if data is not None and data.get("code") == code and "call" not in data else None
    form = PlayOffForm(players, mine, prefix=code, initial={"table": table})
    return Decider(code, ranking, rank, players, again, table, called is not None, form)


@for_officials(Right.DIRECT)
def play_off(request: OfficialRequest, event: Event) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    deciders, waived = _deciders(event, data)
    wanted = next((decider for decider in deciders if data is not None and decider.code == data.get("code")), None)
    if wanted is not None and (_called if "call" in request.POST else _entered)(request, event, wanted):
        return redirect("organiser:play_off", event.slug)
    entered = PlayOff.objects.filter(event=event).select_related("by").prefetch_related("places__registration__player")
    names, day = participants_reading.full_names(event), progress.progress_of(event)
    context = {
        "event": event,
        "deciders": deciders,
        "call_form": CallForm(),
        "waived": waived,
        "entered": [(play_off, _words_of(play_off, names)) for play_off in entered],
        "plan_is_open": day.next_step == progress.NextStep.PLAN_PRIZES,
        "complete": day.current is None,
    }
    return render(request, "organiser/standings/play_off.html", context)


def _words_of(play_off: PlayOff, names: dict[int | None, str]) -> str:
    places = [f"{place.place}. {place.registration.name}" for place in play_off.places.all()]
    if places:
        return ", ".join(places)
    groups = [_(" und ").join(names.get(number, "") for number in group) for group in play_off.groups]
    if not play_off.played:
        return _("angesetzt: %(players)s") % {"players": ", ".join(groups)}
    return _("wieder gleichauf: %(players)s") % {"players": "; ".join(groups)}


def _called(request: OfficialRequest, event: Event, wanted: Decider) -> bool:
    form = CallForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Bitte geben Sie die Nummer eines Tisches an."))
        return False
    with errors_as_messages(request):
        call_play_off(event, wanted.players, table=form.cleaned_data["table"], by=request.user)
        messages.success(request, _("Das Entscheidungsspiel ist angesetzt."))
        return True
    return False


def _entered(request: OfficialRequest, event: Event, wanted: Decider) -> bool:
    form = wanted.form
    if not form.is_valid():
        return False
    groups, table = form.groups(), form.cleaned_data["table"]
    with errors_in(form):
        if len(groups) == len(wanted.players):
            enter_play_off(event, [group[0] for group in groups], table=table, by=request.user)
        else:
            enter_tied_play_off(event, groups, table=table, by=request.user)
        if any(set(decider.players) <= set(wanted.players) for decider in _deciders(event, None)[0]):
            messages.success(request, _("Eingetragen. Wer wieder gleichauf ist, spielt noch einmal."))
        else:
            messages.success(request, _("Das Entscheidungsspiel ist eingetragen."))
        return True
    return False


@for_officials(Right.DIRECT)
def play_off_remove(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    entered = get_object_or_404(PlayOff, event=event, pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            remove_play_off(entered, by=request.user)
            messages.success(request, _("Das Entscheidungsspiel ist gelöscht."))
        return redirect("organiser:play_off", event.slug)
    names = _words_of(entered, participants_reading.full_names(event))
    return confirm(
        request,
        _("Entscheidungsspiel löschen"),
        names,
        _("Wer dadurch wieder gleichauf ist, teilt sich den Rang."),
        back=reverse("organiser:play_off", args=[event.slug]),
        danger=True,
        event=event,
    )
