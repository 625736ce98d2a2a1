"""The events of the safety tests: one series of many tables, an event before its draw, one with lists on phones, and
signed-in officials.

`python -m tests.safety.scene TABLES WRITERS` fills the database of DATABASE_URL and prints the keys of the sessions.
"""

import json
import os
import sys
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from romme_turnier.tournament.models import Event
    from tests.safety.at_tables.played import Played


def main(tables: int, writers: int) -> None:
    from django.conf import settings
    from django.db import transaction

    from romme_turnier.accounts.models import User
    from romme_turnier.tournament import models
    from tests.factories import make_event, seat_series
    from tests.safety.at_tables.played import EVERY

    assert settings.BACKUP_MINUTES == 0
    with transaction.atomic():
        event = make_event(players=4 * tables, slug="sicherheit")
        seat_series(event, tables=_of_four(tables))
        small = make_event(players=16, slug="klein")
        at_phones = [_at_phones(played) for played in EVERY]
        sessions = []
        for number in range(1, writers + 1):
            user = User.objects.create(username=f"leser{number}", display_name=f"Leserin {number}")
            for one in (event, small, *at_phones):
                models.EventRole.objects.create(event=one, user=user, role=models.EventRole.Role.DIRECTOR)
            sessions.append(session_of(user))
    print(json.dumps(sessions))


def _at_phones(played: "Played") -> "Event":
    """An event of that kind, its first series drawn and its seats released."""
    from django.utils import timezone

    from romme_turnier.tournament import models
    from tests.factories import make_event, seat_series

    now = timezone.now()
    players = played.seats * played.tables
    event = make_event(players=players, slug=played.slug, phone_lists="allowed", published_at=now, **played.fields)
    series = seat_series(event, tables=played.seating)
    models.Series.objects.filter(pk=series.pk).update(seats_released_at=now)
    return event


def _of_four(tables: int) -> list[tuple[int, ...]]:
    return [tuple(range(first, first + 4)) for first in range(1, 4 * tables + 1, 4)]


def session_of(user: object) -> str:
    """A session as signing in makes it."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)  # type: ignore[attr-defined]
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()  # type: ignore[attr-defined]
    store.create()
    return str(store.session_key)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
    django.setup()
    main(int(sys.argv[1]), int(sys.argv[2]))
