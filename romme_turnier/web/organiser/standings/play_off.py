"""Entering the result of a play-off (Entscheidungsspiel, § 1.5) for those who are tied after the last series."""

from collections.abc import Sequence
from itertools import groupby

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament import queries
from romme_turnier.tournament.errors import TournamentError
from romme_turnier.tournament.models import Event, PlayOff, Registration
from romme_turnier.tournament.permissions import Right
from romme_turnier.tournament.services.play_offs import enter_play_off, remove_play_off
from romme_turnier.web.organiser.access import OfficialRequest, for_officials
from romme_turnier.web.organiser.navigation import event_nav


class PlayOffForm(forms.Form):
    """One field for each place; every tied player takes exactly one."""

    def __init__(self, tied: Sequence[Registration], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.tied = {str(registration.pk): registration for registration in tied}
        choices = [("", _("bitte wählen"))]
        choices += [(pk, f"{registration.number} {registration.name}") for pk, registration in self.tied.items()]
        for place in range(1, len(tied) + 1):
            self.fields[f"place_{place}"] = forms.ChoiceField(
                label=_("%(place)d. im Entscheidungsspiel") % {"place": place}, choices=choices
            )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        seen: set[str] = set()
        for name, pk in list(cleaned.items()):
            if pk in seen:
                self.add_error(name, _("Diese Person steht schon auf einem anderen Platz."))
            seen.add(str(pk))
        return cleaned

    def ranking(self) -> list[Registration]:
        return [self.tied[self.cleaned_data[name]] for name in self.fields]


def _tied_groups(event: Event) -> list[tuple[int, list[Registration]]]:
    """(rank, players) of every tie that no play-off has decided yet."""
    registrations = queries.registrations_by_pk(event)
    tied = [row for row in queries.standings(event, event.series_count) if row.play_off_needed]
    return [
        (rank or 0, [registrations[row.entrant.key] for row in group if isinstance(row.entrant.key, int)])
        for rank, group in groupby(tied, key=lambda row: row.rank)
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def play_off(request: OfficialRequest, event: Event) -> HttpResponse:
    groups = _tied_groups(event)
    forms_by_rank = [(rank, PlayOffForm(tied, prefix=f"rang{rank}")) for rank, tied in groups]
    if request.method == "POST":
        wanted = request.POST.get("rank", "")
        for index, (rank, tied) in enumerate(groups):
            if wanted != str(rank):
                continue
            form = PlayOffForm(tied, request.POST, prefix=f"rang{rank}")
            forms_by_rank[index] = (rank, form)
            if form.is_valid() and _entered(request, event, form):
                return redirect("organiser:play_off", event.slug)
    entered = PlayOff.objects.filter(event=event).select_related("by").prefetch_related("places__registration__player")
    context = {
        "event": event,
        "event_nav": event_nav(event, "standings"),
        "forms": forms_by_rank,
        "entered": entered,
        "complete": queries.day(event).current is None,
    }
    return render(request, "organiser/standings/play_off.html", context)


def _entered(request: OfficialRequest, event: Event, form: PlayOffForm) -> bool:
    try:
        enter_play_off(event, form.ranking(), by=request.user)
    except TournamentError as error:
        form.add_error(None, error.message)
        return False
    messages.success(request, _("Das Entscheidungsspiel ist eingetragen."))
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def play_off_remove(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    entered = get_object_or_404(PlayOff, event=event, pk=pk)
    if request.method == "POST":
        remove_play_off(entered, by=request.user)
        messages.success(request, _("Das Entscheidungsspiel ist gelöscht."))
        return redirect("organiser:play_off", event.slug)
    names = ", ".join(place.registration.name for place in entered.places.select_related("registration__player"))
    context = {
        "event": event,
        "event_nav": event_nav(event, "standings"),
        "title": _("Entscheidungsspiel löschen"),
        "what": [names, _("Wer dadurch wieder gleichauf ist, teilt sich den Rang.")],
        "button": _("Entscheidungsspiel löschen"),
        "danger": True,
        "cancel_url": reverse("organiser:play_off", args=[event.slug]),
    }
    return render(request, "components/confirm.html", context)
