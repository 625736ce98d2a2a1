"""Games of a list that were played in the browser: their records, and replays move by move."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from romme_turnier.core.rules.record import RecordError, format_record, parse_record
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.documents.tables.columns import Medium
from romme_turnier.documents.tables.lists.records import RecordsTable, shown_records
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import desk_has_pen
from romme_turnier.tournament.at_table.on_screen.looking import look_at_running_game
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.at_table.terms import move_not_known, too_few_play
from romme_turnier.tournament.permissions import OfficialRequest, Right, for_officials
from romme_turnier.tournament.playing.state import UnplayableError, state_of
from romme_turnier.web.acting import Attempt
from romme_turnier.web.organiser.lists.common import get_list_view
from romme_turnier.web.replay.page import ReplayedGame
from romme_turnier.web.replay.record_text import record_file
from romme_turnier.web.replay.submission import Submission


@require_safe
@for_officials(Right.SEE)
def records(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Lists the games that were played in the browser, and the current one."""
    view = get_list_view(request, event, number, table)
    row = play_table_of(view.spielliste)
    shown = RecordsTable.table_for(
        Medium.PAGE,
        shown_records(view.loaded),
        query=request.GET,
        part={"serie": number, "tisch": table},
        attrs={"class": "table--narrow"},
    )
    context = {
        **view.context(),
        "table": shown,
        "is_played": row is not None,
        **(_played(view.spielliste, row, event.rules) if row is not None else {}),
    }
    return render(request, "organiser/lists/records.html", context)


def _played(spielliste: models.Spielliste, row: models.PlayTable, rules: RuleSet) -> dict[str, Any]:
    """Returns the context of the current game, or the reason why none can be played."""
    try:
        table = state_of(row).table
    except UnplayableError:
        return {"why_not": move_not_known()}
    running = None
    if table.playing and table.game is not None:
        turn = table.players[table.game.position.turn - 1].name  # the start number
        running = {"number": table.number, "turn": turn, "waits": desk_has_pen(spielliste)}
    return {"running": running, "why_not": too_few_play(rules) if table.too_few else ""}


@require_safe
@for_officials(Right.SEE)
def record(request: OfficialRequest, event: models.Event, number: int, table: int, pk: int) -> HttpResponse:
    """Sends the record of a game as a file."""
    view = get_list_view(request, event, number, table)
    played = get_object_or_404(models.GameRecord, pk=pk, spielliste=view.spielliste)
    return record_file(played.text, f"{event.own_slug}-serie-{number}-tisch-{table}-spiel-{played.game}-{played.deal}")


@require_safe
@for_officials(Right.RULE)
def replay(request: OfficialRequest, event: models.Event, number: int, table: int, pk: int) -> HttpResponse:
    """Replays a recorded game with all cards; if the record is damaged, redirects to the list of records."""
    view = get_list_view(request, event, number, table)
    text = get_object_or_404(models.GameRecord, pk=pk, spielliste=view.spielliste).text
    try:
        return _replayed(request, event, text)
    except RecordError:
        messages.error(request, _("Diese Aufzeichnung ist beschädigt und lässt sich nicht nachspielen."))
    return redirect("organiser:list_records", event.slug, number, table)


@require_POST
@for_officials(Right.RULE)
def replay_running(request: OfficialRequest, event: models.Event, number: int, table: int) -> HttpResponse:
    """Replays the current game with all cards while the table is halted; the table then shows the official's name.

    The log records this. If the replay is refused, redirects to the list of records.
    """
    view = get_list_view(request, event, number, table)
    with Attempt(lambda refused: messages.error(request, refused.message)):
        return _replayed(request, event, format_record(look_at_running_game(view.spielliste, by=request.user)))
    return redirect("organiser:list_records", event.slug, number, table)


def _replayed(request: OfficialRequest, event: models.Event, text: str) -> HttpResponse:
    game = ReplayedGame(parse_record(text), Submission(text, None))
    return render(request, "replay/replay.html", {**game.context(), "event": event, "frame": "base_organiser.html"})
