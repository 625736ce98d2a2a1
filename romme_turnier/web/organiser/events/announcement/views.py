"""The pages that create and change an announcement."""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.tournament.events.announcements import create_event, update_event
from romme_turnier.tournament.events.reading import copied_from, last_directed_by
from romme_turnier.tournament.models import Event, Organiser
from romme_turnier.tournament.money.fees import reopened_by
from romme_turnier.tournament.offices import OrganiserRight, organisers_with
from romme_turnier.tournament.organisers.reading import are_several
from romme_turnier.tournament.participants.categories import with_categories
from romme_turnier.tournament.permissions import OfficialRequest, ProgramRight, Right, for_holders, for_officials
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.events.announcement.bonus_example import example_shown
from romme_turnier.web.organiser.events.announcement.form import AnnouncementForm
from romme_turnier.web.organiser.events.announcement.parts import parts_of
from romme_turnier.web.organiser.events.announcement.rule_fields import SHOWN_RULES
from romme_turnier.web.organiser.events.announcement.unusual_values import changed_from


def organiser_of_new_event(request: OfficialRequest) -> Organiser | None:
    """Returns the organiser that the form or the address names, or else that of the latest event the user directs.

    If there is no such organiser, or if the user may not make events there, returns the first organiser for which the
    user may make events. Returns None if the program has a single organiser, or if the user may not make events at all.
    """
    if not are_several():
        return None
    last, choices = last_directed_by(request.user), organisers_with(request.user, OrganiserRight.MAKE_EVENTS)
    wanted = request.POST.get("held_by") or request.GET.get("veranstalter") or (last.held_by.number if last else "")
    return choices.filter(number=wanted).first() or choices.first()


@for_holders(ProgramRight.MAKE_EVENTS)
def event_create(request: OfficialRequest) -> HttpResponse:
    organiser = organiser_of_new_event(request)
    if "short" in request.POST:  # from the short form for name and day
        form, fields = AnnouncementForm(organiser=organiser), ("name", "starts_at", "bonus_mode")
        form.initial.update({name: request.POST[name] for name in fields if name in request.POST})
        return _page(request, form, organiser=organiser)
    form = AnnouncementForm(request.POST or None, organiser=organiser)
    if asked := _asked_again(request, form, organiser=organiser):
        return asked
    if organiser and request.POST.get("held_by", organiser.number) != organiser.number:
        words = _("Bei dem gewählten Veranstalter können Sie keine Turniere mehr anlegen. Jetzt gilt: %(organiser)s.")
        form.add_error(None, words % {"organiser": organiser})
    if form.is_valid():

        def create() -> Event:
            return create_event(form.announced(), organiser=organiser, by=request.user)

        with errors_in(form):
            created = with_categories(create, form.category_names())
            messages.success(request, _("Das Turnier „%(name)s“ ist angelegt.") % {"name": created.name})
            return redirect("organiser:event", created.slug)
    return _page(request, form, organiser=organiser)


@for_officials(Right.DIRECT)
def event_edit(request: OfficialRequest, event: Event) -> HttpResponse:
    form = AnnouncementForm(request.POST or None, event=event)
    if asked := _asked_again(request, form, event):
        return asked
    if form.is_valid():

        def change() -> Event:
            return with_categories(
                lambda: update_event(event, form.announced(), by=request.user), form.category_names()
            )

        with errors_in(form):
            if "reopen" not in request.POST and (people := reopened_by(event, change)):
                return _page(request, form, event, reopened=people)
            changed = change()
            messages.success(request, _("Die Ausschreibung ist gespeichert."))
            return redirect("organiser:event", changed.slug)
    return _page(request, form, event)


def _asked_again(
    request: HttpRequest, form: AnnouncementForm, event: Event | None = None, organiser: Organiser | None = None
) -> HttpResponse | None:
    """Returns the page with the fields of the chosen rule system and scoring, or None if the user does not need it.

    A script or, if scripts are off, a button requests this page with `ask`. It is also the response to a form whose
    rule system or scoring was changed before the page showed the matching fields. The form is neither validated nor
    stored.
    """
    if "ask" in request.POST:
        again = AnnouncementForm(event=event, organiser=organiser, typed=request.POST)
        return _page(request, again, event, organiser=organiser)
    if not form.is_bound:
        return None
    other_rules, other_scoring = form.has_other_rules_than(request.POST), form.has_other_scoring_than(request.POST)
    if not (other_rules or other_scoring):
        return None
    again = AnnouncementForm(event=event, organiser=organiser, typed=request.POST)
    return _page(request, again, event, organiser=organiser, other_rules=other_rules, other_scoring=other_scoring)


def _page(
    request: HttpRequest,
    form: AnnouncementForm,
    event: Event | None = None,
    organiser: Organiser | None = None,
    **context: Any,
) -> HttpResponse:
    source = copied_from(event, cast(User, request.user)) if event else None
    form.usual = changed_from(form, source)
    context |= example_shown(form.chosen_rules, *form.bonus_amounts)
    context |= {
        "event": event,
        "organiser": organiser,
        "form": form,
        "source": source,
        "parts": parts_of(form, form.usual),
        "shown_rules": SHOWN_RULES,
    }
    return render(request, "organiser/events/announcement/page.html", context)
