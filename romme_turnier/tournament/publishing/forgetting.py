"""Changes of people's public names: announces names that have expired, and lets programs read and confirm changes.

Names vanish from the public pages if a person is erased or withdraws consent, and when the organiser's years with
names are over. A new name or a merge changes them. Programs with a hook get `person.changed` and confirm it; other
programs read the changes in order.
"""

from collections.abc import Collection, Iterator
from datetime import date, datetime, time, timedelta

from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from romme_turnier.tournament import models
from romme_turnier.tournament.models.public_names import lasting_names, years_later
from romme_turnier.tournament.organisers.reading import at_and_below
from romme_turnier.tournament.publishing.making import Published, has_changed
from romme_turnier.tournament.seasons.names import lasting_players
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.outbox import Type, ended_names, store_changes
from romme_turnier.tournament.shared.service import frame

TO_CONFIRM = timedelta(days=7)  # for the other program to confirm a change
# A change can be read once it and all changes with lower keys are a minute old. Acts may end in another order than that
# of the keys, and a reader that asks for all changes after the newest one would otherwise skip the late ones.
_SETTLED = timedelta(minutes=1)
_LOOKED_AT = 10  # events on one page
_LOOKED_BACK = timedelta(days=30)  # for names that ended; longer than a server pauses


class ListRestarted(Exception):
    """The change after which a program asks is not in the list, so the program must read the list from the start."""


def is_late() -> Q:
    """Returns the condition for messages about people that have been unconfirmed for more than seven days."""
    return Q(type=Type.PERSON_CHANGED, confirmed_at=None, at__lt=timezone.now() - TO_CONFIRM)


def late_hooks(organiser: models.Organiser) -> QuerySet[models.Hook]:
    """Returns the organiser's hooks whose programs have not confirmed a change of a person within seven days."""
    late = models.HookMessage.objects.filter(is_late(), hook__organiser=organiser.pk)
    return models.Hook.objects.filter(pk__in=late.values("hook"))


def late_copies(organiser: models.Organiser) -> list[Published]:
    """Returns the events and seasons on the laptop whose hosted copy still lacks a change of a person after seven days.

    Either no package has been made since the change, or the hosted program has not confirmed it. A package that was
    saved as a file counts as arrived. Only the newest events and seasons are examined, because packages take time to
    compare.
    """
    changes = models.PersonChange.objects.filter(organiser=organiser.pk, at__lt=timezone.now() - TO_CONFIRM)
    at_events = dict(changes.exclude(event=None).order_by().values_list("event").annotate(Max("at")))
    in_seasons = dict(changes.exclude(season=None).order_by().values_list("season").annotate(Max("at")))
    events = models.Event.objects.filter(pk__in=at_events, publication__isnull=False, elsewhere="")
    events = events.select_related("publication", "held_by").order_by("-starts_at")[:_LOOKED_AT]
    seasons = models.Season.objects.filter(pk__in=in_seasons, publication__isnull=False, elsewhere="")
    seasons = seasons.select_related("publication", "organiser").order_by("-first_day")[:_LOOKED_AT]
    return [
        *(event for event in events if _is_late(event, at_events[event.pk])),
        *(season for season in seasons if _is_late(season, in_seasons[season.pk])),
    ]


def _is_late(published: Published, changed_at: datetime) -> bool:
    publication = published.publication
    if publication.made_at > changed_at:
        is_sent = publication.sent_number == publication.number
        return bool(publication.outcome) and not is_sent
    try:
        return has_changed(published)
    except TournamentError:  # no package can be made
        return True


@frame
def confirm(organiser: models.Organiser, keys: Collection[str]) -> int:
    """Records that a program of the organiser has followed these messages about people.

    Returns the number of messages that were not confirmed before. Ignores unknown ids, and ids of other organisers and
    of other kinds of messages.
    """
    own = models.HookMessage.objects.filter(hook__organiser=organiser, type=Type.PERSON_CHANGED, key__in=keys)
    return own.filter(confirmed_at=None).update(confirmed_at=timezone.now(), due_at=None)


