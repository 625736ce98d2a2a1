"""Steering the wall: its programme, and a fixed board."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from romme_turnier.tournament import models
from romme_turnier.tournament.hall.wall import hold_board, programme_of, set_programme
from romme_turnier.tournament.models import Board
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.web.acting import errors_in
from romme_turnier.web.organiser.hall.forms import AnnouncementForm, ProgrammeForm
from romme_turnier.web.organiser.hall.views import series_played, show, why_not_shown


@require_POST
@for_officials(Right.RULE)
def programme(request: OfficialRequest, event: models.Event) -> HttpResponse:
    form = ProgrammeForm(request.POST, programme=programme_of(event))
    if form.is_valid():
        with errors_in(form):
            set_programme(event, form.slots(), look=form.cleaned_data["look"], by=request.user)
            messages.success(request, _("Die Leinwand ist eingerichtet."))
            return redirect("organiser:hall", event.slug)
    return show(request, event, AnnouncementForm(series=series_played(event)), form)


@require_POST
@for_officials(Right.RULE)
def hold(request: OfficialRequest, event: models.Event) -> HttpResponse:
    """Fixes the wall to the named board; without one the boards change again."""
    wanted = request.POST.get("board", "")
    if wanted and wanted not in Board.values:
        raise Http404
    board = Board(wanted) if wanted else None
    hold_board(event, board, by=request.user)
    if board is None:
        messages.success(request, _("Die Tafeln wechseln wieder."))
    else:
        say, words = messages.success, _("Die Leinwand bleibt bei: %(board)s.") % {"board": board.label}
        if why := why_not_shown(event, board):
            say, words = messages.warning, f"{words} {why} {_('So lange wechseln die anderen Tafeln weiter.')}"
        say(request, words)
    return redirect("organiser:hall", event.slug)
