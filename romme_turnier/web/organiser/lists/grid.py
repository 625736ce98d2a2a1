"""The grid of the entry page: the picture of a list as it can be filled in, and texts for each game and sum."""

import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.core.lists import picture
from romme_turnier.core.lists.claims import Figure
from romme_turnier.core.lists.sums import SumKey, SumLine
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.scorer_error_words import note_in_its_row
from romme_turnier.tournament.lists.words import demand_in_words, describe, describe_in_row, say_doubt, sum_label
from romme_turnier.tournament.shared.numbers import DASH, signed
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.web.organiser.lists.common import ListView
from romme_turnier.web.organiser.lists.typed import TypedClaims, claim_text, joined
from romme_turnier.web.rule_check.case import address_of_row

_CLAIMS: Mapping[SumKey, Promise] = {
    SumKey.MINUS_POINTS: gettext_lazy("Summe laut Liste"),
    SumKey.POINTS: gettext_lazy("Summe laut Liste"),
    SumKey.RESULT: gettext_lazy("Ergebnis laut Liste"),
    SumKey.CARD_POINTS: gettext_lazy("Augenpunkte laut Liste"),
    SumKey.FINISHED: gettext_lazy("beendet laut Liste"),
}


@dataclass(frozen=True, slots=True)
class Kept:
    """A row that was not saved: the typed cells, and lines that give the reason and the stored entry."""

    cells: tuple[str, ...]
    lines: tuple[str, ...]
    wrong: frozenset[int] = frozenset()  # seats with an unreadable cell


@dataclass(frozen=True, slots=True)
class Row:
    facts: picture.Row
    cells: Sequence[picture.Cell]  # with the typed texts if the row was not saved
    css: str
    sign: str
    lines: Sequence[str]
    version: int
    remedy: Mapping[str, str] | None  # text and address of the page that resolves a fault, if the official may
    case: str  # address of the row in Regel-Check if it breaks a rule and is complete, or ""
    contract: str

    @property
    def number(self) -> int:
        return self.facts.number

    @property
    def shown(self) -> str:
        return joined([cell.text for cell in self.facts.cells])

    def new_key(self) -> str:
        """Returns a new key for the row's form: a form that arrives twice is stored once."""
        return f"{uuid.uuid4().hex}-{self.number}"


class SumCell(NamedTuple):
    seat: int
    value: str
    text: str  # the scorer's figure
    wrong: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """A line below the games; `claim` names the scorer's figures there, if there are any."""

    facts: SumLine
    label: str
    claim: str
    cells: Sequence[SumCell]
    lines: Sequence[str]
    provisional: bool


@dataclass(frozen=True, slots=True)
class Grid:
    seats: Sequence[models.Seat]
    rows: Sequence[Row]
    sums: Sequence[Sum]
    running_sums: bool
    scoring_points: bool
    loose: Sequence[str]  # findings that belong to no row
    focus: tuple[int | Figure, int] | None  # the next cell to fill in: its game or its line of sums, and its seat


def build(
    view: ListView,
    *,
    kept: Mapping[int, Kept] | None = None,
    claims: TypedClaims | None = None,
    saved: Collection[int] = (),
    editable: bool = False,
) -> Grid:
    """Returns the grid of a list; `kept` holds rows that could not be saved, `saved` the games that were just saved."""
    kept, loaded, rules = kept or {}, view.loaded, view.event.rules
    seen, findings = loaded.picture, (*loaded.evaluation.violations, *loaded.evaluation.warnings)
    rows = [_row(view, row, kept.get(row.number), changed=row.number in saved) for row in seen.rows[: loaded.length]]
    sums = [_sum(view, line, claims) for line in seen.sums]
    return Grid(
        seats=view.seats,
        rows=rows,
        sums=sums,
        running_sums=rules.running_sums,
        scoring_points=view.event.points_per_game is not None,
        loose=[
            describe(finding, rules)
            for finding in findings
            if int(finding.params.get("game") or 0) > loaded.length or finding.code == "many_players"
        ],
        focus=next(_cells_to_fill_in(rows, sums if view.is_open else ()), None) if editable else None,
    )


