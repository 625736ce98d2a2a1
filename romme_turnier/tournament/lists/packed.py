"""Packed lists: the games, log entries and contents of revisions of an event's lists, compressed into one row.

A stored list of twelve games takes some 26 kB, most of it in these rows. Events of closed seasons rarely need them, so
`tournament/exchange/packing.py` moves them into `PackedLists` and restores them before officials change the event.
While the rows are packed, the readers here and in `loaded_list.py` show the same lists from `PackedLists`.

Totals, seats, decisions with their reasons, and the hashes of the chain stay in their tables. The packed rows name
players by start number or not at all, so erasing a person or merging two changes nothing in them.
"""

import hashlib
import json
import lzma
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import Any, TypeVar

from django.db import models as db
from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.shared.errors import TournamentError

FORMAT = 1
PACKED = "packed"  # marks the content of a revision whose other parts are packed
_KEYS = frozenset({"id", "row_id", "spielliste_id"})  # mostly ascending, so the steps between them are stored

Content = dict[str, Any]
M = TypeVar("M", bound=db.Model)


class DamagedPackError(TournamentError):
    """The packed rows have changed since they were packed, so the database is damaged."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "Die verpackten Listen dieses Turniers sind in der Datenbank beschädigt. Der Betreiber kann eine "
                "frühere Sicherung zurückspielen."
            )
        )


@dataclass(frozen=True, slots=True)
class Packed:
    """The packed rows of an event. `games` and `log` are keyed by list, `contents` by revision.

    A list's games are ordered by number, each with its `cells`, ordered by seat.
    """

    games: Mapping[int, Sequence[models.GameRow]]
    log: Mapping[int, Sequence[models.LogEntry]]
    contents: Mapping[int, Content]


def data_of(
    games: Iterable[models.GameRow],
    entries: Iterable[models.GameEntry],
    log: Iterable[models.LogEntry],
    contents: Iterable[tuple[int, Content]],
) -> bytes:
    """Returns the rows in the form that `PackedLists` stores."""
    whole = {
        "format": FORMAT,
        "games": _columns(games),
        "entries": _columns(entries),
        "log": _columns(log),
        "contents": list(contents),
    }
    return lzma.compress(json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode(), preset=6)


def _columns(rows: Iterable[db.Model]) -> dict[str, list[Any]]:
    """Returns the values of the rows by column, because columns with many equal values compress best."""
    rows = list(rows)
    if not rows:
        return {}
    columns: dict[str, list[Any]] = {}
    for column in rows[0]._meta.concrete_fields:
        values = [getattr(row, column.attname) for row in rows]
        if column.attname in _KEYS:
            values = [after - before for before, after in pairwise([0, *values])]
        columns[column.attname] = [value.isoformat() if isinstance(value, datetime) else value for value in values]
    return columns


def _rows(model: type[M], columns: Mapping[str, list[Any]]) -> Iterator[M]:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    whole = {
        name: list(accumulate(values)) if name in _KEYS else list(map(fields[name].to_python, values))
        for name, values in columns.items()
    }
    for values in zip(*whole.values(), strict=True):
        yield model(**dict(zip(whole, values, strict=True)))


def skeleton_of(content: Content) -> Content:
    """Returns the parts of a content that stay in the table, because public pages look them up there."""
    seats = [{"seat": seat["seat"], "number": seat["number"]} for seat in content["seats"]]
    return {PACKED: True, "series": content["series"], "table": content["table"], "seats": seats}


def whole_revisions(revisions: Iterable[models.Revision], packed: Packed | None) -> list[models.Revision]:
    """Returns the revisions with their whole contents; `packed` are the packed rows of their event."""
    whole = list(revisions)
    if packed is not None:
        for revision in whole:
            revision.content = packed.contents.get(revision.pk, revision.content)
    return whole


def whole_log(spielliste: models.Spielliste, packed: Packed | None) -> list[models.LogEntry]:
    """Returns a list's log, ordered by version; `packed` are the packed rows of its event."""
    log = list(spielliste.log.all())
    if packed is None:
        return log
    entries = list(packed.log.get(spielliste.pk, ()))
    db.prefetch_related_objects(entries, "by")
    return sorted([*log, *entries], key=attrgetter("version"))


def read_packed(event: models.Event) -> Packed | None:
    """Returns the packed rows of an event; None if its lists are not packed, or were unpacked after `event` was loaded.

    Raises DamagedPackError if the packed rows were altered.
    """
    stored = models.PackedLists.objects.filter(event=event).first() if event.packed_at is not None else None
    return None if stored is None else unpacked(stored)


def unpacked(stored: models.PackedLists) -> Packed:
    data = bytes(stored.data)
    if hashlib.sha256(data).hexdigest() != stored.digest:
        raise DamagedPackError
    whole = json.loads(lzma.decompress(data))
    cells: defaultdict[int, list[models.GameEntry]] = defaultdict(list)
    for entry in sorted(_rows(models.GameEntry, whole["entries"]), key=lambda entry: entry.seat):
        cells[entry.row_id].append(entry)
    games: defaultdict[int, list[models.GameRow]] = defaultdict(list)
    for game in sorted(_rows(models.GameRow, whole["games"]), key=lambda game: game.number):
        game.cells = cells[game.pk]
        games[game.spielliste_id].append(game)
    log: defaultdict[int, list[models.LogEntry]] = defaultdict(list)
    for line in _rows(models.LogEntry, whole["log"]):
        log[line.spielliste_id].append(line)
    return Packed(games, log, dict(whole["contents"]))


def whole_content(revision: models.Revision, event: models.Event) -> Content:
    """Returns the content of a revision of the event, packed or not. Raises DamagedPackError as `read_packed` does."""
    content: Content = revision.content
    if PACKED not in content:
        return content
    packed = read_packed(event)
    return models.Revision.objects.get(pk=revision.pk).content if packed is None else packed.contents[revision.pk]
