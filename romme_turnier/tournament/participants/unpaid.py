"""Only players who have paid are seated (§ 1.3): players with an open fee, and exceptions by the directors."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import service

NAMED = 12  # most names in a sentence; the draw page lists all


def owes(registration: models.Registration) -> bool:
    """Returns whether an open fee keeps the player from a seat, unless an official has allowed later payment."""
    return not registration.paid and not registration.pays_later and fees.owed(registration) > 0


def unpaid(registrations: Iterable[models.Registration]) -> list[models.Registration]:
    """Returns the players whom § 1.3 keeps from a seat, in their order."""
    return [registration for registration in registrations if owes(registration)]


def unpaid_in_words(players: Sequence[models.Registration]) -> str:
    """Returns one sentence with their names; "" if there are none."""
    if not players:
        return ""
    names = ", ".join(f"{player.number} {player.name}" if player.number else player.name for player in players[:NAMED])
    if len(players) > NAMED:
        names = _("%(names)s und %(n)d weitere") % {"names": names, "n": len(players) - NAMED}
    words = ngettext(
        "Noch nicht bezahlt hat: %(names)s. Einen Platz bekommt nur, wer bezahlt hat (§ 1.3).",
        "Noch nicht bezahlt haben: %(names)s. Einen Platz bekommt nur, wer bezahlt hat (§ 1.3).",
        len(players),
    )
    return cited(words, players[0].event.rules) % {"names": names}


def demand_paid(registrations: Iterable[models.Registration]) -> None:
    """Raises TournamentError with the names of players who may not be seated yet."""
    if words := unpaid_in_words(unpaid(registrations)):
        raise TournamentError(words)


@service(gettext_lazy("Spätere Zahlung vermerkt"))
def set_pays_later(registration: models.Registration, later: bool, *, by: User | None) -> None:
    """Lets a player play although the fee is open, or ends that. The fee stays open; history records the official."""
    current = fees.locked(registration)
    if later and (current.paid or fees.owed(current) <= 0):
        raise TournamentError(_("%(name)s schuldet kein Startgeld.") % {"name": current.name})
    if current.pays_later != later:
        current.pays_later = later
        current.save(update_fields=["pays_later"])
