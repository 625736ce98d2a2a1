"""The history of lists (person, time, old and new values), and the effects of a decision."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.documents.tables.base import ListTable, TableFilter, WholeNumberFilter
from romme_turnier.documents.tables.columns import (
    FILE,
    ChangeColumn,
    Column,
    LinesColumn,
    OrdinalColumn,
    PersonColumn,
    TimeColumn,
)
from romme_turnier.tournament.lists.history_words import differences, log_lines, log_title
from romme_turnier.tournament.lists.packed import Packed, whole_log, whole_revisions
from romme_turnier.tournament.lists.revision_chain import broken_links
from romme_turnier.tournament.models import Event, Spielliste
from romme_turnier.tournament.shared.numbers import number_format
from romme_turnier.tournament.shared.rule_words.paragraphs import cited

SHORT_HASH = 12


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """A log entry, or a revision with its number and hash. `place` counts from 0 at the newest line."""

    spielliste: Spielliste
    place: int
    at: datetime
    by: str
    title: str
    details: list[str]
    hash: str = ""
    is_broken: bool = False
    revision: int | None = None
    is_newest: bool = False


class HistoryTable(ListTable):
    title = _("Verlauf")
    key = "histories"
    last = "place"

    series = OrdinalColumn(_("Serie"), media=FILE, source="spielliste__table__series__number")
    table = OrdinalColumn(_("Tisch"), media=FILE, source="spielliste__table__number")
    at = TimeColumn(_("Wann"), format="j.n.Y H:i:s")
    by = PersonColumn(_("Wer"))
    what = Column(_("Was"), source="title", names_row=True, template="organiser/lists/corrections/_history_title.html")
    details = LinesColumn(_("Einzelheiten"))
    hash = Column(_("Prüfsumme"), orderable=False)

    def render_hash(self, value: str, record: HistoryLine) -> str:
        wrong = format_html(' <span class="problem">{}</span>', gettext("stimmt nicht")) if record.is_broken else ""
        return format_html("<code>{}</code>{}", value, wrong)


class ListFilter(TableFilter):
    """Narrows the file to the series and the table that the address names."""

    serie = WholeNumberFilter("table__series__number")
    tisch = WholeNumberFilter("table__number")

    def __init__(self, query: QueryDict, event: Event) -> None:
        lists = Spielliste.objects.filter(table__series__event=event).select_related("table__series")
        super().__init__(query, lists.order_by("table__series__number", "table__number"))


def history_lines(spielliste: Spielliste, rules: RuleSet, packed: Packed | None) -> Iterator[HistoryLine]:
    """Yields the history of a list, newest first; `packed` are the packed rows of its event.

    The order follows the numbers, not the times, because a clock may have been set back.
    """
    revisions, log = whole_revisions(spielliste.revisions.all(), packed), whole_log(spielliste, packed)
    broken = set(broken_links(revisions))
    for place, (before, revision) in enumerate(reversed([*zip([None, *revisions], revisions, strict=False)])):
        details = differences(before.content if before else None, revision.content)
        if revision.reason_words:
            details.append(gettext("Grund: %(reason)s") % {"reason": revision.reason_words})
        if revision.consent:
            seats = ", ".join(gettext("Platz %(seat)d") % {"seat": seat} for seat in revision.consent)
            details.append(cited(gettext("Einverstanden: %(seats)s (§ 2.2.3)"), rules) % {"seats": seats})
        yield HistoryLine(
            spielliste=spielliste,
            place=place,
            at=revision.at,
            by=_who(revision.by),
            title=gettext("Fassung %(number)d") % {"number": revision.number},
            details=details,
            hash=revision.hash[:SHORT_HASH],
            is_broken=revision.number in broken,
            revision=revision.number,
            is_newest=place == 0,
        )
    for place, entry in enumerate(reversed(log), start=len(revisions)):  # the first revision follows the log
        details = log_lines(entry, rules)
        yield HistoryLine(spielliste, place, entry.at, _who(entry.by), log_title(entry), details)


def _who(user: object | None) -> str:
    return str(user) if user is not None else gettext("ohne Anmeldung")


@dataclass(frozen=True, slots=True)
class Effect:
    """The effects of a decision on one person, as text."""

    name: str
    before: str
    after: str
    rank_before: str = ""  # empty if the rank stays
    rank_after: str = ""
    counts_before: str = ""
    counts_after: str = ""
    scored_before: str = ""  # from EffectsTable.points_in_words
    scored_after: str = ""
    moved: bool = False

    @property
    def changed(self) -> bool:
        was = (self.before, self.scored_before, self.counts_before, self.rank_before)
        return self.moved or was != (self.after, self.scored_after, self.counts_after, self.rank_after)


class EffectsTable(ListTable):
    title = _("Wirkung")
    page_css = "table--stack table--narrow"

    name = Column(_("Name"), names_row=True)
    table_points = ChangeColumn(
        _("Tischpunkte"), source=lambda effect: (effect.scored_before, effect.scored_after), css="number"
    )
    result = ChangeColumn(_("Ergebnis"), source=lambda effect: (effect.before, effect.after), css="number")
    scored = ChangeColumn(
        _("Wertungspunkte"), source=lambda effect: (effect.scored_before, effect.scored_after), css="number"
    )
    card_points = ChangeColumn(_("Augenpunkte"), source=lambda effect: (effect.before, effect.after), css="number")
    counts = ChangeColumn(_("Zählt"), source=lambda effect: (effect.counts_before, effect.counts_after))
    rank = ChangeColumn(
        _("Rang"),
        source=lambda effect: (effect.rank_before, effect.rank_after) if effect.rank_before else None,
        css="number",
        default=_("bleibt"),
    )

    @staticmethod
    def unused(event: Event) -> set[str]:
        """Returns the names of the columns that the event does not use because of its scoring."""
        match Event.Scoring(event.scoring):
            case Event.Scoring.SUM:
                return {"table_points", "scored", "card_points"}
            case Event.Scoring.TABLE_POINTS:
                return {"scored", "card_points"}
            case Event.Scoring.SCORING_POINTS:
                return {"table_points", "result"}
            case unknown:
                assert_never(unknown)

    @staticmethod
    def points_in_words(totals: SeatTotals) -> str:
        """Returns the scoring points or table points, whichever the event counts; "0" if it counts neither."""
        return number_format(totals.scoring_points or totals.table_points)
