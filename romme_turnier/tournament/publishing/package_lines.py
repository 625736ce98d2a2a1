"""The line of the packages of an event or a season: each package holds the digests of the earlier ones.

A package is accepted if its line contains the newest accepted package, even if packages in between were lost. The line
of a second laptop never contains it.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.publishing.content import SHORT, Content
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import nothing_done, part_of_service

Copy = models.EventCopy | models.SeasonCopy


class OlderPackage(TournamentError):
    """A newer package of the event or season has already been accepted."""


class AlreadyHandedOver(TournamentError):
    """The hand-over of the event or season has already been accepted, so packages can no longer change it."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The newest package of the copy: its number and digest."""

    of: models.Event | models.Season
    number: int
    digest: str


def line_of(content: Content, digest: str) -> list[str]:
    """Returns the shortened digests of all packages up to this one."""
    return [*content["history"], digest[:SHORT]]


@part_of_service
def is_accepted(copy: Copy, content: Content, digest: str) -> bool:
    """Returns whether the package is already the newest one of the copy; if it is, the act is not logged."""
    if (copy.number, copy.digest) != (content["number"], digest):
        return False
    nothing_done()
    return True


def demand_next(copy: Copy, content: Content, digest: str) -> None:
    """Raises TournamentError if the package does not continue the line of the copy, and OlderPackage if it is older."""
    line, accepted = line_of(content, digest), [*copy.history, copy.digest[:SHORT]]
    shorter = min(len(line), len(accepted))
    if line[:shorter] != accepted[:shorter]:
        raise TournamentError(
            _(
                "Ein zweiter Laptop: Hier liegt schon Paket %(number)d, und dieses Paket setzt es nicht fort. Geändert "
                "wurde nichts. Arbeiten Sie nur an einem Laptop weiter."
            )
            % {"number": copy.number}
        )
    if content["number"] < copy.number:
        words = _("Hier liegt schon Paket %(newer)d; dieses ist Paket %(number)d und damit älter.")
        raise OlderPackage(words % {"newer": copy.number, "number": content["number"]})


@part_of_service
def save_copy(copy: Copy, content: Content, digest: str, key: models.LaptopKey) -> None:
    copy.key, copy.number, copy.digest, copy.history = key, content["number"], digest, content["history"]
    copy.made_at, copy.accepted_at = datetime.fromisoformat(content["made_at"]), timezone.now()
    copy.save()
