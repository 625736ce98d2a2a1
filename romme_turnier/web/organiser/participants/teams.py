"""The pages for an event's teams and their members."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.registrations import TeamsTable, teams_of
from romme_turnier.tournament.models import CallIn, Event, Team
from romme_turnier.tournament.participants.teams import create_team, delete_team, update_team
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.seasons.competitions.league_tables import league_day_of
from romme_turnier.tournament.standings.rankings import TANDEM_SIZE
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import PersonField
from romme_turnier.web.organiser.rows import FormWithRows, RowForm, row_formset


class MemberRow(RowForm):
    member = PersonField(required=False, help_text="")
    bench = forms.BooleanField(label=gettext_lazy("Ersatz"), required=False)
    distinct = "member"
    twice = gettext_lazy("%(name)s steht schon in dieser Mannschaft.")


MemberRows = row_formset(MemberRow, blank=2, least=4)


class TeamForm(FormWithRows, forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    tandem = forms.BooleanField(
        label=gettext_lazy("Tandem"),
        required=False,
        help_text=gettext_lazy("Zwei, die zusammen gewertet werden. Tandems haben eine eigene Rangliste."),
    )

    def __init__(self, event: Event, data: QueryDict | None = None, *, team: Team | None = None) -> None:
        super().__init__(data, initial={"name": team.name, "tandem": team.size == TANDEM_SIZE} if team else {})
        offered = Q(player__erased_at=None) | Q(team_membership__team=team, team_membership__isnull=False)
        self.everybody = list(event.registrations.filter(offered).select_related("player", "club"))
        memberships = team.memberships.select_related("registration__player") if team else ()
        members = [{"member": member.registration, "bench": member.substitute} for member in memberships]
        self.members = MemberRows(data, prefix="member", initial=members)
        self.row_sets = (self.members,)
        for n, row in enumerate(self.members, start=1):
            row.fields["member"].people = self.everybody
            row.fields["member"].label = _("Mitglied %(n)d") % {"n": n}

    def entered(self) -> dict[str, Any]:
        """Returns the keyword arguments for `create_team` and `update_team`."""
        rows = [row.cleaned_data for row in self.members if row.cleaned_data["member"]]
        return {
            "name": self.cleaned_data["name"],
            "members": [row["member"] for row in rows],
            "substitutes": [row["member"].pk for row in rows if row["bench"]],
            "tandem": self.cleaned_data["tandem"],
        }


@require_safe
@for_officials(Right.SEE)
def teams(request: OfficialRequest, event: Event) -> HttpResponse:
    may_register = may(request.user, Right.REGISTER, event)
    links = {"name": lambda team: reverse("organiser:team", args=[event.slug, team.pk])} if may_register else {}
    table = TeamsTable.table_for(Medium.PAGE, teams_of(event), query=request.GET, links=links)
    context = {
        "event": event,
        "table": table,
        "may_register": may_register,
        "league_day": league_day_of(event, request.user),
    }
    return render(request, "organiser/participants/teams.html", context)


@for_officials(Right.REGISTER)
def team_create(request: OfficialRequest, event: Event) -> HttpResponse:
    form = TeamForm(event, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            team = create_team(event, **form.entered(), by=request.user)
            messages.success(request, _("Die Mannschaft „%(name)s“ ist angelegt.") % {"name": team.name})
            return redirect("organiser:teams", event.slug)
    return render(request, "organiser/participants/team.html", {"event": event, "form": form})


@for_officials(Right.REGISTER)
def team(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    shown = get_object_or_404(Team, event=event, pk=pk)
    form = TeamForm(event, request.POST or None, team=shown)
    if form.is_valid():
        with errors_in(form):
            update_team(shown, **form.entered(), by=request.user)
            messages.success(request, _("Die Mannschaft ist gespeichert."))
            return redirect("organiser:teams", event.slug)
    calls = CallIn.objects.filter(substitute__team_membership__team=shown, undone_at=None)
    context = {
        "event": event,
        "form": form,
        "team": shown,
        "bench": shown.memberships.filter(substitute=True).exists(),
        "calls": calls.select_related("substitute__player", "member__player"),
    }
    return render(request, "organiser/participants/team.html", context)


@for_officials(Right.REGISTER)
def team_delete(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    shown = get_object_or_404(Team, event=event, pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            delete_team(shown, by=request.user)
            messages.success(request, _("Die Mannschaft „%(name)s“ ist aufgelöst.") % {"name": shown.name})
        return redirect("organiser:teams", event.slug)
    return confirm(
        request,
        _("Mannschaft „%(name)s“ auflösen") % {"name": shown.name},
        _("Ihre Mitglieder bleiben Teilnehmer und spielen einzeln weiter."),
        button=_("Mannschaft auflösen"),
        back=reverse("organiser:team", args=[event.slug, pk]),
        danger=True,
        event=event,
    )
