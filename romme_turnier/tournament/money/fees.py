"""Entry fees (§ 1.3): kinds of fees, players' debts, full, partial, team and noted payments, refunds, reversals.

With the exceptions in `participants/unpaid.py`, `Registration.paid` decides whether a player may be seated. If the
ledger has fees of the player, they determine the flag; otherwise officials noted it, or it was imported.
"""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.money import ledger
from romme_turnier.tournament.money.words import amount as say
from romme_turnier.tournament.shared.errors import TournamentError, demand_reason
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.tournament.shared.service import dry_run, lock_events, note, nothing_done, service

Kind = models.LedgerEntry.Kind
Method = models.LedgerEntry.Method
Status = models.Registration.Status
FEE_KINDS = (Kind.FEE, Kind.REFUND)


def owed(registration: models.Registration) -> Decimal:
    """Returns the amount that the player's kind of fee costs, or the event's usual fee if the player has no kind.

    It is zero for players out of competition, on the waiting list, or withdrawn before the first series, and for
    substitutes on the bench or in a place that is already paid for.
    """
    if registration.out_of_competition or registration.status == Status.WAITING:
        return Decimal(0)
    if registration.status == Status.WITHDRAWN and registration.left_before_series == 1:
        return Decimal(0)
    if _place_is_paid_for(registration):
        return Decimal(0)
    return registration.fee.amount if registration.fee else registration.event.entry_fee


def read_replaced(registrations: Iterable[models.Registration]) -> None:
    """Loads the call-ins of the substitutes among these players, and the replaced players, for use by `owed`.

    It takes at most two queries if `team_membership` is already loaded.
    """
    prefetch_related_objects([row for row in registrations if row.is_substitute], "call_ins__member")


def _place_is_paid_for(registration: models.Registration) -> bool:
    """Returns whether the player is a substitute on the bench, or replaces a player whose fee is paid."""
    if not registration.is_substitute:
        return False
    calls = [call for call in registration.call_ins.all() if call.undone_at is None]
    return not calls or any(call.member.paid for call in calls)


def booked(registration: models.Registration) -> Decimal:
    """Returns the sum of the player's payments in the ledger, less refunds."""
    entries = registration.ledger.filter(kind__in=FEE_KINDS)
    return sum(entries.values_list("amount", flat=True), Decimal(0))


@service(gettext_lazy("Startgeld gebucht"))
def pay(
    registration: models.Registration,
    amount: Decimal | None = None,
    *,
    method: str = Method.CASH,
    key: str,
    by: User | None,
    team: models.Team | None = None,
) -> models.LedgerEntry:
    """Books a payment of all or part of the fee, and updates the paid flag.

    If `amount` is None, the whole open amount is paid. A second call with the same key returns the first entry.
    Otherwise raises TournamentError if the player owes nothing, or if the amount is not positive or exceeds the open
    amount. Also raises the errors of `ledger.book`.
    """
    current = locked(registration)
    known = models.LedgerEntry.objects.filter(payment_key=key).first() if key else None
    if known:  # `book` compares a repeated payment with the first one
        paying = known.amount if amount is None else amount
    else:
        still_open = owed(current) - booked(current)
        paying = still_open if amount is None else amount
        names = {"name": current.name, "open": say(still_open, current.event.currency)}
        if still_open <= 0:
            raise TournamentError(_("%(name)s schuldet kein Startgeld.") % names)
        if paying <= 0:
            raise TournamentError(_("Bitte geben Sie einen Betrag über null an."))
        if paying > still_open:
            raise TournamentError(_("Von %(name)s sind nur %(open)s offen.") % names)
    entry = ledger.book(current.event, Kind.FEE, paying, method=method, registration=current, team=team, key=key, by=by)
    _follow_ledger(current)
    return entry


@service(gettext_lazy("Startgeld einer Mannschaft gebucht"))
def pay_team(team: models.Team, *, method: str = Method.CASH, key: str, by: User | None) -> list[models.LedgerEntry]:
    """Books the captain's payment of all members' open fees, with one entry for each open fee.

    A second call with the same key returns the first entries. Raises TournamentError if no fee is open. Also raises the
    errors of `pay`.
    """
    if key and (done := list(team.ledger.filter(payment_key__startswith=f"{key}:"))):
        nothing_done()
        return done
    entries = []
    # Replaced players before their substitutes, who then have no debt left.
    for membership in team.memberships.select_related("registration").order_by("substitute", "position", "pk"):
        member = locked(membership.registration)
        if owed(member) > booked(member):
            each = f"{key}:{member.pk}" if key else ""
            entries.append(pay(member, method=method, key=each, by=by, team=team))
    if not entries:
        raise TournamentError(_("Von %(team)s ist kein Startgeld offen.") % {"team": team.name})
    return entries


