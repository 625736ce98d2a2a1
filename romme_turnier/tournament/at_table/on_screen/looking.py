"""Lets officials see the cards of a running game while its table waits. Each view is logged, and shown at the table."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.duplicates import spelling_key
from romme_turnier.core.people.names import PersonName
from romme_turnier.core.rules.record import Record
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import desk_has_pen
from romme_turnier.tournament.at_table.on_screen.keeping import with_place
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.at_table.terms import move_not_known
from romme_turnier.tournament.playing.state import UnplayableError, state_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

_LOOKED, _HALTED = "looking.look_at_running_game", "phones.take_pen_to_desk"  # services, as named in the log
_MOST_TOLD = 20


@service(gettext_lazy("Laufendes Spiel mit allen Karten angesehen"))
def look_at_running_game(spielliste: models.Spielliste, *, by: User | None) -> Record:
    """Returns the game so far with all cards, without its secret, and logs the view.

    Raises TournamentError if no game is running, the officials have not halted the table, this official plays there, or
    this version no longer allows one of the moves.
    """
    row = play_table_of(spielliste)
    try:
        game = state_of(row).table.game if row is not None and desk_has_pen(spielliste) else None
    except UnplayableError as unplayable:
        raise TournamentError(move_not_known()) from unplayable
    if game is None or game.over:
        raise TournamentError(_("Nachspielen lässt sich ein laufendes Spiel nur, solange der Tisch angehalten ist."))
    if by is not None and _plays_there(spielliste, by):
        raise TournamentError(
            _("Sie spielen selbst an diesem Tisch: Sein laufendes Spiel sieht sich jemand anders an.")
        )
    return with_place(replace(game.record, seed=None), spielliste)


def _plays_there(spielliste: models.Spielliste, official: User) -> bool:
    """Returns whether a player of the table has the official's name, in any spelling.

    Names are compared because accounts are not linked to players.
    """
    name = PersonName.of(official.display_name)
    players = (seat.registration.player for seat in spielliste.table.seats.select_related("registration__player"))
    return spelling_key(name.first, name.last) in {
        spelling_key(player.first_name, player.last_name) for player in players
    }


def looks_since_halt(spielliste: models.Spielliste) -> Sequence[models.EventLog]:
    """Returns log entries of officials' views of the running game since the last halt, newest first, at most 20."""
    rows = models.EventLog.objects.filter(
        event=spielliste.table.series.event,
        subject_kind="spielliste",
        subject_pk=spielliste.pk,
        verb__in=(_LOOKED, _HALTED),
    )
    newest = rows.select_related("by").order_by("-number")[:_MOST_TOLD]
    return [*takewhile(lambda row: row.verb == _LOOKED, newest)]
