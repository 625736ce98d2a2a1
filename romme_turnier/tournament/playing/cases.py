"""Opens a case as a trial table: its opener plays every seat, or opponents play the others. Its game does not count."""

from random import Random

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.core.playing.actions import carry_out
from romme_turnier.core.playing.opponents import simple
from romme_turnier.core.playing.seat_view import view_at
from romme_turnier.core.playing.table import Plays, Table, awaited
from romme_turnier.core.rules.play import Position, format_position
from romme_turnier.tournament.models import PlayTable
from romme_turnier.tournament.playing.state import OPENED_IT, beginning, keep
from romme_turnier.tournament.playing.tables import store_table
from romme_turnier.tournament.shared.errors import TournamentError

MOST_IN_HAND = 40  # cards; opponents search a hand for melds, and a search of 60 cards takes longer than a minute


def seat_names(seats: int) -> list[str]:
    """Returns the seats of a case as names, because its players are not known."""
    return [_("Platz %(seat)d") % {"seat": seat} for seat in range(1, seats + 1)]


def open_case(position: Position, others: Plays = Plays.PERSON) -> tuple[PlayTable, int]:
    """Stores a table at this position; returns it and the number of its opener in ``State.holders``.

    ``others`` is the kind of player at all seats except the one in turn, which the opener plays. Also deletes old
    tables (`store_table`). Raises TournamentError if the game is over, no move is possible, a hand is too large, or too
    many tables are in use.
    """
    if position.over:
        raise TournamentError(_("In dieser Lage ist das Spiel schon zu Ende."))
    if max(map(len, position.hands)) > MOST_IN_HAND:
        words = _("So viele Karten hält niemand, es sind höchstens %(most)d.")
        raise TournamentError(words % {"most": MOST_IN_HAND})
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
    if not _goes_on(state.table):
        raise TournamentError(_("In dieser Lage kann niemand weiterspielen."))
    store_table(row)
    keep(row, state)
    return row, OPENED_IT


def _goes_on(table: Table) -> bool:
    """Returns whether a move exists. Text can describe positions that no game reaches, such as one without cards."""
    seat = awaited(table)[0]
    view = view_at(table, seat)
    if view is None or seat not in view.position.seats:
        return False
    usual = simple.decide(view, Random(0))  # noqa: S311 - any of its moves will do
    return isinstance(carry_out(table, seat, usual), Table)
