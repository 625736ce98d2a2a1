"""Codes on papers: scanned from pictures of the paper, and checked with the server."""

import pytest
import segno
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.urls import reverse
from django.utils import timezone
from pypdfium2 import PdfDocument

from romme_turnier.core.codes.content import Content, Kind, rows_named
from romme_turnier.documents.events.papers import closing_report
from romme_turnier.documents.lists.page import CODE, CODE_WITHOUT_FIGURES, Person, filled_page
from romme_turnier.documents.lists.sheets import lists_document, lists_in_parts
from romme_turnier.documents.paper_code import paper_code
from romme_turnier.documents.render.pdf import render_pdf
from romme_turnier.documents.seasons.papers import Sheet, honour_certificates, league_paper, poster, season_certificates
from romme_turnier.documents.standings.prize_giving import certificates
from romme_turnier.documents.standings.release import release_document
from romme_turnier.documents.tables.seasons.year_end import honours_of
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.papers.checking import State, check
from romme_turnier.tournament.papers.contents import MOST_BYTES
from romme_turnier.tournament.papers.words import seal_in, title_of
from romme_turnier.tournament.seasons.competitions.league_tables import tables_of
from romme_turnier.tournament.seasons.year_end import tallies_of
from tests.cast import signed_in
from tests.documents.paper_codes.scanning import MODULE, codes_on, pages_of, photographed, widths_of_modules
from tests.factories import make_official
from tests.seasons import issue, make_season_with_players
from tests.tournament.papers.papers import (
    add_lists,
    correct,
    release_day,
    released_event,
    released_league,
    sign_for,
)

pytestmark = pytest.mark.django_db

BASE = "http://192.168.178.20:8000/"


@pytest.fixture
def event() -> models.Event:
    return released_event(name="Pokal der Herzdame")


def _standings(event: models.Event, *, base: str = BASE) -> bytes:
    release = event.releases.select_related("event", "series").order_by("-number")[0]
    return render_pdf("documents/standings/release.html", release_document(release, base=base))


def _scanned(pdf: bytes) -> list[str]:
    """The texts of the codes on the first page that prove a paper."""
    (picture, *_others) = pages_of(pdf)
    assert codes_on(picture)
    for width in widths_of_modules(picture):
        assert width >= MODULE
    sharp = [text for text in codes_on(picture) if "beleg" in text]
    assert [text for text in codes_on(photographed(picture)) if "beleg" in text] == sharp
    return sharp


def test_standings_are_checked_from_their_picture(event: models.Event) -> None:
    (text,) = _scanned(_standings(event))
    assert text.startswith(f"{BASE}beleg/")
    result = check(text)
    assert result.state is State.VALID
    assert result.content is not None
    assert result.content.name == "Pokal der Herzdame"
    correct(event)
    assert check(text).state is State.REPLACED
    (newer,) = _scanned(_standings(event))
    assert check(newer).state is State.VALID


def test_both_codes_of_the_head_are_read(event: models.Event) -> None:
    event.published_at = timezone.now()
    event.save()
    (picture,) = pages_of(_standings(event))
    assert sorted(text.startswith(f"{BASE}beleg/") for text in codes_on(picture)) == [False, True]


def test_standings_have_a_code_where_no_phone_reaches_the_program(event: models.Event) -> None:
    (text,) = _scanned(_standings(event, base=""))
    assert text.startswith("beleg:")
    assert check(text).state is State.VALID


def test_standings_have_no_code_before_the_organiser_has_a_key(event: models.Event) -> None:
    event.held_by.signing_keys.all().delete()
    assert private_key(event.held_by) is None
    (picture,) = pages_of(_standings(event, base=""))
    assert codes_on(picture) == []


def test_long_standings_keep_their_first_rows_in_the_code() -> None:
    event = released_event(tables=15)
    (text,) = _scanned(_standings(event))
    result = check(text)
    assert result.state is State.VALID
    assert result.content is not None
    assert result.content.whole == 60
    assert 14 <= len(result.content.rows) < 60


def test_modules_are_wide_enough_with_a_long_address_and_name() -> None:
    event = released_event(tables=15, name="Große Jubiläums- und Städtemeisterschaft im Übersee-Rommé 26")
    base = "https://turniere-und-ranglisten.romme-landesverband.example:8443/"
    papers = [
        _standings(event, base=base),
        render_pdf("documents/standings/certificates.html", certificates(event, 1, base=base) or {}),
        render_pdf("documents/events/closing_report.html", closing_report(event, base=base)),
        render_pdf(
            "documents/lists/sheets.html", lists_document(event.series.get(), empty=False, tables={1}, base=base)
        ),
    ]
    for paper in papers:
        picture = next(pages_of(paper))
        (text,) = [text for text in codes_on(picture) if "beleg" in text]
        assert check(text).state is State.VALID
        assert min(widths_of_modules(picture)) >= MODULE


