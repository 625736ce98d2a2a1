"""Bans without an exclusion (§ 1.4), on behalf of an organiser or after the event, and the lifting of bans."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.participants.register.bans import (
    ban as ban_player,
    end_fault,
    lift_ban,
    organisers_banning,
    say_ban,
)
from romme_turnier.tournament.participants.register.own_people import bans_kept_by, people_banned_by, why_not_kept
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, for_holders, has_right
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import date_field, reason_field


class BanForm(forms.Form):
    reason = reason_field(
        gettext_lazy("Wer die Sperre verhängt hat und warum. Steht nie auf öffentlichen Seiten."), max_length=300
    )
    until = date_field(gettext_lazy("gesperrt bis"), help_text=gettext_lazy("Leer: ohne Ende."))

    def __init__(self, organisers: Sequence[Organiser], data: Any = None) -> None:
        """`organisers` holds those for which the official may ban people; it is empty if the program has only one."""
        super().__init__(data)
        if organisers:
            self.fields["organiser"] = forms.ChoiceField(
                label=_("Gilt bei"),
                choices=[(str(organiser.pk), f"{organiser.number} {organiser}") for organiser in organisers],
                help_text=_("Und bei allen darunter. Den Grund sieht nur, wer hier oder darüber sperren darf."),
                error_messages={"invalid_choice": _("Für diesen Veranstalter können Sie niemanden sperren.")},
            )
            if len(organisers) == 1:  # the page names it
                self.fields["organiser"].widget = forms.HiddenInput()
                self.fields["organiser"].initial = organisers[0].pk
            self.order_fields(["organiser", "reason", "until"])
        self.organisers = {str(organiser.pk): organiser for organiser in organisers}

    def clean_until(self) -> date | None:
        until: date | None = self.cleaned_data["until"]
        if why := end_fault(until):
            raise forms.ValidationError(why)
        return until

    def organiser(self) -> Organiser | None:
        return self.organisers.get(self.cleaned_data.get("organiser", ""))


@for_holders(ProgramRight.BAN)
def player_ban(request: OfficialRequest, pk: int) -> HttpResponse:
    """Bans a player without an exclusion, on behalf of an organiser or after the event."""
    player = get_object_or_404(people_banned_by(request.user).select_related("club"), pk=pk)
    organisers = organisers_banning([player], request.user)[player.pk]
    if not organisers:
        why = why_not_kept(player, request.user) or _("Sie können niemanden sperren.")
        messages.error(request, why)
        return redirect(_back_from_bans(request))
    name = {"name": player.name}
    choices = organisers if are_several() else ()
    form = BanForm(choices, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with errors_in(form, "until"):
            ban_player(
                player,
                form.cleaned_data["reason"],
                until=form.cleaned_data["until"],
                event=None,
                organiser=form.organiser(),
                by=request.user,
            )
            messages.success(request, _("%(name)s ist gesperrt.") % name)
            return redirect(_back_from_bans(request))
    return confirm(
        request,
        _("%(name)s sperren") % name,
        *([_("Club: %(club)s") % {"club": player.club}] if player.club else []),
        _("Wird die Person wieder gemeldet, sieht die Leitung einen Hinweis."),
        *([_where_it_holds(choices[0])] if len(choices) == 1 else []),
        *(f"{player.name}: {say_ban(ban)}" for ban in bans_kept_by(request.user).filter(player=player)),
        button=_("Sperre eintragen"),
        back=_back_from_bans(request),
        danger=True,
        form=form,
    )


def _where_it_holds(organiser: Organiser) -> str:
    if organiser.kind == Organiser.Kind.CLUB:
        words = _("Gilt bei %(organiser)s. Den Grund sieht nur, wer hier oder darüber sperren darf.")
    else:
        words = _("Gilt bei %(organiser)s und allen darunter. Den Grund sieht nur, wer hier oder darüber sperren darf.")
    return words % {"organiser": organiser}


def _back_from_bans(request: OfficialRequest) -> str:
    """Returns the address of the next page: the register if the official may open it, otherwise the events."""
    if has_right(request.user, ProgramRight.KEEP_REGISTER):
        return reverse("organiser:register", fragment="sperren")
    return reverse("organiser:events")


@for_holders(ProgramRight.BAN)
def ban_lift(request: OfficialRequest, pk: int) -> HttpResponse:
    ban = get_object_or_404(bans_kept_by(request.user).select_related("player"), pk=pk)
    name = {"name": ban.player.name}
    if request.method == "POST":
        with errors_as_messages(request):
            lift_ban(ban, by=request.user)
            messages.success(request, _("%(name)s ist nicht mehr gesperrt.") % name)
        return redirect(_back_from_bans(request))
    return confirm(
        request,
        _("Sperre von %(name)s aufheben") % name,
        f"{ban.player.name}: {say_ban(ban)}",
        _("Bei der nächsten Meldung steht dann kein Hinweis mehr. Dass es die Sperre gab, bleibt festgehalten."),
        button=_("Sperre aufheben"),
        back=_back_from_bans(request),
        danger=True,
    )
