"""Recording a table's hand-in at the end of its series (§ 2.3.3)."""

from collections.abc import Iterable
from decimal import Decimal

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.entries import follow_hand_in
from romme_turnier.tournament.money.fines import book_received
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.service import nothing_done, service

Paper = models.HandIn.Custody


@service(gettext_lazy("Abgabe eines Tisches erfasst"))
def record_hand_in(
    spielliste: models.Spielliste,
    *,
    paper: str,
    unsigned: Iterable[int] = (),
    cards_missing: Iterable[int] = (),
    fine_paid: Decimal | None = None,
    expected: int,
    by: User | None,
) -> models.HandIn:
    """Stores a table's hand-in, or changes the stored one; the log keeps the earlier states.

    `expected` is the version that the official saw (0: no hand-in was recorded yet). An unchanged state is not stored
    again. While the list is at the table, no signature or card counts as missing. Changes to the fine received are
    booked in the ledger. A complete list becomes signed, or a signed one complete again (§ 2.2.4).

    Raises Conflict if another official was faster, TournamentError for seats that the table does not have and for a
    negative amount, and the errors of `change` if the status of the list changes.
    """
    no_signature, no_card = (sorted(set(seats)) if paper != Paper.OUT else [] for seats in (unsigned, cards_missing))
    wanted = {"paper": paper, "unsigned": no_signature, "cards_missing": no_card, "fine_paid": fine_paid}
    for seat in sorted({*no_signature, *no_card}.difference(spielliste.table.seats.values_list("number", flat=True))):
        raise TournamentError(_("Platz %(seat)s gibt es an diesem Tisch nicht.") % {"seat": seat})
    if fine_paid is not None and fine_paid < 0:
        raise TournamentError(_("Ein Betrag unter null geht nicht."))
    models.HandIn.objects.bulk_create([models.HandIn(spielliste=spielliste)], ignore_conflicts=True)
    mine = models.HandIn.objects.filter(spielliste=spielliste, version=expected)
    if not mine.update(version=F("version") + 1):
        raise Conflict
    hand_in = models.HandIn.objects.get(spielliste=spielliste)
    if expected and all(getattr(hand_in, name) == value for name, value in wanted.items()):
        models.HandIn.objects.filter(pk=hand_in.pk).update(version=expected)
        hand_in.version = expected
        nothing_done()
        return hand_in
    for name, value in wanted.items():
        setattr(hand_in, name, value)
    hand_in.at, hand_in.by = timezone.now(), by
    hand_in.save()
    book_received(spielliste, by=by)
    follow_hand_in(spielliste, by=by)
    return hand_in
