"""Officials' orders for a table in the browser: orders in a game, players who leave, and the return to the hall."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.playing.rulings import DEAL_ANEW, Order, leaves, ordered
from romme_turnier.core.playing.table import Table
from romme_turnier.core.rules.record import Ruling, format_line
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.keeping import store_records
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of, players_of
from romme_turnier.tournament.at_table.terms import move_not_known
from romme_turnier.tournament.lists.decisions import add_penalty, leave_seat
from romme_turnier.tournament.lists.loaded_list import LoadedList, load
from romme_turnier.tournament.models import PlayMove, PlayTable, Spielliste
from romme_turnier.tournament.playing.state import NOBODY, State, UnplayableError, after_move, state_of
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.tournament.shared.errors import Conflict, TournamentError, demand_reason
from romme_turnier.tournament.shared.rule_words.paragraphs import typed_clause
from romme_turnier.tournament.shared.service import part_of_service, run_once, service


@service(gettext_lazy("Anordnung in einem Spiel am Bildschirm"))
def order_in_game(
    spielliste: models.Spielliste,
    *,
    clause: str,
    reason: str,
    seat: int | None = None,
    points: int | None = None,
    anew: bool = False,
    expected: int | None,
    key: str = "",
    by: User | None,
) -> None:
    """Adds an officials' order to the record of the running game: its clause, and any penalty points for a seat.

    The points are entered on the list as penalty points of this game (§ 8.3). With ``anew``, the game is aborted, does
    not count, and is dealt again; otherwise it continues. The reason is only on the list and in the log, not in the
    record, because it may name players. ``expected`` is the version of the list that the official saw; it keeps the
    points from being given twice, and the order from affecting the next game. A repeated call with the same ``key`` has
    no effect.

    Raises Conflict if the list is newer, and KeyReused for another order with the same ``key``. Raises TournamentError
    if the clause is missing or unknown, if the reason is missing, if only one of seat and points is given, if the seat
    does not exist, if no game is running in the browser, or if this version no longer allows one of its moves.
    """

    def effect() -> dict[str, Any]:
        _order(spielliste, order, expected=expected, by=by)
        return {"ordered": True}  # the key is stored without the reason

    order = {"clause": clause, "reason": reason, "seat": seat, "points": points, "anew": anew}
    run_once(key, {"list": spielliste.pk, **order}, effect)


@part_of_service
def _order(spielliste: models.Spielliste, order: Mapping[str, Any], *, expected: int | None, by: User | None) -> None:
    seat, points, reason = order["seat"], order["points"], order["reason"]
    rules = spielliste.table.series.event.rules
    clause = typed_clause(rules, order["clause"])
    if not clause:
        raise TournamentError(_("Bitte nennen Sie den Paragraphen."), about="clause")
    demand_reason(reason)
    if bool(seat) != bool(points):
        raise TournamentError(_("Zu Strafpunkten gehören der Platz und die Zahl."), about="points")
    row = _running(spielliste)
    if expected is not None and load(spielliste.pk).row.version != expected:
        raise Conflict
    state = _played_on(spielliste, row)
    if state is None:
        raise TournamentError(move_not_known())
    place = _at_table(spielliste, state, seat) if seat else None
    if re.fullmatch(r"§\s*[\d.]+", clause):
        clause = "".join(clause.split())  # "§6.10", the form of a record
    ruling = Ruling(clause, penalty=(place, points) if place else None)
    _carry_out(load(spielliste.pk), row, state, [ruling, DEAL_ANEW] if order["anew"] else [ruling])
    if seat:
        game = state.table.number
        add_penalty(spielliste, seat=seat, game=game, points=points, reason=reason, expected=None, by=by)


@service(gettext_lazy("Platz verlassen, am Bildschirm spielen die anderen weiter"))
def leave_seat_on_screen(
    spielliste: models.Spielliste,
    *,
    seat: int,
    from_game: int,
    reason: str,
    counts: bool = False,
    expected: int | None,
    by: User | None,
) -> None:
    """Marks a seat of the list as left, see ``decisions.leave_seat``, and lets the others play on without it.

    The seat is left in the running or next game. Its cards are put aside until that game ends; if too few players are
    left, the game is aborted and no other is dealt. Only the list is marked if the last game is over, if the player is
    no longer at the table, or if this version no longer allows one of the stored moves. Raises the errors of
    ``decisions.leave_seat``, and TournamentError if the table does not play in the browser, or if it still plays and
    `from_game` is not the running or next game.
    """
    row = _locked(spielliste)
    state = _played_on(spielliste, row)
    place = _at_table(spielliste, state, seat) if state else None
    if state and (place in state.table.gone or state.table.over):
        place = None
    if state and place and from_game != state.table.number:
        words = _("Am Bildschirm geht das nur ab Spiel %(game)d: Es läuft gerade oder kommt als nächstes.")
        raise TournamentError(words % {"game": state.table.number}, about="from_game")
    leave_seat(spielliste, seat=seat, from_game=from_game, reason=reason, counts=counts, expected=expected, by=by)
    if state and place:
        _carry_out(load(spielliste.pk), row, state, [leaves(place)])


def _played_on(spielliste: models.Spielliste, row: PlayTable) -> State | None:
    """Returns the state of the table; None if its list is closed, or if a stored move is no longer allowed."""
    if not _is_open(spielliste):
        return None
    try:
        return state_of(row)
    except UnplayableError:
        return None


def _at_table(spielliste: models.Spielliste, state: State, seat: int) -> int | None:
    """Returns the seat in the browser for a seat of the list; None if its player is not at the table.

    Raises TournamentError for a seat that the list does not have.
    """
    numbers = players_of(load(spielliste.pk))
    if not 1 <= seat <= len(numbers):
        raise TournamentError(_("Platz %(seat)s gibt es an diesem Tisch nicht.") % {"seat": seat}, about="seat")
    return state.table.seat_of(numbers[seat - 1])


@service(gettext_lazy("Tisch spielt im Saal weiter"))
def play_on_in_hall(spielliste: models.Spielliste, *, reason: str, by: User | None) -> None:
    """Ends the table in the browser.

    The rest of the list is played with cards, and written on paper or on a phone. The records of its games are kept.
    Raises TournamentError if the reason is missing, if the table does not play in the browser, or if its list is
    closed.
    """
    demand_reason(reason)
    row = _running(spielliste)
    PlayTable.objects.filter(pk=row.pk).update(ended_at=timezone.now())


@part_of_service
def _running(spielliste: models.Spielliste) -> PlayTable:
    row = _locked(spielliste)
    if not _is_open(spielliste):
        raise TournamentError(_("Die Liste ist schon abgeschlossen."))
    return row


@part_of_service
def _locked(spielliste: models.Spielliste) -> PlayTable:
    row = play_table_of(spielliste)
    if row is None:
        raise TournamentError(_("Dieser Tisch spielt nicht am Bildschirm."))
    return PlayTable.objects.select_for_update(no_key=True).get(pk=row.pk)


def _is_open(spielliste: models.Spielliste) -> bool:
    """Returns whether games can still be entered; asks the database, since `spielliste` may be outdated."""
    return Spielliste.objects.filter(pk=spielliste.pk, status=Spielliste.Status.OPEN).exists()


@part_of_service
def _carry_out(loaded: LoadedList, row: PlayTable, state: State, orders: Sequence[Order]) -> None:
    now, then = timezone.now(), state
    for order in orders:
        outcome = ordered(then.table, order)
        if not isinstance(outcome, Table):
            raise TournamentError(f"{say_refused(outcome[0])}.")
        line = format_line(order)
        then = after_move(then, NOBODY, line, now)
        PlayMove.objects.create(table=row, number=then.number, seat=NOBODY, command=line, at=now)
    PlayTable.objects.filter(pk=row.pk).update(moves=then.number, moved_at=now)
    store_records(loaded, then.table.finished[len(state.table.finished) :])
