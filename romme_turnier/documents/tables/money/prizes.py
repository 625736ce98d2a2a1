"""The table of prizes. Those ready for release appear only on a page, released ones also on paper and in files."""

from dataclasses import dataclass

from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import (
    FILE,
    PAPER,
    SCREEN,
    SHOWN,
    ActionColumn,
    AmountColumn,
    Column,
    Medium,
    OrdinalColumn,
    PersonColumn,
)
from romme_turnier.tournament.models import Event, PrizeAward
from romme_turnier.tournament.money.words import prize_label, ranking_label
from romme_turnier.tournament.permissions import Right


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize with its winner, a player or a team. The award may not be stored yet."""

    place: int  # in the plan
    award: PrizeAward
    equals: int = 1  # players with this rank
    owed: tuple[str, ...] = ()  # fees that the winners have not paid, as text

    @property
    def winner(self) -> str:
        return str(self.award.registration or self.award.team)

    @property
    def name(self) -> str:
        registration = self.award.registration
        return registration.name if registration else self.winner

    @property
    def prize(self) -> str:
        return prize_label(self.award.amount, self.award.thing, self.award.prize.event.currency)


class PrizesTable(ListTable):
    title = _("Preise")
    key = "prizes"
    last = "place"

    ranking = Column(_("Wertung"), source=lambda line: ranking_label(line.award.prize), paper_css="ranking")
    rank = OrdinalColumn(_("Rang"), source="award__rank", paper_css="rank")
    winner = PersonColumn(_("Gewinner"), media=SHOWN, sort="name", names_row=True)
    number = OrdinalColumn(_("Startnummer"), media=FILE, source="award__registration__number")
    name = PersonColumn(_("Name"), media=FILE)
    club = Column(_("Club"), media=FILE, source="award__registration__club")
    prize = Column(_("Preis"), media=SHOWN, sort="award__amount", paper_css="prize")
    amount = AmountColumn(_("Betrag"), media=FILE, source="award__amount")
    thing = Column(_("Sachpreis"), media=FILE, source="award__thing")
    present = Column(
        _("Anwesenheit"),
        media=SCREEN,
        source="award__registration_id",
        template="organiser/money/cells/present.html",
        orderable=False,
    )
    state = Column(
        _("Stand"),
        media=SCREEN | FILE,
        source=lambda line: (
            gettext("ausgegeben") if line.award.handed_at is not None else gettext("noch nicht ausgegeben")
        ),
        template="organiser/money/cells/prize_state.html",
    )
    signature = Column(
        _("Erhalten (Unterschrift)"), media=PAPER, source=lambda _line: "", orderable=False, paper_css="sign"
    )
    actions = ActionColumn(_("Ausgeben"), "organiser/money/cells/prize_actions.html", right=Right.CASH)

    def render_winner(self, value: str, record: PrizeLine) -> str:
        club = record.award.registration and record.award.registration.club
        return f"{value}, {club}" if club and self.medium is Medium.PAPER else value

    def render_prize(self, value: str, record: PrizeLine) -> str:
        if record.equals == 1:
            return value
        equals = gettext("%(n)s gleichauf") % {"n": record.equals}
        return f"{value} ({equals})"


def released_prizes(event: Event) -> list[PrizeLine]:
    related = ("prize__category", "prize__event", "registration__player", "registration__club", "team")
    awards = PrizeAward.objects.filter(prize__event=event).select_related(*related)
    return [PrizeLine(place, award) for place, award in enumerate(awards)]
