"""Changes lists: each change locks and loads the list, edits it, stores the difference, and records it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.evaluation import Evaluation, obligations
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
from romme_turnier.tournament.lists.loaded_list import ADDITIONS, LoadedList, load
from romme_turnier.tournament.lists.revision_chain import add_revision
from romme_turnier.tournament.models.playing.tables import DEAL
from romme_turnier.tournament.permissions import Right, may
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from romme_turnier.tournament.shared.service import note, nothing_done, part_of_service

Status = models.Spielliste.Status
_OF_A_LIST = ("status", "invalid_reason", "games_in", "whole", "problems")
_OF_A_ROW = ("finisher", "handromme", "version", "stands", "finisher_required")
TOTAL_FIELDS = ("counts", "result", *SeatTotals._fields)  # the `ListTotal` fields computed from the list


@part_of_service
def change(
    spielliste: int,
    what: str,
    edit: Callable[[LoadedList], LoadedList],
    *,
    by: User | None,
    expected: int | None = None,
    reason: str = "",
    consent: Iterable[int] = (),
    typo: bool = False,
    phone: models.TablePhone | None = None,
    reseating: Reseating = NOBODY_MOVED,
) -> LoadedList:
    """Changes the list with this primary key within the service's transaction; returns the stored list.

    `what` is the kind of change in the log of the list. `edit` receives the current list and returns the list to store,
    or the same object if nothing changes. `expected` is the version of the list that the official saw, None if the
    calling service checks for conflicts itself. A change of a complete list needs a reason and becomes a revision with
    the `consent` of these seats. The other players concerned must be informed, so only officials may proceed without
    consent; `typo` marks a mistake made when the paper was typed in (lists/corrections.py). `phone` is the table's
    phone that sent the change. `reseating` is needed if players change tables. The change ends players' statements
    about earlier content.

    Raises Conflict if the list is newer than `expected` or does not exist, and ConsentMissing if players concerned have
    not agreed. Raises TournamentError if the list is packed, if the reason is missing, if the user may not change a
    checked or released list or a list of a closed series, or if a list of a closed series would end up unchecked or
    faulty.
    """
    lock(spielliste, expected)
    before = load(spielliste)
    row = before.row
    was_open, was_whole = row.status == Status.OPEN, row.whole
    _demand_changeable(before, by)
    if typo and not was_open:
        reason = typo_reason(reason)
    if not was_open and not reason.strip():
        raise TournamentError(_("Die Liste ist abgeschlossen. Bitte geben Sie einen Grund für die Änderung an."))
    content = None if was_open else last_content(row)
    after = edit(before)
    if after is before:
        row.version -= 1
        update(row, "version")
        nothing_done()
        return before
    _store(before, after)
    row = after.row
    _demand_settled(row)
    if was_whole:
        end_statements(after)
    place = f"{row.table.series.number}/{row.table.number}"
    if was_open:
        note("lists", new=[{"list": place, "entry": row.version, "game": after.entry.game}])
        insert([_log_entry(before, after, what, by, phone)])
    if not was_open or row.status != Status.OPEN:
        revision = add_revision(after, by, reason, consent)
        note("lists", new=[{"list": place, "revision": revision.number}])
        touched = concerned(content, revision.content, reseating)
        if not needs_nobody(row, typo=typo):
            demand_consent(row, touched, revision.consent, by)
            notify(revision, touched, consent=revision.consent)
            notify_leavers(revision, content, told=reseating.told)
        withdraw_undone(revision)
    return after


def _demand_changeable(loaded: LoadedList, by: User | None) -> None:
    """Raises TournamentError if the user may not change a checked list, or a list in a closed series (§ 2.2.5)."""
    if loaded.row.table.series.is_closed and not (by and may(by, Right.RULE, loaded.event)):
        raise TournamentError(
            _("Die Serie ist abgeschlossen, ihre Listen sind gesperrt. Die Spielleitung kann sie wieder öffnen.")
        )
    if loaded.row.status == Status.CHECKED and not is_official(by, loaded.event):
        raise TournamentError(
            _("Die Liste ist geprüft. Jetzt berichtigt nur noch die Spielleitung oder ein Schiedsrichter.")
        )


def _log_entry(
    before: LoadedList, after: LoadedList, what: str, by: User | None, phone: models.TablePhone | None
) -> models.LogEntry:
    entry = after.entry
    known, saved = before.rows.get(entry.game or 0), after.rows.get(entry.game or 0)
    return models.LogEntry(
        spielliste=after.row,
        version=after.row.version,
        what=what,
        game=entry.game,
        row_version=saved.version if saved and saved is not known else None,
        old=entry.old,
        new=entry.new,
        by=by,
        phone=phone,
        at=timezone.now(),
    )


def last_content(spielliste: models.Spielliste) -> dict[str, Any] | None:
    """Returns the content of the list's latest revision; None if there is no revision."""
    return spielliste.revisions.order_by("-number").values_list("content", flat=True).first()


def _demand_settled(spielliste: models.Spielliste) -> None:
    """Raises TournamentError if the series is closed and the list is neither invalid nor checked and faultless."""
    if not spielliste.table.series.is_closed or spielliste.status == Status.INVALID:
        return
    if spielliste.status != Status.CHECKED or spielliste.problems or not spielliste.whole:
        raise TournamentError(
            _(
                "Die Serie ist abgeschlossen: Nach der Berichtigung muss die Liste ohne Fehler oder ungültig sein. "
                "Für anderes öffnet die Spielleitung die Serie wieder."
            )
        )


