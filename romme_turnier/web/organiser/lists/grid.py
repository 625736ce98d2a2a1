"""The grid of the entry page: the picture of a list with input fields, and texts for each game and sum."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from romme_turnier.core.lists import picture
from romme_turnier.core.lists.claims import Difference, Figure
from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.lists.sums import Counted
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation
from romme_turnier.tournament import models
from romme_turnier.tournament.lists import words as lists_words
from romme_turnier.tournament.lists.checking.scorer_error_words import note_in_its_row
from romme_turnier.tournament.lists.words import demand_in_words, factor_mark, say_doubt, sum_label
from romme_turnier.tournament.shared.numbers import DASH, signed
from romme_turnier.tournament.shared.rule_words.paragraphs import cited
from romme_turnier.web.organiser.lists.common import ListView
from romme_turnier.web.organiser.lists.typed import TypedClaims, cell_name, claim_name, joined
from romme_turnier.web.rule_check.case import case_of_row


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


class Remedy(NamedTuple):
    """A link to the page that resolves a fault."""

    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    facts: picture.Row
    number: int
    cells: list[tuple[picture.Cell, Field]]
    css: str
    sign: str
    state: str
    lines: Sequence[str]
    version: int
    shown: str
    key: str
    remedy: Remedy | None  # for a row that breaks a rule, if the official may decide
    case: str  # address of the row in Regel-Check if it breaks a rule and is complete, or ""
    contract: str
    factor: str  # "× 2" if its points count more than once


@dataclass(frozen=True, slots=True)
class Sum:
    """A line below the games. `claim` names the scorer's figures that belong to the line, or is ""."""

    name: str
    label: str
    cells: list[tuple[str, Field | None]]
    css: str
    claim: str
    lines: Sequence[str]


@dataclass(slots=True)
class Grid:
    seats: Sequence[models.Seat]
    rows: list[Row]
    sums: list[Sum]
    claims_shown: str
    running_sums: bool
    problem: bool  # something keeps the list from counting, or was not saved
    loose: list[str]  # findings that belong to no row
    focused: bool = False  # a cell of the grid has the cursor

    @property
    def claims(self) -> list[tuple[Sum, list[Field]]]:
        """The lines with the scorer's figures, each with its fields."""
        return [(line, [field for _value, field in line.cells if field]) for line in self.sums if line.claim]


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
    kept, seen = kept or {}, view.loaded.picture
    versions = {number: row.version for number, row in view.loaded.rows.items()}
    decisions = defaultdict(list)
    for game, words in _decisions(view):
        decisions[game].append(words)
    rows = [
        _row(
            view,
            row,
            kept.get(row.number),
            decisions[row.number],
            version=versions.get(row.number, 0),
            changed=row.number in saved,
        )
        for row in seen.rows[: view.loaded.length]
    ]
    grid = Grid(
        seats=view.seats,
        rows=rows,
        sums=list(_sums(view, seen, claims)),
        claims_shown=joined([_claimed(value) for line in seen.sums if line.line.claim for value in line.claimed]),
        running_sums=view.event.rules.running_sums,
        problem=bool(kept or view.loaded.evaluation.violations or view.loaded.evaluation.missing),
        loose=[
            lists_words.describe(finding, view.event.rules)
            for finding in (*view.loaded.evaluation.violations, *view.loaded.evaluation.warnings)
            if int(finding.params.get("game") or 0) > view.loaded.length or finding.code == "many_players"
        ],
    )
    if editable:
        _set_focus(grid, view)
    return grid


def _row(
    view: ListView, row: picture.Row, kept: Kept | None, decisions: Sequence[str], *, version: int, changed: bool
) -> Row:
    rules, number = view.event.rules, row.number
    if kept or row.violations:
        css, sign, state = "is-problem", "▲", ""
    elif row.ruled or row.in_doubt:
        css, sign, state = "is-ruled", "§", ""
    elif row.missing:
        css, sign, state = "is-open", "○", _("fehlt")
    else:
        css, sign, state = "is-ok", "✓", ""
    cells, label, dealers_label = [], _("Spiel %(game)d, Platz %(seat)d"), _("%(cell)s, gibt")
    for cell in row.cells:
        words = label % {"game": number, "seat": cell.seat}
        field = Field(
            name=cell_name(number, cell.seat),
            text=kept.cells[cell.seat - 1] if kept else cell.text,
            label=dealers_label % {"cell": words} if cell.deals else words,
            wrong=cell.seat in kept.wrong if kept else cell.wrong,
        )
        cells.append((cell, field))
    faults = [lists_words.describe_in_row(violation, rules) for violation in (*row.violations, *row.accepted)]
    warnings = [lists_words.describe_in_row(warning, rules) for warning in row.warnings]
    return Row(
        facts=row,
        number=number,
        cells=cells,
        css=f"{css} is-changed" if changed else css,
        sign=sign,
        state=state,
        lines=kept.lines if kept else [*faults, *decisions, *warnings],
        version=version,
        shown=joined([cell.text for cell in row.cells]),
        key=f"{uuid.uuid4().hex}-{number}",
        remedy=_remedy(view, row) if row.violations and view.may_rule else None,
        case=case_address(rules, row.game) if row.violations and not kept else "",
        contract=demand_in_words(row.contract),
        factor=factor_mark(row.factor),
    )


