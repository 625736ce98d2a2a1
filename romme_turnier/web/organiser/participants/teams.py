"""Teams and their members."""

from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.registrations import TeamsTable, teams_of
from romme_turnier.tournament.models import CallIn, Event, Registration, Team
from romme_turnier.tournament.participants.teams import create_team, delete_team, update_team
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials, may
from romme_turnier.tournament.standings.rankings import TANDEM_SIZE
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import PersonField, label_of

MEMBERS = 4  # usual; two blank lines are added for more


class TeamForm(forms.Form):
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
        memberships = list(team.memberships.select_related("registration__player")) if team else []
        members = [membership.registration for membership in memberships]
        self.member_names = [f"member_{n}" for n in range(1, max(MEMBERS, len(members)) + 3)]
        for n, name in enumerate(self.member_names, start=1):
            self.fields[name] = PersonField(
                self.everybody, label=_("Mitglied %(n)d") % {"n": n}, required=False, help_text=""
            )
            self.initial[name] = label_of(members[n - 1]) if n <= len(members) else ""
            self.fields[f"bench_{n}"] = forms.BooleanField(label=_("Ersatz"), required=False)
            self.initial[f"bench_{n}"] = n <= len(members) and memberships[n - 1].substitute

    @property
    def member_rows(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Each member with the box for the bench."""
        return [(self[name], self[_bench(name)]) for name in self.member_names]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        seen: set[int] = set()
        for name in self.member_names:
            member = cleaned.get(name)
            if member and member.pk in seen:
                self.add_error(name, _("%(name)s steht schon in dieser Mannschaft.") % {"name": member.name})
            elif member:
                seen.add(member.pk)
        return cleaned

    @property
    def members(self) -> list[Registration]:
        return [member for name in self.member_names if (member := self.cleaned_data[name])]

    @property
    def substitutes(self) -> list[int]:
        """Primary keys of the substitutes."""
        names = [name for name in self.member_names if self.cleaned_data[_bench(name)]]
        return [member.pk for name in names if (member := self.cleaned_data[name])]

    def entered(self) -> dict[str, Any]:
        """Returns the arguments for the services of teams."""
        entered = self.cleaned_data
        return {
            "name": entered["name"],
            "members": self.members,
            "substitutes": self.substitutes,
            "tandem": entered["tandem"],
        }


def _bench(member_name: str) -> str:
    return member_name.replace("member", "bench")


@require_safe
@for_officials(Right.SEE)
def teams(request: OfficialRequest, event: Event) -> HttpResponse:
    may_register = may(request.user, Right.REGISTER, event)
    links = {"name": lambda team: reverse("organiser:team", args=[event.slug, team.pk])} if may_register else {}
    table = TeamsTable.table_for(Medium.PAGE, teams_of(event), query=request.GET, links=links)
    context = {"table": table, "may_register": may_register}
    return _page(request, event, "organiser/participants/teams.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.REGISTER)
def team_create(request: OfficialRequest, event: Event) -> HttpResponse:
    form = TeamForm(event, request.POST or None)
    if form.is_valid():
        with errors_in(form):
            team = create_team(event, **form.entered(), by=request.user)
            messages.success(request, _("Die Mannschaft „%(name)s“ ist angelegt.") % {"name": team.name})
            return redirect("organiser:teams", event.slug)
    return _page(request, event, "organiser/participants/team.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
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
        "form": form,
        "team": shown,
        "bench": shown.memberships.filter(substitute=True).exists(),
        "calls": calls.select_related("substitute__player", "member__player"),
    }
    return _page(request, event, "organiser/participants/team.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.REGISTER)
def team_delete(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    shown = get_object_or_404(Team, event=event, pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            delete_team(shown, by=request.user)
            messages.success(request, _("Die Mannschaft „%(name)s“ ist aufgelöst.") % {"name": shown.name})
        return redirect("organiser:teams", event.slug)
    context = {
        "title": _("Mannschaft „%(name)s“ auflösen") % {"name": shown.name},
        "what": [_("Ihre Mitglieder bleiben Teilnehmer und spielen einzeln weiter.")],
        "button": _("Mannschaft auflösen"),
        "danger": True,
        "cancel_url": reverse("organiser:team", args=[event.slug, pk]),
    }
    return _page(request, event, "components/confirm.html", context)


def _page(request: OfficialRequest, event: Event, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, context | {"event": event})
