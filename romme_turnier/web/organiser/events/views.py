"""An event: the day at a glance, copy, publication."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from romme_turnier.tournament.events import progress, said_steps
from romme_turnier.tournament.events.announcements import (
    copy_event,
    publish_event,
    unpublish_event,
)
from romme_turnier.tournament.models import Event, SaidStep
from romme_turnier.tournament.permissions import (
    OfficialRequest,
    ProgramRight,
    ProgramRightMissing,
    Right,
    for_officials,
    has_right,
    may,
)
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.events import dashboard
from romme_turnier.web.organiser.events.forms import CopyForm
from romme_turnier.web.organiser.events.next_action import next_action


@require_safe
@for_officials(Right.SEE)
def event(request: OfficialRequest, event: Event) -> HttpResponse:
    """The progress of the day, and the next step."""
    day = progress.progress_of(event)
    action = next_action(event, day)
    context = {
        "event": event,
        "day": day,
        "numbered": day.playing - day.without_number,
        "paid": day.playing - day.unpaid,
        "action": action,
        "may_act": may(request.user, action.right, event),
        "may_direct": may(request.user, Right.DIRECT, event),
        "reminders": dashboard.reminders(event, day, action),
        "before": dashboard.before(event, day),
        "after": dashboard.after(event, day),
        "table": dashboard.series_table(event, day),
    }
    return render(request, "organiser/events/event.html", context)


@require_POST
@for_officials(Right.DIRECT)
def event_said(request: OfficialRequest, event: Event) -> HttpResponse:
    """Notes that a step is done or not needed (`step`), or removes such a note (`zurueck`)."""
    if note := event.said_steps.filter(step=request.POST.get("zurueck", "")).first():
        said_steps.unsay(note, by=request.user)
    elif (step := request.POST.get("step", "")) in SaidStep.Step:
        said_steps.say_done(event, SaidStep.Step(step), by=request.user)
    return redirect("organiser:event", event.slug)


@require_safe
@for_officials(Right.SEE)
def more(request: OfficialRequest, event: Event) -> HttpResponse:
    """An index of pages that are not in the bar."""
    rights = {"may_direct": Right.DIRECT, "may_rule": Right.RULE}
    context = {name: may(request.user, right, event) for name, right in rights.items()}
    context["may_copy"] = context["may_direct"] and has_right(request.user, ProgramRight.MAKE_EVENTS)
    return render(request, "organiser/events/more.html", context | {"event": event})


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def event_copy(request: OfficialRequest, event: Event) -> HttpResponse:
    if not has_right(request.user, ProgramRight.MAKE_EVENTS):
        raise ProgramRightMissing(ProgramRight.MAKE_EVENTS)
    form = CopyForm(request.POST or None)
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


@require_http_methods(["GET", "HEAD", "POST"])
@for_officials(Right.DIRECT)
def event_publish(request: OfficialRequest, event: Event) -> HttpResponse:
    """Asks before the event appears on the public pages, or disappears from them."""
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
        "cancel_url": reverse("organiser:event", args=[event.slug]),
    }
    return render(request, "organiser/events/publish.html", context)
