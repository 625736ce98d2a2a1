"""Self-registration of a player or a team, with and without an invitation (§ 1.3, § 1.1)."""

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from romme_turnier.tournament.events.appearance import speaking_for
from romme_turnier.tournament.models import Event, PlayerInvitation, Registration
from romme_turnier.tournament.participants.invitations import invitation_of, users_of
from romme_turnier.tournament.participants.register.lookup import clubs_of
from romme_turnier.tournament.participants.self_registration import (
    register_alone,
    register_team as store_team,
    why_closed,
)
from romme_turnier.tournament.participants.waiting_list import places_left, queue
from romme_turnier.web.acting import Attempt
from romme_turnier.web.public.access import public_event
from romme_turnier.web.public.crumbs import crumbs_of
from romme_turnier.web.public.registering.forms import PlayerForm, RegistrationForm, TeamForm
from romme_turnier.web.public.registering.guard import TOO_MANY, is_within_rate, personal

_log = logging.getLogger("django.request")


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Registers a player without an invitation."""
    return _register(request, public_event(slug), None)


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def invited(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Registers a player with an invitation, or shows the reason why the invitation is no longer valid."""
    event = public_event(slug)
    invitation = invitation_of(event, token)
    if invitation is None:
        return closed_page(request, event, _("Diese Einladung gilt nicht mehr. Bitte fragen Sie den Veranstalter."))
    if invitation.club is None and users_of(invitation) and request.method != "POST":
        said = _("Mit dieser Einladung hat sich schon jemand angemeldet. Sie gilt nur einmal.")
        return closed_page(request, event, said)
    return _register(request, event, invitation)


def _register(request: HttpRequest, event: Event, invitation: PlayerInvitation | None) -> HttpResponse:
    closed = why_closed(event, invited=invitation is not None)
    if closed and request.method != "POST":
        return closed_page(request, event, closed)
    form = PlayerForm(event, request.POST or None, invitation=invitation)
    if form.is_valid():
        stored = store(
            request,
            form,
            lambda: register_alone(event, form.person(), form.details(), team=form.cleaned_data.get("team", "")),
        )
        if stored is not None:
            return to_registration(request, stored)
    context = {"form": form, "invitation": invitation, "title": _("Zum Turnier anmelden")}
    return form_page(request, event, "register.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@personal
def register_team(request: HttpRequest, slug: str) -> HttpResponse:
    """Registers a team. `?einladung=` is the token of a club's invitation; a single player's invitation is ignored."""
    event = public_event(slug)
    invitation = invitation_of(event, request.GET.get("einladung", ""))
    if invitation is not None and invitation.club is None:
        invitation = None
    closed = why_closed(event, invited=invitation is not None)
    if event.prizes == Event.Prizes.INDIVIDUAL:
        closed = _("Bei diesem Turnier gibt es keine Mannschaften. Bitte melden Sie sich einzeln an.")
    if closed and request.method != "POST":
        return closed_page(request, event, closed)
    form = TeamForm(event, request.POST or None, invitation=invitation)
    if form.is_valid():
        people = form.people_entered(new=True)
        substitute = people.pop("e_", None)
        stored = store(
            request,
            form,
            lambda: store_team(
                event, form.cleaned_data["team"], list(people.values()), form.details(), substitute=substitute
            ),
        )
        if stored is not None:
            return to_registration(request, stored)
    context = {
        "form": form,
        "invitation": invitation,
        "title": _("Eine Mannschaft anmelden"),
        "button": _("Mannschaft anmelden"),
    }
    return form_page(request, event, "team.html", context)


def store(request: HttpRequest, form: RegistrationForm, verb: Callable[[], Registration]) -> Registration | None:
    """Calls `verb` and returns the registration.

    If the registration is refused, or too many came from the same address, adds the reason to the form and returns
    None.
    """
    if not is_within_rate(request, "register"):
        form.add_error(None, TOO_MANY)
        return None
    with Attempt(form.complain):
        return verb()
    return None


def to_registration(request: HttpRequest, registration: Registration) -> HttpResponse:
    """Redirects to the page of the registration, and mails the page's address if possible."""
    address = reverse("public:registration", args=[registration.event.slug, registration.token])
    mail_link(registration, request.build_absolute_uri(address))
    return redirect(address)


def mail_link(registration: Registration, link: str) -> bool:
    """Mails the link if this server sends mail and the contact is an e-mail address; returns whether that succeeded.

    The text contains no input of the visitor, so strangers cannot send their own messages through this server.
    """
    if not settings.SENDS_MAIL or "@" not in registration.contact:
        return False
    event = registration.event
    with speaking_for(event):
        subject = _("Anmeldung: %(event)s") % {"event": " ".join(event.name.split())}
        body = _(
            "Mit diesem Link sehen Sie Ihre Anmeldung, ändern sie oder melden sich ab:\n\n%(link)s\n\n"
            "Wenn Sie sich nicht angemeldet haben, brauchen Sie nichts zu tun."
        )
    try:
        sent = send_mail(subject, body % {"link": link}, None, [registration.contact])
    except OSError:  # no connection, or refused by the server; includes the errors of smtplib
        _log.exception("the link of a registration could not be mailed")
        return False
    return bool(sent)


def closed_page(request: HttpRequest, event: Event, sentence: str) -> HttpResponse:
    """Renders the page with a sentence that says why registration is closed."""
    context = {"event": event, "crumbs": crumbs_of(event, (_("Anmeldung"), None)), "sentence": sentence}
    return render(request, "public/registering/closed.html", context)


def form_page(request: HttpRequest, event: Event, template: str, context: dict[str, Any]) -> HttpResponse:
    """Renders a form. It suggests the clubs that officials have entered, but not clubs that visitors have typed."""
    form: RegistrationForm = context["form"]
    by_officials = Registration.objects.filter(club=OuterRef("pk"), token=None)
    known = clubs_of(event.held_by).filter(Exists(by_officials))
    context |= {
        "event": event,
        "crumbs": crumbs_of(event, (_("Anmeldung"), None)),
        "clubs": sorted(known, key=lambda club: club.order),
        "waits": bool(places_left(event) == 0 or queue(event)),
    }
    status = 429 if TOO_MANY in form.non_field_errors() else 200
    return render(request, f"public/registering/{template}", context, status=status)
