"""Inviting officials by a link: it is shown once, and can be withdrawn until used."""

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.events.official_invitations import invite_official, withdraw_official_invitation
from romme_turnier.tournament.models import Event, EventRole, OfficialInvitation
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.qr import link_to_hand_on


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
@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def official_invite(request: OfficialRequest, event: Event) -> HttpResponse:
    """Choose the task. The link is in the answer to this POST and nowhere else."""
    form = OfficialInvitationForm(request.POST or None)
    context = {"event": event, "form": form}
    if not form.is_valid():
        return render(request, "organiser/events/invite.html", context)
    until = timezone.now() + timedelta(days=form.cleaned_data["days"])
    invitation = invite_official(event, form.cleaned_data["role"], until=until, by=request.user)
    context |= {"invitation": invitation}
    context |= link_to_hand_on(request, reverse("invited:official", args=[invitation.token]))
    return render(request, "organiser/events/invited.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def official_invite_withdraw(request: OfficialRequest, event: Event, pk: int) -> HttpResponse:
    invitation = get_object_or_404(OfficialInvitation, event=event, pk=pk)
    if request.method == "POST":
        withdraw_official_invitation(invitation, by=request.user)
        messages.success(request, _("Der Link gilt nicht mehr."))
        return redirect("organiser:officials", event.slug)
    context = {
        "event": event,
        "title": _("Einladung zurücknehmen"),
        "what": [
            _("Der Link für die Aufgabe %(task)s gilt dann nicht mehr.") % {"task": invitation.get_role_display()}
        ],
        "button": _("Einladung zurücknehmen"),
        "danger": True,
        "cancel_url": reverse("organiser:officials", args=[event.slug]),
    }
    return render(request, "components/confirm.html", context)
