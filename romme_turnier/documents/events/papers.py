"""Papers about the whole event: the announcement, and the closing report for the files."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.documents.paper_code import paper_code
from romme_turnier.documents.public_address import public_address
from romme_turnier.documents.standings.release import newest_release, release_head
from romme_turnier.documents.tables.closing_report import (
    CorrectionsTable,
    DecisionsTable,
    RanksTable,
    SeriesReportTable,
)
from romme_turnier.documents.tables.columns import Medium, NumberColumn
from romme_turnier.documents.tables.disputes import DisputesTable, dispute_lines
from romme_turnier.documents.tables.standings import sum_of, total_of
from romme_turnier.tournament.events.announcement_words import announcement
from romme_turnier.tournament.events.timetable_words import timetable
from romme_turnier.tournament.lists.checking.hand_in_reading import Paper, hand_ins
from romme_turnier.tournament.lists.packed import read_packed, whole_revisions
from romme_turnier.tournament.lists.remarks import Decision, decision_words
from romme_turnier.tournament.models import Event, ListState, Registration, Revision, Series, Spielliste
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.papers.contents import report_content
from romme_turnier.tournament.papers.seal import seal_after
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.shared.numbers import DASH
from romme_turnier.tournament.standings.criteria_words import lead_words, ranks_by_scoring_points, tie_break_words
from romme_turnier.tournament.standings.lines import player_lines

# The part of a revision that is the list itself; the rest is author, time and status.
_SAID = (
    "seats",
    "games",
    "readings",
    "endings",
    "rulings",
    "vacant",
    "penalties",
    "claims",
    "totals",
    "invalid_reason",
)


@dataclass(frozen=True, slots=True)
class Correction:
    place: str
    at: datetime
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class SeriesReport:
    number: int
    closed_at: datetime | None
    tables: int
    lists_in: int
    checked: int
    invalid: int
    cards: int
    cards_in: int
    unsigned: int


def closing_report(event: Event, *, base: str = "") -> dict[str, Any]:
    """Returns the context of the closing report, which names the status of its standings, such as provisional.

    `base` is the program's address for phones.
    """
    release, seal, names = newest_release(event), seal_after(event), full_names(event)
    rows = release.posted_rows if release else []
    lead = lead_words(event.rules).short
    merits = [("total", NumberColumn(lead, source=total_of, default=DASH, paper_css="col-result strong"))]
    if ranks_by_scoring_points(event.rules):
        words = tie_break_words(event.rules)[0]
        merits.append(
            ("sum", NumberColumn(words.short, source=partial(sum_of, 0), default=DASH, paper_css="col-result"))
        )
    return {
        **(release_head(release) if release else {"event": event}),
        "proof": paper_code(private_key(event.held_by), report_content(release, seal, names), base)
        if release is not None and seal is not None
        else None,
        "as_of": event.record.aggregate(at=Max("at"))["at"] or event.created_at,
        "seal": "" if seal is None else seal.text,
        "people": _people(event),
        "series": SeriesReportTable.table_for(Medium.PAPER, map(_series_report, event.series.drawn())),
        "parts": [
            CorrectionsTable.table_for(Medium.PAPER, _corrections(event)),
            DecisionsTable.table_for(Medium.PAPER, _decisions(event)),
            DisputesTable.table_for(Medium.PAPER, dispute_lines(event)),
        ],
        "standings": RanksTable.table_for(
            Medium.PAPER,
            player_lines(rows, names, event.rules, final=bool(release and release.is_final)),
            extra_columns=merits,
        ),
    }


def _people(event: Event) -> list[tuple[str, int]]:
    status = Registration.Status
    here = event.registrations.taking_part()
    counts = here.aggregate(
        every=Count("pk", distinct=True),
        played=Count("pk", filter=Q(seats__isnull=False), distinct=True),
        withdrawn=Count("pk", filter=Q(status=status.WITHDRAWN), distinct=True),
        excluded=Count("pk", filter=Q(status=status.EXCLUDED), distinct=True),
        clubs=Count("club", distinct=True),
    )
    labels = {
        "every": _("gemeldet"),
        "played": _("gespielt"),
        "withdrawn": _("zurückgezogen"),
        "excluded": _("ausgeschlossen"),
        "clubs": _("Clubs"),
    }
    return [(label, counts[key]) for key, label in labels.items()]


def _series_report(series: Series) -> SeriesReport:
    tables = hand_ins(series.event, series.number)
    states = Counter(table.state for table in tables)
    return SeriesReport(
        number=series.number,
        closed_at=series.closed_at,
        tables=len(tables),
        lists_in=sum(table.is_in for table in tables),
        checked=states[ListState.CHECKED],
        invalid=states[ListState.INVALID],
        cards=sum(len(table.seats) for table in tables),
        cards_in=sum(len(table.seats) - len(table.cards_missing) for table in tables if table.paper != Paper.OUT),
        unsigned=sum(len(table.unsigned) for table in tables),
    )


def _corrections(event: Event) -> list[Correction]:
    """Returns the corrections, ordered by list; omits revisions that change only the author, time or status."""
    revisions = (
        Revision.objects.filter(spielliste__table__series__event=event)
        .select_related("spielliste__table__series", "by")
        .order_by("spielliste__table__series__number", "spielliste__table__number", "number")
    )
    place = _("Serie %(series)d, Tisch %(table)d")
    corrections, before = [], None
    for revision in whole_revisions(revisions, read_packed(event)):
        if before and before.spielliste_id == revision.spielliste_id and _said(before) != _said(revision):
            table = revision.spielliste.table
            words = {"series": table.series.number, "table": table.number}
            corrections.append(Correction(place % words, revision.at, str(revision.by or "–"), revision.reason_words))
        before = revision
    return corrections


def _said(revision: Revision) -> dict[str, Any]:
    return {key: revision.content.get(key) for key in _SAID}


def _decisions(event: Event) -> list[tuple[str, str]]:
    """Returns the place and text of each invalid list, upheld row, doubtful ending, penalty and vacated seat."""
    decisions = []
    lists = (
        Spielliste.objects.filter(table__series__event=event)
        .select_related("table__series")
        .prefetch_related("rulings", "ending_readings", "penalties", "vacancies")
        .order_by("table__series__number", "table__number")
    )
    for spielliste in lists:
        place = _("Serie %(series)d, Tisch %(table)d") % {
            "series": spielliste.table.series.number,
            "table": spielliste.table.number,
        }
        decisions += [(place, words) for words in _decisions_about(spielliste, event.rules)]
    return decisions


def _decisions_about(spielliste: Spielliste, rules: RuleSet) -> list[str]:
    is_invalid = spielliste.status == Spielliste.Status.INVALID
    decisions: Iterable[Decision] = (
        *spielliste.rulings.all(),
        *spielliste.ending_readings.all(),
        *spielliste.penalties.all(),
        *spielliste.vacancies.all(),
    )
    return [
        *([_("Liste ungültig: %s") % spielliste.invalid_words] if is_invalid else []),
        *(decision_words(decision, rules).on_paper for decision in decisions),
    ]


def announcement_paper(event: Event, *, base: str = "") -> dict[str, Any]:
    """Returns the context of the announcement; `base` is the program's address for phones."""
    return {
        "event": event,
        "where": public_address(event, "event", base, announced=True),
        "facts": announcement(event),
        "timetable": timetable(event),
    }
