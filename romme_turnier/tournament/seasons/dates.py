"""The dates of a season: planned, moved and cancelled evenings.

All services here also raise TournamentError as `lock_season` does, for example for a closed season.
"""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.access import lock_season
from romme_turnier.tournament.seasons.seasons import SeasonDetails, day_faults
from romme_turnier.tournament.shared.errors import Faults, TournamentError, demand_reason
from romme_turnier.tournament.shared.service import note, nothing_done, service


@service(gettext_lazy("Termine der Saison festgelegt"))
def set_dates(season: models.Season, days: Sequence[date], *, by: User) -> models.Season:
    """Plans evenings on exactly these days; opened and cancelled ones do not change. Raises Faults about the days."""
    current = lock_season(season, by)
    if faults := day_faults(SeasonDetails.of(current), days):
        raise Faults(faults)
    kept = {planned.day: planned for planned in current.dates.all()}
    unticked = [known.pk for day, known in kept.items() if day not in days and is_planned(known)]
    added = sorted(set(days) - kept.keys())
    models.SeasonDate.objects.filter(pk__in=unticked).delete()
    models.SeasonDate.objects.bulk_create(models.SeasonDate(season=current, day=day) for day in added)
    note("dates_added", new=added)
    note("dates_removed", new=sorted(day for day, known in kept.items() if known.pk in unticked))
    return current


def is_planned(planned: models.SeasonDate) -> bool:
    """Returns whether the evening is still only planned: neither opened nor cancelled."""
    return planned.event_id is None and not planned.cancelled


def _locked_date(planned: models.SeasonDate, by: User) -> models.SeasonDate:
    season = lock_season(planned.season, by)
    current = models.SeasonDate.objects.select_for_update(no_key=True).get(pk=planned.pk)
    current.season = season
    if current.event_id is not None:
        raise TournamentError(_("Dieser Abend ist schon eröffnet."))
    return current


def _demand_planned(current: models.SeasonDate) -> None:
    if current.cancelled:
        raise TournamentError(_("Dieser Termin ist abgesagt. Nehmen Sie die Absage zuerst zurück."))


@service(gettext_lazy("Termin verlegt"))
def move_date(planned: models.SeasonDate, day: date, *, reason: str, by: User) -> models.SeasonDate:
    """Moves an evening to another day of the season.

    An evening that returns to its original day is an ordinary date again; any other move requires a reason. Raises
    TournamentError for a missing reason, an evening that is already open or cancelled, a day outside the season, and a
    day that already has a date.
    """
    current = _locked_date(planned, by)
    _demand_planned(current)
    season, back = current.season, day == current.moved_from
    if not back:
        demand_reason(reason)
    if not season.includes(day):
        raise TournamentError(_("Dieser Tag liegt nicht in der Saison."), about="day")
    if season.dates.filter(day=day).exists():
        raise TournamentError(_("An diesem Tag steht schon ein Termin."), about="day")
    current.moved_from = None if back else current.moved_from or current.day
    current.day, current.reason = day, "" if back else " ".join(reason.split())[:200]
    current.save(update_fields=["day", "moved_from", "reason"])
    return current


@service(gettext_lazy("Termin abgesagt"))
def cancel_date(planned: models.SeasonDate, *, reason: str, by: User) -> models.SeasonDate:
    """Cancels an evening. Raises TournamentError for a missing reason, or if it is already open or cancelled."""
    current = _locked_date(planned, by)
    _demand_planned(current)
    demand_reason(reason)
    current.cancelled, current.moved_reason = True, current.reason
    current.reason = " ".join(reason.split())[:200]
    current.save(update_fields=["cancelled", "reason", "moved_reason"])
    return current


@service(gettext_lazy("Absage des Termins zurückgenommen"))
def restore_date(planned: models.SeasonDate, *, by: User) -> models.SeasonDate:
    """Undoes `cancel_date`, if the evening is cancelled. Raises TournamentError if the evening is open."""
    current = _locked_date(planned, by)
    if not current.cancelled:
        nothing_done()
        return current
    current.cancelled, current.reason, current.moved_reason = False, current.moved_reason, ""
    current.save(update_fields=["cancelled", "reason", "moved_reason"])
    return current
