"""The list as on paper: what each row, cell and sum shows on the page."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _

from romme_turnier.core.lists.endings import may_be_handromme
from romme_turnier.core.lists.notation import format_row
from romme_turnier.core.lists.rows import hand_factor
from romme_turnier.core.lists.sheet import Game
from romme_turnier.core.lists.so_far import sums_so_far
from romme_turnier.core.lists.sums import Counted, shown_sums
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation
from romme_turnier.tournament.lists import words as lists_words
from romme_turnier.tournament.lists.checking.open_differences import unsettled
from romme_turnier.tournament.lists.checking.scorer_error_words import note_in_its_row
from romme_turnier.tournament.lists.doubt_words import say_doubt
from romme_turnier.tournament.lists.sheets import held
from romme_turnier.tournament.lists.sum_words import factor_mark, sum_label
from romme_turnier.tournament.shared.numbers import DASH, signed
from romme_turnier.tournament.shared.rule_words.citing import cited
from romme_turnier.tournament.shared.rule_words.contracts import contract_of
from romme_turnier.web.organiser.lists.common import ListView
from romme_turnier.web.organiser.lists.typed import CLAIM_FIELDS, TypedClaims, cell_name, claim_name, joined
from romme_turnier.web.rule_check.asked import case_of_row


@dataclass(frozen=True, slots=True)
class Kept:
    """A row that was not saved: what was typed stays, with the reason and what is stored."""

    cells: tuple[str, ...]
    lines: tuple[str, ...]
    wrong: frozenset[int] = frozenset()  # seats whose cell cannot be read


@dataclass(slots=True)
class Cell:
    name: str
    text: str
    label: str
    dealer: bool
    vacated: bool
    ended: bool
    wrong: bool
    so_far: int | None = None  # the sum of the points, where the rule system has it written after every game
    focus: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """What a row whose ending is in doubt holds for certain, and how often the points of each seat count."""

    finisher: int | None
    handromme: bool
    factors: tuple[int, ...]


class Remedy(NamedTuple):
    """A link in words."""

    words: str
    url: str


@dataclass(slots=True)
class Row:
    number: int
    cells: list[Cell]
    css: str
    sign: str
    state: str
    lines: list[str]
    version: int
    shown: str
    key: str
    remedy: Remedy | None  # what to do about a row that breaks a rule, for whoever may
    case: str  # where Regel-Check has the row that breaks a rule; "" where it is not complete
    contract: str  # what the game demands, where the rule system says it game by game
    factor: str  # "× 2" where its points count more than once
    doubt: Doubt | None


@dataclass(frozen=True, slots=True)
class Sum:
    name: str
    label: str
    values: list[str]
    css: str = ""
    claim: "ClaimLine | None" = None  # what the scorer wrote for it

    @property
    def cells(self) -> list[tuple[str, "Cell | None"]]:
        """Figure by seat, and the cell of what the scorer wrote."""
        written = self.claim.cells if self.claim else [None] * len(self.values)
        return list(zip(self.values, written, strict=True))


@dataclass(frozen=True, slots=True)
class ClaimLine:
    name: str
    label: str
    cells: list[Cell]
    lines: list[str]

    @property
    def written(self) -> bool:
        return any(cell.text for cell in self.cells)


@dataclass(slots=True)
class Grid:
    rows: list[Row]
    sums: list[Sum]
    claims: list[ClaimLine]
    claims_shown: str
    problem: bool  # something keeps the list from counting, or was not saved
    focused: bool = False  # a cell of the grid has the cursor
    loose: list[str] = field(default_factory=list)  # findings that belong to no row


_LOOKS = {
    "ok": ("is-ok", "✓", ""),
    "open": ("is-open", "○", "fehlt"),
    "problem": ("is-problem", "▲", ""),
    "ruled": ("is-ruled", "§", ""),
}


def build(
    view: ListView,
    *,
    kept: Mapping[int, Kept] | None = None,
    claims: TypedClaims | None = None,
    saved: Iterable[int] = (),
    editable: bool = False,
) -> Grid:
    """Returns the grid of a list; `kept` are rows that could not be saved, `saved` those that just were.

    In one that is `editable` the cursor stands where typing goes on.
    """
    kept, changed = kept or {}, set(saved)
    facts = _Facts.of(view)
    rows = [_row(view, facts, game, kept.get(game), changed) for game in range(1, view.rows + 1)]
    texts = _claim_texts(view)
    written = _claim_lines(view, claims.texts if claims else texts, claims)
    grid = Grid(
        rows=rows,
        sums=_sums(view, {line.name: line for line in written}),
        claims=written,
        claims_shown=joined([text for name in CLAIM_FIELDS for text in texts[name]]),
        problem=bool(kept or view.evaluation.violations or view.evaluation.missing),
        loose=_loose(view),
    )
    if editable:
        _set_focus(grid, view)
    return grid


class _Facts(NamedTuple):
    """What every row of a list is made from, looked up once."""

    rules: RuleSet
    games: dict[int, Game]
    versions: dict[int, int]  # of rows by game
    left: dict[int, int]  # from which game on nobody sits there, by seat
    so_far: Mapping[int, tuple[int | None, ...]]  # sums by game
    cell: str  # how a cell is called
    dealers_cell: str

    @classmethod
    def of(cls, view: ListView) -> "_Facts":
        return cls(
            rules=view.event.rules,
            games={game.number: game for game in view.sheet.games},
            versions={row.number: row.version for row in held(view.spielliste, "rows")},
            left=view.sheet.left,
            so_far=sums_so_far(view.sheet, view.event.rules),
            cell=_("Spiel %(game)d, Platz %(seat)d"),
            dealers_cell=_("%(cell)s, gibt"),
        )


def _row(view: ListView, facts: _Facts, number: int, kept: Kept | None, saved: set[int]) -> Row:
    rules, seats = facts.rules, view.sheet.seats
    game = facts.games.get(number) or Game(number, None, False, (None,) * seats)
    stored = format_row(game, view.sheet.readings, highest_wins=rules.highest_wins)
    violations = [v for v in view.evaluation.violations if v.params.get("game") == number]
    look = _look(view, number, kept, violations)
    css, sign, state = _LOOKS[look]
    lines = list(kept.lines) if kept else _lines(view, number, violations)
    dealer = rules.dealer(number, seats, facts.left)
    cells = [
        _cell(game, seat, text, facts, deals=seat == dealer, wrong=_is_wrong(kept, violations, seat))
        for seat, text in enumerate(kept.cells if kept else stored, start=1)
    ]
    return Row(
        number=number,
        cells=cells,
        css=f"{css} is-changed" if number in saved else css,
        sign=sign,
        state=_(state) if state else "",
        lines=lines,
        version=facts.versions.get(number, 0),
        shown=joined(stored),
        key=f"{uuid.uuid4().hex}-{number}",
        remedy=_remedy(view, number, violations) if violations and view.may_decide else None,
        case=case_address(view.event.rules, game) if violations and not kept else "",
        contract=contract_of(rules, number),
        factor=factor_mark(rules, handromme=may_be_handromme(number, game.handromme, view.sheet.endings)),
        doubt=_doubt(view, game),
    )


def _remedy(view: ListView, number: int, violations: list[Violation]) -> Remedy:
    """An entry that cannot be read counts as the worst reading (§ 2.2.6); any other row may be let stand."""
    unread = next((v.params["seat"] for v in violations if is_unread(v)), None)
    if unread is not None:
        return Remedy(_("Lesarten eintragen"), f"{view.url('list_reading')}?spiel={number}&platz={unread}")
    return Remedy(_("gelten lassen"), f"{view.url('list_ruling')}?spiel={number}")


def is_unread(violation: Violation) -> bool:
    """Whether an entry is missing or cannot be read (§ 2.2.6)."""
    return violation.code == "points_missing"


def case_address(rules: RuleSet, game: Game) -> str:
    """Returns where Regel-Check has a row; "" where it is not complete."""
    points = [one for one in game.points if one is not None]
    if len(points) < len(game.points):
        return ""
    return case_of_row(rules, points, finisher=game.finisher, handromme=game.handromme).address


def _doubt(view: ListView, game: Game) -> Doubt | None:
    endings = next((doubt.endings for doubt in view.sheet.endings if doubt.game == game.number), None)
    if endings is None:
        return None
    factors = (hand_factor(seat, endings, view.event.rules) for seat in range(1, view.sheet.seats + 1))
    return Doubt(game.finisher, game.handromme, tuple(factors))


def _look(view: ListView, number: int, kept: Kept | None, violations: list[Violation]) -> str:
    if kept or violations:
        return "problem"
    if number in view.sheet.ruled or any(doubt.game == number for doubt in view.sheet.endings):
        return "ruled"
    return "open" if number in view.evaluation.missing else "ok"


def _is_wrong(kept: Kept | None, violations: list[Violation], seat: int) -> bool:
    return seat in kept.wrong if kept else any(v.params.get("seat") == seat for v in violations)


def _cell(game: Game, seat: int, text: str, facts: _Facts, *, deals: bool, wrong: bool) -> Cell:
    label = facts.cell % {"game": game.number, "seat": seat}
    left = facts.left.get(seat)
    return Cell(
        name=cell_name(game.number, seat),
        text=text,
        label=facts.dealers_cell % {"cell": label} if deals else label,
        dealer=deals,
        vacated=not text and left is not None and game.number >= left,
        ended=game.finisher == seat,
        wrong=wrong,
        so_far=facts.so_far[game.number][seat - 1] if game.number in facts.so_far else None,
    )


def _lines(view: ListView, number: int, violations: list[Violation]) -> list[str]:
    """Returns everything to be said beside a row."""
    rules = view.event.rules
    lines = [lists_words.describe_in_row(violation, rules) for violation in violations]
    if number in view.sheet.ruled:
        ruled = [v for v in view.evaluation.ruled if v.params.get("game") == number]
        lines += [lists_words.describe_in_row(violation, rules) for violation in ruled]
        reasons = [ruling.reason for ruling in held(view.spielliste, "rulings") if ruling.game == number]
        lines += [_("gilt nach Entscheidung: %(reason)s") % {"reason": reason} for reason in reasons]
    lines += [
        cited(_("%(what)s (§ 2.2.6): %(reason)s"), rules)
        % {"what": say_doubt(doubt.endings, rules), "reason": doubt.reason}
        for doubt in held(view.spielliste, "ending_readings")
        if doubt.game == number
    ]
    lines += [
        _("Platz %(seat)d: %(points)d Strafpunkte, %(reason)s")
        % {"seat": penalty.seat, "points": penalty.points, "reason": penalty.reason}
        for penalty in held(view.spielliste, "penalties")
        if penalty.game == number
    ]
    lines += [lists_words.describe_in_row(w, rules) for w in view.evaluation.warnings if w.params.get("game") == number]
    return lines


def _loose(view: ListView) -> list[str]:
    """Findings on games that the list does not have, and on the table."""
    games = view.rows
    findings = (*view.evaluation.violations, *view.evaluation.warnings)
    return [
        lists_words.describe(one, view.event.rules)
        for one in findings
        if int(one.params.get("game") or 0) > games or one.code == "many_players"
    ]


def _sums(view: ListView, claims: Mapping[str, ClaimLine]) -> list[Sum]:
    totals = view.evaluation.totals
    return [
        Sum(
            line.key.value,
            sum_label(line),
            [signed(line.value(one)) if known else DASH for one in totals],
            "is-result" if line.counted is Counted.RESULT else "",
            claims.get(line.claim.value) if line.claim else None,
        )
        for line in shown_sums(view.event.terms, view.sheet.seats, totals)
        for known in [line.is_known(complete=view.evaluation.complete)]
    ]


def _claim_texts(view: ListView) -> dict[str, tuple[str, ...]]:
    stored = {claim.seat: claim for claim in held(view.spielliste, "claims")}

    def text(seat: int, name: str) -> str:
        value = getattr(stored.get(seat), name, None)
        return "" if value is None else signed(value)

    return {name: tuple(text(seat, name) for seat in range(1, view.sheet.seats + 1)) for name in CLAIM_FIELDS}


def _claim_lines(view: ListView, texts: Mapping[str, tuple[str, ...]], typed: TypedClaims | None) -> list[ClaimLine]:
    labels = {
        "total": _("Summe laut Liste"),
        "result": _("Ergebnis laut Liste"),
        "finished": _("beendet laut Liste"),
    }
    called = _("%(what)s, Platz %(seat)d")
    unreadable = set(typed.unreadable()) if typed else set()
    # What is closed as the scorer's error is a fact and no fault any more.
    differing = unsettled(view.spielliste, view.evaluation)
    lines = []
    for name in CLAIM_FIELDS:
        findings = [one for one in differing if one.figure.value == name]
        said = [_("Platz %(seat)d: keine ganze Zahl") % {"seat": s} for n, s in sorted(unreadable) if n == name]
        cells = [
            Cell(
                name=claim_name(name, seat),
                text=text,
                label=called % {"what": labels[name], "seat": seat},
                dealer=False,
                vacated=False,
                ended=False,
                wrong=(name, seat) in unreadable or any(one.seat == seat for one in findings),
            )
            for seat, text in enumerate(texts[name], start=1)
        ]
        notes = [note_in_its_row(each, view.event.rules) for each in findings]
        lines.append(ClaimLine(name, labels[name], cells, [*said, *notes]))
    return lines


def _set_focus(grid: Grid, view: ListView) -> None:
    """Focuses the first cell that cannot be read, else the first empty one, else the sums."""
    open_cells = [
        cell
        for row in grid.rows
        for cell in row.cells
        if not cell.vacated and (cell.wrong or row.number in view.evaluation.missing)
    ]
    wrong_first = [cell for row in grid.rows if "is-problem" in row.css for cell in row.cells if cell.wrong]
    sums = [cell for cell in grid.claims[0].cells if not cell.text] if view.is_open else []
    candidates = [*wrong_first, *(cell for cell in open_cells if not cell.text), *sums]
    if candidates:
        candidates[0].focus = grid.focused = True
