"""The keys with which an organiser signs papers, and their replacement."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.models import Organiser
from romme_turnier.tournament.offices import OrganiserRight
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.organisers.signing_keys import change_key
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.fields import reason_field


class KeyForm(forms.Form):
    kind = forms.ChoiceField(
        label=gettext_lazy("Was ist geschehen?"),
        choices=[
            ("changed", gettext_lazy("Nichts Schlimmes: Papiere mit dem alten Schlüssel gelten ohne Vorbehalt weiter")),
            ("revoked", gettext_lazy("Fremde könnten den alten Schlüssel haben: Er wird widerrufen")),
        ],
        widget=forms.RadioSelect,
    )
    reason = reason_field(gettext_lazy("Nur für die Leitung, ohne Namen."))
    sure = forms.BooleanField(label=gettext_lazy("Ja, einen neuen Schlüssel machen. Zurück geht es nicht."))


@for_organiser(OrganiserRight.GIVE_OFFICES, of_single=True)
def organiser_key(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Shows the keys of an organiser, newest first; a POST ends the key in use and makes the next one."""
    form = KeyForm(request.POST or None)
    if form.is_valid():
        with errors_in(form):
            revoked = form.cleaned_data["kind"] == "revoked"
            change_key(organiser, reason=form.cleaned_data["reason"], revoked=revoked, by=request.user)
            messages.success(request, _("Papiere werden jetzt mit einem neuen Schlüssel unterschrieben."))
            return redirect("organiser:organiser_key", organiser.number)
    context = {
        "organiser": organiser if are_several() else None,
        "keys": list(organiser.signing_keys.select_related("ended_by")),
        "form": form,
    }
    return render(request, "organiser/organisers/key.html", context)
