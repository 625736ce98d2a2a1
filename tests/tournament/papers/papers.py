"""Issued papers for tests: an event with released standings, its lists, and their codes."""

from typing import Any

from django.db.transaction import atomic

from romme_turnier.core.codes.signing import Code
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.packed import read_packed, whole_revisions
from romme_turnier.tournament.organisers.signing_keys import ensure_key, private_key
from romme_turnier.tournament.papers.contents import certificate_content, list_content, signed, standings_content
from romme_turnier.tournament.participants.reading import full_names
from romme_turnier.tournament.seating.series import close_series, reopen_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import enter, list_of, make_checked, make_event, seat_series


def released_event(*, tables: int = 2, **fields: Any) -> models.Event:
    """An event of one series with a release of its standings, and so with a key of its organiser."""
    event = make_event(**{"series_count": 1, "players": 4 * tables, **fields})
    series = seat_series(event, tables=[list(range(start, start + 4)) for start in range(1, 4 * tables, 4)])
    for table in series.tables.all():
        make_checked(list_of(series, table.number))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    return event


def sign_for(organiser: models.Organiser) -> None:
    """Gives the organiser a key, for seasons whose editions are made as rows."""
    with atomic():
        ensure_key(organiser)


def correct(event: models.Event) -> None:
    """Corrects a result and releases the standings again."""
    series = event.series.get(number=1)
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 30 40", reason="Rechenfehler")
    close_series(series, by=None)
    release_standings(event, 1, by=None)


def _some(code: Code | None) -> Code:
    assert code is not None
    return code


def code_of_standings(event: models.Event) -> Code:
    release = event.releases.select_related("event", "series").order_by("-number")[0]
    return _some(signed(private_key(event.held_by), standings_content(release, full_names(event))))


def code_of_certificate(event: models.Event, number: int = 1) -> Code:
    release = event.releases.select_related("event", "series").order_by("-number")[0]
    row = next(row for row in release.posted_rows if row.number == number)
    make = certificate_content(release, row, full_names(event)[number])
    return _some(signed(private_key(event.held_by), make))


def code_of_list(event: models.Event, table: int = 1) -> Code:
    spielliste = list_of(event.series.get(number=1), table)
    revisions = whole_revisions(spielliste.revisions.order_by("number"), read_packed(event))
    names = [seat.registration.name for seat in spielliste.table.seats.order_by("number")]
    return _some(signed(private_key(event.held_by), list_content(spielliste, revisions[-1], names)))