@pytest.mark.parametrize("length", range(0, 150, 7))
def test_code_is_never_larger_than_papers_have_room_for(length: int) -> None:
    key = Ed25519PrivateKey.generate()
    rows = tuple((100, 200, 300 + row) for row in range(100))
    content = Content(Kind.STANDINGS, 1234, "Ü" * 60, 20_743, 20_743, (3,), 2, 1, 100, rows, b"abc" * 100)
    code = paper_code(key, content, f"https://{'a' * length}/" if length else "")
    assert code is not None
    drawn = segno.make([code.start, code.digits], micro=False, error="m", mask=0)  # type: ignore[arg-type]
    assert int(drawn.version) <= 15
    assert code.has_figures


def test_checked_list_is_checked_from_its_picture_and_open_ones_have_no_code(event: models.Event) -> None:
    series = event.series.get(number=1)

    def printed() -> bytes:
        return render_pdf("documents/lists/sheets.html", lists_document(series, empty=False, tables={1}, base=BASE))

    (text,) = _scanned(printed())
    result = check(text)
    assert result.state is State.VALID
    assert result.content is not None
    assert result.content.rows[1] == (1, 0, 20, 30, 40)
    totals = models.ListTotal.objects.filter(seat__table=series.tables.get(number=1)).order_by("seat")
    assert result.content.rows[-1] == tuple(total.result for total in totals)
    correct(event)
    assert check(text).state is State.REPLACED
    (newer,) = _scanned(printed())
    assert check(newer).state is State.VALID
    models.Spielliste.objects.update(status=models.Spielliste.Status.SIGNED)
    (picture,) = pages_of(printed())
    assert not [text for text in codes_on(picture) if "beleg" in text]


@pytest.mark.parametrize("part", [1, 6])
def test_lists_of_a_batch_have_the_same_codes(event: models.Event, part: int) -> None:
    series = event.series.get(number=1)
    (whole,) = lists_in_parts(series, empty=False, part=None, base=BASE)
    batch = [sheet for piece in lists_in_parts(series, empty=False, part=part, base=BASE) for sheet in piece["lists"]]
    assert [sheet.proof.text for sheet in batch] == [sheet.proof.text for sheet in whole["lists"]]


@pytest.mark.parametrize(
    ("seats", "games", "has_figures"), [(4, 12, True), (4, 15, True), (4, 20, True), (6, 12, True), (10, 20, False)]
)
def test_list_fits_its_sheet_with_the_code(seats: int, games: int, has_figures: bool) -> None:
    people = [Person(f"Vorname Nachname {seat}", "Rommé-Club Herzdame") for seat in range(seats)]
    page = filled_page(people, games, 6, [], foot=CODE if has_figures else CODE_WITHOUT_FIGURES)
    assert page.fits
    assert bool(_list_of_many(seats, games).fitted(MOST_BYTES).rows) is has_figures


def _list_of_many(seats: int, games: int) -> Content:
    """A list whose points take one byte each, as those of a game usually do."""
    rows = [tuple(range(1, seats + 1)), *[(1, *range(100, 100 + seats))] * games, tuple(range(300, 300 + seats))]
    name, whole, marks = "Deutsche Rommé-Meisterschaft 2026", len(rows), b"abc" * seats
    return Content(Kind.LIST, 1234, name, 20_743, 20_743, (3, 17), 2, 1, whole, tuple(rows), marks, b"12345678")


@pytest.mark.parametrize("sheet", Sheet)
@pytest.mark.parametrize("players", [10, 18, 30])
def test_season_table_is_checked_from_its_picture(sheet: Sheet, players: int) -> None:
    season = make_season_with_players(players=players)
    edition = issue(season, [f"{800 + number}.50" for number in range(players)])
    template = "documents/seasons/poster.html"
    before = list(pages_of(render_pdf(template, poster(edition.ranking, sheet, base=BASE) or {})))
    sign_for(season.organiser)
    pictures = list(pages_of(render_pdf(template, poster(edition.ranking, sheet, base=BASE) or {})))
    assert len(pictures) == len(before)
    (text,) = [text for picture in pictures for text in codes_on(picture)]
    (width,) = [width for picture in pictures for width in widths_of_modules(picture)]
    assert width >= MODULE
    result = check(text)
    assert result.state is State.VALID
    assert result.content is not None
    assert result.content.rows[0] == (1, 80050)
    assert result.content.whole == players
    issue(season, ["1.00"] * players)
    assert check(text).state is State.REPLACED


