"""Every verb of a season once, for test_verbs.py."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange import packing
from romme_turnier.tournament.seasons import dates, seasons
from romme_turnier.tournament.seasons.evenings import evening, people as people_services, seats as evening_seats
from romme_turnier.tournament.seating import draws_by_rank
from tests.factories import make_event
from tests.tournament.seasons.conftest import details
from tests.tournament.seasons.evenings import play


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
    there = make_event(slug="tische", players=8, held_by=season.organiser)
    people = [registration.player for registration in there.registrations.all()]
    opened = did(evening.open_evening, season, date(2026, 2, 3), people[:6], by=chief)
    late = did(evening_seats.join_evening, opened, people[6], at=opened, by=chief)
    did(people_services.set_guest, late, True, at=opened, by=chief)
    did(evening_seats.leave_evening, late, 2, at=opened, by=chief)
    play(opened)
    staying = [registration.pk for registration in opened.registrations.all()]
    did(evening_seats.seat_series, opened, 2, staying=staying, at=opened, by=chief)
    play(opened, 2)
    did(evening.close_evening, opened, ends_after=2, at=opened, by=chief)
    did(evening.reopen_evening, opened, at=opened, by=chief)
    evening.close_evening(opened, ends_after=2, by=chief)
    by_rank = make_event(slug="nach-tabelle", players=8, held_by=season.organiser)
    did(draws_by_rank.propose_by_season, by_rank, 1, range(8, 0, -1), basis={"edition": 1}, at=by_rank, by=chief)
    seasons.put_into_season(event, None, models.Event.Kind.TOURNAMENT, by=chief)  # it is never played
    did(seasons.close_season, season, at=None, by=chief)
    did(packing.pack_lists, opened, at=opened, by=chief)
    did(packing.unpack_lists, opened, at=opened, by=chief)
    models.SavedKey.objects.create(key="old", body_hash="", answer={}, at=datetime(2020, 1, 1, tzinfo=UTC))
    did(packing.forget_old_keys, at=None, by=chief)
    did(seasons.reopen_season, season, at=None, by=chief)
    mistake = did(seasons.next_season, season, at=None, by=chief)
    did(seasons.delete_season, mistake, at=None, by=chief)
