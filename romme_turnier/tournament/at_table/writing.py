"""Stores the games that a table writes on a phone."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists.notation import ParsedRow
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import demand_phones_write
from romme_turnier.tournament.at_table.on_screen.tables import play_table_of
from romme_turnier.tournament.at_table.phones import locked
from romme_turnier.tournament.at_table.statements import contradiction
from romme_turnier.tournament.lists import entries
from romme_turnier.tournament.lists.loaded_list import load
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service


class PenTaken(TournamentError):
    """This phone does not have the pen, or has lost it."""


@service(gettext_lazy("Spiel am Tisch eingetragen"))
def write_game(
    phone: models.TablePhone, row: ParsedRow, *, players: Sequence[int], expected: int, key: str
) -> entries.SavedRow:
    """Stores one game written by the table. `expected`, `key` and the result are as in `entries.save_row`.

    `players` are the start numbers by seat that the phone showed. Raises PhoneEnded, DeskWrites, PenTaken, and the
    errors of `demand_open` and `save_row`. Raises TournamentError if the table plays in the browser, if the list is
    complete or contradicted, so that only officials may change it, or if other players sit at the table now.
    """
    current = locked(phone)
    spielliste = current.spielliste
    demand_phones_write(spielliste)
    if not current.is_pen:
        if spielliste.phones.filter(is_pen=True).exists():
            raise PenTaken(_("Ein anderes Handy an Ihrem Tisch schreibt jetzt."))
        raise PenTaken(_("Dieses Handy schreibt noch nicht. Bitte tippen Sie zuerst auf „Ich schreibe“."))
    if play_table_of(spielliste) is not None:
        raise TournamentError(_("Dieser Tisch spielt am Bildschirm: Die Liste schreibt sich selbst."))
    if spielliste.status != models.Spielliste.Status.OPEN:
        raise TournamentError(_("Die Liste ist fertig. Ändern kann sie jetzt nur noch die Spielleitung."))
    loaded = load(spielliste.pk)
    if contradiction(loaded) is not None:
        raise TournamentError(_("Jemand am Tisch sagt, dass die Liste nicht stimmt. Bitte rufen Sie die Spielleitung."))
    if list(players) != loaded.players:
        raise TournamentError(
            _("Inzwischen sitzt an diesem Tisch jemand anders. Bitte schreiben Sie das Spiel noch einmal.")
        )
    return entries.save_row(spielliste, row, expected=expected, by=None, key=key, phone=current)
