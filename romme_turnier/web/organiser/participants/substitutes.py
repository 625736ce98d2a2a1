"""The pages that call in a substitute for a team member, and that undo this."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from romme_turnier.tournament.models import CallIn, Event, Team
from romme_turnier.tournament.participants.check_in import next_series
from romme_turnier.tournament.participants.substitutes import call_in, take_back
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import offer, series_choices
from romme_turnier.web.organiser.participants.leaving import open_series, to_repair

_ONCE, _FOR_GOOD = "once", "for_good"


class CallInForm(forms.Form):
    substitute = forms.TypedChoiceField(label=gettext_lazy("Wer kommt?"), coerce=int)
    member = forms.TypedChoiceField(label=gettext_lazy("Für wen?"), coerce=int)
    series = forms.TypedChoiceField(label=gettext_lazy("Ab welcher Serie?"), coerce=int)
    how = forms.ChoiceField(
        label=gettext_lazy("Wie lange?"),
        choices=[
            (_ONCE, gettext_lazy("nur in dieser Serie")),
            (_FOR_GOOD, gettext_lazy("bis zum Ende; das Mitglied zieht sich zurück")),
        ],
        widget=forms.RadioSelect,
        initial=_ONCE,
    )

    def __init__(self, team: Team, data: Any = None) -> None:
        memberships = team.memberships.filter(registration__player__erased_at=None)
        self.people = {
            membership.registration_id: membership.registration
            for membership in memberships.select_related("registration__player")
        }
        bench = set(team.memberships.filter(substitute=True).values_list("registration_id", flat=True))
        super().__init__(data, initial={"series": next_series(team.event) or team.event.series_count})
        offer(self, "substitute", [(pk, str(person)) for pk, person in self.people.items() if pk in bench])
        offer(self, "member", [(pk, str(person)) for pk, person in self.people.items() if pk not in bench])
        offer(self, "series", series_choices(open_series(team.event)))


@for_officials(Right.REGISTER)
def team_call_in(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    team = get_object_or_404(Team.objects.select_related("event"), event=event, pk=pk)
    form = CallInForm(team, request.POST or None)
    if form.is_valid():
        data = form.cleaned_data
        substitute, member = form.people[data["substitute"]], form.people[data["member"]]
        with errors_in(form):
            call = call_in(substitute, member, data["series"], for_good=data["how"] == _FOR_GOOD, by=request.user)
            words = {"one": substitute.name, "other": member.name, "number": data["series"]}
            messages.success(request, _("%(one)s spielt in Serie %(number)d für %(other)s.") % words)
            on = to_repair(request, call.member, call.from_series, coming=call.substitute)
            return on or redirect("organiser:team", event.slug, pk)
    return confirm(
        request,
        _("Ersatz einwechseln: %(team)s") % {"team": team.name},
        _("Listen beider zählen für die Mannschaft. In der Einzelwertung steht jeder für sich."),
        _("Wer einspringt, zahlt nur dann Startgeld, wenn für den Platz noch keines bezahlt ist."),
        button=_("Ersatz einwechseln"),
        back=reverse("organiser:team", args=[event.slug, pk]),
        form=form,
        event=event,
    )


@require_POST
@for_officials(Right.REGISTER)
def team_call_back(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    call = get_object_or_404(CallIn.objects.select_related("substitute__player"), substitute__event=event, pk=pk)
    with errors_as_messages(request):
        take_back(call, by=request.user)
        messages.success(request, _("%(name)s sitzt wieder auf der Bank.") % {"name": call.substitute.name})
    membership = getattr(call.substitute, "team_membership", None)
    if membership is None:
        return redirect("organiser:teams", event.slug)
    return redirect("organiser:team", event.slug, membership.team_id)
