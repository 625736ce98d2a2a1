"""Long standings on a phone: 25 rows at a time, the rows around one player, or a player found by search."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.core.standings.ranks import Tally
from romme_turnier.tournament import models
from romme_turnier.tournament.models.standing_rows import TeamRow
from romme_turnier.tournament.standings.reading import rankings_now
from tests.factories import make_event, make_official
from tests.web.public.test_my_event import phone_of

pytestmark = pytest.mark.django_db

NOTHING = Tally.of([None])


@pytest.fixture(scope="module")
def made_event(module_rows: None) -> models.Event:
    """Seventy players in the standings, in the order of their numbers, as none has a list."""
    make_official()
    event = make_event(players=70, published_at=datetime(2026, 10, 1, tzinfo=UTC))
    event.registrations.filter(number=33).update(publish_name=True)
    release(event)
    return event


@pytest.fixture
def event(made_event: models.Event, db: None) -> models.Event:
    return models.Event.objects.get(pk=made_event.pk)


def release(event: models.Event) -> None:
    """Behind the program's back, as no game has been played."""
    series = models.Series.objects.create(event=event, number=1)
    rows = rankings_now(event, 1).rows
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    models.StandingsRelease.objects.create(event=event, series=series, number=1, released_at=timezone.now(), rows=rows)


def page(event: models.Event, **query: str) -> str:
    address = reverse("public:standings", args=[event.slug])
    return Client().get(address, query).content.decode()


def rows(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'<tr id="nr-(\d+)"', html)]


def own(html: str) -> list[str]:
    return re.findall(r'<tr id="nr-(\d+)" class="is-own" aria-current="true"', html)


def test_first_rows_are_shown_and_the_others_linked(event: models.Event) -> None:
    html = page(event)
    assert rows(html) == list(range(1, 26))
    assert own(html) == []
    assert html.count('href="/t/testpokal/rangliste/?ab=26"') == 2  # above and below
    assert "Zeile 1 bis 25 von 70" in html


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"ab": "51"}, range(51, 71)),
        ({"ab": "71"}, range(1, 26)),
        ({"ab": "x"}, range(1, 26)),
        ({"alle": "1"}, range(1, 71)),
        ({"nr": "40"}, range(28, 53)),
        ({"nr": "2"}, range(1, 26)),
        ({"nr": "69"}, range(46, 71)),
        ({"nr": "400"}, range(1, 26)),
        ({"alle": "1", "nr": "69"}, range(1, 71)),
    ],
)
def test_rows_are_those_asked_for(event: models.Event, query: dict[str, str], expected: range) -> None:
    assert rows(page(event, **query)) == list(expected)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"sortiert": "-number"}, range(70, 45, -1)),
        ({"sortiert": "-number", "ab": "26"}, range(45, 20, -1)),
        ({"sortiert": "-number", "nr": "31"}, range(43, 18, -1)),
        ({"sortiert": "nobody"}, range(1, 26)),
    ],
)
def test_rows_are_sorted_before_they_are_cut_into_pages(
    event: models.Event, query: dict[str, str], expected: range
) -> None:
    html = page(event, **query)
    assert rows(html) == list(expected)
    assert ("?ab=51&amp;sortiert=-number" in html) == (query["sortiert"] == "-number")
    assert own(html) == ([query["nr"]] if "nr" in query else [])
    assert not re.search(r'href="\?[^"]*ab=26[^"]*">Name<', html)  # another order begins with its first row


def test_own_row_is_marked(event: models.Event) -> None:
    assert own(page(event, nr="40")) == ["40"]
    assert own(page(event, nr="400")) == []


def test_number_or_name_finds_the_row(event: models.Event) -> None:
    assert own(page(event, q="64")) == ["64"]
    assert own(page(event, q="Spieler33")) == ["33"]
    assert own(page(event, q="vera40 spieler40")) == ["40"]
    assert 64 in rows(page(event, q="64"))


def test_part_of_a_surname_that_is_not_shown_finds_nobody(event: models.Event) -> None:
    html = page(event, q="Vera40 Spiele")
    assert own(html) == []
    assert "Niemand gefunden" in html
    assert "&lt;b&gt;" in page(event, q="<b>")


