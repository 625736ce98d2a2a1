"""The table of an event's disputes, for officials, the closing report and files."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.text import Truncator
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.documents.tables.base import ListTable
from romme_turnier.documents.tables.columns import (
    EVERYWHERE,
    FILE,
    PAPER,
    SCREEN,
    SHOWN,
    Column,
    OrdinalColumn,
    PersonColumn,
)
from romme_turnier.tournament.disputes import words
from romme_turnier.tournament.models import Dispute, Event
from romme_turnier.tournament.participants.reading import full_names


@dataclass(frozen=True, slots=True)
class DisputeLine:
    dispute: Dispute
    place: str
    concerned: str  # players with their seats
    badge: str
    state: str

    @property
    def order_of_place(self) -> tuple[int, ...] | None:
        dispute = self.dispute
        if dispute.table_number is None:
            return None
        return (dispute.series_number or 0, dispute.table_number, dispute.game or 0)


class DisputesTable(ListTable):
    title = _("Streitfälle")
    key = "disputes"
    page_order = "state"  # open disputes come first
    last = "dispute__number"
    caption_is_hidden = True

    name = Column(_("Streitfall"), media=SCREEN, source="dispute__number", names_row=True)
    number = OrdinalColumn(
        _("Nr."), media=PAPER | FILE, source="dispute__number", names_row=True, paper_css="col-number"
    )
    state = Column(
        _("Stand"),
        sort=lambda line: not line.dispute.is_open,
        template="organiser/disputes/_state.html",
        paper_css="col-fee",
    )
    referee = PersonColumn(_("Schiedsrichter"), media=FILE, source="dispute__referee")
    where = Column(
        _("Wo"),
        media=SHOWN,
        source=lambda line: ", ".join(filter(None, (line.place, line.dispute.clause))),
        sort="order_of_place",
    )
    series = OrdinalColumn(_("Serie"), media=FILE, source="dispute__series_number")
    table = OrdinalColumn(_("Tisch"), media=FILE, source="dispute__table_number")
    game = OrdinalColumn(_("Spiel"), media=FILE, source="dispute__game")
    clause = Column(_("Paragraph"), media=FILE, source="dispute__clause")
    concerned = Column(_("Beteiligte"), media=EVERYWHERE - PAPER)
    facts = Column(_("Was geschehen ist"), media=EVERYWHERE - PAPER, source="dispute__facts")
    decision = Column(_("Entscheidung"), media=PAPER | FILE, source="dispute__decision", paper_css="col-wide")

    def render_name(self, value: int, _record: DisputeLine) -> str:
        return gettext("Streitfall %(number)s") % {"number": value}

    def render_where(self, value: str, _record: DisputeLine) -> str:
        return format_html("<div>{}</div>", value)  # pages turn clauses into links

    def render_facts(self, value: str, _record: DisputeLine) -> str:
        return Truncator(value).words(16)


def dispute_lines(event: Event) -> list[DisputeLine]:
    """Returns the lines of the event's disputes, ordered by number."""
    names = full_names(event)
    lines = []
    for dispute in event.disputes.select_related("referee").order_by("number"):
        badge, state = words.state_of(dispute)
        concerned = ", ".join(words.concerned(dispute, names))
        lines.append(DisputeLine(dispute, words.where(dispute), concerned, badge, state))
    return lines
