"""Every verb of a season once, for test_verbs.py."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons import dates, seasons
from tests.factories import make_event
from tests.tournament.seasons.conftest import details


def keeping_a_season(did: Callable[..., Any], chief: User) -> None:
    day = date(2026, 1, 6)
    season = did(seasons.create_season, details(), days=[day], at=None, by=chief)
    did(seasons.update_season, season, details(name="Vereinsjahr"), at=None, by=chief)
    did(dates.set_dates, season, [day, date(2026, 1, 13)], at=None, by=chief)
    planned = season.dates.get(day=day)
    did(dates.cancel_date, planned, reason="Glatteis", at=None, by=chief)
    did(dates.restore_date, planned, at=None, by=chief)
    did(dates.move_date, planned, date(2026, 1, 7), reason="Saal belegt", at=None, by=chief)
    did(seasons.publish_season, season, at=None, by=chief)
    did(seasons.unpublish_season, season, at=None, by=chief)
    start = datetime(2026, 1, 13, 19, tzinfo=UTC)
    event = make_event(slug="abend", players=0, starts_at=start, held_by=season.organiser)
    did(seasons.put_into_season, event, season, models.Event.Kind.EVENING, at=event, by=chief)
    did(seasons.close_season, season, at=None, by=chief)
    did(seasons.reopen_season, season, at=None, by=chief)
    mistake = did(seasons.next_season, season, at=None, by=chief)
    did(seasons.delete_season, mistake, at=None, by=chief)
