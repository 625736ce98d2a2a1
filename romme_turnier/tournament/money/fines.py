"""Fines in the ledger: a fine handed in with a list (§ 2.3.3) is booked once, and corrected with the hand-in."""

from decimal import Decimal

from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.money import ledger
from romme_turnier.tournament.shared.service import service

KEY = "fine:"


def key_of(spielliste: models.Spielliste) -> str:
    """Returns the prefix of the payment keys of a list's fines."""
    return f"{KEY}{spielliste.pk}:"


@service(gettext_lazy("Bußgeld gebucht"))
def book_received(spielliste: models.Spielliste, *, by: User | None) -> models.LedgerEntry | None:
    """Books the difference between the fine received at the hand-in and the list's fines in the ledger, if any.

    Returns the entry, or None if both agree. Must be called after every change to a hand-in.
    """
    hand_in = models.HandIn.objects.filter(spielliste=spielliste).first()
    received = (hand_in.fine_paid if hand_in else None) or Decimal(0)
    entries = models.LedgerEntry.objects.filter(payment_key__startswith=key_of(spielliste))
    booked = list(entries.values_list("amount", flat=True))
    difference = received - sum(booked, Decimal(0))
    if not difference:
        return None
    table = spielliste.table
    reason = Reason.FINE_CHANGED if booked else Reason.FINE
    return ledger.book(
        table.series.event,
        models.LedgerEntry.Kind.FINE,
        difference,
        series=table.series,
        text=reason.stored(f"{table.series.number}/{table.number}"),
        key=f"{key_of(spielliste)}{len(booked) + 1}",
        by=by,
    )