def test_certificates_are_checked_from_their_pictures(event: models.Event) -> None:
    context = certificates(event, base=BASE)
    assert context is not None
    pictures = list(pages_of(render_pdf("documents/standings/certificates.html", context)))
    rows = [row for row in event.releases.get().posted_rows if row.rank is not None]
    assert len(pictures) == len(rows)
    for picture, sheet in zip(pictures, context["sheets"], strict=True):
        (text,) = codes_on(picture)
        assert codes_on(photographed(picture)) == [text]
        (width,) = widths_of_modules(picture)
        assert width >= MODULE
        result = check(text)
        assert result.state is State.VALID
        assert result.content is not None
        assert result.content.kind is Kind.CERTIFICATE
        assert result.content.rows[0][0] == sheet.rank
        assert list(rows_named(result.content, sheet.name)) == [0]


def test_closing_report_is_checked_from_its_picture(event: models.Event) -> None:
    def printed() -> bytes:
        return render_pdf("documents/events/closing_report.html", closing_report(event, base=BASE))

    (text,) = _scanned(printed())
    result = check(text)
    assert result.state is State.VALID
    assert result.content is not None
    assert seal_in(result.content) in "".join(page.get_textpage().get_text_range() for page in PdfDocument(printed()))
    correct(event)
    assert check(text).state is State.REPLACED
    (newer,) = _scanned(printed())
    assert check(newer).state is State.VALID


def test_closing_report_has_no_code_before_standings_are_released(event: models.Event) -> None:
    event.releases.all().delete()
    (picture, *_others) = pages_of(render_pdf("documents/events/closing_report.html", closing_report(event)))
    assert codes_on(picture) == []


@pytest.mark.parametrize("groups", [1, 6])
def test_tables_of_a_league_are_checked_from_their_picture(groups: int) -> None:
    chief = make_official(username="chief", is_superuser=True)
    league = released_league(chief, groups=groups)
    context = {"event": None, **league_paper(league, tables_of(league), base=BASE)}
    (text,) = _scanned(render_pdf("documents/seasons/league.html", context))
    result = check(text)
    assert result.state is State.VALID
    assert result.content is not None
    assert result.content.whole == 4 * groups
    assert list(rows_named(result.content, "RC Karo 1")) == [1]
    release_day(league, chief, 2)
    assert check(text).state is State.CHANGED


def test_certificates_of_honours_are_checked_from_their_pictures() -> None:
    season = make_season_with_players(players=5)
    issue(season, ["300.00", "310.00", "320.00", "330.00", "340.00"])
    sign_for(season.organiser)
    add_lists(season, models.SeasonPlayer.objects.get(season=season, number=2).player, 3)
    context = honour_certificates(season, honours_of(season, tallies_of(season)), base=BASE)
    pictures = list(pages_of(render_pdf("documents/seasons/honours.html", context)))
    checks = [check(text) for picture in pictures for text in codes_on(picture)]
    assert [result.state for result in checks] == [State.VALID] * 2
    (width,) = {min(widths_of_modules(picture)) >= MODULE for picture in pictures}
    assert width
    assert [result.content and title_of(result.content) for result in checks] == [
        "Urkunde der Saison nach Ausgabe 1",
        "Urkunde der Saison: Die meisten Listen",
    ]


def test_table_of_honours_is_checked_from_its_picture() -> None:
    season = make_season_with_players(players=5)
    issue(season, ["300.00", "310.00", "320.00", "330.00", "340.00"])
    sign_for(season.organiser)
    chief = signed_in(make_official(username="chief", is_superuser=True))
    address = reverse("organiser:year_end_file", args=[season.address, "ehrungen", "pdf"])
    (text,) = _scanned(chief.get(address).content)
    result = check(text)
    assert result.state is State.VALID
    assert result.content is not None
    assert title_of(result.content) == "Ehrungen der Saison"
    assert list(rows_named(result.content, "Vor5 Nach5")) == [3]


def test_certificates_of_a_season_are_checked_from_their_pictures() -> None:
    season = make_season_with_players()
    edition = issue(season, ["812.50", "900.00", "", "1000.25"])
    sign_for(season.organiser)
    context = season_certificates(edition.ranking, base=BASE)
    assert context is not None
    pictures = list(pages_of(render_pdf("documents/seasons/certificates.html", context)))
    contents = [check(text).content for picture in pictures for text in codes_on(picture)]
    assert [content.rows for content in contents if content] == [((1, 81250),), ((2, 90000),), ((3, 100025),)]
