"""Checks the data derived from lists against the lists: sums, bounds, versions, the chain of hashes, and statements.

Also checks the consents of the players and the results for seasons; register_integrity.py and season_integrity.py check
the data beyond single events.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.utils.translation import gettext as _

from romme_turnier.core.lists.evaluation import obligations
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import TOTAL_FIELDS, progress_of, totals_of
from romme_turnier.tournament.lists.consent import content_hash_of
from romme_turnier.tournament.lists.loaded_list import LoadedList, load_many
from romme_turnier.tournament.lists.packed import DamagedPackError, Packed, read_packed, whole_log, whole_revisions
from romme_turnier.tournament.lists.revision_chain import broken_links, commitment, content_of
from romme_turnier.tournament.standings.results import result_differences

# Keys that describe the revision instead of the list; "event" is the event's address, which may change.
OF_THE_REVISION = frozenset({"revision", "at", "by", "reason", "consent", "event"})
_COMMITTED = ("reason", "invalid_reason", "remembered")
IMPORT, COMPLETING = "import", frozenset({"complete", "invalid"})


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between stored and computed data. `place` says where it is, such as event, series and table."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


def differences(event: models.Event) -> Iterator[Difference]:
    """Yields every difference between an event's lists and the data derived from them, and the faults of its consents.

    The results for seasons are compared with the newest release. If the packed lists are damaged, that is the only
    difference. The check changes no row.
    """
    try:
        packed = read_packed(event)
    except DamagedPackError:
        yield Difference(event.slug, _("die verpackten Listen sind nicht die, die verpackt wurden"))
        return
    lists = models.Spielliste.objects.filter(table__series__event=event)
    lists = lists.order_by("table__series__number", "table__number")
    lists = lists.prefetch_related("log", "revisions", "records", "statements")
    for loaded in load_many(lists):
        table = loaded.row.table
        place = {"event": event.slug, "series": table.series.number, "table": table.number}
        where = _("%(event)s, Serie %(series)d, Tisch %(table)d") % place
        for what in differences_of(loaded, packed):
            yield Difference(where, what)
    for registration in event.registrations.order_by("pk").prefetch_related("consents"):
        where = _("%(event)s, Meldung %(pk)d") % {"event": event.slug, "pk": registration.pk}
        for what in consent_differences(registration, models.Consent.Purpose.EVENT):
            yield Difference(where, what)
    for what in result_differences(event):
        yield Difference(event.slug, what)


def consent_differences(person: models.Registration | models.SeasonPlayer, purpose: str) -> Iterator[str]:
    """Yields a fault if the public name contradicts the consents, and another if a withdrawal precedes its consent.

    A name without any stored consent is accepted, because older consents have no rows.
    """
    consents = person.consents.all()
    to_name = [row.withdrawn_at is None for row in consents if row.purpose == purpose]
    if to_name and any(to_name) != person.publish_name:
        said = _("gilt") if any(to_name) else _("zurückgenommen")
        published = _("ja") if person.publish_name else _("nein")
        words = _("Zustimmung zum vollen Namen: %(said)s, „Name darf veröffentlicht werden“: %(published)s")
        yield words % {"said": said, "published": published}
    if any(row.withdrawn_at is not None and row.withdrawn_at < row.given_at for row in consents):
        yield _("eine Zustimmung ist zurückgenommen, bevor sie gegeben ist")


@dataclass(frozen=True, slots=True)
class _History:
    """The log and the revisions of a list, oldest first, whether they are packed or not."""

    log: Sequence[models.LogEntry]
    revisions: Sequence[models.Revision]

    @classmethod
    def of(cls, spielliste: models.Spielliste, packed: Packed | None) -> Self:
        return cls(whole_log(spielliste, packed), whole_revisions(spielliste.revisions.all(), packed))


def differences_of(loaded: LoadedList, packed: Packed | None = None) -> Iterator[str]:
    """Describes every difference between a list and its derived data; `packed` are the packed rows of its event."""
    history = _History.of(loaded.row, packed)
    labels = {"games_in": _("eingetragene Spiele"), "whole": _("alle Spiele sind da"), "problems": _("Fehler")}
    for name, computed in progress_of(loaded.evaluation).items():
        stored = getattr(loaded.row, name)
        if stored != computed:
            yield _unequal(labels[name], stored, computed)
    yield from _totals(loaded)
    yield from _obligations(loaded)
    yield from _versions(loaded.row, history)
    yield from _row_versions(loaded, history)
    yield from _chain(loaded, history.revisions)
    for record in loaded.row.records.all():  # the chain has only their hashes
        if hashlib.sha256(record.text.encode()).hexdigest() != record.sha256:
            yield _("Spiel %(game)d: die Aufzeichnung ist nicht die, die einging") % {"game": record.game}
    yield from _statements(loaded)


def _unequal(label: str, stored: object, computed: object) -> str:
    values = {"label": label, "stored": stored, "computed": computed}
    return _("%(label)s: gespeichert %(stored)s, berechnet %(computed)s") % values


def _totals(loaded: LoadedList) -> Iterator[str]:
    totals = {total.seat_id: total for total in models.ListTotal.objects.filter(seat__table=loaded.row.table_id)}
    for seat in loaded.seats:
        stored = totals.get(seat.pk)
        if stored is None:
            yield _("Platz %(seat)d: keine Summen gespeichert") % {"seat": seat.number}
            continue
        computed = totals_of(seat, loaded.evaluation, loaded.row.status)
        for name in TOTAL_FIELDS:
            if getattr(stored, name) != getattr(computed, name):
                label = _("Platz %(seat)d, %(name)s") % {"seat": seat.number, "name": name}
                yield _unequal(label, getattr(stored, name), getattr(computed, name))


def _obligations(loaded: LoadedList) -> Iterator[str]:
    sheet, terms = loaded.sheet, loaded.terms
    rules = terms.ruleset
    for owed, row in zip(obligations(sheet, loaded.evaluation, terms), loaded.rows.values(), strict=True):
        held = {entry.seat: (entry.least, entry.most) for entry in row.cells}
        bounds = tuple(held.get(seat, (None, None)) for seat in range(1, sheet.seats + 1))
        if (row.stands, row.finisher_required, bounds) != (owed.stands, rules.finisher_required, owed.bounds):
            yield _("Spiel %(game)d: die Grenzen der Zeile stimmen nicht") % {"game": row.number}


def _versions(spielliste: models.Spielliste, history: _History) -> Iterator[str]:
    """Checks the version of the list.

    Each change raises the version by one and leaves a log entry or a revision; completing or invalidating an open list
    leaves both.
    """
    log, revisions = history.log, history.revisions
    both = sum(entry.what in COMPLETING for entry in log)
    recorded = len(log) + len(revisions) - both
    if spielliste.version != recorded or any(entry.version > spielliste.version for entry in log):
        yield _unequal(_("Fassungszähler der Liste"), spielliste.version, recorded)
    if not revisions and spielliste.status != models.Spielliste.Status.OPEN:
        yield _("die Liste ist abgeschlossen, hat aber keine Fassung")
    counted = [entry.version for entry in log]
    if not revisions and counted != list(range(1, len(log) + 1)):
        yield _("im Protokoll der Liste fehlen Einträge")


def _row_versions(loaded: LoadedList, history: _History) -> Iterator[str]:
    """Yields a difference for each row whose version does not agree with its saves in the log and the revisions.

    The first save may have been an import or a ruling; saves after completion are in revisions.
    """
    log = history.log
    saves = Counter(entry.game for entry in log if entry.row_version is not None)
    newest = {entry.game: entry.row_version for entry in log if entry.row_version is not None}
    ruled = {entry.game for entry in log if entry.what == "ruling"}
    imported = any(entry.what == IMPORT for entry in log) or not log
    revisions = len(history.revisions)
    for row in loaded.rows.values():
        unlogged = row.version - saves[row.number]
        allowed = revisions + (imported or row.number in ruled)
        if not 0 <= unlogged <= allowed or (newest.get(row.number) or 0) > row.version:
            yield _("Spiel %(game)d: im Protokoll fehlen Fassungen der Zeile") % {"game": row.number}


def _chain(loaded: LoadedList, revisions: Sequence[models.Revision]) -> Iterator[str]:
    spielliste = loaded.row
    for number in broken_links(revisions):
        yield _("Fassung %(number)d: die Prüfsumme stimmt nicht") % {"number": number}
    is_open = spielliste.status == models.Spielliste.Status.OPEN
    if revisions and is_open and revisions[-1].content["status"] != spielliste.status:
        yield _("die Liste ist offen, ihre letzte Fassung ist es nicht")
    for revision in revisions:
        if commitment(revision.salt, revision.reason) not in (revision.content["reason"], ""):
            yield _("Fassung %(number)d: der Grund ist nicht der, der einging") % {"number": revision.number}
    if revisions and not is_open and not _agree(_comparable(revisions[-1].content), _comparable(content_of(loaded))):
        yield _("die Liste weicht von ihrer letzten Fassung ab")


def _statements(loaded: LoadedList) -> Iterator[str]:
    """Yields a difference for each current statement about earlier content of the list.

    Any change to the list should have ended the statement.
    """
    content = content_hash_of(loaded)
    for said in loaded.row.statements.all():
        holds = said.ended_at is None and said.agrees is not None and said.content_hash
        if holds and said.content_hash != content:
            yield _("Platz %(seat)d hat sich zu einer anderen Liste geäußert") % {"seat": said.seat}


def _comparable(content: dict[str, Any]) -> dict[str, Any]:
    """Returns the content without the facts of its revision, and without names, which may change without a revision."""
    seats = [{key: value for key, value in seat.items() if key != "name"} for seat in content["seats"]]
    return {**{key: value for key, value in content.items() if key not in OF_THE_REVISION}, "seats": seats}


def _agree(recorded: Any, stored: Any) -> bool:
    """Returns whether the contents are equal, ignoring commitments to texts that have been erased in the meantime."""
    if isinstance(recorded, dict) and isinstance(stored, dict):
        gone = {key for key in _COMMITTED if stored.get(key) == "" and key in recorded}
        return recorded.keys() == stored.keys() and all(
            key in gone or _agree(recorded[key], stored[key]) for key in recorded
        )
    if isinstance(recorded, list) and isinstance(stored, list):
        return len(recorded) == len(stored) and all(map(_agree, recorded, stored))
    return bool(recorded == stored)
