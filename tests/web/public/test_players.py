"""A player's results and lists: as released, and nothing newer."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from romme_turnier.core.lists.endings import Ending
from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.decisions import add_penalty
from romme_turnier.tournament.lists.endings import doubt_ending
from romme_turnier.tournament.seating.series import close_series, release_seats, reopen_series
from romme_turnier.tournament.shared.hyphens import shy
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.templatetags.words import shy_words
from tests.factories import enter, list_of, make_event, make_official, seat_series

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_once")]


def player_url(event: models.Event, number: int) -> str:
    return reverse("public:player", args=[event.slug, number])


def list_url(event: models.Event, table: int = 1, series: int = 1) -> str:
    return reverse("public:list", args=[event.slug, series, table])


def correct_first_game(series: models.Series) -> None:
    """After the release: seat 2 of table 1 had 99, not 20."""
    reopen_series(series, by=None)
    enter(list_of(series), 1, "0 99 30 40", reason="verlesen")


def test_player_page_shows_the_result_of_the_newest_release(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    html = client.get(player_url(event, 3)).content.decode()
    assert "40 Punkte" in html  # 2 × 30 − 20
    assert list_url(event) in html
    assert "Spieler3" not in html


def test_player_page_has_dashes_for_a_series_without_results(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    release_seats(seat_series(event, 2), by=None)
    html = client.get(player_url(event, 3)).content.decode()
    row = re.search("Serie 2</th>.*?</tr>", html, re.DOTALL)
    assert row is not None
    assert re.findall("<td[^>]*>([^<]*)<", row.group())[1:] == ["–", "–", "–"]


def test_player_page_is_not_found_when_nothing_is_released(
    client: Client, event: models.Event, series: models.Series
) -> None:
    assert client.get(player_url(event, 3)).status_code == 404


def test_player_page_shows_the_seat_alone_before_the_first_release(
    client: Client, event: models.Event, seated: models.Series
) -> None:
    html = client.get(player_url(event, 3)).content.decode()
    assert "Tisch 1, Platz 3" in html
    assert "noch nicht freigegeben" in html
    assert "40" not in html


def test_number_that_nobody_has_is_not_found(
    client: Client, event: models.Event, seated: models.Series, release: models.StandingsRelease
) -> None:
    assert client.get(player_url(event, 99)).status_code == 404


def test_player_of_another_event_is_not_found(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    other = make_event(slug="anderes", players=20, published_at=event.published_at)
    assert client.get(player_url(event, 15)).status_code == 404
    assert client.get(player_url(other, 3)).status_code == 404


def test_code_of_a_list_leads_players_on_before_a_release_contains_it(
    client: Client, event: models.Event, seated: models.Series
) -> None:
    answer = client.get(list_url(event))
    page = answer.content.decode()
    assert answer.status_code == 404
    assert "sobald die Rangliste nach Serie 1 freigegeben ist" in page
    assert reverse("public:my_event", args=[event.slug]) in page
    assert "Vera" not in page


def test_code_of_a_list_tells_nothing_of_a_series_that_is_not_drawn(client: Client, event: models.Event) -> None:
    seat_series(event, 2, [[8, 7, 6, 5], [4, 3, 2, 1]])
    drawn, nobodys, undrawn = (client.get(list_url(event, table, series)) for table, series in ((7, 2), (8, 2), (7, 3)))
    same = drawn.content.decode()
    assert nobodys.content.decode().replace("Tisch 8", "Tisch 7").replace("tisch/8", "tisch/7") == same
    assert undrawn.content.decode().replace("Serie 3", "Serie 2").replace("serie/3", "serie/2") == same
    assert client.get(list_url(event, series=event.series_count + 1)).content.decode().count("Spielliste") == 0


def test_code_of_a_list_leads_officials_to_its_entry_until_it_is_released(
    client: Client, event: models.Event, seated: models.Series
) -> None:
    client.force_login(make_official(event, username="ella"))
    entry = reverse("organiser:list", args=[event.slug, 1, 1])
    assert client.get(list_url(event)).headers["Location"] == entry
    models.Event.objects.filter(pk=event.pk).update(published_at=None)
    assert client.get(list_url(event)).headers["Location"] == entry
    client.force_login(make_official(username="frieda"))
    assert client.get(list_url(event)).status_code == 404


def test_released_list_is_the_same_for_officials(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    client.force_login(make_official(event, username="ella"))
    assert "Von der Spielleitung geprüft." in client.get(list_url(event)).content.decode()


def test_list_of_a_later_series_is_not_found_until_it_is_released(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    seat_series(event, 2, [[8, 7, 6, 5], [4, 3, 2, 1]])
    assert client.get(list_url(event, series=2)).status_code == 404
    assert client.get(list_url(event, table=3)).status_code == 404


def test_list_shows_games_sums_and_abbreviated_names(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    html = client.get(list_url(event)).content.decode()
    assert "Vera3 S." in html
    assert "Spieler3" not in html
    assert "<td>60</td>" in html  # 2 × 40 − 20


def test_list_says_that_it_is_checked_and_whether_all_have_signed(
    client: Client, event: models.Event, release: models.StandingsRelease
) -> None:
    assert "Von der Spielleitung geprüft." in client.get(list_url(event)).content.decode()
    remembered.clear()
    hand_in = models.HandIn.objects.get_or_create(spielliste=list_of(release.series))[0]
    models.HandIn.objects.filter(pk=hand_in.pk).update(paper="in", unsigned=[])
    assert "Von den Spielern unterschrieben" in client.get(list_url(event)).content.decode()
    remembered.clear()
    models.HandIn.objects.filter(pk=hand_in.pk).update(unsigned=[2])
    assert "unterschrieben" not in client.get(list_url(event)).content.decode()


HYPHEN = '<i class="shy"></i>'


def test_long_names_in_narrow_columns_are_parted_with_a_hyphen_that_is_not_copied() -> None:
    assert shy("Gerhard Stubenrauch").replace(HYPHEN, "-") == "Gerhard Stu-ben-rauch"
    assert shy("Rosemarie").replace(HYPHEN, "-") == "Rose-ma-rie"
    assert shy("Vera Kurz") == "Vera Kurz"
    assert shy("2345678901") == "2345678901"
    assert shy("<Stubenrauch>") == f"&lt;Stu{HYPHEN}ben{HYPHEN}rauch&gt;"
    assert shy_words("Vera <Kurz>") == '<span class="word">Vera</span> <span class="word">&lt;Kurz&gt;</span>'


def test_list_that_was_corrected_after_the_release_shows_what_was_released(
    client: Client, event: models.Event, series: models.Series, release: models.StandingsRelease
) -> None:
    before = client.get(list_url(event)).content
    correct_first_game(series)
    assert client.get(list_url(event)).content == before
    close_after_check(series)
    release_standings(event, 1, by=None)
    assert b"99" in client.get(list_url(event)).content


def close_after_check(series: models.Series) -> None:
    models.Spielliste.objects.filter(table__series=series).update(status="checked")
    series.refresh_from_db()
    close_series(series, by=None)


def test_reasons_of_the_officials_are_not_on_the_list(
    client: Client, event: models.Event, series: models.Series
) -> None:
    reopen_series(series, by=None)
    add_penalty(list_of(series), seat=2, game=2, points=100, reason="hat betrogen", expected=None, by=None)
    close_after_check(series)
    release_standings(event, 1, by=None)
    html = client.get(list_url(event)).content.decode()
    assert said_of_games(html) == {2: "Platz 2: 100 Strafpunkte"}
    assert "betrogen" not in html


def test_list_says_in_the_row_of_the_game_what_was_special_about_it(
    client: Client, event: models.Event, series: models.Series
) -> None:
    reopen_series(series, by=None)
    enter(list_of(series), 1, "60 * 70 80", reason="verlesen")
    endings = [Ending(1, handromme=False), Ending(3, handromme=False)]
    points = {1: [16], 3: [8]}
    doubt_ending(list_of(series), game=2, endings=endings, points=points, reason="zwei Nullen", expected=None, by=None)
    close_after_check(series)
    release_standings(event, 1, by=None)
    html = client.get(list_url(event)).content.decode()
    doubt = "Ende unklar: Platz 1 oder Platz 3; für jeden zählt die ungünstigste Lesart"
    assert said_of_games(html) == {1: "Handrommé", 2: doubt}
    assert "zwei Nullen" not in html


def said_of_games(html: str) -> dict[int, str]:
    """Returns the notes next to the figures in the rows of a list, by game."""
    rows = re.findall(r'<th class="sheet__no" scope="row">(\d+)</th>(.*?)</tr>', html, re.DOTALL)
    said = {int(game): re.search(r'class="sheet__words">(.*?)</td>', row) for game, row in rows}
    return {game: " ".join(strip_tags(words[1]).split()) for game, words in said.items() if words}


def test_unpublished_event_is_not_found_anywhere(
    client: Client, event: models.Event, seated: models.Series, release: models.StandingsRelease
) -> None:
    addresses = [
        reverse("public:event", args=[event.slug]),
        reverse("public:standings", args=[event.slug]),
        reverse("public:release", args=[event.slug, 1, 1]),
        reverse("public:seats", args=[event.slug]),
        player_url(event, 3),
        list_url(event),
    ]
    assert {client.get(address).status_code for address in addresses} == {200}
    models.Event.objects.update(published_at=None)
    assert {client.get(address).status_code for address in addresses} == {404}
