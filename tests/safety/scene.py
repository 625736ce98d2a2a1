"""What the tests of safety write on: one series of many tables, an event that is not drawn yet, one whose tables keep
their lists on phones, and officials who are signed in already.

`python -m tests.safety.scene TABLES WRITERS` fills the database of DATABASE_URL and prints the keys of the sessions.
"""

import json
import os
import sys

import django


def main(tables: int, writers: int) -> None:
    from django.conf import settings
    from django.db import transaction
    from django.utils import timezone

    from romme_turnier.accounts.models import User
    from romme_turnier.tournament import models
    from tests.factories import make_event, seat_series
    from tests.safety.sizes import SIZES

    assert settings.BACKUP_MINUTES == 0
    with transaction.atomic():
        event = make_event(players=4 * tables, slug="sicherheit")
        seat_series(event, tables=_of_four(tables))
        small = make_event(players=16, slug="klein")
        now, at_tables = timezone.now(), SIZES.at_tables + 1  # one for the phone that is hostile
        phones = make_event(players=4 * at_tables, slug="handys", phone_lists="allowed", published_at=now)
        series = seat_series(phones, tables=_of_four(at_tables))
        models.Series.objects.filter(pk=series.pk).update(seats_released_at=now)
        sessions = []
        for number in range(1, writers + 1):
            user = User.objects.create(username=f"leser{number}", display_name=f"Leserin {number}")
            for one in (event, small, phones):
                models.EventRole.objects.create(event=one, user=user, role=models.EventRole.Role.DIRECTOR)
            sessions.append(session_of(user))
    print(json.dumps(sessions))


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
