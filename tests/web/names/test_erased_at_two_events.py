"""Two events of one erased person: no page, file, paper or export joins them or gives a club."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.seating.series import close_series, release_seats
from romme_turnier.tournament.standings.rankings import CLUBS, ranking
from romme_turnier.tournament.standings.reading import rankings_of
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import make_cast, signed_in
from tests.factories import list_of, make_checked, make_event, one, seat_series
from tests.web.names.answers import files_of, papers_of, public_answers

pytestmark = pytest.mark.django_db
forget_clubs = import_module("romme_turnier.tournament.migrations.0043_erased_people_without_club").forget_clubs

PK = 918273645  # of the register; no other figure of the scene
TRACES = (str(PK), "kanari", "918.273.645")


def played(slug: str, player: models.Player) -> models.Event:
    """A published event with a released series; the person has start number 1 and the club "Kanariverein"."""
    event = make_event(slug=slug, games_per_list=2, published_at="2026-10-01T08:00Z")
    texts = {"contact": "kanari@example.org", "token": f"kanari-{slug}", "publish_name": True}
    event.registrations.filter(number=1).update(player=player, club=player.club, **texts)
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_seats(series, by=None)
    release_standings(event, 1, by=None)
    return event


@pytest.fixture
def person() -> models.Player:
    club = models.Club.objects.create(name="Kanariverein")
    return models.Player.objects.create(pk=PK, key="kanari-key", first_name="Kanari", last_name="Vogel", club=club)


@pytest.fixture
def events(person: models.Player) -> list[models.Event]:
    return [played(slug, person) for slug in ("vorjahr", "heuer")]


def everything(event: models.Event) -> dict[str, str]:
    official = signed_in(make_cast(event).petra)
    return dict([*public_answers(Client(), event), *files_of(official, event), *papers_of(event)])


def traces_in(text: str, club_stays: bool = False) -> list[str]:
    # The ranking of clubs names the club, but not its member.
    text = text.replace("Kanariverein", "") if club_stays else text
    return [trace for trace in TRACES if trace.casefold() in text.casefold()]


def test_erased_person_leaves_no_name_club_or_id_in_any_answer(
    events: list[models.Event], person: models.Player
) -> None:
    before = {name for name, text in everything(events[0]).items() if traces_in(text)}
    assert {"standings", "player", "event file", "participants", "ranking"} <= before
    erase_player(person, by=None)
    for event in events:
        answers = everything(event)
        assert {name for name, text in answers.items() if traces_in(text, name in {"ranking", "rankings"})} == set()
        assert "N. N." in answers["standings"]
        assert "1 N. N." not in answers["ranking"]


def test_no_long_value_of_an_erased_person_is_the_same_at_both_events(
    events: list[models.Event], person: models.Player
) -> None:
    erase_player(person, by=None)
    first, second = (one(event) for event in events)
    secrets = [{row.salt, row.token, *row.seats.values_list("pk", flat=True)} for row in (first, second)]
    assert secrets[0] & secrets[1] == set()
    assert [row.club for row in (first, second)] == [None, None]
    assert first.player.key is None


def test_ranks_and_figures_of_persons_and_clubs_stay(events: list[models.Event], person: models.Player) -> None:
    def figures() -> list[tuple[int | None, str | int | None, int]]:
        release = events[0].releases.get()
        clubs = ranking(rankings_of(release), CLUBS)
        assert clubs is not None
        ranks = [(row.rank, row.name, row.total) for row in clubs.team_rows]
        return [*ranks, *((row.rank, row.number, row.total) for row in release.rows)]

    before = figures()
    assert "Kanariverein" in [name for _rank, name, _total in before]
    erase_player(person, by=None)
    assert figures() == before


def test_upgrade_takes_the_club_of_those_who_were_erased_before(
    events: list[models.Event], person: models.Player
) -> None:
    club = one(events[0]).club
    erase_player(person, by=None)
    models.Registration.objects.filter(player=person).update(club=club)
    forget_clubs(apps, SimpleNamespace(connection=connection))
    assert [one(event).club for event in events] == [None, None]
    assert one(events[0], 2).club is not None
