"""Booking money in the ledger of an event, and reversing wrong entries."""

from decimal import Decimal

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.errors import KeyReused, TournamentError, demand_reason
from romme_turnier.tournament.shared.service import lock_events, note, nothing_done, service

Kind = models.LedgerEntry.Kind
Method = models.LedgerEntry.Method
CENT = Decimal("0.01")
MOST = Decimal("9999999.99")


@service(gettext_lazy("Gebucht"))
def book(
    event: models.Event,
    kind: str,
    amount: Decimal,
    *,
    key: str,
    by: User | None,
    method: str = Method.CASH,
    registration: models.Registration | None = None,
    team: models.Team | None = None,
    series: models.Series | None = None,
    text: str = "",
) -> models.LedgerEntry:
    """Adds an entry with the next number of its event: positive for money received, negative for money paid out.

    `key` identifies the payment (64 characters at most). A second call with the same key books nothing and returns the
    first entry; an empty key disables this. Raises KeyReused if the key belongs to a different payment, and
    TournamentError for an invalid amount.
    """
    if amount == 0 or abs(amount) > MOST or amount != amount.quantize(CENT):
        raise TournamentError(_("Bitte geben Sie einen Betrag in Euro und Cent an, der nicht null ist."))
    entry = models.LedgerEntry(
        event=event,
        kind=kind,
        method=method,
        amount=amount.quantize(CENT),
        registration=registration,
        team=team,
        series=series,
        text=" ".join(text.split())[:200],
        payment_key=key or None,
        by=by,
        at=timezone.now(),
    )
    if (known := _earlier(entry)) is not None:
        nothing_done()
        return known
    return _numbered(entry)


def _earlier(entry: models.LedgerEntry) -> models.LedgerEntry | None:
    """Returns the entry of an earlier attempt at this payment; None if there is none, or if the entry has no key.

    Raises KeyReused for a different payment with the same key.
    """
    if entry.payment_key is None:
        return None
    lock_events([entry.event_id])
    known = models.LedgerEntry.objects.filter(payment_key=entry.payment_key).first()
    same = ("event_id", "kind", "method", "amount", "registration_id", "team_id", "series_id")
    if known is not None and any(getattr(known, name) != getattr(entry, name) for name in same):
        raise KeyReused
    return known


def _numbered(entry: models.LedgerEntry) -> models.LedgerEntry:
    """Stores the entry with the next number, taken under a lock, so that the numbers have no gaps."""
    lock_events([entry.event_id])
    entry.number = (entry.event.ledger.aggregate(last=Max("number"))["last"] or 0) + 1
    entry.save(force_insert=True)
    note("receipts", new=[entry])
    return entry


@service(gettext_lazy("Storniert"))
def reverse(entry: models.LedgerEntry, *, reason: str, by: User | None) -> models.LedgerEntry:
    """Reverses an entry with a counter entry of the same kind, whose text is the reason.

    Raises TournamentError for a missing reason, for a counter entry, and for an entry that is already reversed. The
    consequences (paid flags, prizes handed out) are up to the callers in `fees` and `prizes`.
    """
    demand_reason(reason)
    lock_events([entry.event_id])
    if entry.reverses_id is not None:
        raise TournamentError(_("Ein Storno wird nicht storniert. Bitte buchen Sie neu."))
    if models.LedgerEntry.objects.filter(reverses=entry).exists():
        raise TournamentError(_("Die Buchung %(number)d ist schon storniert.") % {"number": entry.number})
    return _numbered(
        models.LedgerEntry(
            event=entry.event,
            kind=entry.kind,
            method=entry.method,
            amount=-entry.amount,
            registration_id=entry.registration_id,
            team_id=entry.team_id,
            series_id=entry.series_id,
            text=" ".join(reason.split())[:200],
            reverses=entry,
            by=by,
            at=timezone.now(),
        )
    )
