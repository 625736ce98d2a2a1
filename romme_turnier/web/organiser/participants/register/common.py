"""Shared parts of the pages of the register."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _


def merged_already(request: HttpRequest) -> HttpResponse:
    """Back to the register, after a second click or because a colleague was faster."""
    messages.info(request, _("Diese beiden Einträge sind schon zusammengelegt."))
    return redirect("organiser:register")
