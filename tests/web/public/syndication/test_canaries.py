"""Hidden names are in no format for other programs: files, embedded pages, feeds, calendars, pictures, the API."""

from collections.abc import Iterable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from romme_turnier.documents.render import share_picture as drawing
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.seasons.years.page import change_years_page, make_years_page
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.standings.releases import release_standings
from romme_turnier.web.public.api.operations import BASE
from romme_turnier.web.public.syndication import pictures
from tests.factories import make_api_token, make_event
from tests.seasons import issue, make_season_with_players
from tests.web.public.api.conftest import READS, address_of
from tests.web.public.test_years import played

pytestmark = pytest.mark.django_db

CANARY = "Kanarienvogel"
KINDS = ("csv", "xlsx", "json")
_EVENT, _SEASON = "t/testpokal/", "saison/verein/2026/"
_TABLES = (
    *("t/testpokal/rangliste", "t/testpokal/rangliste/1/1", "t/testpokal/rangliste/1/1/clubs", "t/testpokal/sitz"),
    *("saison/verein/2026", f"{_SEASON}wertung/mittel", f"{_SEASON}wertung/mittel/ausgabe/1", f"{_SEASON}liga"),
    *(f"{_SEASON}termine", "o/verein/termine", f"{_SEASON}spieler/1"),
)
# All reads but the draw, which this event lacks; its record names only start numbers.
API_PATHS = tuple(address_of(operation) for operation in READS if operation.name != "draw")
PATHS = (
    *API_PATHS,
    *(f"/{table}.{kind}" for table in _TABLES for kind in KINDS),
    *(f"/einbetten/{table}" for table in (f"{_EVENT}rangliste/", f"{_EVENT}rangliste/clubs/", _SEASON)),
    *(f"/einbetten/{table}" for table in (f"{_SEASON}wertung/mittel/", f"{_SEASON}liga/", f"{_SEASON}termine/")),
    *("/einbetten/o/verein/saison/", "/einbetten/o/verein/termine/"),
    *(f"/{of}{name}" for of in (_EVENT, _SEASON) for name in ("termine.ics", "neues.atom", "bild.png")),
    *("/o/verein/termine.ics", "/o/verein/neues.atom"),
)


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of all pictures that are drawn."""
    texts: list[str] = []

    def draw(*parts: Any, **look: Any) -> bytes:
        texts.append(repr((parts, look)))
        return drawing.share_picture(*parts, **look)

    monkeypatch.setattr(pictures, "share_picture", draw)
    return texts


@pytest.fixture
def season(event: models.Event, series: models.Series, settings: LazySettings) -> models.Season:
    """A released event and a season on the internet, with all formats; player 1 of each is called a canary."""
    settings.MODE, settings.ALLOWED_HOSTS = "public", ["testserver"]
    season = make_season_with_players()
    for player in (event.registrations.get(number=1).player, season.players.get(number=1).player):
        models.Player.objects.filter(pk=player.pk).update(first_name="Vera", last_name=CANARY)
    issue(season, ["300.00", "310.50", "400.25", ""])
    models.League.objects.create(season=season, name="Liga").groups.create(name="A", position=1)
    player = season.players.get(number=1).player
    played(player, [300, 320])
    change_years_page(make_years_page(player, token="S" * 32), public=True, compares=True)
    release_seats(series, by=None)
    release_standings(event, 1, by=None)
    return season


def with_canary(texts: list[str], paths: Iterable[str] = PATHS) -> list[str]:
    """The paths whose answers contain the canary: in two languages, new and kept. The texts of pictures count, too."""
    named = []
    bearer = f"Bearer {make_api_token(models.Organiser.objects.get())[1]}"
    for path in paths:
        texts.clear()
        headers = {"Authorization": bearer} if path.startswith(BASE) else {}
        answers = [
            Client(headers={"Accept-Language": language, **headers}).get(path, secure=True)
            for language in ("de", "en", "de")
        ]
        assert {answer.status_code for answer in answers} == {200}, path
        contents = [parts(answer.content) + repr(answer.headers).encode() for answer in answers]
        if any(CANARY.encode() in content for content in contents) or CANARY in "".join(texts):
            named.append(path)
    return named


def parts(content: bytes) -> bytes:
    """Returns the content; of a workbook the content of its parts."""
    if not content.startswith(b"PK"):
        return content
    with ZipFile(BytesIO(content)) as book:
        return b"".join(map(book.read, book.namelist()))


def test_person_who_agreed_to_nothing_has_no_full_name_anywhere(season: models.Season, texts: list[str]) -> None:
    assert with_canary(texts) == []


def test_check_sees_the_name_of_a_person_who_agreed(season: models.Season, texts: list[str]) -> None:
    """Otherwise the other tests would prove nothing."""
    models.Registration.objects.update(publish_name=True)
    models.SeasonPlayer.objects.update(publish_name=True)
    invalidate_public_pages(models.Event.objects.get(slug="testpokal").pk)
    named = with_canary(texts)
    for path in ("rangliste.csv", "rangliste.xlsx", "rangliste.json", "bild.png", "sitz.json"):
        assert f"/{_EVENT}{path}" in named
    for path in ("2026.csv", "2026.xlsx", "2026/bild.png", "2026/spieler/1.json"):
        assert f"/saison/verein/{path}" in named
    assert {f"/einbetten/{_EVENT}rangliste/", f"/einbetten/{_SEASON}"} <= set(named)
    assert not [path for path in named if path.endswith((".ics", ".atom"))]
    ending = ("/standings", "/releases/1/1", "/seats", "/editions/newest", "/editions/1", "/years")
    assert sorted(path for path in named if path in API_PATHS) == sorted(p for p in API_PATHS if p.endswith(ending))


def test_erased_person_is_in_no_answer_that_was_kept(season: models.Season, texts: list[str]) -> None:
    models.Registration.objects.update(publish_name=True)
    models.SeasonPlayer.objects.update(publish_name=True)
    invalidate_public_pages(models.Event.objects.get(slug="testpokal").pk)
    assert with_canary(texts)
    for player in models.Player.objects.filter(last_name=CANARY):
        erase_player(player, by=None)
    of_person = (f"/{_SEASON}spieler/1.", f"{BASE}/organisers/verein/seasons/2026/players/1")
    assert Client().get(f"{of_person[0]}json", secure=True).status_code == 404
    assert with_canary(texts, [path for path in PATHS if not path.startswith(of_person)]) == []


def test_event_that_is_not_published_is_in_no_answer(season: models.Season, texts: list[str]) -> None:
    hidden = make_event(players=0, slug="geheim", name=CANARY, season=season, starts_at=timezone.now())
    season.dates.create(day=timezone.localdate(), event=hidden)
    assert with_canary(texts) == []
