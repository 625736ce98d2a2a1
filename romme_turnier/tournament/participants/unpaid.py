"""Players whose open fee keeps them from getting a seat (§ 1.3), and exceptions granted by the directors."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money import fees
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import service

NAMED = 12  # the maximum number of names in a sentence; the draw page lists all


def owes(registration: models.Registration) -> bool:
    """Returns whether an open fee keeps the player from a seat; False if an official has allowed later payment."""
    return not registration.paid and not registration.pays_later and fees.owed(registration) > 0


def unpaid(registrations: Iterable[models.Registration]) -> list[models.Registration]:
    """Returns those of the players who get no seat because of an open fee (§ 1.3), in the given order."""
    return [registration for registration in registrations if owes(registration)]


def unpaid_in_words(players: Sequence[models.Registration]) -> str:
    """Returns a text that names these players, at most `NAMED` of them, and the rule; "" if there are none."""
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
    """Raises TournamentError, with names, if an open fee keeps one of these players from a seat."""
    if words := unpaid_in_words(unpaid(registrations)):
        raise TournamentError(words)


@service(gettext_lazy("Spätere Zahlung vermerkt"))
def set_pays_later(registration: models.Registration, later: bool, *, by: User | None) -> None:
    """Allows a player to play before paying, or revokes this. The fee stays open; the log records the official.

    Allowing it raises TournamentError if the player owes nothing.
    """
    current = fees.locked(registration)
    if later and (current.paid or fees.owed(current) <= 0):
        raise TournamentError(_("%(name)s schuldet kein Startgeld.") % {"name": current.name})
    if current.pays_later != later:
        current.pays_later = later
        current.save(update_fields=["pays_later"])
