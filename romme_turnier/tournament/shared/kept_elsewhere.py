"""Seasons that are kept at another installation; here, only package verbs (`tournament/publishing`) change them.

For events, the log itself stops all other verbs (`event_log.write`).
"""

from django.utils.translation import gettext as _

from romme_turnier.tournament.models import Event, Season
from romme_turnier.tournament.shared.errors import TournamentError


def demand_kept_here(season: Season) -> None:
    """Raises TournamentError if the season is the copy of a laptop's season, or if it has been handed over."""
    if season.elsewhere == Event.Elsewhere.HOST:
        raise TournamentError(_("Diese Saison ist übergeben und wird im Internet weitergeführt. Ändern Sie sie dort."))
    if season.is_copy:
        raise TournamentError(
            _(
                "Das ist die veröffentlichte Kopie einer Saison, die am Laptop geführt wird: Hier lässt sich nichts "
                "ändern. Ändern Sie sie am Laptop; das nächste Paket bringt die Änderung hierher."
            )
        )
