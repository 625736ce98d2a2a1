"""The page "Spiel nachspielen". The record is not stored, so every request and response contains it."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from romme_turnier.core.rules.play import whole_pack
from romme_turnier.core.rules.record import Act, Record, RecordError, format_record, parse_record, steps
from romme_turnier.tournament.playing.tables import finished_game
from romme_turnier.tournament.playing.words.expectations import say_expected
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.errors import or_404
from romme_turnier.web.replay.page import ReplayedGame
from romme_turnier.web.replay.submission import RecordForm, Submission, read

_MOST_FAULTS = 100  # faults shown for an unreadable text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def replay_game(request: HttpRequest) -> HttpResponse:
    form, given = read(request) if request.method == "POST" else (RecordForm(), _of_table(request))
    if given is None:
        return render(request, "replay/give.html", {"form": form})
    try:
        record = parse_record(given.text)
    except RecordError as error:
        faults = [(fault.line, fault.found, say_expected(fault.expected)) for fault in error.faults[:_MOST_FAULTS]]
        more = len(error.faults) - len(faults)
        context = {"form": form, "faults": faults, "count": len(error.faults), "more": more}
        return render(request, "replay/give.html", context)
    if line := _beyond_the_pack(record):
        form.add_error("aufzeichnung", _("In Zeile %(line)d stehen mehr Karten, als das Spiel hat.") % {"line": line})
        return render(request, "replay/give.html", {"form": form})
    game = ReplayedGame(record, given)
    leads = next((game.leads_to(what) for what in ("fall", "tisch") if what in request.POST), "")
    return HttpResponseRedirect(leads) if leads else render(request, "replay/replay.html", game.context())


def _of_table(request: HttpRequest) -> Submission | None:
    """Returns the finished game that `?tisch=…&spiel=1` names; None without `tisch`. Raises Http404 if not found."""
    token, number = request.GET.get("tisch"), whole_number(request.GET.get("spiel", ""))
    if not token:
        return None
    return Submission(format_record(or_404(finished_game(token, number or 0))), step=None)


def _beyond_the_pack(record: Record) -> int | None:
    """Returns the line of the first step with more cards than the pack, if any; judging that step would take long."""
    most = len(whole_pack(record.rules, len(record.seats)))
    for places in steps(record.lines):
        acts = [line for line in map(record.lines.__getitem__, places) if isinstance(line, Act)]
        if sum(len(act.cards) + sum(map(len, act.groups)) for act in acts) > most:
            return record.numbers[places[0]]
    return None
