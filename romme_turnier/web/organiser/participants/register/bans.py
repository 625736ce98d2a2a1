"""Banning without an exclusion, and lifting a ban early (§ 1.4)."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.participants.register.ban_reading import say_ban
from romme_turnier.tournament.participants.register.bans import ban as ban_player, lift_ban
from romme_turnier.tournament.participants.register.own_people import bans_kept_by, people_seen_by, why_not_kept
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import date_field


class BanForm(forms.Form):
    reason = forms.CharField(
        label=gettext_lazy("Grund"),
        max_length=300,
        help_text=gettext_lazy("Wer die Sperre verhängt hat und warum. Steht nie auf öffentlichen Seiten."),
    )
    until = date_field(gettext_lazy("gesperrt bis"), help_text=gettext_lazy("Leer: ohne Ende."))


@require_http_methods(["GET", "HEAD", "POST"])
@for_holders(ProgramRight.KEEP_REGISTER)
def player_ban(request: OfficialRequest, pk: int) -> HttpResponse:
    """Bans a player for the federation, or after the event."""
    player = get_object_or_404(people_seen_by(request.user).select_related("club"), pk=pk)
    if why := why_not_kept(player, request.user):
        messages.error(request, why)
        return redirect("organiser:register")
    name = {"name": player.name}
    form = BanForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with errors_in(form, "until"):
            ban_player(
                player, form.cleaned_data["reason"], until=form.cleaned_data["until"], event=None, by=request.user
            )
            messages.success(request, _("%(name)s ist gesperrt.") % name)
            return redirect(f"{reverse('organiser:register')}#sperren")
    context = {
        "title": _("%(name)s sperren") % name,
        "what": [
            *([_("Club: %(club)s") % {"club": player.club}] if player.club else []),
            _("Wird die Person wieder gemeldet, sieht die Leitung einen Hinweis."),
            *(f"{player.name}: {say_ban(ban)}" for ban in bans_kept_by(request.user).filter(player=player)),
        ],
        "form": form,
        "button": _("Sperre eintragen"),
        "danger": True,
        "cancel_url": reverse("organiser:register"),
    }
    return render(request, "components/confirm.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_holders(ProgramRight.KEEP_REGISTER)
def ban_lift(request: OfficialRequest, pk: int) -> HttpResponse:
    ban = get_object_or_404(bans_kept_by(request.user).select_related("player"), pk=pk)
    name = {"name": ban.player.name}
    if request.method == "POST":
        with errors_as_messages(request):
            lift_ban(ban, by=request.user)
            messages.success(request, _("%(name)s ist nicht mehr gesperrt.") % name)
        return redirect("organiser:register")
    context = {
        "title": _("Sperre von %(name)s aufheben") % name,
        "what": [
            f"{ban.player.name}: {say_ban(ban)}",
            _("Bei der nächsten Meldung steht dann kein Hinweis mehr. Dass es die Sperre gab, bleibt festgehalten."),
        ],
        "button": _("Sperre aufheben"),
        "danger": True,
        "cancel_url": reverse("organiser:register"),
    }
    return render(request, "components/confirm.html", context)
