"""The years for which an organiser's events name their players in public, and a preview of changing them."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.models.public_names import last_day_with_names
from romme_turnier.tournament.offices import OrganiserRight, may_at
from romme_turnier.tournament.organisers.hierarchy import first_organiser, invalidate_pages_of
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

MOST_YEARS = 50


@dataclass(frozen=True, slots=True)
class NamesEnd:
    """An event with the first day on which most of its names are no longer public; `people` counts registrations."""

    event: models.Event
    day: date
    people: int

    @property
    def is_now(self) -> bool:
        return self.day <= timezone.localdate()


def names_ends(organiser: models.Organiser, years: int) -> list[NamesEnd]:
    """Returns the published events of the organiser, the earliest end first, as if names were public for `years`."""
    published = models.Event.objects.filter(held_by=organiser.pk, published_at__isnull=False)
    events = published.annotate(last=Max("timetable__starts_at"), people=Count("registrations", distinct=True))
    ends = [
        NamesEnd(event, last_day_with_names(event, event.last, years) + timedelta(days=1), event.people)
        for event in events
    ]
    return sorted(ends, key=lambda end: (end.day, end.event.pk))


@service(gettext_lazy("Frist für Namen geändert"))
def set_names_years(organiser: models.Organiser, years: int | None, *, by: User) -> models.Organiser:
    """Sets the years after an event for which all its names are public; None means forever.

    After these years, only the first three of the final standings and players who consented are named. The public pages
    of the organiser's events become outdated. The first organiser need not be stored yet. Raises TournamentError for a
    number outside 1 to `MOST_YEARS`, or if `by` may not describe the organiser.
    """
    if not may_at(by, OrganiserRight.DESCRIBE, organiser):
        raise TournamentError(
            _("Die Frist ändert, wer hier oder darüber den Vorsitz hat oder für Presse zuständig ist.")
        )
    if years is not None and not 1 <= years <= MOST_YEARS:
        raise TournamentError(_("Bitte geben Sie 1 bis %(most)d Jahre an.") % {"most": MOST_YEARS}, about="years")
    organiser = first_organiser() if organiser._state.adding else organiser
    organiser.names_years = years
    organiser.save(update_fields=["names_years"])
    invalidate_pages_of(organiser)
    return organiser
