"""A case as a table to try: who opened it plays every seat, or opponents play the others. It counts for nothing."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.core.playing.table import Plays
from romme_turnier.core.rules.play import Position, format_position
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.state import OPENED_IT, beginning, keep
from romme_turnier.tournament.playing.tables import store_table
from romme_turnier.tournament.shared.errors import TournamentError


def seat_names(seats: int) -> list[str]:
    """Returns what players of a case are called: nobody knows more of them than where they sit."""
    return [_("Platz %(seat)d") % {"seat": seat} for seat in range(1, seats + 1)]


def open_case(position: Position, others: Plays = Plays.PERSON) -> tuple[PlayTable, int]:
    """Returns a table at this position with what its opener holds seats by (``State.holders``).

    ``others`` play the seats that are not in turn: opponents, or the opener as well. Raises TournamentError.
    """
    if position.over:
        raise TournamentError(_("In dieser Lage ist das Spiel schon zu Ende."))
    names = seat_names(len(position.hands))
    now = timezone.now()
    row = PlayTable(
        system=position.rules.key,
        position=format_position(position),
        players=[[name, Plays.PERSON if n == position.turn else others] for n, name in enumerate(names, start=1)],
        opened_at=now,
        moved_at=now,
    )
    state = beginning(row)
    store_table(row)
    keep(row, state)
    return row, OPENED_IT
