"""Pictures for shared links: size, contents, and the names in them."""

from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from romme_turnier.documents.render.share_picture import SIZE, Row, share_picture
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.syndication import pictures
from tests.seasons import issue, make_season_with_players
from tests.tournament.seasons.season_rows import make_ranking

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_once")]

EVENT, SEASON = "/t/testpokal/bild.png", "/saison/verein/2026/bild.png"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, list[Row]]]:
    """Title, line below and rows of each picture."""
    drawn: list[tuple[str, str, list[Row]]] = []

    def draw(title: str, below: str, rows: list[Row], **_look: str) -> bytes:
        drawn.append((title, below, list(rows[:3])))
        return share_picture(title, below, rows, **_look)

    monkeypatch.setattr(pictures, "share_picture", draw)
    return drawn


def test_picture_of_an_event_tells_day_and_place_and_then_the_first_three(
    client: Client, event: models.Event, series: models.Series, drawn: Any
) -> None:
    answer = client.get(EVENT)
    assert (answer["Content-Type"], Image.open(BytesIO(answer.content)).size) == ("image/png", (1200, 630))
    assert drawn[-1][0] == "Testpokal"
    assert "Bürgerhaus" in drawn[-1][1]
    assert drawn[-1][2] == []
    release = release_standings(event, 1, by=None)
    assert client.get(EVENT).content != answer.content
    title, below, rows = drawn[-1]
    assert (title, below.split(",")[0]) == ("Testpokal", "Rangliste nach Serie 1")
    assert [row.rank for row in rows] == [f"{row.rank}." for row in release.posted_rows[:3]]
    assert "Vera2 Spieler2" in [row.name for row in rows]
    tag = client.get(EVENT)["ETag"]
    assert client.get(EVENT, headers={"If-None-Match": tag}).status_code == 304


def test_picture_has_public_names_only(client: Client, release: models.StandingsRelease, drawn: Any) -> None:
    models.Player.objects.filter(registrations__event=release.event).update(last_name="Kanarienvogel")
    models.Registration.objects.update(publish_name=False)
    invalidate_public_pages(release.event_id)
    client.get(EVENT)
    assert all("Kanarienvogel" not in row.name for row in drawn[-1][2])
    models.Player.objects.update(erased_at=timezone.now(), first_name="N.", last_name="N.")
    invalidate_public_pages(release.event_id)
    client.get(EVENT)
    assert {row.name for row in drawn[-1][2]} == {"N. N."}


def test_names_in_pictures_end_with_the_years(client: Client, release: models.StandingsRelease, drawn: Any) -> None:
    models.Event.objects.update(starts_at="2015-01-01T10:00Z", series_count=2)  # no final standings, whose first stay
    models.Organiser.objects.update(names_years=3)
    invalidate_public_pages(release.event_id)
    client.get(EVENT)
    assert [row.name for row in drawn[-1][2]] == ["N. N."] * 3


def test_picture_of_a_season_shows_its_newest_edition(client: Client, event: models.Event, drawn: Any) -> None:
    season = make_season_with_players()
    client.get(SEASON)
    assert drawn[-1] == ("Clubjahr 2026", "", [])
    issue(season, ["300.00", "310.50", "400.25", ""])
    client.get(SEASON)
    assert drawn[-1][2] == [
        Row("1.", "Vor1 Nach1", "300,00"),
        Row("2.", "Vor2 Nach2", "310,50"),
        Row("3.", "Vor3 Nach3", "400,25"),
    ]
    models.Season.objects.update(published_at=None)
    assert client.get(SEASON).status_code == 404


def test_picture_of_a_season_shows_the_ranking_of_its_page_and_not_one_that_rests(
    client: Client, event: models.Event, drawn: Any
) -> None:
    season = make_season_with_players()
    edition = issue(season, ["300.00", "310.50", "400.25", ""])
    make_ranking(season, "lists", value="lists")
    models.Ranking.objects.filter(slug="lists").update(position=1)
    client.get(SEASON)
    assert drawn[-1][1].startswith(edition.ranking.name)
    models.Ranking.objects.filter(slug="mittel").update(rests=True)
    client.get(SEASON)
    assert drawn[-1] == ("Clubjahr 2026", "", [])  # as the page: the first ranking has no edition yet


def test_page_names_the_picture_at_the_public_address_and_never_at_the_host_of_the_request(
    client: Client, release: models.StandingsRelease, settings: Any
) -> None:
    assert "og:image" not in client.get("/t/testpokal/rangliste/").text  # not on the internet
    settings.MODE, settings.ALLOWED_HOSTS = "public", ["romme.example", "testserver"]
    invalidate_public_pages(release.event_id)
    text = client.get("/t/testpokal/rangliste/", headers={"Host": "testserver"}, secure=True).text
    assert '<meta property="og:image" content="https://romme.example/t/testpokal/bild.png">' in text
    make_season_with_players()
    text = client.get("/saison/verein/2026/", secure=True).text
    assert '<meta property="og:image" content="https://romme.example/saison/verein/2026/bild.png">' in text
    assert '<meta property="og:title" content="Clubjahr 2026">' in text
    assert '<meta name="twitter:card" content="summary_large_image">' in text


@pytest.mark.parametrize("text", ["", "x" * 5_000, "Łukasz Żółć", "Вера", "龍\u202e\n\x00", "=1+1<script>"])
def test_every_text_makes_a_picture_within_its_edges(text: str) -> None:
    png = share_picture(text, text, [Row("1.", text, "−1.234½")] * 5, background="#0a4d31", foot=text)
    picture = Image.open(BytesIO(png)).convert("RGB")
    assert picture.size == SIZE
    background = (10, 77, 49)
    right = picture.crop((1200 - 70, 0, 1200, 630))
    assert right.getcolors() == [(70 * 630, background)]


def test_long_title_takes_two_lines_and_a_short_title_one() -> None:
    def lines(title: str) -> int:
        """The lines of text in the upper part of the picture."""
        png = share_picture(title, "", [Row("1.", "Vera", "1")], background="#0a4d31", foot="")
        upper = Image.open(BytesIO(png)).convert("L").crop((0, 0, 1200, 250))
        inked = [max(upper.crop((0, y, 1200, y + 1)).tobytes()) > 128 for y in range(250)]
        return sum(inked[y] and not inked[y - 1] for y in range(1, 250))

    assert lines("Pokal HOH") == 1
    assert lines("Norddeutsche Meisterschaft HOH HOH HOH HOH HOH HOH") == 2


def test_event_without_standings_has_the_cards_of_the_program_instead_of_names() -> None:
    png = share_picture("Pokal", "", [], background="#0a4d31", foot="")
    colours = Image.open(BytesIO(png)).convert("RGB").crop((700, 200, 1200, 630)).getcolors(1 << 20)
    assert {(0xB0, 0, 0x20), (255, 255, 255)} <= {colour for _count, colour in colours or ()}


def test_unpublished_event_has_no_picture(client: Client, release: models.StandingsRelease) -> None:
    models.Event.objects.update(published_at=None)
    assert client.get(EVENT).status_code == 404
