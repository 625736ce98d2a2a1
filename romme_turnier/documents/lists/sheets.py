"""The lists of a series on paper: blank for the game, or filled as they were entered. One sheet a table."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.core.lists.check_word import LENGTH
from romme_turnier.core.lists.endings import may_be_handromme
from romme_turnier.core.lists.evaluation import Evaluation
from romme_turnier.core.lists.running_sums import running_sums
from romme_turnier.core.lists.sums import Counted, SumLine, shown_sums
from romme_turnier.documents.lists.grid import GAMES_A_GROUP, Cell, Row, Sum, groups_of
from romme_turnier.documents.lists.legend import legend
from romme_turnier.documents.lists.notes import Note, notes_of
from romme_turnier.documents.lists.page import ROW_WITH_HANDS, Person, blank_page, filled_page, fit, name_size
from romme_turnier.documents.lists.sheet import Column, ListSheet
from romme_turnier.documents.lists.signing import checked_words, signed_words
from romme_turnier.documents.render.pdf import Piece
from romme_turnier.documents.seating.changed import change_words
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import pin_of
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists.code import list_address, list_code
from romme_turnier.tournament.lists.loaded_list import LoadedList, load_many
from romme_turnier.tournament.lists.sum_words import factor_legend, factor_mark, so_far_legend, sum_label_for_pen
from romme_turnier.tournament.seating.changes import SeatChange, changed_tables
from romme_turnier.tournament.shared.numbers import figure_or_dash, number_format
from romme_turnier.tournament.shared.rule_words.play import demand_in_words

LISTS_A_PIECE = 6  # fewer need less memory, and less is laid out again after a change; more need less time
LISTS_AS_ONE = LISTS_A_PIECE  # up to so many make one document with a cell for each figure; more a batch of pieces

FINISHED, HANDROMME = "X", "H"  # what is written in the narrow column


@dataclass(frozen=True, slots=True)
class _Printing:
    """What all lists of a series share."""

    series: models.Series
    base: str
    drawn: str  # when; "" where the seats come from elsewhere
    changes: Mapping[int, SeatChange]

    @property
    def event(self) -> models.Event:
        return self.series.event

    def address(self, table: int, pin: str = "") -> str:
        where = (self.event.slug, self.series.number, table)
        if not self.base:
            return list_address(*where)
        if pin:
            return f"{self.base.removesuffix('/')}{reverse('public:at_table_join', args=where)}?p={pin}"
        return self.base.removesuffix("/") + reverse("public:list", args=where)

    def pin(self, spielliste: models.Spielliste) -> str:
        """What lets phones of the table in; "" where none can reach the program, or lists are kept on paper."""
        return pin_of(spielliste) if self.base and terms_of(self.series).on_phones else ""

    def version(self, table: int) -> str:
        """Of a blank list: which seating it is for. Two of the same table are told apart by it."""
        if table in self.changes:
            return _("Vordruck, %(change)s") % {"change": change_words(self.changes[table])}
        return _("Vordruck, Auslosung vom %(at)s Uhr") % {"at": self.drawn} if self.drawn else _("Vordruck")


def lists_document(
    series: models.Series, *, empty: bool, tables: Collection[int] | None = None, base: str = ""
) -> dict[str, Any]:
    """Context of documents/lists/sheets.html; `tables` narrow it, and "lists" is empty if there is none such.

    `base` is where phones reach the program.
    """
    return next(lists_in_parts(series, empty=empty, tables=tables, part=None, base=base))


def lists_in_parts(
    series: models.Series, *, empty: bool, tables: Collection[int] | None = None, part: int | None, base: str = ""
) -> Iterator[dict[str, Any]]:
    """Yields the same for `part` lists at a time, so that a batch never holds all of them."""
    lists = models.Spielliste.objects.filter(table__series=series).order_by("table__number")
    if tables is not None:
        lists = lists.filter(table__number__in=tables)
    # Whole lists are read in a few queries, however many there are.
    whole = lists.select_related("hand_in").prefetch_related("revisions__by")
    count = lists.count()
    printing = _Printing(series, base, _drawn_at(series), changed_tables(series))
    make = _blank if empty else _filled
    step = part or max(1, count)
    for start in range(0, max(1, count), step):
        sheets = [
            make(loaded, printing, sheet)
            for sheet, loaded in enumerate(load_many(whole[start : start + step]), start + 1)
        ]
        yield {
            "event": series.event,
            "series": series,
            "empty": empty,
            "letters": range(LENGTH),  # of the check word
            "lists": sheets,
            "sheets": count,
            "heights": sorted({pair for sheet in sheets for pair in sheet.page.heights.items()}),
            "lines": sorted({sheet.page.line for sheet in sheets}),
        }


def _drawn_at(series: models.Series) -> str:
    draw = series.draws.filter(status=models.Draw.Status.APPLIED, applied_at__isnull=False).first()
    return date_format(timezone.localtime(draw.applied_at), "j.n., H:i") if draw and draw.applied_at else ""


def are_many(series: models.Series) -> bool:
    """Returns whether all lists of the series are better printed as a batch."""
    return series.tables.count() > LISTS_AS_ONE


def batch_of_lists(series: models.Series, *, empty: bool, base: str = "") -> Iterator[Piece]:
    """Yields all lists of a series for the press."""
    for part in lists_in_parts(series, empty=empty, part=LISTS_A_PIECE, base=base):
        yield "documents/lists/sheets_batch.html", part


def _columns(seats: Sequence[models.Seat]) -> tuple[Column, ...]:
    return tuple(
        Column(
            seat.number,
            seat.registration.number,
            seat.registration.name,
            seat.registration.club.name if seat.registration.club else "",
            name_size(seat.registration.name, len(seats)),
        )
        for seat in seats
    )


def _people(columns: Sequence[Column]) -> list[Person]:
    return [Person(column.name, column.club) for column in columns]


def _row(event: models.Event, dealer: Column, game: int, cells: Sequence[Cell]) -> Row:
    contract = demand_in_words(event.rules.contract(game))
    opens = not contract and (game - 1) % GAMES_A_GROUP == 0
    return Row(game, dealer.number, tuple(cells), noted=False, opens=opens, contract=contract)


def _contracts(rows: Sequence[Row]) -> int:
    return sum(bool(row.contract) for row in rows)


def _hands(rows: Sequence[Row]) -> int:
    return sum(row.hands for row in rows)


def _blank(loaded: LoadedList, printing: _Printing, sheet: int) -> ListSheet:
    event, columns, left = printing.event, _columns(loaded.seats), loaded.sheet.left
    rows = []
    for game in range(1, event.length.rows(len(columns)) + 1):
        dealer = columns[event.rules.dealer(game, len(columns), left) - 1]
        row = _row(event, dealer, game, [Cell(deals=column is dealer) for column in columns])
        rows.append(replace(row, hands=event.rules.highest_wins))
    lines = shown_sums(event.terms, len(columns))
    words = legend(event, lines)
    page = blank_page(
        _people(columns),
        len(rows),
        len(lines),
        words,
        contracts=_contracts(rows),
        hands=_hands(rows),
        running=event.rules.running_sums,
    )
    if page.row < ROW_WITH_HANDS and _hands(rows):
        rows = [replace(row, hands=False) for row in rows]
        page = blank_page(_people(columns), len(rows), len(lines), words)
    number, pin = loaded.row.table.number, printing.pin(loaded.row)
    return ListSheet(
        sheet=sheet,
        table=number,
        code=list_code(printing.series.number, number),
        address=printing.address(number, pin),
        pin=pin,
        columns=columns,
        groups=groups_of(rows, add_up=page.adds_up),
        sums=_sum_rows(lines, [_printed(line, len(columns)) for line in lines]),
        legend=words,
        notes=(),
        version=printing.version(number),
        checked="",
        page=page,
    )


def _printed(line: SumLine, seats: int) -> tuple[str, ...]:
    """What is the same for everybody who plays to the end stands on a blank list already (§ 3.2.1)."""
    known = number_format(line.sign * line.each) if line.counted is Counted.LIST else ""
    return (known,) * seats


def _filled(loaded: LoadedList, printing: _Printing, sheet: int) -> ListSheet:
    spielliste, event, columns = loaded.row, printing.event, _columns(loaded.seats)
    signed = signed_words(spielliste, [column.seat for column in columns])
    columns = tuple(replace(column, signed=words) for column, words in zip(columns, signed, strict=True))
    evaluation = loaded.evaluation
    notes = notes_of(loaded)
    rows = _filled_rows(loaded, columns, notes)
    texts = [note.text for note in notes]
    if any(row.factor for row in rows):
        texts.insert(0, factor_legend(event.rules))
    if event.rules.running_sums:
        texts.insert(0, so_far_legend(event.rules))
    lines = shown_sums(event.terms, len(columns), evaluation.totals)
    page = filled_page(
        _people(columns),
        len(rows),
        len(lines),
        texts,
        contracts=_contracts(rows),
        running=event.rules.running_sums,
    )
    number = spielliste.table.number
    return ListSheet(
        sheet=sheet,
        table=number,
        code=list_code(printing.series.number, number),
        address=printing.address(number),
        columns=columns,
        groups=groups_of(rows, add_up=False),
        sums=_sum_rows(lines, [_counted(line, evaluation) for line in lines]),
        legend=(),
        notes=fit(texts, page),
        version=_version(spielliste, evaluation),
        checked=checked_words(spielliste),
        page=page,
    )


def _counted(line: SumLine, evaluation: Evaluation) -> tuple[str, ...]:
    known = line.is_known(complete=evaluation.complete)
    return tuple(figure_or_dash(line.value(one) if known else None) for one in evaluation.totals)


def _filled_rows(loaded: LoadedList, columns: Sequence[Column], notes: Sequence[Note]) -> tuple[Row, ...]:
    content, event = loaded.sheet, loaded.event
    stored, left = {game.number: game for game in content.games}, content.left
    noted = {note.game for note in notes}
    so_far = running_sums(content, event.rules)
    rows = []
    for number in sorted(stored.keys() | set(range(1, loaded.length + 1))):
        dealer = columns[event.rules.dealer(number, len(columns), left) - 1]
        game = stored.get(number)
        cells = []
        for column in columns:
            points = game.points[column.seat - 1] if game else None
            finished = game is not None and game.finisher == column.seat
            mark = (HANDROMME if game and game.handromme else FINISHED) if finished else ""
            written = "" if points is None else str(points)
            if event.rules.running_sums:
                written, mark = f"{mark} {written}".strip(), _so_far(so_far, number, column.seat)
            cells.append(
                Cell(
                    points=written,
                    mark=mark,
                    deals=column is dealer,
                    vacated=column.seat in left and number >= left[column.seat],
                )
            )
        marked = may_be_handromme(number, game is not None and game.handromme, content.endings)
        factor = factor_mark(event.rules.factor(handromme=marked))
        rows.append(replace(_row(event, dealer, number, cells), noted=number in noted, factor=factor))
    return tuple(rows)


def _so_far(sums: Mapping[int, tuple[int | None, ...]], game: int, seat: int) -> str:
    found = sums[game][seat - 1] if game in sums else None
    return "" if found is None else str(found)


def _sum_rows(lines: Sequence[SumLine], values: Sequence[tuple[str, ...]]) -> tuple[Sum, ...]:
    """Strong lines set the sums off from the games, and the result off from the sums."""
    rows: list[Sum] = []
    for line, by_seat in zip(lines, values, strict=True):
        strong = line.counted is Counted.RESULT
        ruled = not rows or strong or rows[-1].is_result
        rows.append(Sum(sum_label_for_pen(line), by_seat, strong, ruled))
    return tuple(rows)


def _version(spielliste: models.Spielliste, evaluation: Evaluation) -> str:
    """The state of the list: its revision, before the first one its count of changes."""
    words: dict[str, object] = {"status": spielliste.get_status_display(), "version": spielliste.version}
    revisions = [revision.number for revision in spielliste.revisions.all()]
    if not revisions:
        words["missing"] = len(evaluation.missing)
        return _("Zwischenstand %(version)d, %(missing)d Spiele fehlen") % words
    return _("Fassung %(revision)d, %(status)s") % {**words, "revision": max(revisions)}