def lock(spielliste: int, expected: int | None = None) -> None:
    """Locks the list for this transaction by incrementing its version.

    Raises Conflict if the list does not exist, or if its version differs from `expected`, unless that is None. On both
    databases the UPDATE takes the lock: a second writer waits here, and then reads the stored changes.
    """
    counted, keys = "UPDATE tournament_spielliste SET version = version + 1 WHERE id = %s", [spielliste]
    if expected is not None:
        counted, keys = f"{counted} AND version = %s", [*keys, expected]
    with connection.cursor() as cursor:
        cursor.execute(counted, keys)
        if not cursor.rowcount:
            raise Conflict


def written_on(lists: QuerySet[models.Spielliste]) -> QuerySet[models.Spielliste]:
    """Returns the lists that are no longer open, or that contain more than their seats.

    This may be games, sums, decisions, a hand-in, or records of games. Lists are also included if cards have been
    dealt at their table in the browser, and the table has not ended.
    """
    empty = Q(status=Status.OPEN, rows=None, claims=None, penalties=None, vacancies=None, hand_in=None, records=None)
    dealt = models.PlayMove.objects.filter(table__spielliste=OuterRef("pk"), table__ended_at=None, command=DEAL)
    return lists.exclude(empty & ~Exists(dealt))


def is_written_on(lists: QuerySet[models.Spielliste]) -> bool:
    """Returns whether any of these lists has content besides its seats."""
    return written_on(lists).exists()


def lock_lists(lists: QuerySet[models.Spielliste]) -> None:
    """Locks these lists in the order of their primary keys, once other writers have finished."""
    list(lists.select_for_update(of=("self",), no_key=True).order_by("pk").values_list("pk"))


@part_of_service
def store_totals(spielliste: models.Spielliste) -> None:
    """Recalculates the list and stores its totals, its progress, and the bounds of its entries.

    Raises TournamentError if the lists of the event are packed.
    """
    loaded = load(spielliste.pk)
    _store(loaded, loaded)


def _store(before: LoadedList, after: LoadedList) -> None:
    row = after.row
    if after.event.packed_at is not None:
        raise TournamentError(
            _("Die Listen dieses Abends sind gerade verpackt worden. Bitte versuchen Sie es noch einmal.")
        )
    stored = {name: getattr(before.row, name) for name in _OF_A_LIST}
    for name, value in progress_of(after.evaluation).items():
        setattr(row, name, value)
    if changed := [name for name in _OF_A_LIST if getattr(row, name) != stored[name]]:
        update(row, *changed)
    for name, model in ADDITIONS.items():
        was, now = getattr(before, name), getattr(after, name)
        if was is not now:
            gone = {addition.pk for addition in was} - {addition.pk for addition in now}
            model._default_manager.filter(pk__in=gone).delete()
            model._default_manager.bulk_create(addition for addition in now if addition.pk is None)
    totals = [totals_of(seat, after.evaluation, row.status) for seat in after.seats]
    insert(totals, unique=("seat",), update=TOTAL_FIELDS)
    _store_rows(before, after)


def progress_of(evaluation: Evaluation) -> dict[str, int]:
    """Returns the fields that store a list's progress, by name."""
    return {
        "games_in": evaluation.games - len(evaluation.missing),
        "whole": evaluation.complete,
        "problems": len(evaluation.violations),
    }


def totals_of(seat: models.Seat, evaluation: Evaluation, status: str) -> models.ListTotal:
    """Returns a seat's totals as an unsaved row.

    They do not count while the list is open or invalid, or if the list does not count for the seat.
    """
    totals = evaluation.totals[seat.number - 1]
    return models.ListTotal(
        seat=seat,
        counts=status not in (Status.OPEN, Status.INVALID) and evaluation.counting[seat.number - 1],
        result=totals.total,
        **totals._asdict(),
    )


def _store_rows(before: LoadedList, after: LoadedList) -> None:
    """Stores new rows, marks the rows that obey the rule system, and stores the bounds of each entry.

    From then on the database itself rejects entries outside their bounds (models/spielliste.py).
    """
    terms = after.terms
    rows, entries = [], []
    for owed, row in zip(obligations(after.sheet, after.evaluation, terms), after.rows.values(), strict=True):
        is_known = row is before.rows.get(row.number)
        if (row.stands, row.finisher_required) != (owed.stands, terms.ruleset.finisher_required):
            row.stands, row.finisher_required = owed.stands, terms.ruleset.finisher_required
            rows += [row] * is_known
        for entry in row.cells:
            if (entry.least, entry.most) != owed.bounds[entry.seat - 1]:
                entry.least, entry.most = owed.bounds[entry.seat - 1]
                entries += [entry] * is_known
        if not is_known:
            _store_row(row)
    _update(rows, "stands", "finisher_required")
    _update(entries, "least", "most")


def _store_row(row: models.GameRow) -> None:
    if row._state.adding:
        (row.pk,), row._state.adding = insert([row]), False
    else:
        update(row, *_OF_A_ROW)
    for entry in row.cells:
        entry.row = row  # a new row gets its key only now
    insert(row.cells, unique=("row", "seat"), update=("points", "least", "most"))


def _update(rows: Sequence[Any], *fields: str) -> None:
    if rows:  # Django does a lot of work before noticing an empty list
        type(rows[0])._default_manager.bulk_update(rows, fields)