def id_of(change: models.PersonChange) -> str:
    """Returns the id of a change for other programs: "12-", for example, and 16 hexadecimal digits.

    A database restored from a backup reissues primary keys that programs have already read. The digits, a hash of the
    time in microseconds, tell the two changes apart. The time itself is hidden, because it would show which changes
    belong to one person: they are stored at almost the same time.
    """
    code = salted_hmac("id of a change", f"{change.pk} {change.at.isoformat()}", algorithm="sha256").hexdigest()
    return f"{change.pk}-{code[:16]}"


def announce_ended_names() -> None:
    """Tells other programs, once for each name, that it is no longer public because the years with names are over.

    The server calls this every day, because these names vanish at midnight without an act. It looks at names that
    ended, or whose years were changed, in the last thirty days. A change stored since then shows that the end of a name
    has already been announced.
    """
    now, today = timezone.now(), timezone.localdate()
    recent = now - _LOOKED_BACK
    acts = models.EventLog.objects.filter(event=None, verb="retention.set_names_years", at__gte=recent)
    changed = dict(acts.order_by().values_list("subject_pk").annotate(Max("at")))
    for organiser in models.Organiser.objects.exclude(names_years=None):
        years, changed_at = organiser.names_years or 0, changed.get(organiser.pk)
        for where, last in _with_last_days(organiser, None if changed_at else recent - years * timedelta(days=366)):
            day = years_later(last, years) + timedelta(days=1)
            midnight = timezone.make_aware(datetime.combine(day, time.min))
            since = max(midnight, changed_at or midnight)
            if day > today or since < recent:
                continue
            lasting = lasting_names(where) if isinstance(where, models.Event) else lasting_players(where)
            if lasting is not None and (changes := ended_names(where, lasting, since)):
                frame(store_changes)(changes)


def _with_last_days(
    organiser: models.Organiser, after: datetime | None
) -> Iterator[tuple[models.Event | models.Season, date]]:
    """Yields the organiser's public events and seasons that ended after `after`, with their last days.

    Yields all if `after` is None.
    """
    published = models.Event.objects.filter(held_by=organiser, published_at__isnull=False).select_related("held_by")
    events = published.annotate(last=Greatest("starts_at", Coalesce(Max("timetable__starts_at"), "starts_at")))
    seasons = organiser.seasons.filter(published_at__isnull=False).select_related("organiser")
    if after is not None:
        events, seasons = events.filter(last__gt=after), seasons.filter(last_day__gt=timezone.localdate(after))
    for event in events:
        yield event, timezone.localdate(event.last)
    for season in seasons:
        yield season, season.last_day


def changes_after(organiser: models.Organiser, since: str, most: int) -> list[models.PersonChange]:
    """Returns the next changes (at most `most`) after the change with this id, at public events and seasons.

    The events and seasons belong to the organiser or to organisers below. "" is the start of the list. Changes of the
    last minute, and all changes with higher keys, are held back. Raises ListRestarted if no change has the id: the
    database was restored from an older backup or belongs to another machine, or the event of the change was deleted.
    Callers check the form of the id.
    """
    cursor = int(since.partition("-")[0]) if since else 0
    last = models.PersonChange.objects.filter(pk=cursor).first()
    if since and (last is None or not constant_time_compare(id_of(last), since)):
        raise ListRestarted
    readable = Q(event__published_at__isnull=False) | Q(season__published_at__isnull=False)
    changes = models.PersonChange.objects.filter(readable, pk__gt=cursor, organiser__in=at_and_below(organiser))
    now = timezone.now()  # a change "in the future" was made before the clock was set back
    fresh = (
        changes.filter(at__range=(now - _SETTLED, now + _SETTLED)).order_by("pk").values_list("pk", flat=True).first()
    )
    settled = changes if fresh is None else changes.filter(pk__lt=fresh)
    return list(settled.select_related("event", "season__organiser").order_by("pk")[:most])
