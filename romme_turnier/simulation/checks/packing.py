"""Checks that packing a season changes neither other rows nor event files, and that unpacking restores all rows."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.apps import apps
from django.db.models import Model

from romme_turnier.accounts.models import User
from romme_turnier.simulation.checks.facts import Finding
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.exchange.packing import pack_seasons, unpack_lists
from romme_turnier.tournament.exchange.season_integrity import season_differences
from romme_turnier.tournament.seasons.seasons import close_season

_NEVER = (models.EventLog, models.PackedLists)  # packing and unpacking write them
_PACKED = (models.GameRow, models.GameEntry, models.LogEntry, models.Revision, models.Event)

Rows = dict[type[Model], list[tuple[Any, ...]]]


def check_packing(season: models.Season, by: User) -> Iterator[Finding]:
    """Closes the season, packs and unpacks its lists, and yields the differences in rows, files and verification."""
    close_season(season, by=by)
    events = list(season.events.filter(releases__isnull=False).distinct())
    before, files = _stored(), [export_event(event) for event in events]
    for event in pack_seasons(season, by=by):
        if models.GameRow.objects.filter(spielliste__table__series__event=event).exists():
            yield Finding("packing", f"{event.slug} still has its games")
    kept = {model: rows for model, rows in before.items() if model not in _PACKED}
    yield from _differences("packed", kept, _stored())
    for event in events:
        event.refresh_from_db()
    for event, file in zip(events, files, strict=True):
        if export_event(event) != file:
            yield Finding("packing", f"{event.slug} has another event file when it is packed")
    for difference in chain(season_differences(), *map(differences, events)):
        yield Finding("packing", f"packed: {difference}")
    for event in events:
        unpack_lists(event, by=by)
    yield from _differences("unpacked", before, _stored())


def _stored() -> Rows:
    return {
        model: sorted(model._base_manager.values_list(), key=repr)
        for model in apps.get_app_config("tournament").get_models()
        if model not in _NEVER
    }


def _differences(when: str, before: Rows, after: Rows) -> Iterator[Finding]:
    for model, rows in before.items():
        if rows != after[model]:
            yield Finding("packing", f"{when}, the rows of {model.__name__} differ")
