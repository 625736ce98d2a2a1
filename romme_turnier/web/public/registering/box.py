"""The registration box on the page of an event."""

from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from romme_turnier.tournament.models import Event
from romme_turnier.tournament.participants.self_registration import why_closed
from romme_turnier.tournament.participants.waiting_list import places_left, queue


@dataclass(frozen=True, slots=True)
class RegistrationBox:
    """`sentence` is the number of places, or the reason why registration is closed."""

    open: bool
    sentence: str
    teams: bool


def registration_box(event: Event) -> RegistrationBox | None:
    """Returns None if the event has no self-registration; the announcement explains it."""
    if not event.self_registration:
        return None
    if closed := why_closed(event):
        return RegistrationBox(False, closed, False)
    return RegistrationBox(True, _places(event), event.prizes != Event.Prizes.INDIVIDUAL)


def _places(event: Event) -> str:
    left, waiting = places_left(event), len(queue(event))
    if left is None:
        return ""
    if left and not waiting:
        return _("Noch %(n)d frei.") % {"n": left}
    full = _("Es ist nichts mehr frei. Wer sich jetzt anmeldet, steht auf der Warteliste.")
    if not waiting:
        return full
    before = ngettext("Dort wartet %(n)d Anmeldung.", "Dort warten %(n)d Anmeldungen.", waiting) % {"n": waiting}
    return f"{full} {before}"