@service(gettext_lazy("Startgelder nachgebucht"))
def pay_noted(
    event: models.Event,
    registrations: Iterable[models.Registration] | None = None,
    amount: Decimal | None = None,
    *,
    method: str = Method.CASH,
    by: User | None,
) -> list[models.LedgerEntry]:
    """Books the fees of players who are marked as paid, but have no money in the ledger.

    If `registrations` is None, all participants are considered. Players without a debt are skipped. At most `amount` is
    booked for each fee, and a player who still owes a part is no longer marked as paid. Raises the errors of `pay`.
    """
    rows = event.registrations.taking_part().filter(paid=True) if registrations is None else registrations
    current = [locked(row) for row in rows]
    noted = [row for row in current if row.paid and owed(row) > 0 and not booked(row)]
    if not noted:
        nothing_done()
    paid = [owed(row) if amount is None else min(amount, owed(row)) for row in noted]
    return [pay(row, part, method=method, key="", by=by) for row, part in zip(noted, paid, strict=True)]


@service(gettext_lazy("Startgeld erstattet"))
def refund(
    registration: models.Registration,
    amount: Decimal | None = None,
    *,
    reason: str,
    method: str = Method.CASH,
    key: str,
    by: User | None,
) -> models.LedgerEntry:
    """Refunds all or part of the payments, stores the reason in the entry, and updates the paid flag.

    If `amount` is None, everything paid is refunded. A second call with the same key returns the first entry, even if
    the player has been excluded since. Otherwise raises TournamentError for an excluded player (§ 1.4), and for an
    amount that is not positive or exceeds the payments. Always raises TournamentError for a missing reason. Also raises
    the errors of `ledger.book`.
    """
    current = locked(registration)
    name = {"name": current.name}
    demand_reason(reason)
    known = models.LedgerEntry.objects.filter(payment_key=key).first() if key else None
    if known:  # `book` compares a repeated refund with the first one
        returned = -known.amount if amount is None else amount
    else:
        if current.status == Status.EXCLUDED:
            words = _("%(name)s ist ausgeschlossen: Das Startgeld wird nicht erstattet (§ 1.4).")
            raise TournamentError(cited(words, current.event.rules) % name)
        paid = booked(current)
        returned = paid if amount is None else amount
        if returned <= 0:
            raise TournamentError(
                _("Von %(name)s ist kein Startgeld gebucht.") % name
                if paid <= 0
                else _("Bitte geben Sie einen Betrag über null an.")
            )
        if returned > paid:
            more = {**name, "paid": say(paid, current.event.currency)}
            raise TournamentError(_("Von %(name)s sind nur %(paid)s gebucht.") % more)
    entry = ledger.book(
        current.event, Kind.REFUND, -returned, method=method, registration=current, text=reason, key=key, by=by
    )
    _follow_ledger(current)
    return entry


@service(gettext_lazy("Startgeldbuchung storniert"))
def reverse_fee(entry: models.LedgerEntry, *, reason: str, by: User | None) -> models.LedgerEntry:
    """Reverses a payment or a refund, and updates the player's paid flag. Raises the errors of `ledger.reverse`."""
    counter = ledger.reverse(entry, reason=reason, by=by)
    if entry.registration is not None:
        _follow_ledger(locked(entry.registration))
    return counter


def last_payment(registration: models.Registration) -> models.LedgerEntry | None:
    """Returns the player's last fee payment that is not reversed, for a page's button to take it back; None without."""
    rows = registration.ledger.filter(kind=Kind.FEE, amount__gt=0)
    return rows.filter(reverses=None, reversed_by=None).order_by("-number").first()


@service(gettext_lazy("Startgeld zugeordnet"))
def set_fee(registration: models.Registration, fee: models.FeeKind | None, *, by: User | None) -> None:
    """Sets the kind of fee that the player pays; None means the event's usual fee.

    Updates the paid flag if the player has fees in the ledger. Raises TournamentError for a fee of a different event.
    """
    current = locked(registration)
    if fee is not None and fee.event_id != current.event_id:
        raise TournamentError(_("Dieses Startgeld gehört nicht zu diesem Turnier."))
    if current.fee_id == (fee.pk if fee else None):
        nothing_done()
        return
    current.fee = fee
    current.save(update_fields=["fee"])
    _follow_ledger(current)


