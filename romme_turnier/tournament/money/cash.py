"""The cash box: float and other payments, counts and their differences, and the reversal of wrong entries."""

from collections.abc import Mapping
from decimal import Decimal

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.models.reasons import Reason
from romme_turnier.tournament.money import fees, fines, ledger
from romme_turnier.tournament.shared.errors import TournamentError, demand_reason
from romme_turnier.tournament.shared.service import service

Kind = models.LedgerEntry.Kind
Method = models.LedgerEntry.Method

_FACE_VALUES = "500 200 100 50 20 10 5 2 1 0.50 0.20 0.10 0.05 0.02 0.01"
NOTES_AND_COINS = tuple(Decimal(value).quantize(Decimal("0.01")) for value in _FACE_VALUES.split())
MOST_PIECES = 99_999


@service(gettext_lazy("Wechselgeld oder Sonstiges gebucht"))
def book_other(
    event: models.Event, kind: str, amount: Decimal, *, text: str, method: str = Method.CASH, key: str, by: User | None
) -> models.LedgerEntry:
    """Books a float put into the box (negative if it is taken out), or another payment with its purpose.

    Raises TournamentError for other kinds, for a payment without a purpose, and for a float that is not in cash. Also
    raises the errors of `ledger.book`.
    """
    if kind not in (Kind.FLOAT, Kind.OTHER):
        raise TournamentError(_("So wird nur Wechselgeld oder Sonstiges gebucht."))
    if kind == Kind.OTHER and not text.strip():
        raise TournamentError(_("Bitte geben Sie an, wofür gezahlt wurde."))
    if kind == Kind.FLOAT and method != Method.CASH:
        raise TournamentError(_("Wechselgeld liegt bar in der Kasse."))
    return ledger.book(event, kind, amount, method=method, text=text, key=key, by=by)


def why_not_reversed_here(entry: models.LedgerEntry) -> str:
    """Returns a sentence that names the page on which to take back the entry; "" if the ledger can reverse it."""
    if (entry.payment_key or "").startswith(fines.KEY):
        return _("Das Bußgeld folgt der Abgabe des Tisches. Ändern Sie dort, was erhalten wurde.")
    if models.PrizeAward.objects.filter(ledger_entry=entry).exists():
        return _("Das Preisgeld folgt der Preisliste. Nehmen Sie dort die Ausgabe zurück.")
    return ""


@service(gettext_lazy("Buchung storniert"))
def take_back(entry: models.LedgerEntry, *, reason: str, by: User | None) -> models.LedgerEntry:
    """Reverses an entry of the ledger; for a fee or a refund, also updates the player's paid flag.

    Raises the errors of `ledger.reverse`, and TournamentError if the entry must be reversed on another page.
    """
    if elsewhere := why_not_reversed_here(entry):
        raise TournamentError(elsewhere)
    if entry.kind in fees.FEE_KINDS:
        return fees.reverse_fee(entry, reason=reason, by=by)
    return ledger.reverse(entry, reason=reason, by=by)


def expected(event: models.Event) -> Decimal:
    """Returns the amount that the box must hold: the float and all payments in cash."""
    amounts = event.ledger.filter(method=Method.CASH).values_list("amount", flat=True)
    return sum(amounts, Decimal(0))


def worth(pieces: Mapping[Decimal, int]) -> Decimal:
    return sum((value * count for value, count in pieces.items()), Decimal(0))


@service(gettext_lazy("Kasse gezählt"))
def count_cash(
    event: models.Event, pieces: Mapping[Decimal, int], *, note: str = "", by: User | None
) -> models.CashCount:
    """Stores a count of the box by notes and coins, with the amount that the ledger expects now.

    Raises TournamentError for notes and coins that do not exist, and for numbers below 0 or above MOST_PIECES.
    """
    if set(pieces) - set(NOTES_AND_COINS) or any(not 0 <= count <= MOST_PIECES for count in pieces.values()):
        raise TournamentError(_("Bitte zählen Sie nur Scheine und Münzen, die es gibt."))
    models.Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    return models.CashCount.objects.create(
        event=event,
        pieces={str(value): pieces[value] for value in NOTES_AND_COINS if pieces.get(value)},
        counted=worth(pieces),
        expected=expected(event),
        note=" ".join(note.split())[:200],
        last_entry=event.ledger.aggregate(last=Max("number"))["last"] or 0,
        by=by,
        at=timezone.now(),
    )


@service(gettext_lazy("Kassendifferenz gebucht"))
def book_difference(count: models.CashCount, *, reason: str, by: User | None) -> models.LedgerEntry:
    """Books the difference of a count, and stores the same count again, which then agrees with the ledger.

    Raises TournamentError if the reason is missing, if there is no difference, or if cash has been counted or booked
    since the count. Also raises the errors of `ledger.book`.
    """
    event = models.Event.objects.select_for_update(no_key=True).get(pk=count.event_id)
    demand_reason(reason)
    if event.cash_counts.first() != count or count.expected != expected(event):
        raise TournamentError(_("Seit dieser Zählung wurde gezählt oder gebucht. Bitte zählen Sie noch einmal."))
    if count.counted == count.expected:
        raise TournamentError(_("Die Kasse stimmt, es ist nichts zu buchen."))
    difference, text = count.counted - count.expected, Reason.CASH_DIFFERENCE.stored(" ".join(reason.split()))
    entry = ledger.book(event, Kind.OTHER, difference, text=text[:200], key="", by=by)
    count_cash(event, {Decimal(value): n for value, n in count.pieces.items()}, note=reason, by=by)
    return entry
