"""Merging two registrations of one person for the same event."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money.fees import demand_as_booked, set_fee
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.references import named_by_number, pointers, pointing
from romme_turnier.tournament.shared.service import part_of_service

Status = models.Registration.Status

# Models whose rows move to the remaining registration, or go with the other, and so do not prevent its removal.
_MOVES = frozenset({"TeamMember", "Registration", "Registration_categories", "Consent", "Result"})
_WORDS = {
    "Seat": gettext_lazy("sitzt an einem Tisch"),
    "LedgerEntry": gettext_lazy("steht in der Kasse"),
    "PrizeAward": gettext_lazy("hat einen Preis"),
    "Notice": gettext_lazy("hat eine Mitteilung"),
    "Absence": gettext_lazy("setzt eine Serie aus"),
    "DrawnCard": gettext_lazy("hat eine Karte gezogen"),
    "PlayOffPlace": gettext_lazy("spielt im Entscheidungsspiel"),
    "CallIn": gettext_lazy("spielt für ein anderes Mitglied der Mannschaft"),
}


@dataclass(frozen=True, slots=True)
class Both:
    """Two registrations to merge. `goes` is removed; its data fill the gaps of `stays`."""

    stays: models.Registration
    goes: models.Registration

    @property
    def takes_number(self) -> int | None:
        return self.goes.number if self.stays.number is None else None

    @property
    def frees_number(self) -> int | None:
        return None if self.stays.number is None else self.goes.number


def both_at_once(keep: models.Registration, drop: models.Registration) -> Both:
    """Chooses the registration to remove: one without dependants. Raises TournamentError if both have dependants."""
    held = {registration.pk: sorted(set(_dependants(registration))) for registration in (keep, drop)}
    if held[keep.pk] and held[drop.pk]:
        words = _(
            "Bei „%(event)s“ sind beide gemeldet und haben Einträge: %(one)s (%(why)s), %(other)s (%(because)s). "
            "So können sie nicht dieselbe Person sein."
        )
        why, because = (", ".join(held[registration.pk]) for registration in (keep, drop))
        said = {"event": keep.event, "one": keep, "why": why, "other": drop, "because": because}
        raise TournamentError(words % said)
    stays, goes = sorted(
        (keep, drop),
        key=lambda registration: (
            not held[registration.pk],
            registration.status != Status.ACTIVE,
            registration is drop,
        ),
    )
    return Both(stays, goes)


def _dependants(registration: models.Registration) -> Iterator[str]:
    """Yields the reasons not to remove the registration, as text, such as seats, money, prizes or an exclusion."""
    for model, field in pointers(models.Registration):
        if model.__name__ not in _MOVES and pointing(model, field, registration).exists():
            yield str(_WORDS.get(model.__name__, model._meta.verbose_name))
    if registration.status == Status.EXCLUDED:
        yield _("ist ausgeschlossen")
    yield from named_by_number(registration)


@part_of_service
def join(both: Both, player: models.Player, by: User | None) -> None:
    """Merges the registrations; the remaining one then belongs to `player`.

    Raises TournamentError if the other is marked as paid and the ledger contradicts it (`demand_as_booked`).
    """
    stays, goes = both.stays, both.goes
    categories = list(goes.categories.all())
    if goes.paid and not stays.paid:
        demand_as_booked(stays, True)
        stays.paid = True
    for name in ("number", "club", "fixed_table", "checked_in_at", "contact", "token", "captain", "invitation"):
        if not getattr(stays, name):
            setattr(stays, name, getattr(goes, name))
    stays.pays_later = not stays.paid and (stays.pays_later or goes.pays_later)
    if stays.captain_id in (stays.pk, goes.pk):
        stays.captain = None
    membership = models.TeamMember.objects.filter(registration=goes)
    if not models.TeamMember.objects.filter(registration=stays).exists():
        membership.update(registration=stays)
    goes.registered_by_captain.exclude(pk=stays.pk).update(captain=stays)
    goes.delete()  # before `stays` takes the number and the link, which are unique
    stays.player = player
    stays.save()
    stays.categories.add(*categories)
    if stays.fee is None and goes.fee is not None:
        set_fee(stays, goes.fee, by=by)