def _remedy(view: ListView, row: picture.Row) -> Remedy:
    """Returns the link to the readings of an unreadable entry (§ 2.2.6), or to a ruling on any other fault."""
    unread = next((violation.params["seat"] for violation in row.violations if is_unread(violation)), None)
    if unread is not None:
        return Remedy(_("Lesarten eintragen"), f"{view.url('list_reading')}?spiel={row.number}&platz={unread}")
    return Remedy(_("gelten lassen"), f"{view.url('list_ruling')}?spiel={row.number}")


def is_unread(violation: Violation) -> bool:
    """Returns whether the violation is a missing or unreadable entry (§ 2.2.6)."""
    return violation.code == "points_missing"


def case_address(rules: RuleSet, game: Game) -> str:
    """Returns the Regel-Check address of a row, or "" if the row is incomplete."""
    points = [entry for entry in game.points if entry is not None]
    if len(points) < len(game.points):
        return ""
    return case_of_row(rules, points, finisher=game.finisher, handromme=game.handromme).address


def _decisions(view: ListView) -> Iterator[tuple[int, str]]:
    """Yields the game and the text of each decision by the officials."""
    rules = view.event.rules
    for ruling in view.loaded.rulings:
        yield ruling.game, _("gilt nach Entscheidung: %(reason)s") % {"reason": ruling.reason}
    for doubt in view.loaded.ending_readings:
        words = {"what": say_doubt(doubt.endings, rules), "reason": doubt.reason}
        yield doubt.game, cited(_("%(what)s (§ 2.2.6): %(reason)s"), rules) % words
    for penalty in view.loaded.penalties:
        given = {"seat": penalty.seat, "points": penalty.points, "reason": penalty.reason}
        yield penalty.game, _("Platz %(seat)d: %(points)d Strafpunkte, %(reason)s") % given


def _sums(view: ListView, seen: picture.Picture, typed: TypedClaims | None) -> Iterator[Sum]:
    # A difference that was closed as the scorer's error is no longer a fault.
    for line in seen.sums:
        values = [DASH if value is None else signed(value) for value in line.values]
        fields: Sequence[Field | None] = [None] * len(values)
        lines: list[str] = []
        if figure := line.line.claim:
            differences = [difference for difference in view.loaded.unsettled if difference.figure is figure]
            fields, lines = _claims(figure, line, typed, differences)
            lines += [note_in_its_row(difference, view.event.rules) for difference in differences]
        yield Sum(
            name=line.line.key.value,
            label=sum_label(line.line),
            cells=list(zip(values, fields, strict=True)),
            css="is-result" if line.line.counted is Counted.RESULT else "",
            claim=figure.value if figure else "",
            lines=lines,
        )


def _claims(
    figure: Figure, line: picture.Sum, typed: TypedClaims | None, differences: Sequence[Difference]
) -> tuple[list[Field], list[str]]:
    """Returns the fields for one of the scorer's figures, and a message for each unreadable text."""
    label = {
        Figure.TOTAL: _("Summe laut Liste"),
        Figure.RESULT: _("Ergebnis laut Liste"),
        Figure.FINISHED: _("beendet laut Liste"),
    }[figure]
    unreadable = [seat for name, seat in typed.unreadable() if name == figure] if typed else []
    wrong = {*unreadable, *(difference.seat for difference in differences)}
    texts = typed.texts[figure] if typed else [_claimed(value) for value in line.claimed]
    words = _("%(what)s, Platz %(seat)d")
    fields = [
        Field(claim_name(figure, seat), text, words % {"what": label, "seat": seat}, wrong=seat in wrong)
        for seat, text in enumerate(texts, start=1)
    ]
    return fields, [_("Platz %(seat)d: keine ganze Zahl") % {"seat": seat} for seat in unreadable]


def _claimed(value: int | None) -> str:
    return "" if value is None else signed(value)


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
