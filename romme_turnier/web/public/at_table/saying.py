"""Players' statements and points from memory, on their own phones or on a phone that goes round the table."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import access, memory, statements
from romme_turnier.tournament.at_table.statements import TEXT_LENGTH
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.numbers import whole_number
from romme_turnier.web.acting import Attempt
from romme_turnier.web.errors import or_404
from romme_turnier.web.fields import posted_line
from romme_turnier.web.public.at_table.reading import TableList
from romme_turnier.web.public.phone_identity import for_phones, table_address
from romme_turnier.web.public.registering.guard import personal
from romme_turnier.web.sent_row import LONGEST_CELL


@dataclass(slots=True)
class Typed:
    """Typed texts that the page shows again, with the error.

    `is_known` is set once the program has accepted the player's answer to the memory check.
    """

    error: str = ""
    games: Mapping[int, str] = field(default_factory=dict)
    game: str = ""
    text: str = ""
    code: str = ""
    is_known: bool = False


@require_POST
@personal
@for_phones
def say(request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone) -> HttpResponse:
    """Confirms or contradicts the list for the phone's holder, or for the player at `seat`.

    If the phone's holder is not the player at `seat`, that player's card code is required.
    """
    seat = whole_number(request.POST.get("seat", ""))
    with Attempt() as attempt, _guess(spielliste, phone, seat):
        _say(request, load(spielliste.pk), phone, seat)
    if attempt.error:
        messages.error(request, attempt.message)
    return redirect(table_address(spielliste, "at_table"))


@require_http_methods(["GET", "HEAD", "POST"])
@personal
@for_phones
def seat(request: HttpRequest, spielliste: models.Spielliste, phone: models.TablePhone, seat: int) -> HttpResponse:
    """Asks the player at `seat` for points from memory, if the series requires them, and then for a statement.

    Redirects to the list if the player has nothing to say on this phone. Raises Http404 for an unknown seat.
    """
    view = TableList(load(spielliste.pk), phone)
    speaker = or_404(next((sitting for sitting in view.seats if sitting.number == seat), None))
    typed, status, home = Typed(), 200, redirect(table_address(spielliste, "at_table"))
    if request.method == "POST":
        with Attempt() as attempt, _guess(spielliste, phone, seat):
            if request.POST.get("then") not in ("remember", "nothing"):
                _say(request, view.loaded, phone, seat)
                return home
            _remember(request, view, speaker)
            typed = Typed(code=request.POST.get("card_code", ""), is_known=True)
            view = TableList(load(spielliste.pk), phone)
        if attempt.error:
            games = {game: request.POST.get(f"p{game}", "")[:LONGEST_CELL] for game in view.games_asked}
            code, text = request.POST.get("card_code", "")[:12], posted_line(request, "text", TEXT_LENGTH)
            typed, status = Typed(attempt.message, games, request.POST.get("game", "")[:3], text, code), 400
    # The phone's holder uses the page of the list, except for the memory check.
    is_to_speak = view.is_hidden if speaker == view.own_seat else speaker in view.silent_seats
    if is_to_speak and view.is_for_phones and view.spielliste.whole:
        return _shown(request, view, speaker, typed, status)
    if typed.error:
        messages.error(request, typed.error)
    return home


def _shown(request: HttpRequest, view: TableList, speaker: models.Seat, typed: Typed, status: int) -> HttpResponse:
    context = {
        "event": view.event,
        "series": view.spielliste.table.series.number,
        "table": view.spielliste.table.number,
        "view": view,
        "grid": replace(view.shown, own=speaker.number),
        "speaker": speaker,
        "own": speaker == view.own_seat,
        "hidden": memory.is_to_ask(view.loaded, speaker.registration),
        "memory": memory.memory_of(view.loaded, speaker) if typed.is_known else None,  # shown only to the player
        "typed": typed,
        "asked": [(game, typed.games.get(game, "")) for game in view.games_asked],
        "highest_wins": view.event.rules.highest_wins,
    }
    return render(request, "public/at_table/seat.html", context, status=status)


def _say(request: HttpRequest, loaded: LoadedList, phone: models.TablePhone, seat: int | None) -> None:
    """Stores the statement and adds a message for the player.

    Raises TournamentError for a confirmation with a text or a game, and the errors of `confirm` and `contradict`.
    """
    fingerprint, code = request.POST.get("fingerprint", ""), request.POST.get("card_code", "")
    text, game = posted_line(request, "text", TEXT_LENGTH + 1), whole_number(request.POST.get("game", ""))
    agrees = "stimmt" in request.POST
    if agrees and (text or game is not None):  # Enter on a keyboard presses the first button
        raise TournamentError(
            _("Sie haben geschrieben, was nicht stimmt. Tippen Sie dann auf „Der Spielleitung sagen“.")
        )
    if "gegenprobe" in request.POST:
        text, game = _from_memory(loaded, phone, seat)
    if agrees:
        statements.confirm(phone, fingerprint=fingerprint, seat=seat, card_code=code)
        messages.success(request, _("Danke, die Bestätigung ist gespeichert."))
    else:
        statements.contradict(phone, fingerprint=fingerprint, text=text, game=game, seat=seat, card_code=code)
        messages.success(request, _("Die Spielleitung ist benachrichtigt. Bitte bleiben Sie am Tisch."))


def _from_memory(loaded: LoadedList, phone: models.TablePhone, seat: int | None) -> tuple[str, int | None]:
    """Returns the text and game of the contradiction that points from memory imply; ("", None) if they imply none."""
    for speaker in loaded.seats:
        if speaker.number == seat or (seat is None and speaker.registration_id == phone.registration_id):
            remembered = memory.memory_of(loaded, speaker)
            if remembered:
                return memory.contradicted(remembered)
    return "", None


def _remember(request: HttpRequest, view: TableList, speaker: models.Seat) -> None:
    """Stores the points that a player typed from memory, or that the player remembers none.

    Raises TournamentError for an unreadable text, and the errors of `memory.remember`.
    """
    remembered = {}
    for game in view.games_asked if request.POST["then"] == "remember" else ():
        text = "".join(request.POST.get(f"p{game}", "").split())
        parts = [whole_number(part, digits=4) for part in text.split("+")]
        known = [part for part in parts if part is not None]
        if text and len(known) < len(parts):
            raise TournamentError(
                _("Spiel %(game)d: „%(text)s“ lässt sich nicht lesen. Bitte geben Sie die Punkte als Zahl ein.")
                % {"game": game, "text": text[:LONGEST_CELL]}
            )
        if text:
            remembered[game] = sum(known)
    fingerprint, code = request.POST.get("fingerprint", ""), request.POST.get("card_code", "")
    memory.remember(view.phone, fingerprint=fingerprint, remembered=remembered, seat=speaker.number, card_code=code)


def _guess(spielliste: models.Spielliste, phone: models.TablePhone, seat: int | None) -> AbstractContextManager[None]:
    """Returns a context that limits guesses of a card code; the phone's holder does not need a code or a limit."""
    sitting = dict(spielliste.table.seats.values_list("number", "registration"))
    is_own = seat is None or sitting.get(seat) == phone.registration_id
    return nullcontext() if is_own else access.guess(spielliste)
