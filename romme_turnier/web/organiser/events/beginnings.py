"""A new event from its name, its day and "as usual"; deleting a mistaken one."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.events.announcement_words import scope_in_words
from romme_turnier.tournament.events.announcements import Announcement, copy_event, create_event
from romme_turnier.tournament.events.deletion import delete_event, why_not_deletable
from romme_turnier.tournament.events.reading import usual_of
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, Right, for_holders, for_officials
from romme_turnier.web.acting import errors_as_messages, errors_in
from romme_turnier.web.organiser.events.past_day import NameAndDayForm


class NewEventForm(NameAndDayForm):
    """Name and beginning; without an earlier event also the reading of the bonus, which has no usual value."""

    bonus_mode = forms.ChoiceField(
        label=gettext_lazy("Welche Lesart des Bonus gilt?"), choices=Event.Bonus.choices, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, usual: Event | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if usual is not None:
            del self.fields["bonus_mode"]


@require_http_methods(["GET", "HEAD", "POST"])
@for_holders(ProgramRight.MAKE_EVENTS)
def event_new(request: OfficialRequest) -> HttpResponse:
    """Asks for name and beginning; other settings come from the official's last event, or from the Romméordnung."""
    usual = usual_of(request.user)
    form = NewEventForm(request.POST or None, usual=usual)
    if form.is_valid():
        name, starts_at = form.cleaned_data["name"], form.cleaned_data["starts_at"]
        with errors_in(form):
            if usual:
                created = copy_event(usual, name=name, starts_at=starts_at, by=request.user)
                words = _("„%(name)s“ ist angelegt, wie „%(usual)s“.") % {"name": created.name, "usual": usual.name}
            else:
                announcement = Announcement(name=name, starts_at=starts_at, bonus_mode=form.cleaned_data["bonus_mode"])
                created = create_event(announcement, by=request.user)
                words = _("„%(name)s“ ist angelegt, wie es die Romméordnung vorsieht.") % {"name": created.name}
            messages.success(request, words)
            return redirect("organiser:event", created.slug)
    scope = scope_in_words(usual) if usual else ""
    return render(request, "organiser/events/new.html", {"form": form, "usual": usual, "scope": scope})


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def event_delete(request: OfficialRequest, event: Event) -> HttpResponse:
    """Asks before deleting an empty event; explains why another cannot be deleted."""
    name, kept = event.name, why_not_deletable(event)
    if request.method == "POST":
        with errors_as_messages(request):
            delete_event(event, by=request.user)
            messages.success(request, _("Das Turnier „%(name)s“ ist gelöscht.") % {"name": name})
            return redirect("organiser:events")
    if kept:
        messages.error(request, kept)
        return redirect("organiser:more", event.slug)
    context = {
        "event": event,
        "title": _("Turnier „%(name)s“ löschen") % {"name": name},
        "what": [
            _("Ausschreibung, Preisplan, Leitung und Protokoll dieses Turniers sind danach weg."),
            _("Das geht nur, solange niemand gemeldet und nichts geschehen ist."),
        ],
        "button": _("Turnier löschen"),
        "danger": True,
        "cancel_url": reverse("organiser:more", args=[event.slug]),
    }
    return render(request, "components/confirm.html", context)
