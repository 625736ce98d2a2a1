"""The lists of a series on paper: blank for the game, or filled as they were entered. One sheet a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from romme_turnier.core.lists.endings import may_be_handromme
from romme_turnier.core.lists.evaluation import Evaluation
from romme_turnier.core.lists.sums import Counted, deducts_bonus, deducts_handromme, shown_sums
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.documents.lists.drawing import Form, form_of
from romme_turnier.documents.lists.grid import Cell, Row, Sum
from romme_turnier.documents.lists.notes import Note, notes_of
from romme_turnier.documents.lists.page import WIDE_SEATS, Page, fit, page_for
from romme_turnier.documents.render.pdf import Piece
from romme_turnier.documents.render.qr import qr_image
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.code import list_code
from romme_turnier.tournament.lists.sheets import PREFETCH, ending_reading_of, evaluation_of, game_of, seats_of
from romme_turnier.tournament.lists.sum_words import factor_legend, factor_mark, sum_label_for_pen
from romme_turnier.tournament.shared.numbers import number_format

LISTS_AS_ONE = 20  # up to so many make one tagged document; more a batch for the printer
LISTS_A_PIECE = 10  # fewer need less memory, more less time

SHORT_NAME = 24  # so many letters find room below a line to sign on

FINISHED, HANDROMME = "X", "H"  # what is written in the narrow column


@dataclass(frozen=True, slots=True)
class Column:
    seat: int
    number: int | None
    name: str
    club: str

    @property
    def is_long(self) -> bool:
        """Whether the name needs two lines below the line to sign on."""
        return len(self.name) > SHORT_NAME


@dataclass(frozen=True, slots=True)
class ListSheet:
    sheet: int  # its place among the sheets that are printed, from 1 on
    table: int
    code: str  # what a scanner reads from the sheet
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    sums: tuple[Sum, ...]
    notes: tuple[str, ...]
    version: str
    page: Page

    @property
    def marks_factors(self) -> bool:
        """Whether the column of games needs room for "× 2"."""
        return any(row.factor for row in self.rows)

    @property
    def code_image(self) -> SafeString:
        return qr_image(self.code)

    @property
    def form(self) -> Form:
        return form_of(self.rows, self.sums, self.page)

    @property
    def signing(self) -> tuple[tuple[Column, ...], ...]:
        """Who signs, in rows that leave room for handwriting: up to four side by side, evenly divided."""
        rows = -(-len(self.columns) // WIDE_SEATS)
        each = -(-len(self.columns) // rows)
        return tuple(self.columns[start : start + each] for start in range(0, len(self.columns), each))

    @property
    def signs_long(self) -> bool:
        """One long name lifts the lines of all, so that they stay side by side."""
        return any(column.is_long for column in self.columns)


def lists_document(series: models.Series, *, empty: bool, table: int | None = None) -> dict[str, Any]:
    """Context of documents/lists/sheets.html; `table` narrows it to one, and "lists" is empty if there is none such."""
    return next(lists_in_parts(series, empty=empty, table=table, part=None))


def lists_in_parts(
    series: models.Series, *, empty: bool, table: int | None = None, part: int | None
) -> Iterator[dict[str, Any]]:
    """Yields the same for `part` lists at a time, so that a batch never holds all of them."""
    lists = models.Spielliste.objects.filter(table__series=series).order_by("table__number")
    if table is not None:
        lists = lists.filter(table__number=table)
    # Whole lists are read in a few queries, however many there are.
    whole = lists.select_related("table").prefetch_related(*PREFETCH, "revisions")
    count = lists.count()
    words = hint(series.event)
    make = _blank if empty else _filled
    step = part or max(1, count)
    for start in range(0, max(1, count), step):
        sheets = [
            make(spielliste, series, sheet) for sheet, spielliste in enumerate(whole[start : start + step], start + 1)
        ]
        yield {
            "event": series.event,
            "series": series,
            "empty": empty,
            "lists": sheets,
            "sheets": count,
            "row_heights": sorted({(p.row_class, p.column_class, p.row_height) for p in (s.page for s in sheets)}),
            "hint": words,
        }


def are_many(series: models.Series) -> bool:
    """Returns whether all lists of the series are better printed as a batch."""
    return series.tables.count() > LISTS_AS_ONE


def batch_of_lists(series: models.Series, *, empty: bool) -> Iterator[Piece]:
    """Yields all lists of a series for the press."""
    for part in lists_in_parts(series, empty=empty, part=LISTS_A_PIECE):
        yield "documents/lists/sheets_batch.html", part


def hint(event: models.Event) -> str:
    """How to write the list, in one line for each question that comes up at tables."""
    rules, words = event.rules, {"games": event.games_per_list, "four": event.bonus_four, "three": event.bonus_three}
    if rules.highest_wins:
        parts = [_("● gibt. Wer das Spiel beendet: ein X ins schmale Feld neben die Punkte.")]
    else:
        parts = [_("● gibt. Wer das Spiel beendet: 0 und ein X ins schmale Feld.")]
    if rules.has_handromme:
        parts.append(_handromme_hint(event))
    if deducts_bonus(event.terms):
        if event.bonus_mode == models.Event.Bonus.PER_LIST:
            bonus = _("Bonus nach %(games)d Spielen: einmal %(four)d, am Dreiertisch %(three)d.")
        else:
            bonus = _("Bonus nach %(games)d Spielen: %(four)d je beendetem Spiel, am Dreiertisch %(three)d.")
        parts.append(bonus % words)
    parts.append(_("Streichen statt überschreiben; Änderungen nur mit Einverständnis der Beteiligten (§ 2.2.3)."))
    return " ".join(parts)


def _handromme_hint(event: models.Event) -> str:
    rules = event.rules
    if rules.highest_wins:
        words = _("Handrommé: ein H statt des X.")
    elif deducts_handromme(event.terms):
        words = _("Handrommé: 0 und ein H, %(hand)d Punkte Abzug.") % {"hand": event.bonus_handromme}
    else:
        words = _("Handrommé: 0 und ein H.")
    if mark := factor_mark(rules, handromme=True):
        words += " " + _("Dann „%(mark)s“ neben die Spielnummer: In der Summe zählen die Punkte %(factor)d-fach.") % {
            "mark": mark,
            "factor": rules.hand_factor,
        }
    return words


def _columns(spielliste: models.Spielliste) -> tuple[Column, ...]:
    return tuple(
        Column(
            seat.number,
            seat.registration.number,
            seat.registration.name,
            seat.registration.club.name if seat.registration.club else "",
        )
        for seat in seats_of(spielliste)
    )


def _row(event: models.Event, columns: Sequence[Column], game: int, cells: Sequence[Cell]) -> Row:
    return Row(game, columns[event.rules.dealer(game, len(columns)) - 1].number, tuple(cells), noted=False)


def _blank(spielliste: models.Spielliste, series: models.Series, sheet: int) -> ListSheet:
    event, columns = series.event, _columns(spielliste)
    rows = []
    for game in range(1, event.games_per_list + 1):
        dealer = event.rules.dealer(game, len(columns))
        cells = [Cell(deals=column.seat == dealer) for column in columns]
        rows.append(_row(event, columns, game, cells))
    return ListSheet(
        sheet=sheet,
        table=spielliste.table.number,
        code=list_code(series.number, spielliste.table.number),
        columns=columns,
        rows=tuple(rows),
        sums=_sum_rows(event, [], len(columns)),
        notes=(),
        version=_("Vordruck"),
        page=page_for([(column.name, column.club) for column in columns], len(rows)),
    )


def _filled(spielliste: models.Spielliste, series: models.Series, sheet: int) -> ListSheet:
    event, columns = series.event, _columns(spielliste)
    evaluation = evaluation_of(spielliste, event.terms)
    notes = notes_of(spielliste, evaluation)
    rows = _filled_rows(spielliste, event, columns, notes)
    texts = [note.text for note in notes]
    if any(row.factor for row in rows):
        texts.insert(0, factor_legend(event.rules))
    page = page_for([(column.name, column.club) for column in columns], len(rows), texts)
    return ListSheet(
        sheet=sheet,
        table=spielliste.table.number,
        code=list_code(series.number, spielliste.table.number),
        columns=columns,
        rows=rows,
        sums=_sum_rows(event, evaluation.totals, len(columns)),
        notes=fit(texts, page),
        version=_version(spielliste, evaluation),
        page=page,
    )


def _filled_rows(
    spielliste: models.Spielliste, event: models.Event, columns: Sequence[Column], notes: Sequence[Note]
) -> tuple[Row, ...]:
    stored = {row.number: game_of(row, len(columns)) for row in spielliste.rows.all()}
    left = {vacancy.seat: vacancy.from_game for vacancy in spielliste.vacancies.all()}
    doubts = [ending_reading_of(row) for row in spielliste.ending_readings.all()]
    noted = {note.game for note in notes}
    rows = []
    for number in sorted(stored.keys() | set(range(1, event.games_per_list + 1))):
        dealer = event.rules.dealer(number, len(columns))
        game = stored.get(number)
        cells = []
        for column in columns:
            points = game.points[column.seat - 1] if game else None
            finished = game is not None and game.finisher == column.seat
            mark = (HANDROMME if game and game.handromme else FINISHED) if finished else ""
            cells.append(
                Cell(
                    points="" if points is None else str(points),
                    mark=mark,
                    deals=column.seat == dealer,
                    vacated=column.seat in left and number >= left[column.seat],
                )
            )
        marked = may_be_handromme(number, game is not None and game.handromme, doubts)
        factor = factor_mark(event.rules, handromme=marked)
        rows.append(replace(_row(event, columns, number, cells), noted=number in noted, factor=factor))
    return tuple(rows)


def _sum_rows(event: models.Event, totals: Sequence[SeatTotals], seats: int) -> tuple[Sum, ...]:
    """Strong lines set the sums off from the games, and the result off from the sums. Without totals all is blank."""
    rows: list[Sum] = []
    for label, values, strong in _sums(event, totals, seats):
        ruled = not rows or strong or rows[-1].is_result
        rows.append(Sum(label, values or ("",) * seats, strong, ruled))
    return tuple(rows)


def _sums(event: models.Event, totals: Sequence[SeatTotals], seats: int) -> list[tuple[str, tuple[str, ...], bool]]:
    """Label, values by seat, whether it is the result; only what the rule system knows."""
    return [
        (
            sum_label_for_pen(line),
            tuple(number_format(line.value(one)) for one in totals),
            line.counted is Counted.RESULT,
        )
        for line in shown_sums(event.terms, seats, totals)
    ]


def _version(spielliste: models.Spielliste, evaluation: Evaluation) -> str:
    """The state of the list: its revision, before the first one its count of changes."""
    words: dict[str, object] = {"status": spielliste.get_status_display(), "version": spielliste.version}
    revisions = [revision.number for revision in spielliste.revisions.all()]
    if not revisions:
        words["missing"] = len(evaluation.missing)
        return _("Zwischenstand %(version)d, %(missing)d Spiele fehlen") % words
    return _("Fassung %(revision)d, %(status)s") % {**words, "revision": max(revisions)}
