"""What officials order at a table that plays in the browser."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.playing.ordering import DEAL_ANEW, Order, leaves, ordered
from romme_turnier.core.playing.table import Table
from romme_turnier.core.rules.record import Ruling, format_line
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.keeping import store_records
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of, players_of
from romme_turnier.tournament.lists.decisions import add_penalty, leave_seat
from romme_turnier.tournament.lists.sheets import load
from romme_turnier.tournament.models import PlayMove, PlayTable, Spielliste
from romme_turnier.tournament.playing.state import NOBODY, State, after_move, state_of
from romme_turnier.tournament.playing.words.refusals import say_refused
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.rule_words.typed_clause import typed_clause
from romme_turnier.tournament.shared.run_once import run_once
from romme_turnier.tournament.shared.service import part_of_service, service


@service
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
    """Notes an order in the record of the game that is played: by which clause, and what it costs a seat.

    The points are entered on the list as penalty points of this game (§ 8.3). ``anew``: the game is broken off, does
    not count, and is dealt again; otherwise it goes on. The reason is not in the record, only on the list and in the
    log, as it may tell of persons. ``expected``: the version of the list that the official saw, so that no points are
    given twice, and nothing is ordered in the next game. The same ``key`` again has no second effect. Raises Conflict
    when the list is newer, TournamentError with what is missing, and while no game is played, and KeyReused.
    """

    def effect() -> dict[str, Any]:
        _order(spielliste, order, expected=expected, by=by)
        return {"ordered": True}  # the reason is not kept with the key

    order = {"clause": clause, "reason": reason, "seat": seat, "points": points, "anew": anew}
    run_once(key, {"list": spielliste.pk, **order}, effect)


@part_of_service
def _order(spielliste: models.Spielliste, order: Mapping[str, Any], *, expected: int | None, by: User | None) -> None:
    seat, points, reason = order["seat"], order["points"], order["reason"]
    rules = spielliste.table.series.event.rules
    clause = typed_clause(rules, order["clause"])
    if not clause:
        raise TournamentError(_("Bitte nennen Sie den Paragraphen."), about="clause")
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie einen Grund an."), about="reason")
    if bool(seat) != bool(points):
        raise TournamentError(_("Zu Strafpunkten gehören der Platz und die Zahl."), about="points")
    row = _running(spielliste)
    if expected is not None and load(spielliste.pk).version != expected:
        raise Conflict
    state = state_of(row)
    place = _at_table(spielliste, state, seat) if seat else None
    ruling = Ruling(_as_recorded(clause), penalty=(place, points) if place else None)
    _carry_out(load(spielliste.pk), row, state, [ruling, DEAL_ANEW] if order["anew"] else [ruling])
    if seat:
        game = state.table.number
        add_penalty(spielliste, seat=seat, game=game, points=points, reason=reason, expected=None, by=by)


def _as_recorded(clause: str) -> str:
    """ "§ 6.10" as "§6.10", as a record has it; anything else as it is."""
    return "".join(clause.split()) if re.fullmatch(r"§\s*[\d.]+", clause) else clause


@service
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

    From the game on that is played or comes next. Its cards lie aside until that game ends; where too few are left it
    is broken off, and no other is dealt. Raises TournamentError.
    """
    row = _running(spielliste)
    state = state_of(row)
    place = _at_table(spielliste, state, seat)
    sits_there = place is not None and place not in state.table.gone and not state.table.over
    if sits_there and from_game != state.table.number:
        words = _("Am Bildschirm geht das nur ab Spiel %(game)d: Es läuft gerade oder kommt als nächstes.")
        raise TournamentError(words % {"game": state.table.number}, about="from_game")
    leave_seat(spielliste, seat=seat, from_game=from_game, reason=reason, counts=counts, expected=expected, by=by)
    if sits_there and place is not None:
        _carry_out(load(spielliste.pk), row, state, [leaves(place)])


def _at_table(spielliste: models.Spielliste, state: State, seat: int) -> int | None:
    """Returns where the player of this seat of the list sits at the table; None for one who has left it.

    Raises TournamentError.
    """
    numbers = players_of(spielliste)
    if not 1 <= seat <= len(numbers):
        raise TournamentError(_("Platz %(seat)s gibt es an diesem Tisch nicht.") % {"seat": seat}, about="seat")
    return state.table.seat_of(numbers[seat - 1])


@service
def play_on_in_hall(spielliste: models.Spielliste, *, reason: str, by: User | None) -> None:
    """Ends the table in the browser: the rest of the list is played with cards, and written on paper or on a phone.

    Its records stay. Raises TournamentError where it is not played in the browser.
    """
    if not reason.strip():
        raise TournamentError(_("Bitte geben Sie einen Grund an."), about="reason")
    row = _running(spielliste)
    PlayTable.objects.filter(pk=row.pk).update(ended_at=timezone.now())


@part_of_service
def _running(spielliste: models.Spielliste) -> PlayTable:
    row = play_table_of(spielliste)
    if row is None:
        raise TournamentError(_("Dieser Tisch spielt nicht am Bildschirm."))
    locked = PlayTable.objects.select_for_update().get(pk=row.pk)
    if Spielliste.objects.values_list("status", flat=True).get(pk=spielliste.pk) != Spielliste.Status.OPEN:
        raise TournamentError(_("Die Liste ist schon abgeschlossen."))
    return locked


@part_of_service
def _carry_out(spielliste: models.Spielliste, row: PlayTable, state: State, orders: Sequence[Order]) -> None:
    now, then = timezone.now(), state
    for order in orders:
        found = ordered(then.table, order)
        if not isinstance(found, Table):
            raise TournamentError(f"{say_refused(found[0])}.")
        line = format_line(order)
        then = after_move(then, NOBODY, line, now)
        PlayMove.objects.create(table=row, number=then.number, seat=NOBODY, command=line, at=now)
    PlayTable.objects.filter(pk=row.pk).update(moves=then.number, moved_at=now)
    store_records(spielliste, then.table.finished[len(state.table.finished) :])
