"""Sets the terms for keeping the lists of one series, if they differ from the announced terms."""

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.on_screen.tables import demand_playable, open_play_tables
from romme_turnier.tournament.at_table.statements import complete_confirmed
from romme_turnier.tournament.models.fields import SEATS_MAX
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import locked_series, service


@service(gettext_lazy("Wie die Tische einer Serie ihre Listen führen"))
def set_own_terms(
    series: models.Series, *, phone_lists: str, confirmations: int | None, blind_check: bool | None, by: User | None
) -> None:
    """Stores the terms of this series; "" or None means the announced term, and 0 confirmations means the whole table.

    The series may already have begun. Entries from phones stay. If fewer confirmations are needed now, lists that have
    enough become complete. Tables in the browser are opened, or deleted before their first deal, to match. Raises
    TournamentError for a closed series or an unavailable choice.
    """
    current = locked_series(series)
    if current.is_closed:
        raise TournamentError(_("Die Serie ist abgeschlossen, ihre Listen sind gesperrt."))
    if phone_lists and phone_lists not in models.Event.PhoneLists:
        raise TournamentError(_("Das lässt sich nicht wählen."), about="phone_lists")
    if confirmations is not None and not 0 <= confirmations <= SEATS_MAX:
        most = {"most": SEATS_MAX}
        raise TournamentError(_("Bitte geben Sie eine Zahl von 1 bis %(most)d an.") % most, about="confirmations")
    if phone_lists == models.Event.PhoneLists.PLAYED:
        demand_playable(current.event.rules, current.event.length)
    current.phone_lists, current.confirmations, current.blind_check = phone_lists, confirmations, blind_check
    current.save(update_fields=["phone_lists", "confirmations", "blind_check"])
    open_play_tables(current)
    complete_confirmed(current)
    invalidate_public_pages(current.event_id)
