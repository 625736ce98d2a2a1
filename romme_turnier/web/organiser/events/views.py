"""The pages of an event: creation, copy, overview of the day, notes about steps, publication, deletion, links."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.tournament.events import progress, said_steps
from romme_turnier.tournament.events.announcement_words import prizes_in_words, scope_in_words
from romme_turnier.tournament.events.announcements import (
    Announcement,
    copy_event,
    create_event,
    publish_event,
    unpublish_event,
)
from romme_turnier.tournament.events.deletion import delete_event, why_not_deletable
from romme_turnier.tournament.events.reading import last_directed_by, may_copy
from romme_turnier.tournament.models import Event, Organiser, Publication, SaidStep
from romme_turnier.tournament.offices import OrganiserRight, may_at, organisers_with
from romme_turnier.tournament.organisers.access import OrganiserRightMissing
from romme_turnier.tournament.permissions import (
    OfficialRequest,
    ProgramRight,
    ProgramRightMissing,
    Right,
    for_holders,
    for_officials,
    has_right,
    may,
    rights_at,
)
from romme_turnier.tournament.seasons.competitions.league_tables import league_day_of
from romme_turnier.tournament.seasons.evenings.evening import date_of
from romme_turnier.web.acting import confirm, errors_as_messages, errors_in
from romme_turnier.web.organiser.events import dashboard
from romme_turnier.web.organiser.events.address_field import AddressField
from romme_turnier.web.organiser.events.announcement.bonus_example import example_shown
from romme_turnier.web.organiser.events.announcement.views import organiser_of_new_event
from romme_turnier.web.organiser.events.before_leaving import next_name
from romme_turnier.web.organiser.events.next_action import next_action
from romme_turnier.web.organiser.events.past_day import NameAndDayForm


@require_safe
@for_officials(Right.SEE)
def event(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows the progress of the day and the next step; for an event kept elsewhere, the pages that remain readable."""
    day = progress.progress_of(event)
    if event.elsewhere:
        context = {
            "event": event,
            "day": day,
            "table": dashboard.series_table(event, day),
            "copy": event.copy if event.is_copy else None,
            "publication": Publication.objects.filter(event=event).first(),
            "may_accept": may_at(request.user, OrganiserRight.MAKE_EVENTS, event.held_by),
            "rights": rights_at(request.user, event),
        }
        return render(request, "organiser/publishing/kept_elsewhere.html", context)
    action = next_action(event, day)
    context = {
        "event": event,
        "day": day,
        "numbered": day.facts.playing - day.facts.without_number,
        "paid": day.facts.playing - day.facts.unpaid,
        "action": action,
        "may_act": may(request.user, action.right, event),
        "may_direct": may(request.user, Right.DIRECT, event),
        "rights": rights_at(request.user, event),
        "reminders": dashboard.reminders(event, day, action),
        "before": dashboard.before(event, day),
        "after": dashboard.after(event, day),
        "table": dashboard.series_table(event, day),
        "evening": date_of(event) if day.facts.event.is_evening else None,
        "league_day": league_day_of(event, request.user),
    }
    return render(request, "organiser/events/event.html", context)


@require_POST
@for_officials(Right.DIRECT)
def event_said(request: OfficialRequest, event: Event) -> HttpResponse:
    """Notes that a step is done or not needed (`step`), or removes such a note (`zurueck`).

    If the address contains `von`, redirects to the page "Bevor Sie gehen", otherwise to the overview of the event.
    """
    if note := event.said_steps.filter(step=request.POST.get("zurueck", "")).first():
        said_steps.unsay(note, by=request.user)
    elif (step := request.POST.get("step", "")) in SaidStep.Step:
        said_steps.say_done(event, SaidStep.Step(step), by=request.user)
    return redirect("organiser:before_leaving" if "von" in request.GET else "organiser:event", event.slug)


@require_safe
@for_officials(Right.SEE)
def more(request: OfficialRequest, event: Event) -> HttpResponse:
    """Shows links to the pages that are not under any other place of the bar."""
    rights = {"may_direct": Right.DIRECT, "may_rule": Right.RULE}
    context = {name: may(request.user, right, event) for name, right in rights.items()}
    context["may_copy"] = context["may_direct"] and may_copy(request.user, event)
    return render(request, "organiser/events/more.html", context | {"event": event})


class CopyForm(NameAndDayForm):
    """The form for a copy of an event: values that differ from the original, and the parts to copy."""

    slug = AddressField(gettext_lazy("Ohne Angabe aus dem Namen gebildet."))
    with_officials = forms.BooleanField(
        label=gettext_lazy("Die Leitung mit ihren Aufgaben übernehmen"), required=False, initial=True
    )
    with_teams = forms.BooleanField(
        label=gettext_lazy("Die Namen der Mannschaften übernehmen, ohne Mitglieder"), required=False
    )


