"""Players who sit out a series and may return for the next."""

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import is_written_on
from romme_turnier.tournament.participants.check_in import missed_at
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service


@service(gettext_lazy("Setzt eine Serie aus"))
def set_absent(
    registration: models.Registration, series_number: int, *, reason: str = "", by: User | None
) -> models.Absence:
    """Marks the player as absent from this series, so that draws skip them. A repeated call keeps the first reason.

    A seated player keeps the seat until the seating is repaired (seating/repairs.py). Raises TournamentError as
    `demand_playable` does, and if the player sits at a table whose list has entries.
    """
    demand_playable(registration, series_number)
    seat = registration.seats.filter(series__number=series_number).select_related("table").first()
    if seat is not None and is_written_on(models.Spielliste.objects.filter(table=seat.table)):
        words = _(
            "%(name)s sitzt an Tisch %(table)d, und auf dieser Liste ist schon etwas eingetragen. "
            "Tragen Sie dort ein, ab welchem Spiel der Platz verlassen ist."
        )
        raise TournamentError(words % {"name": registration.name, "table": seat.table.number})
    absence, _created = models.Absence.objects.get_or_create(
        registration=registration,
        series_number=series_number,
        defaults={"reason": " ".join(reason.split())[:200], "by": by, "at": missed_at(registration)},
    )
    return absence


def demand_playable(registration: models.Registration, series_number: int) -> None:
    """Raises TournamentError if the series does not exist or is closed, or if the player does not take part in it."""
    event = registration.event
    if not 1 <= series_number <= event.series_count:
        raise TournamentError(_("Dieses Turnier hat %(count)d Serien.") % {"count": event.series_count})
    if not registration.belongs_to(series_number):
        words = _("%(name)s spielt Serie %(number)d ohnehin nicht mit.")
        raise TournamentError(words % {"name": registration.name, "number": series_number})
    if event.series.filter(number=series_number, closed_at__isnull=False).exists():
        raise TournamentError(_("Serie %(number)d ist abgeschlossen.") % {"number": series_number})


@service(gettext_lazy("Aussetzen zurückgenommen"))
def come_back(registration: models.Registration, series_number: int, *, by: User | None) -> None:
    """Ends the player's absence from this series. If it is already drawn, only a repair of the seating gives a seat."""
    registration.absences.filter(series_number=series_number).delete()