def _row(view: ListView, row: picture.Row, kept: Kept | None, *, changed: bool) -> Row:
    rules, cells = view.event.rules, row.cells
    if kept or row.violations:
        css, sign = "is-problem", "▲"
    elif row.ruled or row.in_doubt:
        css, sign = "is-ruled", "§"
    elif row.missing:
        css, sign = "is-open", "○"
    else:
        css, sign = "is-ok", "✓"
    if kept:
        typed = zip(row.cells, kept.cells, strict=True)
        cells = tuple(replace(cell, text=text, wrong=cell.seat in kept.wrong) for cell, text in typed)
        lines = kept.lines
    else:
        faults, warnings = (*row.violations, *row.accepted), [describe_in_row(each, rules) for each in row.warnings]
        lines = (*(describe_in_row(fault, rules) for fault in faults), *_decisions(view, row.number), *warnings)
    remedy = None
    if row.violations and view.may_rule:
        words, url = _("gelten lassen"), f"{view.url('list_ruling')}?spiel={row.number}"
        if row.unread:  # its readings count (§ 2.2.6)
            words = _("Lesarten eintragen")
            url = f"{view.url('list_reading')}?spiel={row.number}&platz={row.unread[0]}"
        remedy = {"words": words, "url": url}
    return Row(
        facts=row,
        cells=cells,
        css=f"{css} is-changed" if changed else css,
        sign=sign,
        lines=lines or ((_("fehlt"),) if row.missing else ()),
        version=view.loaded.version_of(row.number),
        remedy=remedy,
        case=address_of_row(rules, row.game) if row.violations and not kept else "",
        contract=demand_in_words(row.contract),
    )


def _decisions(view: ListView, game: int) -> Iterator[str]:
    """Yields the officials' decisions about a game as texts."""
    loaded, rules = view.loaded, view.event.rules
    for ruling in loaded.rulings:
        if ruling.game == game:
            yield _("gilt nach Entscheidung: %(reason)s") % {"reason": ruling.reason}
    for doubt in loaded.ending_readings:
        if doubt.game == game:
            words = {"what": say_doubt(doubt.endings, rules), "reason": doubt.reason}
            yield cited(_("%(what)s (§ 2.2.6): %(reason)s"), rules) % words
    for penalty in loaded.penalties:
        if penalty.game == game:
            given = {"seat": penalty.seat, "points": penalty.points, "reason": penalty.reason}
            yield _("Platz %(seat)d: %(points)d Strafpunkte, %(reason)s") % given


def _sum(view: ListView, line: picture.Sum, typed: TypedClaims | None) -> Sum:
    figure, rules = line.line.claim, view.event.rules
    texts, unreadable = [claim_text(value) for value in line.claimed], []
    if typed and figure:
        texts, unreadable = [*typed.texts[figure]], [seat for name, seat in typed.unreadable() if name == figure]
    differences = [difference for difference in view.loaded.unsettled if difference.figure is figure]
    wrong = {*unreadable, *(difference.seat for difference in differences)}
    return Sum(
        facts=line.line,
        label=sum_label(line.line),
        claim=str(_CLAIMS.get(line.line.key, "")),
        cells=[
            SumCell(seat, DASH if value is None else signed(value), text, seat in wrong)
            for seat, (value, text) in enumerate(zip(line.values, texts, strict=True), start=1)
        ],
        lines=[
            *(_("Platz %(seat)d: keine ganze Zahl") % {"seat": seat} for seat in unreadable),
            *(note_in_its_row(difference, rules) for difference in differences),
        ],
        provisional=line.provisional,
    )


def _cells_to_fill_in(rows: Sequence[Row], sums: Sequence[Sum]) -> Iterator[tuple[int | Figure, int]]:
    """Yields the unreadable cells, then the empty cells, then the empty figures in the scorer's first line."""
    cells = [(row, cell) for row in rows for cell in row.cells]
    yield from ((row.number, cell.seat) for row, cell in cells if "is-problem" in row.css and cell.wrong)
    for row, cell in cells:
        if not cell.text and not cell.vacant and (cell.wrong or row.facts.missing):
            yield row.number, cell.seat
    for line in sums:
        if line.facts.claim:
            yield from ((line.facts.claim, cell.seat) for cell in line.cells if not cell.text)
            return