@for_officials(Right.DIRECT)
def event_copy(request: OfficialRequest, event: Event) -> HttpResponse:
    if not has_right(request.user, ProgramRight.MAKE_EVENTS):
        raise ProgramRightMissing(ProgramRight.MAKE_EVENTS)
    if not may_copy(request.user, event):
        raise OrganiserRightMissing(OrganiserRight.MAKE_EVENTS)
    form = CopyForm(request.POST or None, initial={"name": next_name(event)})
    cast(AddressField, form.fields["slug"]).belong_to(event.held_by)
    if form.is_valid():
        with errors_in(form):
            typed = {name: value for name, value in form.cleaned_data.items() if name != "is_over"}
            created = copy_event(event, **typed, by=request.user)
            messages.success(
                request, _("„%(name)s“ ist angelegt. Bitte prüfen Sie die Ausschreibung.") % {"name": created.name}
            )
            return redirect("organiser:event_edit", created.slug)
    context = {"event": event, "form": form}
    return render(request, "organiser/events/copy.html", context)


@for_officials(Right.DIRECT)
def event_publish(request: OfficialRequest, event: Event) -> HttpResponse:
    """Publishes the event or withdraws it from the public pages, after a confirmation."""
    publishing = event.published_at is None
    if request.method == "POST":
        if request.POST.get("public") == "yes":
            publish_event(event, by=request.user)
            messages.success(request, _("Das Turnier steht jetzt auf der öffentlichen Seite."))
        else:
            unpublish_event(event, by=request.user)
            messages.success(request, _("Das Turnier ist nicht mehr öffentlich."))
        return redirect("organiser:event", event.slug)
    context = {
        "event": event,
        "publishing": publishing,
        "prizes": prizes_in_words(event) if event.prize_plan.exists() else "",
        "cancel_url": reverse("organiser:event", args=[event.slug]),
    }
    return render(request, "organiser/events/publish.html", context)


class NewEventForm(NameAndDayForm):
    """The form for a new event with the settings of the event `usual`. If that is None, asks for the bonus mode, too.

    Asks for the organiser if `organisers` contains more than one. If `organisers` is None, there is nothing to ask.
    """

    held_by = forms.ModelChoiceField(
        Organiser.objects.none(), label=gettext_lazy("Veranstalter"), to_field_name="number", empty_label=None
    )

    bonus_mode = forms.ChoiceField(
        label=gettext_lazy("Wie zählt der Bonus?"), choices=Event.Bonus.choices, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, usual: Event | None, organisers: QuerySet[Organiser] | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if usual is not None:
            del self.fields["bonus_mode"]
        if organisers is None:
            del self.fields["held_by"]
        else:
            field = cast("forms.ModelChoiceField[Organiser]", self.fields["held_by"])
            field.queryset = organisers
            if len(organisers[:2]) == 1:
                field.widget = forms.HiddenInput()


@for_holders(ProgramRight.MAKE_EVENTS)
def event_new(request: OfficialRequest) -> HttpResponse:
    """Creates an event from a name and a start. The rest is copied from the latest event that the official directs.

    If there is no such event, the form asks for the bonus, and the rest follows the Romméordnung.
    """
    usual, organiser = last_directed_by(request.user), organiser_of_new_event(request)
    form = NewEventForm(
        request.POST or None,
        usual=usual,
        organisers=organisers_with(request.user, OrganiserRight.MAKE_EVENTS) if organiser else None,
        initial={"held_by": organiser and organiser.number},
    )
    if form.is_valid():
        name, starts_at = form.cleaned_data["name"], form.cleaned_data["starts_at"]
        with errors_in(form):
            if usual:
                created = copy_event(usual, name=name, starts_at=starts_at, organiser=organiser, by=request.user)
                words = _("„%(name)s“ ist angelegt, wie „%(usual)s“.") % {"name": created.name, "usual": usual.name}
            else:
                announcement = Announcement(name=name, starts_at=starts_at, bonus_mode=form.cleaned_data["bonus_mode"])
                created = create_event(announcement, organiser=organiser, by=request.user)
                words = _("„%(name)s“ ist angelegt, wie es die Romméordnung vorsieht.") % {"name": created.name}
                edit = reverse("organiser:event_edit", args=[created.slug])
                words = format_html('{} <a href="{}">{}</a>', words, edit, _("Ort, Startgeld und Preise eintragen"))
            messages.success(request, words)
            return redirect("organiser:event", created.slug)
    scope = scope_in_words(usual) if usual else ""
    context = {"form": form, "usual": usual, "scope": scope}
    if not usual:
        rules = Event().rules
        context |= example_shown(rules, *rules.usual_bonus)
    return render(request, "organiser/events/new.html", context)


@for_officials(Right.DIRECT)
def event_delete(request: OfficialRequest, event: Event) -> HttpResponse:
    """Deletes an empty event after a confirmation; otherwise explains why the event cannot be deleted."""
    name, kept = event.name, why_not_deletable(event)
    if request.method == "POST":
        with errors_as_messages(request):
            delete_event(event, by=request.user)
            messages.success(request, _("Das Turnier „%(name)s“ ist gelöscht.") % {"name": name})
            return redirect("organiser:events")
    if kept:
        messages.error(request, kept)
        return redirect("organiser:more", event.slug)
    return confirm(
        request,
        _("Turnier „%(name)s“ löschen") % {"name": name},
        _("Ausschreibung, Preisplan, Leitung und Protokoll dieses Turniers sind danach weg."),
        _("Das geht nur, solange niemand gemeldet und nichts geschehen ist."),
        button=_("Turnier löschen"),
        back=reverse("organiser:more", args=[event.slug]),
        danger=True,
        event=event,
    )
