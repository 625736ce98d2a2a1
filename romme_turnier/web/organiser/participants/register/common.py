"""What the pages of the register share."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _


def merged_already(request: HttpRequest) -> HttpResponse:
    """Back to the register: somebody pressed the button twice, or a colleague was faster."""
    messages.info(request, _("Diese beiden Einträge sind schon zusammengelegt."))
    return redirect("organiser:register")
