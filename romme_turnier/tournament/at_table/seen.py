"""The time when a phone was last seen, to the minute, as phones ask every few seconds."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.hall.calls_reading import minutes_between
from romme_turnier.tournament.shared.service import in_passing

AT_MOST_EVERY = timedelta(minutes=1)


def note(phone: int, seen_at: datetime | None) -> None:
    """Records that the phone with this key asked just now, unless the stored `seen_at` is nearly the same."""
    if seen_at is None or abs(timezone.now() - seen_at) >= AT_MOST_EVERY:  # the clock may have been set back
        _store(phone)


@in_passing
def _store(phone: int) -> None:
    now = timezone.now()
    # The phone may ask twice at the same moment.
    seen_now = Q(seen_at__gt=now - AT_MOST_EVERY, seen_at__lt=now + AT_MOST_EVERY)
    models.TablePhone.objects.filter(pk=phone).filter(Q(seen_at=None) | ~seen_now).update(seen_at=now)


def minutes_since(phone: models.TablePhone) -> int:
    """Returns how many whole minutes ago the phone was last seen; 0 and 1 may be a phone in use."""
    return minutes_between(phone.seen_at or phone.opened_at, timezone.now())
