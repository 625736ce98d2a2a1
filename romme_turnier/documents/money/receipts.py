"""Receipts: four on an A4 sheet, to be cut along the marks, or a single one on an A6 page."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.money.words import amount, in_words

A_SHEET = 4
Kind = models.LedgerEntry.Kind


@dataclass(frozen=True, slots=True)
class Receipt:
    entry: models.LedgerEntry  # the first entry, if a team paid together
    numbers: str  # "7", or "7–10"
    title: str
    who: str
    amount: str
    words: str
    purpose: str
    signer: str  # the label of the signature line, for the receiver of the money


def receipts_document(event: models.Event, number: int | None = None) -> dict[str, Any]:
    """Returns the context of documents/money/receipts.html for one entry, or for all except the float.

    "sheets" is empty if there is no such entry.
    """
    entries = event.ledger.exclude(kind=Kind.FLOAT).select_related(
        "registration__player", "team", "series", "by", "reverses"
    )
    if number is not None:
        entries = entries.filter(number=number)
    receipts = [_receipt(entry, event.currency) for entry in entries.order_by("number")]
    sheets: list[Sequence[Receipt]] = [receipts[start : start + A_SHEET] for start in range(0, len(receipts), A_SHEET)]
    return {"event": event, "sheets": sheets, "single": number is not None}


def team_receipt(event: models.Event, number: int) -> dict[str, Any]:
    """Returns the context of one receipt for a team's payment, given the number of any of its entries.

    Reversed entries are left out. "sheets" is empty if all entries were reversed, or if no team paid this one.
    """
    fees = event.ledger.filter(kind=Kind.FEE, reverses=None)
    asked = fees.filter(number=number).exclude(team=None).first()
    paid = asked.payment_key.partition(":")[0] if asked and asked.payment_key else ""
    rows = fees.filter(reversed_by=None).select_related("registration__player", "team", "by").order_by("number")
    entries = list(rows.filter(team=asked.team_id, payment_key__startswith=f"{paid}:")) if asked and paid else []
    sheets = [[_together(entries, event.currency)]] if entries else []
    return {"event": event, "sheets": sheets, "single": True}


def _together(entries: Sequence[models.LedgerEntry], currency: str) -> Receipt:
    total = sum((entry.amount for entry in entries), Decimal(0))
    members = [entry.registration for entry in entries if entry.registration is not None]
    names = ", ".join(f"{member.number} {member.name}" if member.number else member.name for member in members)
    numbers = [entry.number for entry in entries]
    return Receipt(
        entry=entries[0],
        numbers=f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0]),
        title=_("Quittung"),
        who=str(entries[0].team),
        amount=amount(total, currency),
        words=in_words(total, currency),
        purpose=_("Startgeld: %(names)s") % {"names": names},
        signer=_("Unterschrift Kasse"),
    )


def _receipt(entry: models.LedgerEntry, currency: str) -> Receipt:
    paid_out, player = entry.amount < 0, entry.registration
    team = f"({entry.team})" if entry.team and player else str(entry.team or "")
    who = (str(player.number or ""), player.name, team) if player else (team,)
    return Receipt(
        entry=entry,
        numbers=str(entry.number),
        title=_("Auszahlungsbeleg") if paid_out else _("Quittung"),
        who=" ".join(filter(None, who)),
        amount=amount(abs(entry.amount), currency),
        words=in_words(entry.amount, currency),
        purpose=_purpose(entry),
        signer=_("Unterschrift Empfänger") if paid_out else _("Unterschrift Kasse"),
    )


def _purpose(entry: models.LedgerEntry) -> str:
    words = str(entry.get_kind_display())
    if entry.text:
        words = f"{words}: {entry.words}"
    if entry.reverses is not None:
        words = _("Storno zu Beleg %(number)d, %(words)s") % {"number": entry.reverses.number, "words": words}
    return words
