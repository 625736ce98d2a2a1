"""Points played for money: the settlement of each part of an event, and the accounts at the cash desk."""

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import (
    FILE,
    SCREEN,
    AmountColumn,
    Column,
    Medium,
    NumberColumn,
    OrdinalColumn,
)
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.money.settlements import Balance, EventSettlement, Settlement, settlement_of, settles
from romme_turnier.tournament.money.stakes import StakeAccount, stake_accounts
from romme_turnier.tournament.money.words import who_pays


@dataclass(frozen=True, slots=True)
class SettlementLine:
    part: str  # the whole event, an evening or a table
    balance: Balance


class SettlementTable(ListTable):
    title = _("Abrechnung")
    key = "settlement"
    page_css = "table--stack narrow"
    caption_is_hidden = True
    last = "balance__registration__number"

    part = Column(_("Abrechnung"), media=FILE, orderable=False)
    number = OrdinalColumn(
        _("Startnummer"), short=_("Nr."), source="balance__registration__number", default="–", paper_css="rank"
    )
    name = Column(_("Name"), source="balance__registration__name", sort="balance__registration__player", names_row=True)
    loss = NumberColumn(_("Verlust"), source="balance__loss")
    amount = AmountColumn(_("bekommt oder zahlt (−)"), source="balance__amount")


class StakesTable(ListTable):
    title = _("Einsatz")
    key = "stakes"
    caption_is_hidden = True
    last = "registration__number"

    number = OrdinalColumn(_("Startnummer"), short=_("Nr."), source="registration__number", default="–")
    name = Column(_("Name"), source="registration__name", sort="registration__player", names_row=True)
    settled = AmountColumn(_("bekommt oder zahlt (−)"))
    booked = AmountColumn(_("davon gebucht"))
    open = AmountColumn(_("offen"), media=FILE)
    payment = Column(
        _("An der Kasse"), media=SCREEN, source="open", template="organiser/money/cells/stake_payment.html"
    )


@dataclass(frozen=True, slots=True)
class Slip:
    """One part of a settlement. `dues` are the payments as text; None if this part is not paid separately."""

    title: str
    table: SettlementTable
    dues: list[str] | None


def slips(event: Event, settled: EventSettlement, medium: Medium, query: QueryDict | None = None) -> list[Slip]:
    """Returns a slip for the whole event, sorted by `query`, then one for each evening and each table.

    If the cash desk books the stake, players pay once, for all tables.
    """
    made = []
    for title, settlement in _parts(settled):
        lines = _lines(title, settlement)
        is_whole = settlement is settled.whole
        table = SettlementTable.table_for(
            medium,
            lines,
            query=query if is_whole else None,
            currency=event.currency,
            without={"loss"} if lines[0].balance.loss is None else (),
        )
        table.caption = title
        made.append(Slip(title, table, who_pays(settlement, event) if is_whole or not event.stake_booked else None))
    return made


def settlement_lines(event: Event) -> list[SettlementLine]:
    parts = _parts(settlement_of(event)) if settles(event) else []
    return [line for title, settlement in parts for line in _lines(title, settlement)]


def stake_lines(event: Event) -> list[StakeAccount]:
    """Returns the accounts of the stake; none unless the cash desk books the stake."""
    return stake_accounts(event, settlement_of(event).whole) if settles(event) and event.stake_booked else []


def _parts(settled: EventSettlement) -> list[tuple[str, Settlement]]:
    of_table = gettext("Serie %(series)d, Tisch %(table)d")
    return [
        *([(gettext("Ganzes Turnier"), settled.whole)] if settled.whole else ()),
        *((date_format(day, "l, j. F"), settlement) for day, settlement in settled.evenings),
        *((of_table % {"series": part.series, "table": part.table}, part.settlement) for part in settled.tables),
    ]


def _lines(title: str, settlement: Settlement) -> list[SettlementLine]:
    return [SettlementLine(title, balance) for balance in settlement.balances]
