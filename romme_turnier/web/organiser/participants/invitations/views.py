"""Invitations to a closed event: links for a player or a club, with the players who have used them."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from romme_turnier.accounts.fields import NameInput
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.registrations import InvitationsTable
from romme_turnier.tournament.models import Event, PlayerInvitation
from romme_turnier.tournament.participants.invitations import (
    NAME_LENGTH,
    invitations_of,
    invite_club,
    invite_player,
    users_of,
    withdraw_invitation,
)
from romme_turnier.tournament.participants.register.lookup import club_names
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import confirm, errors_in
from romme_turnier.web.qr import link_to_hand_on

PLAYER, CLUB = "player", "club"


class InvitationForm(forms.Form):
    whom = forms.ChoiceField(
        label=gettext_lazy("Wer ist eingeladen?"),
        choices=[
            (PLAYER, gettext_lazy("eine Person (der Link gilt einmal)")),
            (CLUB, gettext_lazy("ein Club (der Link gilt für alle seine Mitglieder)")),
        ],
        widget=forms.RadioSelect,
        initial=PLAYER,
    )
    name = NameInput(
        label=gettext_lazy("Name der Person oder des Clubs"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
    )


@never_cache
@for_officials(Right.DIRECT)
def player_invitations(request: OfficialRequest, event: Event) -> HttpResponse:
    form = InvitationForm(request.POST or None)
    if form.is_valid():
        invite = invite_club if form.cleaned_data["whom"] == CLUB else invite_player
        with errors_in(form, "name"):
            created = invite(event, form.cleaned_data["name"], by=request.user)
            return redirect("organiser:player_invitation", event.slug, created.pk)
    links = {"invited": lambda row: reverse("organiser:player_invitation", args=[event.slug, row.pk])}
    table = InvitationsTable.table_for(Medium.PAGE, invitations_of(event), query=request.GET, links=links)
    context = {"event": event, "form": form, "table": table, "clubs": club_names(event.held_by)}
    return render(request, "organiser/participants/invitations/invitations.html", context)


@require_safe
@never_cache
@for_officials(Right.DIRECT)
def player_invitation(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    """Shows the link to hand out, and its users so far."""
    invitation = get_object_or_404(PlayerInvitation.objects.select_related("club", "event"), event=event, pk=pk)
    link = link_to_hand_on(request, reverse("public:invited", args=[event.slug, invitation.token]))
    context = {"event": event, "invitation": invitation, "users": users_of(invitation), **link}
    return render(request, "organiser/participants/invitations/invitation.html", context)


@for_officials(Right.DIRECT)
def player_invitation_withdraw(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    invitation = get_object_or_404(PlayerInvitation.objects.select_related("club"), event=event, pk=pk)
    name = {"name": str(invitation.club or invitation.name)}
    if request.method == "POST":
        withdraw_invitation(invitation, by=request.user)
        messages.success(request, _("Die Einladung für %(name)s gilt nicht mehr.") % name)
        return redirect("organiser:player_invitations", event.slug)
    return confirm(
        request,
        _("Einladung für %(name)s zurücknehmen") % name,
        _("Mit dem Link kann sich niemand mehr anmelden. Wer schon angemeldet ist, bleibt es."),
        button=_("Einladung zurücknehmen"),
        back=reverse("organiser:player_invitation", args=[event.slug, pk]),
        danger=True,
        event=event,
    )
