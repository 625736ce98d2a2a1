"""The outbox of webhooks: an act adds its messages in its own transaction, and the server delivers them later.

Messages contain a kind and public identifiers, but no names or figures, which receivers read from public pages, files
or the API. A hook gets the messages of its organiser and of those below it. In the modes `hall` and `local`, there are
no messages about events and seasons; changes of names are still added, because they must eventually reach every
program.
"""

import secrets
import threading
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from romme_turnier.core.organisers.numbers import chain_of
from romme_turnier.tournament.models import (
    Event,
    Hook,
    HookMessage,
    PersonChange,
    Player,
    Registration,
    Result,
    Season,
    SeasonPlayer,
    Seat,
)
from romme_turnier.tournament.shared.service import at_end, part_of_service

Type = HookMessage.Type

written = threading.Event()  # set after a transaction with messages; the thread that delivers waits for it


@part_of_service
def announce_event(type: Type, event: Event, **ids: Any) -> None:  # noqa: A002 - the name in the message
    """Adds a message about the event to the outbox for each hook that wants such messages, if the event is public."""
    if event.is_public:
        _announce(type, event.held_by.number, {"event": event.slug, **ids})


@part_of_service
def announce_season(type: Type, season: Season, **ids: Any) -> None:  # noqa: A002
    """Adds a message about the season to the outbox for each hook that wants such messages, if the season is public."""
    if season.is_public:
        _announce(type, season.organiser.number, {"season": season.address, **ids})


@part_of_service
def announce_vanished(event: Event) -> None:
    """Adds a message about an event that is no longer published, and whose pages now answer 404."""
    _announce(Type.EVENT_CHANGED, event.held_by.number, {"event": event.slug})


def event_changed(event: Event) -> None:
    """Adds one message about changes to the event at the end of the act, if the event is public then."""
    at_end(_events_changed, [event.pk])


@part_of_service
def _events_changed(keys: set[int]) -> None:
    for event in Event.objects.filter(pk__in=keys).select_related("held_by").order_by("pk"):
        announce_event(Type.EVENT_CHANGED, event)


@part_of_service
def _announce(type: Type, organiser: str, ids: Mapping[str, Any]) -> None:  # noqa: A002
    if settings.MODE == "public":
        hooks = Hook.objects.filter(organiser__number__in=chain_of(organiser), off_at=None)
        _add(HookMessage(hook=hook, type=type, ids=ids, due_at=timezone.now()) for hook in hooks if type in hook.types)


@part_of_service
def names_changed(*players: Player) -> None:
    """Announces that these people's names on public pages have changed or vanished, at all their events and seasons.

    Only events and seasons in which readers could have seen the person are announced: events with released seats or
    results, and seasons with an edition. There is a separate message for each, in random order.
    """
    registrations = Registration.objects.filter(player__in=players)
    numbers = SeasonPlayer.objects.filter(player__in=players)
    store_changes([*_seen(registrations), *_in_seasons(numbers)])


@part_of_service
def name_changed_at(registration: Registration) -> None:
    """Announces that the player's name at this event, or at its season, may have changed."""
    numbers = SeasonPlayer.objects.filter(player=registration.player_id, season=registration.event.season_id)
    store_changes([*_seen(Registration.objects.filter(pk=registration.pk)), *_in_seasons(numbers)])


@part_of_service
def name_changed_in(entrant: SeasonPlayer) -> None:
    """Announces that the player's name in the tables of this season may have changed."""
    store_changes(_in_seasons(SeasonPlayer.objects.filter(pk=entrant.pk)))


@part_of_service
def numbers_changed(event: Event, numbers: Iterable[int]) -> None:
    """Announces that the names of these start numbers have changed in, or vanished from, the copy of an event."""
    store_changes([PersonChange(organiser_id=event.held_by_id, event=event, number=number) for number in numbers])


@part_of_service
def season_numbers_changed(season: Season, numbers: Iterable[int]) -> None:
    """Announces that the names of these numbers changed or vanished in the copy of a season."""
    store_changes([PersonChange(organiser=season.organiser, season=season, number=number) for number in numbers])


def _seen(registrations: Any) -> list[PersonChange]:
    """Returns a change for each registration whose number a released page shows, here or on the hosted program."""
    seat = Exists(Seat.objects.filter(registration=OuterRef("pk"), series__seats_released_at__isnull=False))
    result = Exists(Result.objects.filter(event=OuterRef("event"), player=OuterRef("player")))
    public = Q(event__published_at__isnull=False) | Q(event__publication__isnull=False)
    rows = registrations.filter(public, seat | result, number__isnull=False).select_related("event")
    return [PersonChange(organiser_id=row.event.held_by_id, event=row.event, number=row.number) for row in rows]


def ended_names(where: Event | Season, lasting: Collection[int], since: datetime) -> list[PersonChange]:
    """Returns an unsaved change for each name that is no longer public at an event or in a season.

    Erased people, and numbers with a change stored at or after `since`, are left out. `lasting` holds the start numbers
    whose names stay public at an event, or the primary keys of such players in a season.
    """
    if isinstance(where, Event):
        changes = _seen(where.registrations.filter(player__erased_at=None).exclude(number__in=lasting))
        stored = PersonChange.objects.filter(event=where, at__gte=since)
    else:
        changes = _in_seasons(where.players.filter(player__erased_at=None).exclude(player__in=lasting))
        stored = PersonChange.objects.filter(season=where, at__gte=since)
    known = set(stored.values_list("number", flat=True))
    return [change for change in changes if change.number not in known]


def _in_seasons(numbers: Any) -> list[PersonChange]:
    public = Q(season__published_at__isnull=False) | Q(season__publication__isnull=False)
    rows = numbers.filter(public).select_related("season__organiser")
    return [PersonChange(organiser=row.season.organiser, season=row.season, number=row.number) for row in rows]


@part_of_service
def store_changes(changes: list[PersonChange]) -> None:
    """Stores changes of names for programs that read them, and adds the messages about them to the outbox."""
    secrets.SystemRandom().shuffle(changes)  # so the order does not show which changes belong to one person
    stored = PersonChange.objects.bulk_create(changes)
    stored = [change for change in stored if (where := change.event or change.season) is not None and where.is_public]
    numbers = {change.organiser.number for change in stored}
    above = {number for organiser in numbers for number in chain_of(organiser)}
    hooks = list(Hook.objects.filter(organiser__number__in=above).select_related("organiser")) if above else []
    # A hook that is off gets its messages once it is on again. Pages name it until its program confirms them.
    _add(
        HookMessage(hook=hook, type=Type.PERSON_CHANGED, ids=change.ids, due_at=None if hook.off_at else timezone.now())
        for change in stored
        for hook in hooks
        if hook.organiser.number in chain_of(change.organiser.number)
    )


@part_of_service
def add_test(hook: Hook) -> None:
    """Adds a message without identifiers, with which officials test the hook."""
    _add([HookMessage(hook=hook, type=Type.TEST, due_at=timezone.now())])


@part_of_service
def _add(messages: Iterable[HookMessage]) -> None:
    if HookMessage.objects.bulk_create(messages):
        transaction.on_commit(written.set)
