"""The tokens with which other programs use the API for an organiser: making and revoking them."""

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

from romme_turnier.accounts.fields import NameInput
from romme_turnier.tournament.models import Organiser
from romme_turnier.tournament.offices import OrganiserRight
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.organisers.api_tokens import OFFERED, Scope, make_token, revoke_token
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.fields import date_field


class TokenForm(forms.Form):
    name = NameInput(
        label=gettext_lazy("Wofür"),
        max_length=60,
        help_text=gettext_lazy("Etwa: Internetseite des Vereins. So erkennen Sie den Zugang später wieder."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Was darf das Programm?"), widget=forms.CheckboxSelectMultiple, initial=[Scope.READ]
    )
    until = date_field(
        gettext_lazy("Letzter Tag"),
        initial=lambda: timezone.localdate() + timedelta(days=365),
        help_text=gettext_lazy("Höchstens zwei Jahre von heute an."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scopes"].choices = [(scope.value, scope.label) for scope in OFFERED]  # type: ignore[attr-defined]
        self.fields["until"].required = True


@sensitive_variables("secret")
@never_cache
@for_organiser(OrganiserRight.GIVE_OFFICES, of_single=True)
def api_tokens(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Lists the tokens of an organiser, newest first. A POST makes a token; only its response shows the secret."""
    form = TokenForm(request.POST or None)
    context: dict[str, Any] = {"organiser": organiser, "several": are_several()}
    if form.is_valid():
        with errors_in(form):
            token, secret = make_token(organiser, **form.cleaned_data, by=request.user)
            context |= {"token": token, "secret": secret}
            return render(request, "organiser/organisers/token.html", context)
    tokens = organiser.api_tokens.select_related("made_by", "revoked_by")
    return render(request, "organiser/organisers/tokens.html", {**context, "tokens": list(tokens), "form": form})


@for_organiser(OrganiserRight.GIVE_OFFICES, of_single=True)
def api_token_revoke(request: OfficialRequest, organiser: Organiser, pk: int) -> HttpResponse:
    token = get_object_or_404(organiser.api_tokens, pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            revoke_token(token, by=request.user)
            messages.success(request, _("Der Zugang „%(name)s“ ist widerrufen.") % {"name": token})
        return redirect("organiser:api_tokens", organiser.number)
    return confirm(
        request,
        _("Zugang widerrufen"),
        _("%(name)s, Kennung %(key)s") % {"name": token, "key": token.key},
        _(
            "Das Programm bekommt ab sofort keine Antwort mehr. Zurück geht es nicht; einen neuen Zugang machen "
            "Sie jederzeit."
        ),
        back=reverse("organiser:api_tokens", args=[organiser.number]),
        danger=True,
        organiser=organiser if are_several() else None,
    )
