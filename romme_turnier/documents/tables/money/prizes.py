"""The prizes of an event: those ready to be released on a page, and the released ones everywhere."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

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
    OrdinalColumn,
    PersonColumn,
)
from romme_turnier.tournament.models import Event, PrizeAward, Registration, Team
from romme_turnier.tournament.money.prize_words import prize_label, ranking_label
from romme_turnier.tournament.permissions import Right


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize and its winner, a player or a team. `award` is None until the prize is released."""

    place: int  # in the plan
    ranking: str
    rank: int
    registration: Registration | None
    team: Team | None
    amount: Decimal | None
    thing: str
    prize: str
    equals: int = 1  # players with this rank
    award: PrizeAward | None = None
    owed: tuple[str, ...] = ()  # fees that the winners have not paid, as text

    @property
    def name(self) -> str:
        return self.registration.name if self.registration else str(self.team)

    @property
    def code(self) -> str:
        """Names the winner in a form: "player-12"."""
        return f"player-{self.registration.pk}" if self.registration else f"team-{self.team.pk if self.team else 0}"


def _winner(line: PrizeLine) -> str:
    return f"{line.registration.number or '–'} {line.name}" if line.registration else line.name


def _winner_and_club(line: PrizeLine) -> str:
    club = line.registration.club if line.registration else None
    return f"{_winner(line)}, {club}" if club else _winner(line)


def _state(line: PrizeLine) -> str:
    return gettext("ausgegeben") if line.award and line.award.handed_at else gettext("noch nicht ausgegeben")


class PrizesTable(ListTable):
    title = _("Preise")
    key = "prizes"
    last = "place"

    ranking = Column(_("Wertung"), paper_css="ranking")
    rank = OrdinalColumn(_("Rang"), paper_css="rank")
    winner = PersonColumn(_("Gewinner"), media=SCREEN, source=_winner, sort="name", names_row=True)
    winner_and_club = Column(_("Gewinner"), media=PAPER, source=_winner_and_club)
    number = OrdinalColumn(_("Startnummer"), media=FILE, source="registration__number")
    name = PersonColumn(_("Name"), media=FILE)
    club = Column(_("Club"), media=FILE, source="registration__club")
    prize = Column(_("Preis"), media=SHOWN, sort="amount", paper_css="prize")
    amount = AmountColumn(_("Betrag"), media=FILE)
    thing = Column(_("Sachpreis"), media=FILE)
    present = Column(
        _("Anwesenheit"), media=SCREEN, source="code", template="organiser/money/cells/present.html", orderable=False
    )
    state = Column(_("Stand"), media=SCREEN | FILE, source=_state, template="organiser/money/cells/prize_state.html")
    signature = Column(
        _("Erhalten (Unterschrift)"), media=PAPER, source=lambda _line: "", orderable=False, paper_css="sign"
    )
    actions = ActionColumn(_("Ausgeben"), "organiser/money/cells/prize_actions.html", right=Right.CASH)

    def render_prize(self, value: str, record: PrizeLine) -> str:
        if record.equals == 1:
            return value
        return f"{value} ({gettext('%(n)s gleichauf') % {'n': record.equals}})"


def released_prizes(event: Event) -> list[PrizeLine]:
    related = ("prize__category", "registration__player", "registration__club", "team")
    awards = PrizeAward.objects.filter(prize__event=event).select_related(*related)
    return award_lines(awards, event.currency)


def award_lines(awards: Iterable[PrizeAward], currency: str) -> list[PrizeLine]:
    return [
        PrizeLine(
            place=place,
            ranking=ranking_label(award.prize),
            rank=award.rank,
            registration=award.registration,
            team=award.team,
            amount=award.amount,
            thing=award.thing,
            prize=prize_label(award.amount, award.thing, currency),
            award=award,
        )
        for place, award in enumerate(awards)
    ]
