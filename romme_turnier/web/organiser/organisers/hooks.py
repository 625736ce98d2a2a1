"""An organiser's webhooks: their list, and for each its state, log, test, switch, new secret and deletion."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables

from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.organisers.hooks import AttemptsTable, HooksTable, state_of
from romme_turnier.tournament.models import Hook, HookAttempt, Organiser
from romme_turnier.tournament.offices import OrganiserRight
from romme_turnier.tournament.organisers.access import for_organiser
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.permissions import OfficialRequest
from romme_turnier.tournament.publishing.forgetting import late_copies, late_hooks
from romme_turnier.tournament.publishing.hooks import (
    CHOICES,
    are_sent,
    delete_hook,
    hooks_of,
    make_hook,
    renew_secret,
    send_test,
    switch_off,
    switch_on,
)
from romme_turnier.tournament.shared.outbox import Type
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in

_ACTS: dict[str, tuple[Callable[..., Any], Any]] = {
    "probe": (send_test, gettext_lazy("Die Probe ist unterwegs. Das Ergebnis steht gleich im Protokoll.")),
    "aus": (switch_off, gettext_lazy("Der Webhook ist aus.")),
    "an": (switch_on, gettext_lazy("Der Webhook ist an.")),
}


class HookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Adresse"),
        max_length=500,
        help_text=gettext_lazy("Zum Beispiel https://verein.example/meldungen. Ihr anderes Programm nennt sie Ihnen."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    types = forms.MultipleChoiceField(
        label=gettext_lazy("Meldungen"),
        choices=[(str(kind), kind.label) for kind in CHOICES],
        initial=[str(kind) for kind in CHOICES],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("„Person geändert“ kommt immer dazu, damit auch Löschungen ankommen."),
    )


@sensitive_variables("secret")
@never_cache
@for_organiser(OrganiserRight.GIVE_OFFICES, of_single=True)
def hooks(request: OfficialRequest, organiser: Organiser) -> HttpResponse:
    """Lists the hooks. A POST makes a hook; only the response to the POST shows its secret."""
    form = HookForm(request.POST or None)
    if form.is_valid():
        with errors_in(form):
            hook, secret = make_hook(organiser, form.cleaned_data["url"], form.cleaned_data["types"], by=request.user)
            return _shown_once(request, hook, secret)
    rows = list(hooks_of(organiser))
    context = {
        "organiser": organiser,
        "several": are_several(),
        "are_sent": are_sent(),
        "form": form,
        "late_hooks": late_hooks(organiser),
        "late_copies": late_copies(organiser),
        "table": HooksTable.table_for(
            Medium.PAGE, rows, query=request.GET, links={"host": lambda hook: _page_of(organiser, hook)}
        ),
    }
    return render(request, "organiser/organisers/hooks/hooks.html", context)


@for_organiser(OrganiserRight.GIVE_OFFICES, of_single=True)
def hook(request: OfficialRequest, organiser: Organiser, pk: int) -> HttpResponse:
    """Shows a hook with its log. A POST tests it, or switches it off or on.

    A test ends a pause of the hook. A hook that is switched on gets the missed messages about people.
    """
    shown = get_object_or_404(hooks_of(organiser), pk=pk)
    if request.method == "POST":
        act, words = _ACTS.get(request.POST.get("was", ""), (None, ""))
        if act is not None:
            with errors_as_messages(request):
                act(shown, by=request.user)
                messages.success(request, words)
        return redirect(_page_of(organiser, shown))
    badge, word = state_of(shown)
    attempts = HookAttempt.objects.filter(message__hook=shown).select_related("message")
    context = {
        "organiser": organiser,
        "are_sent": are_sent(),
        "hook": shown,
        "kind": badge,
        "word": word,
        "types": [str(kind.label) for kind in Type if kind in shown.types or kind == Type.PERSON_CHANGED],
        "unconfirmed": shown.messages.filter(type=Type.PERSON_CHANGED, confirmed_at=None).count(),
        "total": attempts.exists(),
        "table": AttemptsTable.table_for(Medium.PAGE, attempts, query=request.GET),
    }
    return render(request, "organiser/organisers/hooks/hook.html", context)


@sensitive_variables("secret")
@never_cache
@for_organiser(OrganiserRight.GIVE_OFFICES, of_single=True)
def hook_secret(request: OfficialRequest, organiser: Organiser, pk: int) -> HttpResponse:
    """Replaces the secret of a hook after a confirmation. Only the response to the POST shows the new one.

    A new secret ends a pause, and switches the hook on if it was off because its secret belonged to another machine.
    """
    shown = get_object_or_404(organiser.hooks, pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            return _shown_once(request, shown, renew_secret(shown, by=request.user))
        return redirect(_page_of(organiser, shown))
    return confirm(
        request,
        _("Neues Geheimnis machen"),
        _("Das Programm bildet ein neues Geheimnis und zeigt es Ihnen einmal. Tragen Sie es bei der Gegenstelle ein."),
        _("Das alte gilt sofort nicht mehr: Bis dahin weist die Gegenstelle Meldungen ab, und sie werden wiederholt."),
        back=_page_of(organiser, shown),
        danger=True,
        organiser=organiser,
    )


@for_organiser(OrganiserRight.GIVE_OFFICES, of_single=True)
def hook_delete(request: OfficialRequest, organiser: Organiser, pk: int) -> HttpResponse:
    """Deletes a hook with its log, after a confirmation."""
    shown = get_object_or_404(organiser.hooks, pk=pk)
    if request.method == "POST":
        with errors_as_messages(request):
            delete_hook(shown, by=request.user)
            messages.success(request, _("Der Webhook ist gelöscht."))
            return redirect("organiser:hooks", organiser.number)
        return redirect(_page_of(organiser, shown))
    return confirm(
        request,
        _("Webhook löschen"),
        _("%(host)s bekommt keine Meldungen mehr, auch keine über gelöschte Personen. Das Protokoll geht mit.")
        % {"host": shown.host},
        _("Hat die Gegenstelle Namen gespeichert, bitten Sie deren Betreiber, sie zu löschen."),
        back=_page_of(organiser, shown),
        danger=True,
        organiser=organiser,
    )


def _page_of(organiser: Organiser, hook: Hook) -> str:
    return reverse("organiser:hook", args=[organiser.number, hook.pk])


@sensitive_variables("secret")
def _shown_once(request: OfficialRequest, hook: Hook, secret: str) -> HttpResponse:
    context = {"organiser": hook.organiser, "hook": hook, "secret": secret}
    return render(request, "organiser/organisers/hooks/secret.html", context)
