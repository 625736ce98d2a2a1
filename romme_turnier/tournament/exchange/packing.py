"""Packs lists of events in closed seasons, unpacks them before officials change an event, deletes old request keys."""

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.change import lock_lists
from romme_turnier.tournament.lists.packed import data_of, skeleton_of, unpacked
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import nothing_done, service

_AT_ONCE = 500
KEYS_KEPT = timedelta(days=90)  # no page repeats a request after that
_Status = models.Spielliste.Status


def packable_events(season: models.Season | None = None, *, once_closed: bool = False) -> QuerySet[models.Event]:
    """Returns the events whose lists can be packed and are not packed yet.

    Such events belong to closed seasons, and have closed series, released final standings and settled lists.
    With `once_closed`, open seasons are treated as closed. Events without lists are left out.
    """
    events = models.Event.objects.filter(packed_at=None, season__isnull=False)
    if not once_closed:
        events = events.filter(season__closed_at__isnull=False)
    if season is not None:
        events = events.filter(season=season)
    open_series = models.Series.objects.filter(event=OuterRef("pk"), closed_at=None)
    released = models.StandingsRelease.objects.in_force().filter(
        event=OuterRef("pk"), series__number=OuterRef("series_count")
    )
    lists = models.Spielliste.objects.filter(table__series__event=OuterRef("pk"))
    unsettled = lists.exclude(status__in=(_Status.CHECKED, _Status.INVALID))
    return events.filter(Exists(released), Exists(lists), ~Exists(open_series), ~Exists(unsettled)).order_by("pk")


@service(gettext_lazy("Listen verpackt"))
def pack_lists(event: models.Event, *, by: User | None) -> None:
    """Moves games, contents of revisions, and log entries without texts or changes of seats into one compressed row.

    Raises TournamentError if the event may still change (`packable_events`), or if its lists are already packed.
    """
    lists = _lock(event)
    if not packable_events().filter(pk=event.pk).exists():
        words = _("Verpackt werden Listen erst, wenn die Saison abgeschlossen und das Endergebnis freigegeben ist.")
        raise TournamentError(words)
    games = models.GameRow.objects.filter(spielliste__in=lists).order_by("pk")
    entries = models.GameEntry.objects.filter(row__spielliste__in=lists).order_by("pk")
    # Texts, which may name people, and changes of seats, which pages show, stay in the log.
    log = [
        entry
        for entry in models.LogEntry.objects.filter(spielliste__in=lists).order_by("pk")
        if entry.what != "seats" and not _texts(entry.old) and not _texts(entry.new)
    ]
    revisions = list(models.Revision.objects.filter(spielliste__in=lists).order_by("pk"))
    data = data_of(games, entries, log, [(revision.pk, revision.content) for revision in revisions])
    models.PackedLists.objects.create(event=event, data=data, digest=hashlib.sha256(data).hexdigest())
    rows = models.GameRow.objects.filter(spielliste__in=lists)
    models.GameEntry.objects.filter(row__in=rows).delete()
    rows.delete()
    models.LogEntry.objects.filter(pk__in=[entry.pk for entry in log]).delete()
    for revision in revisions:
        revision.content = skeleton_of(revision.content)
    models.Revision.objects.bulk_update(revisions, ["content"], batch_size=_AT_ONCE)
    event.packed_at = timezone.now()
    event.save(update_fields=["packed_at"])


@service(gettext_lazy("Listen ausgepackt"))
def unpack_lists(event: models.Event, *, by: User | None) -> None:
    """Restores the packed rows, except references to phones and accounts that no longer exist.

    Does nothing if the lists are not packed. Raises DamagedPackError, and changes nothing, if the packed rows are
    damaged.
    """
    lists = _lock(event)
    stored = models.PackedLists.objects.filter(event=event).first()
    event.packed_at = None
    if stored is None:  # another request was faster
        nothing_done()
        return
    packed, phones = unpacked(stored), set(models.TablePhone.objects.filter(spielliste__in=lists).values_list("pk"))
    games = [game for of_list in packed.games.values() for game in of_list]
    log = [entry for of_list in packed.log.values() for entry in of_list]
    accounts = set(User.objects.filter(pk__in={entry.by_id for entry in log}).values_list("pk", flat=True))
    for entry in log:
        if (entry.phone_id,) not in phones:
            entry.phone_id = None  # as for entries that are not packed
        if entry.by_id not in accounts:
            entry.by_id = None  # a packed entry does not keep the account of its author from being deleted
    models.GameRow.objects.bulk_create(games, batch_size=_AT_ONCE)
    models.GameEntry.objects.bulk_create((cell for game in games for cell in game.cells), batch_size=_AT_ONCE)
    models.LogEntry.objects.bulk_create(log, batch_size=_AT_ONCE)
    revisions = list(models.Revision.objects.filter(pk__in=packed.contents))
    for revision in revisions:
        revision.content = packed.contents[revision.pk]
    models.Revision.objects.bulk_update(revisions, ["content"], batch_size=_AT_ONCE)
    stored.delete()
    event.save(update_fields=["packed_at"])


@service(gettext_lazy("Alte Schlüssel von Eingaben gelöscht"))
def forget_old_keys(*, by: User | None) -> None:
    """Deletes the keys of requests that are too old to be repeated; they take a sixth of a list's space."""
    deleted, _by_model = models.SavedKey.objects.filter(at__lt=timezone.now() - KEYS_KEPT).delete()
    if not deleted:
        nothing_done()


def unpack_changed(event: models.Event, user: User, **_facts: Any) -> None:
    """Unpacks the lists of an event that an official changes (`permissions.packed_event_changed`).

    Raises DamagedPackError as `unpack_lists` does.
    """
    unpack_lists(event, by=user)


def _lock(event: models.Event) -> list[int]:
    """Locks the event and its lists, and returns the primary keys of the lists."""
    list(models.Event.objects.select_for_update(no_key=True).filter(pk=event.pk).values_list("pk"))
    lists = models.Spielliste.objects.filter(table__series__event=event)
    lock_lists(lists)
    return list(lists.order_by("pk").values_list("pk", flat=True))


def _texts(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_texts, value.values()))
    return isinstance(value, str) or (isinstance(value, list) and any(map(_texts, value)))


def pack_seasons(season: models.Season | None = None, *, by: User | None) -> Iterator[models.Event]:
    """Packs the lists of the packable events of one season or of all, and yields each event after packing its lists."""
    for event in packable_events(season).iterator(chunk_size=100):
        pack_lists(event, by=by)
        yield event
