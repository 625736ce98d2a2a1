"""The lists of a series on paper: blank for the games, or filled as entered. One sheet for each table."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from romme_turnier.core.lists.check_word import LENGTH
from romme_turnier.core.lists.evaluation import Evaluation
from romme_turnier.core.lists.picture import blank_picture
from romme_turnier.documents.lists.grid import blank_rows_of, groups_of, rows_of, sums_of
from romme_turnier.documents.lists.legend import legend, scoring_points_key
from romme_turnier.documents.lists.notes import notes_of
from romme_turnier.documents.lists.page import (
    CODE,
    CODE_WITHOUT_FIGURES,
    ROW_WITH_HANDS,
    blank_page,
    filled_page,
    fit,
    name_size,
)
from romme_turnier.documents.lists.sheet import Column, ListSheet
from romme_turnier.documents.paper_code import PaperCode, paper_code
from romme_turnier.documents.render.pdf import Piece
from romme_turnier.documents.seating.changed import change_words
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import pin_of
from romme_turnier.tournament.at_table.terms import terms_of
from romme_turnier.tournament.lists.code import list_address, list_code
from romme_turnier.tournament.lists.loaded_list import LoadedList, load_many
from romme_turnier.tournament.lists.packed import Packed, read_packed, whole_revisions
from romme_turnier.tournament.lists.words import factor_legend, so_far_legend
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.papers.contents import list_content
from romme_turnier.tournament.seating.changes import SeatChange, changed_tables

Paper = models.HandIn.Custody
Status = models.Spielliste.Status

LISTS_A_PIECE = 6  # fewer: less memory, and less to lay out again after a change; more: less time
LISTS_AS_ONE = LISTS_A_PIECE  # up to this number of lists, one document with a cell for each figure; above, a batch


@dataclass(frozen=True, slots=True)
class _Printing:
    """Data shared by all lists of a series."""

    series: models.Series
    base: str
    drawn: str  # the time of the draw; "" without one
    changes: Mapping[int, SeatChange]
    packed: Packed | None  # the packed rows of the event
    key: Ed25519PrivateKey | None  # of the organiser; None for blank lists

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
        """Returns the PIN for phones at the table; "" if no phone can reach the program, or lists are kept on paper."""
        return pin_of(spielliste) if self.base and terms_of(self.series).on_phones else ""

    def version(self, table: int) -> str:
        """Returns the label of a blank list, with the time of its last change or of the draw, if there was one.

        The label distinguishes two blank lists of one table.
        """
        if table in self.changes:
            return _("Vordruck, %(change)s") % {"change": change_words(self.changes[table])}
        return _("Vordruck, Auslosung vom %(at)s Uhr") % {"at": self.drawn} if self.drawn else _("Vordruck")


def lists_document(
    series: models.Series, *, empty: bool, tables: Collection[int] | None = None, base: str = ""
) -> dict[str, Any]:
    """Returns the context of documents/lists/sheets.html for `tables` or for all; "lists" may be empty.

    `base` is the program's address for phones.
    """
    return next(lists_in_parts(series, empty=empty, tables=tables, part=None, base=base))


def lists_in_parts(
    series: models.Series, *, empty: bool, tables: Collection[int] | None = None, part: int | None, base: str = ""
) -> Iterator[dict[str, Any]]:
    """Yields contexts like that of `lists_document`, with `part` lists each.

    A batch thus never holds all lists in memory. If `part` is None, the only context has all lists.
    """
    lists = models.Spielliste.objects.filter(table__series=series).order_by("table__number")
    if tables is not None:
        lists = lists.filter(table__number__in=tables)
    whole = lists.select_related("hand_in").prefetch_related("revisions__by")
    count = lists.count()
    draw = series.draws.filter(status=models.Draw.Status.APPLIED, applied_at__isnull=False).first()
    drawn = date_format(timezone.localtime(draw.applied_at), "j.n., H:i") if draw and draw.applied_at else ""
    key = None if empty else private_key(series.event.held_by)
    printing = _Printing(series, base, drawn, changed_tables(series), read_packed(series.event), key)
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


def are_many(series: models.Series) -> bool:
    """Returns whether the series has enough lists to print them as a batch."""
    return series.tables.count() > LISTS_AS_ONE


def batch_of_lists(series: models.Series, *, empty: bool, base: str = "") -> Iterator[Piece]:
    """Yields all lists of a series as pieces for the press."""
    for part in lists_in_parts(series, empty=empty, part=LISTS_A_PIECE, base=base):
        yield "documents/lists/sheets_batch.html", part


def _columns(loaded: LoadedList, signed: Sequence[str]) -> tuple[Column, ...]:
    return tuple(
        Column(
            name=seat.registration.name,
            club=seat.registration.club.name if seat.registration.club else "",
            seat=seat.number,
            number=seat.registration.number,
            size=name_size(seat.registration.name, len(loaded.seats)),
            signed=words,
        )
        for seat, words in zip(loaded.seats, signed, strict=True)
    )


def _blank(loaded: LoadedList, printing: _Printing, sheet: int) -> ListSheet:
    event, columns = printing.event, _columns(loaded, [""] * len(loaded.seats))
    rules, seen = event.rules, blank_picture(len(columns), event.terms, loaded.sheet.vacancies)
    lines = [line.line for line in seen.sums]
    words = legend(event, lines)
    contracts = sum(row.contract is not None for row in seen.rows)
    page_with = partial(
        blank_page,
        columns,
        len(seen.rows),
        len(lines),
        words,
        contracts=contracts,
        running=rules.running_sums,
        scores=event.terms.points_per_game is not None,
    )
    page = page_with(hands=len(seen.rows) if rules.highest_wins else 0)
    hands = rules.highest_wins and page.row >= ROW_WITH_HANDS
    if not hands:
        page = page_with()
    number, pin = loaded.row.table.number, printing.pin(loaded.row)
    return ListSheet(
        sheet=sheet,
        table=number,
        code=list_code(printing.series.number, number),
        address=printing.address(number, pin),
        pin=pin,
        columns=columns,
        groups=groups_of(blank_rows_of(seen, loaded.players, hands=hands), add_up=page.adds_up),
        sums=sums_of(seen, blank=True),
        legend=words,
        notes=(),
        version=printing.version(number),
        checked="",
        page=page,
    )


def _filled(loaded: LoadedList, printing: _Printing, sheet: int) -> ListSheet:
    spielliste, rules, seen = loaded.row, printing.event.rules, loaded.picture
    revisions = whole_revisions(spielliste.revisions.all(), printing.packed)
    columns = _columns(loaded, _signed_words(spielliste, revisions, [seat.number for seat in loaded.seats]))
    notes = notes_of(loaded)
    rows = rows_of(seen, loaded.players, rules, {note.game for note in notes})
    factors = factor_legend(rules) if any(row.factor for row in rows) else ""
    texts = [*filter(None, (so_far_legend(rules), factors)), *(note.text for note in notes)]
    contracts = sum(bool(row.contract) for row in rows)
    words = scoring_points_key(printing.event)
    page_with = partial(
        filled_page,
        columns,
        len(rows),
        len(seen.sums),
        texts,
        legend=words,
        contracts=contracts,
        running=rules.running_sums,
        scores=bool(words),
    )
    proof, page = _proof(spielliste, revisions, [column.name for column in columns], printing), page_with()
    if proof is not None:
        with_code = page_with(foot=CODE if proof.has_figures else CODE_WITHOUT_FIGURES)
        proof, page = (proof, with_code) if with_code.fits else (None, page)
    number = spielliste.table.number
    return ListSheet(
        sheet=sheet,
        table=number,
        code=list_code(printing.series.number, number),
        address=printing.address(number),
        columns=columns,
        groups=groups_of(rows, add_up=False),
        sums=sums_of(seen, blank=False),
        legend=(words,) if words else (),
        notes=fit(texts, page),
        version=_version(spielliste, loaded.evaluation),
        checked=_checked_words(spielliste, revisions),
        proof=proof,
        page=page,
    )


def _proof(
    spielliste: models.Spielliste, revisions: Sequence[models.Revision], names: Sequence[str], printing: _Printing
) -> PaperCode | None:
    """Returns the code of a checked list; None without a key, and for other lists, which can still change."""
    if spielliste.status != Status.CHECKED or not revisions:
        return None
    return paper_code(printing.key, list_content(spielliste, revisions[-1], names), printing.base)


def _version(spielliste: models.Spielliste, evaluation: Evaluation) -> str:
    """Returns the revision and status or, before the first revision, the number of changes and of missing games."""
    words: dict[str, object] = {"status": spielliste.get_status_display(), "version": spielliste.version}
    revisions = [revision.number for revision in spielliste.revisions.all()]
    if not revisions:
        words["missing"] = len(evaluation.missing)
        return _("Zwischenstand %(version)d, %(missing)d Spiele fehlen") % words
    return _("Fassung %(revision)d, %(status)s") % {**words, "revision": max(revisions)}


def _signed_words(
    spielliste: models.Spielliste, revisions: Sequence[models.Revision], seats: Sequence[int]
) -> tuple[str, ...]:
    """Returns, for each seat, whether the player has signed the paper (§ 2.2.4), as text."""
    signed = _("auf dem Papier unterschrieben")
    handed_in: models.HandIn | None = getattr(spielliste, "hand_in", None)
    if handed_in is not None and handed_in.paper == Paper.LOST:
        return (_("Papier verloren"),) * len(seats)
    if handed_in is not None and handed_in.paper == Paper.IN:
        missing = set(handed_in.unsigned)
        return tuple(_("Unterschrift fehlt") if seat in missing else signed for seat in seats)
    # Without a hand-in, officials may have noted that all players signed.
    noted = [revision.content.get("status") for revision in revisions]
    was_signed = spielliste.status == Status.CHECKED and Status.SIGNED.value in noted
    words = signed if was_signed or spielliste.status == Status.SIGNED else _("Unterschrift nicht vermerkt")
    return (words,) * len(seats)


def _checked_words(spielliste: models.Spielliste, revisions: Sequence[models.Revision]) -> str:
    """Returns text such as "geprüft: Petra, 17.10.2026, 14:05 Uhr", "noch nicht geprüft" or "ungültig, zählt nicht"."""
    if spielliste.status != Status.CHECKED:
        return _("noch nicht geprüft") if spielliste.status != Status.INVALID else _("ungültig, zählt nicht")
    run = [*takewhile(lambda revision: revision.content.get("status") == Status.CHECKED.value, reversed(revisions))]
    if not run:
        return _("geprüft")
    check = run[-1]  # later corrections kept it checked
    when = date_format(timezone.localtime(check.at), "j.n.Y, H:i")
    return _("geprüft: %(who)s, %(when)s Uhr") % {"who": check.by or _("Spielleitung"), "when": when}