def demand_as_booked(registration: models.Registration, paid: bool) -> None:
    """Raises TournamentError if `paid` would change the flag of a player with fees in the ledger."""
    entries = registration.ledger.filter(kind__in=FEE_KINDS)
    if registration.paid != paid and entries.exists():
        words = _("Für %(name)s ist Startgeld gebucht. Ob es bezahlt ist, ändert sich deshalb nur in der Kasse.")
        raise TournamentError(words % {"name": registration.name})


def reopened_by(event: models.Event, change: Callable[[], object]) -> list[models.Registration]:
    """Returns the players with fees in the ledger who would no longer be marked as paid after `change`.

    The change is tried only if a player with fees in the ledger is marked as paid. It is not stored, and its errors are
    raised.
    """
    payers = event.ledger.filter(kind__in=FEE_KINDS).values("registration")
    paid = models.Registration.objects.filter(pk__in=payers, paid=True).select_related("player")
    before = list(paid)
    if not before:
        return []
    still = dry_run(change, lambda: set(paid.values_list("pk", flat=True)))
    return [registration for registration in before if registration.pk not in still]


@service(gettext_lazy("Bezahltes Startgeld neu bestimmt"))
def follow_announcement(event: models.Event, *, by: User | None) -> None:
    """Updates the paid flag of every player with payments in the ledger; called after a change to the fees."""
    payers = event.ledger.filter(kind__in=FEE_KINDS).values("registration")
    rows = models.Registration.objects.filter(pk__in=payers).select_related("player", "event", "fee")
    for registration in rows:
        _follow_ledger(registration)


def _follow_ledger(registration: models.Registration) -> None:
    """Sets `paid` from the ledger if it has payments of the player."""
    entries = registration.ledger.filter(kind__in=FEE_KINDS)
    amounts = list(entries.values_list("amount", flat=True))
    if not amounts:
        return
    total = sum(amounts, Decimal(0))
    paid = total > 0 and total >= owed(registration)
    if registration.paid != paid:
        registration.paid = paid
        registration.save(update_fields=["paid"])


def locked(registration: models.Registration) -> models.Registration:
    """Returns the current row with player, event and fee; the row and its event are locked until the act ends."""
    lock_events([registration.event_id])
    rows = models.Registration.objects.select_for_update(of=("self",), no_key=True).select_related(
        "player", "event", "fee"
    )
    return rows.get(pk=registration.pk)


@service(gettext_lazy("Startgelder festgelegt"))
def store_fee_kinds(event: models.Event, rows: Sequence[tuple[int | None, str, Decimal]]) -> None:
    """Stores the announced fees in order, each as (primary key or None for a new one, name, amount); deletes others.

    It does not update the paid flags; `follow_announcement` does. Raises TournamentError for a duplicate name, and if a
    fee with participants would be deleted.
    """
    names = [" ".join(name.split()) for _pk, name, _amount in rows]
    if len({name.casefold() for name in names}) != len(names):
        raise TournamentError(_("Zwei Startgelder haben denselben Namen."))
    known = {fee.pk: fee for fee in event.fee_kinds.all()}
    before = [[fee.name, fee.amount] for fee in known.values()]
    for gone in known.keys() - {pk for pk, _name, _amount in rows}:
        if known[gone].registrations.exists():
            words = _("„%(name)s“ ist bei Teilnehmern eingetragen und kann nicht gelöscht werden.")
            raise TournamentError(words % {"name": known[gone].name})
        known.pop(gone).delete()
    for fee in known.values():  # names may be swapped, and must be unique at every moment
        models.FeeKind.objects.filter(pk=fee.pk).update(name=f"\N{NO-BREAK SPACE}{fee.pk}")
    for position, ((pk, _typed, amount), name) in enumerate(zip(rows, names, strict=True), start=1):
        fee = known[pk] if pk in known else models.FeeKind(event=event)
        fee.name, fee.amount, fee.position = name, amount, position
        fee.save()
    after = [[name, amount] for (_pk, _typed, amount), name in zip(rows, names, strict=True)]
    if after != before:
        note("fees", old=before, new=after)
