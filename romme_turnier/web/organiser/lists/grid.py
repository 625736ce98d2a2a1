"""The grid of the entry page: the picture of a list with input fields, and texts for each game and sum."""

import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from romme_turnier.core.lists import picture
from romme_turnier.core.lists.claims import Figure
from romme_turnier.core.lists.sums import SumLine
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.scorer_error_words import note_in_its_row
from romme_turnier.tournament.lists.words import demand_in_words, describe, describe_in_row, say_doubt, sum_label
from romme_turnier.tournament.shared.numbers import DASH, signed
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.web.organiser.lists.common import ListView
from romme_turnier.web.organiser.lists.typed import TypedClaims, cell_name, claim_name, claim_text, claims_shown, joined
from romme_turnier.web.rule_check.case import address_of_row


@dataclass(frozen=True, slots=True)
class Kept:
    """A row that was not saved: the typed cells, and lines that give the reason and the stored entry."""

    cells: tuple[str, ...]
    lines: tuple[str, ...]
    wrong: frozenset[int] = frozenset()  # seats with an unreadable cell


@dataclass(slots=True)
class Field:
    """The input field of one seat, for a game or for one of the scorer's sums."""

    name: str
    text: str
    label: str
    wrong: bool = False
    focus: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    facts: picture.Row
    cells: list[tuple[picture.Cell, Field]]
    css: str
    sign: str
    lines: Sequence[str]
    version: int
    key: str
    remedy: Mapping[str, str] | None  # text and address of the page that resolves a fault, if the official may
    case: str  # address of the row in Regel-Check if it breaks a rule and is complete, or ""
    contract: str

    @property
    def number(self) -> int:
        return self.facts.number

    @property
    def shown(self) -> str:
        return joined([cell.text for cell in self.facts.cells])


@dataclass(frozen=True, slots=True)
class Sum:
    """A line below the games, with fields if the scorer has figures there."""

    facts: SumLine
    label: str
    cells: list[tuple[str, Field | None]]
    lines: Sequence[str]
    provisional: bool


@dataclass(slots=True)
class Grid:
    seats: Sequence[models.Seat]
    rows: list[Row]
    sums: list[Sum]
    claims_shown: str
    running_sums: bool
    loose: list[str]  # findings that belong to no row
    focused: bool = False  # a cell of the grid has the cursor

    @property
    def claims(self) -> list[tuple[Sum, list[Field]]]:
        """The lines with the scorer's figures, each with its fields."""
        return [(line, [field for _value, field in line.cells if field]) for line in self.sums if line.facts.claim]


def build(
    view: ListView,
    *,
    kept: Mapping[int, Kept] | None = None,
    claims: TypedClaims | None = None,
    saved: Collection[int] = (),
    editable: bool = False,
) -> Grid:
    """Returns the grid of a list; `kept` holds rows that could not be saved, `saved` the games that were just saved.

    An `editable` grid sets the focus to the next field to fill in.
    """
    kept, loaded, rules = kept or {}, view.loaded, view.event.rules
    seen, findings = loaded.picture, (*loaded.evaluation.violations, *loaded.evaluation.warnings)
    grid = Grid(
        seats=view.seats,
        rows=[_row(view, row, kept.get(row.number), changed=row.number in saved) for row in seen.rows[: loaded.length]],
        sums=[_sum(view, line, claims) for line in seen.sums],
        claims_shown=claims_shown(seen),
        running_sums=rules.running_sums,
        loose=[
            describe(finding, rules)
            for finding in findings
            if int(finding.params.get("game") or 0) > loaded.length or finding.code == "many_players"
        ],
    )
    if editable:
        _set_focus(grid, view)
    return grid


