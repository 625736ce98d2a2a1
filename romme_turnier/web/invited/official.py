"""Accepts a task at an event through a link, with an existing or a new account (§ 1.2).

The link shows the event's name and the task; a used, withdrawn or expired link shows only the reason why it is invalid.
"""

from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from romme_turnier.accounts.forms import FirstOfficialForm
from romme_turnier.accounts.models import User
from romme_turnier.tournament.events.official_invitations import (
    InvitationOver,
    accept,
    accept_with_new_account,
    demand_open,
)
from romme_turnier.tournament.models import OfficialInvitation
from romme_turnier.web.acting import Attempt, errors_in


@sensitive_post_parameters("password1", "password2")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def official(request: HttpRequest, token: str) -> HttpResponse:
    """Lets signed-in visitors accept an invitation. Others create an account, or sign in first and then come back.

    Answers 410 with the reason if the invitation is no longer valid. Raises Http404 if the token is unknown.
    """
    invitation = get_object_or_404(OfficialInvitation.objects.select_related("event"), token=token)
    try:
        demand_open(invitation)
        return _own(request, invitation) if request.user.is_authenticated else _new(request, invitation)
    except InvitationOver as error:
        return render(request, "invited/over.html", {"why": error.message}, status=410)


def _own(request: HttpRequest, invitation: OfficialInvitation) -> HttpResponse:
    attempt = Attempt(but=(InvitationOver,))
    if request.method == "POST":
        with attempt:
            accept(invitation, cast(User, request.user))
            return _welcome(request, invitation)
    return render(request, "invited/official.html", {"invitation": invitation, "problem": attempt.message})


def _new(request: HttpRequest, invitation: OfficialInvitation) -> HttpResponse:
    form = FirstOfficialForm(request.POST or None)
    if form.is_valid():
        with errors_in(form, "username", but=(InvitationOver,)):
            user = accept_with_new_account(invitation, form)
            login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            return _welcome(request, invitation)
    return render(request, "invited/official.html", {"invitation": invitation, "form": form})


def _welcome(request: HttpRequest, invitation: OfficialInvitation) -> HttpResponse:
    words = {"event": invitation.event.name, "task": invitation.get_role_display()}
    messages.success(request, _("Sie gehören jetzt zur Leitung von „%(event)s“: %(task)s.") % words)
    return redirect("organiser:event", invitation.event.slug)
