"""The officials of an event and their tasks (§ 1.2), accounts for new officials, and links that invite others."""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from romme_turnier.accounts.fields import USERNAME_ERRORS, NameInput, exact_input
from romme_turnier.accounts.models import User
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.events import OfficialInvitationsTable, OfficialsTable, officials_of
from romme_turnier.tournament.events.official_invitations import (
    invite_official,
    open_invitations,
    withdraw_official_invitation,
)
from romme_turnier.tournament.events.officials import add_official, create_colleague, let_make_events, set_roles
from romme_turnier.tournament.models import Event, EventRole, OfficialInvitation
from romme_turnier.tournament.organisers.reading import are_several, default_organiser
from romme_turnier.tournament.permissions import (
    OfficialRequest,
    ProgramRight,
    Right,
    for_officials,
    has_right,
    may,
    rights_at,
)
from romme_turnier.tournament.shared.service import one_transaction
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.qr import link_to_hand_on


class RolesForm(forms.Form):
    roles = forms.MultipleChoiceField(
        label=gettext_lazy("Aufgaben"),
        choices=EventRole.Role.choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Bitte wählen Sie mindestens eine Aufgabe.")},
    )


class OfficialRightsForm(RolesForm):
    """The form for an official's tasks. `with_program_rights` adds the right to create events."""

    makes_events = forms.BooleanField(
        label=gettext_lazy("Darf Turniere anlegen"),
        required=False,
        help_text=gettext_lazy("Gilt im ganzen Programm. Wer eines anlegt, leitet es."),
    )

    def __init__(self, *args: Any, with_program_rights: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not with_program_rights:
            del self.fields["makes_events"]
        elif are_several():
            words = _("Gilt bei %(organiser)s. Wer eines anlegt, leitet es.") % {"organiser": default_organiser()}
            self.fields["makes_events"].help_text = words


class OfficialForm(RolesForm):
    username = forms.CharField(label=gettext_lazy("Benutzername"), max_length=150, widget=exact_input())
    field_order = ["username", "roles"]


class ColleagueForm(RolesForm):
    display_name = NameInput(
        label=gettext_lazy("Name"),
        max_length=120,
        help_text=gettext_lazy("So steht die Person auf Protokollen."),
    )
    username = forms.CharField(
        label=gettext_lazy("Benutzername"),
        max_length=150,
        validators=[User.username_validator],
        error_messages=USERNAME_ERRORS,
        help_text=gettext_lazy("Damit meldet sich die Person an. Buchstaben, Ziffern und @ . + - _ sind erlaubt."),
        widget=exact_input(),
    )
    field_order = ["display_name", "username", "roles"]


def _official_of(event: Event, pk: int) -> User:
    return get_object_or_404(User.objects.filter(event_roles__event=event).distinct(), pk=pk)


@for_officials(Right.SEE, writing=Right.DIRECT)
def officials(request: OfficialRequest, event: Event) -> HttpResponse:
    """Lists the officials and, for directors, the open invitations. A POST gives tasks to a person with an account."""
    form = OfficialForm(request.POST or None)
    if form.is_valid():
        with errors_in(form, "username"):
            user = add_official(event, form.cleaned_data["username"], form.cleaned_data["roles"], by=request.user)
            messages.success(request, _("%(name)s gehört jetzt zur Leitung.") % {"name": user})
            return redirect("organiser:officials", event.slug)
    may_direct = may(request.user, Right.DIRECT, event)
    people = officials_of(event, tell_rights=has_right(request.user, ProgramRight.RUN))
    table = OfficialsTable.table_for(Medium.PAGE, people, rights=rights_at(request.user, event), query=request.GET)
    context = {"event": event, "table": table, "form": form, "may_direct": may_direct}
    if may_direct:
        context["invitations"] = OfficialInvitationsTable.table_for(
            Medium.PAGE, open_invitations(event), query=request.GET, id="einladungen"
        )
    return render(request, "organiser/events/officials.html", context)


@sensitive_variables("password")
@never_cache
@for_officials(Right.DIRECT)
def official_create(request: OfficialRequest, event: Event) -> HttpResponse:
    """Creates an account with tasks for a colleague. Only the response to the POST shows its initial password."""
    form = ColleagueForm(request.POST or None)
    if form.is_valid():
        with errors_in(form, "username"):
            user, password = create_colleague(event, **form.cleaned_data, by=request.user)
            context = {"event": event, "colleague": user, "password": password}
            return render(request, "organiser/events/colleague_created.html", context)
    return render(request, "organiser/events/colleague.html", {"event": event, "form": form})


@for_officials(Right.DIRECT)
def official(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Changes an official's tasks. Superusers also decide whether other officials may create events."""
    person = _official_of(event, pk)
    held = list(event.roles.filter(user=person).values_list("role", flat=True))
    form = OfficialRightsForm(
        request.POST or None,
        initial={"roles": held, "makes_events": person.makes_events},
        with_program_rights=has_right(request.user, ProgramRight.RUN) and not person.is_superuser,
    )
    if form.is_valid():
        with errors_in(form, "roles"), one_transaction():
            set_roles(event, person, form.cleaned_data["roles"], by=request.user)
            if "makes_events" in form.changed_data:
                let_make_events(event, person, allowed=form.cleaned_data["makes_events"], by=request.user)
            messages.success(request, _("Die Aufgaben von %(name)s sind gespeichert.") % {"name": person})
            return _back(request, event)
    return render(request, "organiser/events/official.html", {"event": event, "form": form, "person": person})


@for_officials(Right.DIRECT)
def official_remove(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    person = _official_of(event, pk)
    if request.method == "POST":
        with errors_as_messages(request):
            set_roles(event, person, (), by=request.user)
            messages.success(request, _("%(name)s gehört nicht mehr zur Leitung.") % {"name": person})
        return _back(request, event)
    return confirm(
        request,
        _("%(name)s aus der Leitung nehmen") % {"name": person},
        _("%(name)s sieht dieses Turnier dann nicht mehr. Das Konto bleibt bestehen.") % {"name": person},
        _("Sie können die Person jederzeit wieder hinzufügen."),
        button=_("Aus der Leitung nehmen"),
        back=reverse("organiser:officials", args=[event.slug]),
        danger=True,
        event=event,
    )


def _back(request: OfficialRequest, event: Event) -> HttpResponse:
    """Redirects to the officials of the event, or to all events if the user no longer belongs to the officials."""
    if may(request.user, Right.SEE, event):
        return redirect("organiser:officials", event.slug)
    return redirect("organiser:events")


class OfficialInvitationForm(forms.Form):
    role = forms.ChoiceField(label=gettext_lazy("Aufgabe"), choices=EventRole.Role.choices, widget=forms.RadioSelect)
    days = forms.TypedChoiceField(
        label=gettext_lazy("Der Link gilt"),
        coerce=int,
        initial=3,
        choices=[
            (1, gettext_lazy("einen Tag")),
            (3, gettext_lazy("drei Tage")),
            (7, gettext_lazy("eine Woche")),
            (30, gettext_lazy("einen Monat")),
        ],
    )


@never_cache
@for_officials(Right.DIRECT)
def official_invite(request: OfficialRequest, event: Event) -> HttpResponse:
    """Creates an invitation for a task. Only the response to the POST shows its link."""
    form = OfficialInvitationForm(request.POST or None)
    context = {"event": event, "form": form}
    if not form.is_valid():
        return render(request, "organiser/events/invite.html", context)
    until = timezone.now() + timedelta(days=form.cleaned_data["days"])
    invitation = invite_official(event, form.cleaned_data["role"], until=until, by=request.user)
    context |= {"invitation": invitation}
    context |= link_to_hand_on(request, reverse("invited:official", args=[invitation.token]))
    return render(request, "organiser/events/invited.html", context)


@for_officials(Right.DIRECT)
def official_invite_withdraw(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    invitation = get_object_or_404(OfficialInvitation, event=event, pk=pk)
    if request.method == "POST":
        withdraw_official_invitation(invitation, by=request.user)
        messages.success(request, _("Der Link gilt nicht mehr."))
        return redirect("organiser:officials", event.slug)
    return confirm(
        request,
        _("Einladung zurücknehmen"),
        _("Der Link für die Aufgabe %(task)s gilt dann nicht mehr.") % {"task": invitation.get_role_display()},
        back=reverse("organiser:officials", args=[event.slug]),
        danger=True,
        event=event,
    )
