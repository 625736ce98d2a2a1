"""The frame of every change of a list: lock, change, add up again, write the record."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.evaluation import Evaluation, evaluate
from romme_turnier.core.lists.sheet import Game, ListSheet
from romme_turnier.core.lists.totals import SeatTotals
from romme_turnier.fast.statements import insert, update
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.notices import notify, notify_leavers, withdraw_undone
from romme_turnier.tournament.lists.consent import end_statements
from romme_turnier.tournament.lists.corrections import (
    NOBODY_MOVED,
    Reseating,
    concerned,
    demand_consent,
    is_official,
    needs_nobody,
    typo_reason,
)
from romme_turnier.tournament.lists.obligations import obligation
from romme_turnier.tournament.lists.revision_chain import add_revision
from romme_turnier.tournament.lists.sheets import held, load, loaded, put_rows, read_whole, refresh, seats_of, sheet_of
from romme_turnier.tournament.models.playing.tables import DEAL
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.tournament.shared.acts import note
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.service import part_of_service

Status = models.Spielliste.Status
_OF_A_ROW = ("finisher", "handromme", "version", "stands", "finisher_required")
TOTAL_FIELDS = ("counts", "result", *SeatTotals._fields)  # what of a `ListTotal` follows from its list


@dataclass
class Change:
    """What is being changed; the verb fills in `old` and `new` for the log of a running list."""

    spielliste: models.Spielliste
    what: str
    old: Any = None
    new: Any = None
    game: int | None = None
    row_version: int | None = None
    completes: bool = field(default=False)  # the change that makes revision 1
    rows: list[models.GameRow] = field(default_factory=list)  # to be stored

    def write(self, row: models.GameRow, game: Game) -> None:
        """Makes the row, one of the list's or a new one, hold this game.

        It is stored at the end of the change, once the whole list has been judged.
        """
        row.finisher, row.handromme, row.version = game.finisher, game.handromme, row.version + 1
        row.cells = [models.GameEntry(row=row, seat=seat, points=one) for seat, one in enumerate(game.points, start=1)]
        self.rows.append(row)


@part_of_service
@contextmanager
def change(
    spielliste: models.Spielliste,
    what: str,
    by: User | None,
    *,
    expected: int | None = None,
    reason: str = "",
    consent: Iterable[int] = (),
    typo: bool = False,
    phone: models.TablePhone | None = None,
    reseating: Reseating = NOBODY_MOVED,
) -> Iterator[Change]:
    """One change of one list, within the service's transaction.

    `expected` is the version of the list that the official saw (None: the verb checks something finer). Once the list
    is complete a reason is required, and the change becomes a revision with the `consent` of the seats named. Those
    concerned who did not agree must be told, so only officials may go ahead without consent; `typo` is a slip of ours
    that leaves the paper as it is (lists/corrections.py). `phone` is that of a table which writes itself. `reseating`
    is given where players change tables.

    Raises Conflict when the list is newer, ConsentMissing, and TournamentError when it is checked or its series is
    closed and this is no correction by the officials. Afterwards `spielliste` is the list as it is stored now, with
    everything on it.
    """
    lock(spielliste, expected, by)
    was_open, was_whole = spielliste.status == Status.OPEN, spielliste.whole
    if spielliste.status == Status.CHECKED and not is_official(by, spielliste.table.series.event):
        raise TournamentError(
            _("Die Liste ist geprüft. Jetzt berichtigt nur noch die Spielleitung oder ein Schiedsrichter.")
        )
    if typo and not was_open:
        reason = typo_reason(reason)
    if not was_open and not reason.strip():
        raise TournamentError(_("Die Liste ist abgeschlossen. Bitte geben Sie einen Grund für die Änderung an."))
    before = None if was_open else last_content(spielliste)
    this = Change(spielliste, what)
    yield this
    read_whole(spielliste)  # nothing of it has been read before it was locked
    put_rows(spielliste, this.rows)
    _store_totals(spielliste, this.rows)
    _demand_settled(spielliste)
    if was_whole:
        end_statements(loaded(spielliste))
    place = f"{spielliste.table.series.number}/{spielliste.table.number}"
    if was_open:
        note("lists", new=[{"list": place, "entry": spielliste.version, "game": this.game}])
        entry = models.LogEntry(
            spielliste=spielliste,
            version=spielliste.version,
            what=what,
            game=this.game,
            row_version=this.row_version,
            old=this.old,
            new=this.new,
            by=by,
            phone=phone,
            at=timezone.now(),
        )
        insert([entry])
    if this.completes or not was_open:
        revision = add_revision(loaded(spielliste), by, reason, consent)
        note("lists", new=[{"list": place, "revision": revision.number}])
        touched = concerned(before, revision.content, reseating)
        if not needs_nobody(spielliste, typo=typo):
            demand_consent(spielliste, touched, revision.consent, by)
            notify(revision, touched, consent=revision.consent)
            notify_leavers(revision, before, told=reseating.told)
        withdraw_undone(revision)


def last_content(spielliste: models.Spielliste) -> dict[str, Any] | None:
    """Returns the list as its last revision holds it; None while it has none."""
    revisions = models.Revision.objects.filter(spielliste=spielliste).order_by("-number")
    return revisions.values_list("content", flat=True).first()


def _demand_settled(spielliste: models.Spielliste) -> None:
    """A correction after the end of the series must leave a list checked and valid, or invalid."""
    if not spielliste.table.series.is_closed or spielliste.status == Status.INVALID:
        return
    if spielliste.status != Status.CHECKED or spielliste.problems or not spielliste.whole:
        raise TournamentError(
            _(
                "Die Serie ist abgeschlossen: Nach der Berichtigung muss die Liste ohne Fehler oder ungültig sein. "
                "Für anderes öffnet die Spielleitung die Serie wieder."
            )
        )


def lock(spielliste: models.Spielliste, expected: int | None = None, by: User | None = None) -> None:
    """Locks the list for this transaction by incrementing its version, and reads its state again.

    The UPDATE is the lock on both databases: a second writer waits here and then sees what was stored. The lists of a
    closed series are locked for all but the officials who may correct them (§ 2.2.5).
    """
    counted, keys = "UPDATE tournament_spielliste SET version = version + 1 WHERE id = %s", [spielliste.pk]
    if expected is not None:
        counted, keys = f"{counted} AND version = %s", [*keys, expected]
    with connection.cursor() as cursor:
        cursor.execute(counted, keys)
        if not cursor.rowcount:
            raise Conflict
    refresh(spielliste)
    series = spielliste.table.series
    if series.is_closed and not (by and may(by, Right.RULE, series.event)):
        raise TournamentError(
            _("Die Serie ist abgeschlossen, ihre Listen sind gesperrt. Die Spielleitung kann sie wieder öffnen.")
        )


def written_on(lists: QuerySet[models.Spielliste]) -> QuerySet[models.Spielliste]:
    """Returns those of the lists that hold more than their seats: games, sums, decisions, or a status of their own.

    That is so, too, as soon as cards are dealt in the browser.
    """
    empty = Q(status=Status.OPEN, rows=None, claims=None, penalties=None, vacancies=None, hand_in=None, records=None)
    dealt = models.PlayMove.objects.filter(table__spielliste=OuterRef("pk"), table__ended_at=None, command=DEAL)
    return lists.exclude(empty & ~Exists(dealt))


def is_written_on(lists: QuerySet[models.Spielliste]) -> bool:
    """Returns whether any of these lists holds more than its seats."""
    return written_on(lists).exists()


@part_of_service
def store_totals(spielliste: models.Spielliste) -> models.Spielliste:
    """Adds the list up again and stores everything derived from it; returns the list freshly read."""
    stored = load(spielliste.pk)
    _store_totals(stored)
    return stored


def _store_totals(spielliste: models.Spielliste, written: Collection[models.GameRow] = ()) -> None:
    """Judges the list as it has been read, with the rows `written` on it that are not stored yet; stores what follows
    from it, and these rows.
    """
    terms, sheet = spielliste.table.series.event.terms, sheet_of(spielliste)
    evaluation = evaluate(sheet, terms)
    counted = progress_of(evaluation)
    if any(getattr(spielliste, name) != value for name, value in counted.items()):
        for name, value in counted.items():
            setattr(spielliste, name, value)
        update(spielliste, *counted)
    _store_seat_totals(spielliste, evaluation)
    _store_rows(spielliste, sheet, evaluation, written)


def progress_of(evaluation: Evaluation) -> dict[str, int]:
    """Returns what is stored of how far a list has come, by field."""
    return {
        "games_in": evaluation.games - len(evaluation.missing),
        "whole": evaluation.complete,
        "problems": len(evaluation.violations),
    }


def totals_of(seat: models.Seat, evaluation: Evaluation, status: str) -> models.ListTotal:
    """Returns the row to store for a seat (not saved). A list counts once it is complete, and not while invalid."""
    totals = evaluation.totals[seat.number - 1]
    return models.ListTotal(
        seat=seat,
        counts=status not in (Status.OPEN, Status.INVALID) and evaluation.counting[seat.number - 1],
        result=totals.total,
        **totals._asdict(),
    )


def _store_seat_totals(spielliste: models.Spielliste, evaluation: Evaluation) -> None:
    totals = [totals_of(seat, evaluation, spielliste.status) for seat in seats_of(spielliste)]
    insert(totals, unique=("seat",), update=TOTAL_FIELDS)


def _store_rows(
    spielliste: models.Spielliste, sheet: ListSheet, evaluation: Evaluation, written: Collection[models.GameRow]
) -> None:
    """Stores the rows `written`, marks all that obey their rule system, and stores its bounds beside their entries.

    From then on the database itself refuses an entry outside of them (models/spielliste.py).
    """
    terms = spielliste.table.series.event.terms
    games = {game.number: game for game in sheet.games}
    rows, entries = [], []
    for row in held(spielliste, "rows"):
        owed = obligation(games[row.number], sheet, evaluation, terms)
        if (row.stands, row.finisher_required) != (owed.stands, terms.ruleset.finisher_required):
            row.stands, row.finisher_required = owed.stands, terms.ruleset.finisher_required
            rows.append(row)
        for entry in row.cells:
            if (entry.least, entry.most) != owed.bounds[entry.seat - 1]:
                entry.least, entry.most = owed.bounds[entry.seat - 1]
                entries.append(entry)
    for row in written:
        if row._state.adding:
            (row.pk,), row._state.adding = insert([row]), False
        else:
            update(row, *_OF_A_ROW)
        for entry in row.cells:
            entry.row = row  # of a new row the key is known only now
        insert(row.cells, unique=("row", "seat"), update=("points", "least", "most"))
    _update([row for row in rows if row not in written], "stands", "finisher_required")
    _update([entry for entry in entries if entry.row not in written], "least", "most")


def _update(rows: Sequence[Any], *fields: str) -> None:
    if rows:  # asked here, as Django prepares much before it finds that there are none
        type(rows[0])._default_manager.bulk_update(rows, fields)
