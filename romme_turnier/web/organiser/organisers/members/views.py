"""The members of an organiser: their table with its file, adding a member, and changing or removing a membership."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from romme_turnier.accounts.fields import NameInput
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.organisers.members import MembersFilter, MembersTable
from romme_turnier.documents.tables.views import file_of
from romme_turnier.tournament.models import Membership, Organiser, Player
from romme_turnier.tournament.offices import OrganiserRight
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.participants.members.memberships import (
    NUMBER_LENGTH,
    MembershipDetails,
    add_member,
    change_membership,
    current,
    memberships_at,
    remove_membership,
)
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes, people_of
from romme_turnier.tournament.participants.registrations import NAME_LENGTH
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import date_field
from romme_turnier.web.organiser.participants.forms import NEW_PERSON, same_person_field

_KEEPING = OrganiserRight.KEEP_REGISTER


class MembershipForm(forms.Form):
    """The form for the kind, number and days of a membership."""

    kind = forms.ChoiceField(label=gettext_lazy("Art"), choices=Membership.Kind.choices, widget=forms.RadioSelect)
    number = forms.CharField(
        label=gettext_lazy("Mitgliedsnummer"),
        required=False,
        max_length=NUMBER_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": 10}),
    )
    since = date_field(gettext_lazy("Mitglied seit"))
    until = date_field(gettext_lazy("Mitglied bis"), help_text=gettext_lazy("Der letzte Tag. Leer: ohne Ende."))

    def details(self) -> MembershipDetails:
        return MembershipDetails(**{name: self.cleaned_data[name] for name in ("kind", "number", "since", "until")})


class MemberForm(MembershipForm):
    """The form for a new member. If the organiser already has people with this name, it asks about them."""

    first_name = NameInput(label=gettext_lazy("Vorname"), max_length=NAME_LENGTH)
    last_name = NameInput(label=gettext_lazy("Nachname"), max_length=NAME_LENGTH)

    def __init__(self, organiser: Organiser, data: QueryDict | None = None, **options: Any) -> None:
        super().__init__(data, **options)
        key = name_key(data.get("first_name", ""), data.get("last_name", "")) if data else None
        self.namesakes: list[Player] = namesakes([key], people_of(organiser)).get(key, []) if key else []
        if self.namesakes:
            why = _("Im Register steht jemand mit diesem Namen.")
            self.fields["same"] = same_person_field(self.namesakes, why)
        self.order_fields(["same", "first_name", "last_name", "kind", "number", "since", "until"])

    def player(self) -> Player | None:
        return next((row for row in self.namesakes if str(row.pk) == self.cleaned_data.get("same")), None)


@require_safe
@for_organiser(_KEEPING, of_single=True)
def members(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Lists the current members; `?stand=` selects the former ones, or all."""
    rows = memberships_at(organiser)
    chosen = MembersFilter(request.GET, rows)
    table = MembersTable.table_for(
        Medium.PAGE,
        chosen.rows,
        query=request.GET,
        links={"name": lambda row: reverse("organiser:member", args=[organiser.number, row.pk])},
    )
    context = {
        "organiser": organiser,
        "filter": chosen.form,
        "table": table,
        "count": len(table.data),
        "total": rows.filter(current()).count(),
        "any": rows.exists(),
    }
    return render(request, "organiser/organisers/members/members.html", context)


@require_safe
@for_organiser(_KEEPING, of_single=True)
def members_file(request: OfficialRequest, organiser: Organiser, kind: str) -> HttpResponse:
    rows = MembersFilter(request.GET, memberships_at(organiser)).rows
    table = MembersTable.table_for(Medium.FILE, rows, query=request.GET)
    return file_of(table, f"mitglieder-{organiser.slug}.{kind}")


@for_organiser(_KEEPING, of_single=True)
def member_add(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    initial = {"kind": Membership.Kind.FULL, "since": timezone.localdate()}
    form = MemberForm(organiser, request.POST or None, initial=initial)
    if form.is_valid():
        with errors_in(form):
            added = add_member(
                organiser,
                form.player(),
                form.cleaned_data["first_name"],
                form.cleaned_data["last_name"],
                form.details(),
                other_person=form.cleaned_data.get("same") == NEW_PERSON,
                by=request.user,
            )
            words = _("%(name)s ist als Mitglied eingetragen.")
            messages.success(request, words % {"name": added.player.name})
            return redirect("organiser:members", organiser.number)
    context = {"organiser": organiser, "form": form, "title": _("Mitglied aufnehmen"), "button": _("Aufnehmen")}
    context["membership"] = None
    return render(request, "organiser/organisers/members/member.html", context)


@for_organiser(_KEEPING, of_single=True)
def member(request: OfficialRequest, organiser: Organiser, pk: int) -> HttpResponse:
    """Changes a membership; a last day ends it."""
    membership = get_object_or_404(memberships_at(organiser), pk=pk)
    form = MembershipForm(request.POST or None, initial=asdict(MembershipDetails.of(membership)))
    if form.is_valid():
        with errors_in(form):
            change_membership(membership, form.details(), by=request.user)
            messages.success(request, _("Gespeichert."))
            return redirect("organiser:members", organiser.number)
    context = {
        "organiser": organiser,
        "form": form,
        "title": membership.player.name,
        "button": _("Speichern"),
        "membership": membership,
    }
    return render(request, "organiser/organisers/members/member.html", context)


@for_organiser(_KEEPING, of_single=True)
def member_remove(request: OfficialRequest, organiser: Organiser, pk: int) -> HttpResponse:
    """Removes a membership that was entered by mistake, and the person if nothing else refers to them."""
    membership = get_object_or_404(memberships_at(organiser), pk=pk)
    facts = {"name": membership.player.name, "organiser": organiser}
    if request.method == "POST":
        with errors_as_messages(request):
            remove_membership(membership, by=request.user)
            messages.success(request, _("Die Mitgliedschaft von %(name)s ist gelöscht.") % facts)
        return redirect("organiser:members", organiser.number)
    return confirm(
        request,
        _("Mitgliedschaft löschen"),
        (_("%(name)s, Mitglied von %(organiser)s") if are_several() else _("%(name)s, Mitglied")) % facts,
        _("Nur bei versehentlichen Einträgen. Wer austritt, bekommt einen letzten Tag und zählt dann zu den früheren."),
        _("War die Person bei keinem Turnier und ist nirgends sonst Mitglied, verschwindet sie auch im Register."),
        back=reverse("organiser:member", args=[organiser.number, pk]),
        danger=True,
        organiser=organiser,
    )