def _row(view: ListView, row: picture.Row, kept: Kept | None, *, changed: bool) -> Row:
    rules, number = view.event.rules, row.number
    if kept or row.violations:
        css, sign = "is-problem", "▲"
    elif row.ruled or row.in_doubt:
        css, sign = "is-ruled", "§"
    elif row.missing:
        css, sign = "is-open", "○"
    else:
        css, sign = "is-ok", "✓"
    faults = [describe_in_row(violation, rules) for violation in (*row.violations, *row.accepted)]
    warnings = [describe_in_row(warning, rules) for warning in row.warnings]
    lines = kept.lines if kept else [*faults, *_decisions(view, number), *warnings]
    if row.missing and not lines:
        lines = [_("fehlt")]
    return Row(
        facts=row,
        cells=cells_of(
            row,
            kept.cells if kept else [cell.text for cell in row.cells],
            kept.wrong if kept else {cell.seat for cell in row.cells if cell.wrong},
        ),
        css=f"{css} is-changed" if changed else css,
        sign=sign,
        lines=lines,
        version=view.loaded.version_of(number),
        key=f"{uuid.uuid4().hex}-{number}",
        remedy=_remedy(view, row) if row.violations and view.may_rule else None,
        case=address_of_row(rules, row.game) if row.violations and not kept else "",
        contract=demand_in_words(row.contract),
    )


def cells_of(row: picture.Row, texts: Sequence[str], wrong: Collection[int] = ()) -> list[tuple[picture.Cell, Field]]:
    """Returns the cells of a game with their input fields.

    `texts` are the contents of the fields, by seat. The fields of the seats in `wrong` are marked as wrong.
    """
    cells, label, dealers_label = [], _("Spiel %(game)d, Platz %(seat)d"), _("%(cell)s, gibt")
    for cell, text in zip(row.cells, texts, strict=True):
        words = label % {"game": row.number, "seat": cell.seat}
        words = dealers_label % {"cell": words} if cell.deals else words
        cells.append((cell, Field(cell_name(row.number, cell.seat), text, words, wrong=cell.seat in wrong)))
    return cells


def _remedy(view: ListView, row: picture.Row) -> Mapping[str, str]:
    """Returns the link to the readings of an unreadable entry (§ 2.2.6), or to a ruling on any other fault."""
    if row.unread:
        url = f"{view.url('list_reading')}?spiel={row.number}&platz={row.unread[0]}"
        return {"words": _("Lesarten eintragen"), "url": url}
    return {"words": _("gelten lassen"), "url": f"{view.url('list_ruling')}?spiel={row.number}"}


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
    values = [DASH if value is None else signed(value) for value in line.values]
    figure, label = line.line.claim, sum_label(line.line)
    if figure is None:
        return Sum(line.line, label, [(value, None) for value in values], [], line.provisional)
    differences = [difference for difference in view.loaded.unsettled if difference.figure is figure]
    unreadable = [seat for name, seat in typed.unreadable() if name == figure] if typed else []
    wrong = {*unreadable, *(difference.seat for difference in differences)}
    texts = typed.texts[figure] if typed else [claim_text(value) for value in line.claimed]
    what = {
        Figure.TOTAL: _("Summe laut Liste"),
        Figure.RESULT: _("Ergebnis laut Liste"),
        Figure.FINISHED: _("beendet laut Liste"),
    }[figure]
    words = _("%(what)s, Platz %(seat)d")
    fields = [
        Field(claim_name(figure, seat), text, words % {"what": what, "seat": seat}, wrong=seat in wrong)
        for seat, text in enumerate(texts, start=1)
    ]
    lines = [
        *(_("Platz %(seat)d: keine ganze Zahl") % {"seat": seat} for seat in unreadable),
        *(note_in_its_row(difference, view.event.rules) for difference in differences),
    ]
    return Sum(line.line, label, list(zip(values, fields, strict=True)), lines, line.provisional)


def _set_focus(grid: Grid, view: ListView) -> None:
    """Focuses the first unreadable cell, otherwise the first empty cell, otherwise the first empty sum."""
    fields = [(row, cell, field) for row in grid.rows for cell, field in row.cells]
    wrong = [field for row, _cell, field in fields if "is-problem" in row.css and field.wrong]
    empty = [
        field
        for row, cell, field in fields
        if not field.text and not cell.vacant and (field.wrong or row.facts.missing)
    ]
    sums = [field for field in grid.claims[0][1] if not field.text] if view.is_open else []
    for field in [*wrong, *empty, *sums][:1]:
        field.focus = grid.focused = True