def test_several_hits_are_listed_each_with_its_rows(event: models.Event) -> None:
    html = page(event, q="Vera4")
    hits = re.findall(r"\?nr=(\d+)#nr-\d+", html)
    assert hits == ["4", "40", "41", "42", "43", "44", "45", "46"]
    assert own(html) == []


def test_to_me_leads_a_phone_that_is_known_to_its_row(event: models.Event) -> None:
    address = reverse("public:my_rank", args=[event.slug])
    assert Client().get(address)["Location"] == reverse("public:my_card", args=[event.slug])
    phone = phone_of(event, 40)
    assert phone.get(address)["Location"] == "/t/testpokal/rangliste/?nr=40#nr-40"


def test_to_me_stays_in_the_ranking_and_leads_nowhere_else(event: models.Event) -> None:
    address, phone = reverse("public:my_rank", args=[event.slug]), phone_of(event, 40)
    clubs = reverse("public:ranking", args=[event.slug, 1, 1, "clubs"])
    assert f"?nach={clubs}" in Client().get(clubs).content.decode()
    assert phone.get(address, {"nach": clubs})["Location"] == f"{clubs}?nr=40#nr-40"
    for elsewhere in ["https://example.org/", "//example.org/t/testpokal/rangliste/", "/leitung/", f"{clubs}?nr=3"]:
        assert phone.get(address, {"nach": elsewhere})["Location"] == "/t/testpokal/rangliste/?nr=40#nr-40"


@pytest.fixture
def teams(event: models.Event) -> models.Event:
    """Thirty-five teams of two below the seventy players: 1 and 2 are the first team, 3 and 4 the second."""
    rows = [TeamRow(at, f"{at:02}", f"Mannschaft {at}", NOTHING, (2 * at - 1, 2 * at)) for at in range(1, 36)]
    models.StandingsRelease.objects.update(team_rows=rows)
    return event


def team_rows(html: str) -> list[int]:
    return [int(row) for row in re.findall(r'<tr id="zeile-(\d+)"', html)]


def own_teams(html: str) -> list[str]:
    return re.findall(r'<tr id="zeile-(\d+)" class="is-own" aria-current="true"', html)


def test_teams_have_pages_of_their_own_below_the_players(teams: models.Event) -> None:
    html = page(teams)
    assert team_rows(html) == list(range(1, 26))
    assert html.count('href="/t/testpokal/rangliste/?mannschaften=26#mannschaften"') == 2
    turned = page(teams, mannschaften="26")
    assert team_rows(turned) == list(range(26, 36))
    assert rows(turned) == list(range(1, 26))
    assert len(team_rows(page(teams, alle="1"))) == 35


def test_team_of_a_player_is_marked_among_the_rows_around_it(teams: models.Event) -> None:
    html = page(teams, nr="40")
    assert own(html) == ["40"]
    assert own_teams(html) == ["20"]
    assert team_rows(html) == list(range(8, 33))


def test_search_finds_a_team_by_its_name(teams: models.Event) -> None:
    html = page(teams, q="mannschaft 33")
    assert own_teams(html) == ["33"]
    assert own(html) == []
    several = page(teams, q="Mannschaft 3")
    assert re.findall(r"\?zeile=(\d+)#zeile-\d+", several) == ["3", "30", "31", "32", "33", "34", "35"]
    assert own_teams(page(teams, zeile="34")) == ["34"]


def test_ranking_of_tandems_is_searched_by_name_and_by_member(teams: models.Event) -> None:
    rows_of_two = [
        TeamRow(at, f"{at:02}", f"Tandem {at}", NOTHING, (2 * at - 1, 2 * at), size=2) for at in range(1, 36)
    ]
    models.StandingsRelease.objects.update(team_rows=rows_of_two)
    address = reverse("public:ranking", args=[teams.slug, 1, 1, "tandems"])
    html = Client().get(address, {"q": "64"}).content.decode()
    assert '<tr id="nr-64" class="is-own" aria-current="true"' in html
    assert "Zeile 11 bis 35 von 35" in html
    assert own_teams(Client().get(address, {"q": "Tandem 7"}).content.decode()) == ["7"]
    assert "Niemand gefunden" in Client().get(address, {"q": "Niemals"}).content.decode()


def test_short_standings_are_one_page(event: models.Event) -> None:
    small = make_event(slug="klein", published_at=event.published_at)
    release(small)
    html = page(small)
    assert rows(html) == list(range(1, 9))
    assert "Zeile 1" not in html
