"""Language, colour and logo of an event, for its papers, its wall and its public pages."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament.events.appearance import dress_event
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.shared.colours import GREEN, on_dark, on_light
from romme_turnier.tournament.shared.logo import logo_from
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.look_form import LookForm


class AppearanceForm(LookForm):
    language = forms.ChoiceField(
        label=gettext_lazy("Sprache auf Papier, im Saal und in Mails"),
        choices=Event.Language.choices,
        widget=forms.RadioSelect,
        help_text=gettext_lazy("Seiten auf Telefon und Rechner liest jeder in der eigenen Sprache."),
    )


@for_officials(Right.DIRECT)
def event_appearance(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows and saves the form. The page also shows the shades of the colour that had to be adapted to a background."""
    initial = {"language": event.language, "own_colour": bool(event.accent), "accent": event.accent or GREEN}
    form = AppearanceForm(request.POST or None, request.FILES or None, initial=initial)
    if form.is_valid():
        with errors_in(form, "logo"):
            chosen = form.cleaned_data
            dress_event(
                event,
                language=chosen["language"],
                accent=chosen["accent"],
                logo=logo_from(chosen["logo"].read()) if chosen["logo"] else None,
                without_logo=chosen["without_logo"],
                by=request.user,
            )
            messages.success(request, _("Sprache, Farbe und Logo sind gespeichert."))
            return redirect("organiser:event_appearance", event.slug)
    context: dict[str, Any] = {"event": event, "form": form}
    if event.accent:
        light, dark = on_light(event.accent), on_dark(event.accent)
        context["changed"] = [
            (word, shade)
            for word, shade in ((_("auf hellem Grund"), light.accent), (_("auf dunklem Grund"), dark.accent))
            if shade != event.accent
        ]
    return render(request, "organiser/events/appearance.html", context)
