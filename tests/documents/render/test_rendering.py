"""Files that a document may load, and fitting a list to its sheet."""

from pathlib import Path

import pytest
from django.conf import settings

from romme_turnier.documents.events.papers import announcement_paper
from romme_turnier.documents.lists.page import ROW_LEAST, ROW_MOST, Person, blank_page, filled_page, fit
from romme_turnier.documents.render import press
from romme_turnier.documents.render.pdf import html_of
from romme_turnier.documents.render.static_fetcher import StaticFetcher
from tests.factories import make_event

STATIC = Path(settings.STATICFILES_DIRS[0])


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "https://example.org/x.css",
        "static:../settings.py",
        "data:text/plain,x",
        "data:image/svg+xml;base64,PHN2Zy8+",
        "static:nix.css",
    ],
)
def test_document_loads_nothing_but_static_files(url: str) -> None:
    with pytest.raises(ValueError, match="static files only"):
        StaticFetcher(STATIC).fetch(url)


def test_document_loads_a_picture_that_it_carries_itself() -> None:
    assert StaticFetcher(STATIC).fetch("data:image/png;base64,aGFsbG8=").read() == b"hallo"


def test_document_loads_its_style_sheet() -> None:
    assert b"@page" in StaticFetcher(STATIC).fetch("static:css/documents/page.css").read()


@pytest.mark.django_db
def test_paragraph_sign_stays_on_the_line_of_its_number() -> None:
    event = make_event(players=0, announcement="Es gilt § 1.5 der Romméordnung.")
    text = html_of("documents/events/announcement.html", announcement_paper(event))
    assert "Es gilt §\N{NO-BREAK SPACE}1.5 der" in text


@pytest.mark.django_db
def test_no_line_ends_inside_the_letters_of_a_registered_club() -> None:
    event = make_event(players=0, announcement="Es lädt ein: Romméfreunde e. V. Bühl")
    text = html_of("documents/events/announcement.html", announcement_paper(event))
    assert "Romméfreunde e.\N{NO-BREAK SPACE}V. Bühl" in text


def test_press_learns_to_divide_words_before_it_forks_and_only_if_one_is_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learned: list[str] = []
    monkeypatch.setattr("pyphen.language_fallback", learned.append)
    press._load_hyphenation('<html lang="de"><p>Spielliste 1234567890123456 list-head__name</p>')
    assert learned == []
    press._load_hyphenation('<html lang="de"><p>Mannschaftsführerin</p>')
    assert learned == ["de"]


PEOPLE = [Person("Berta Beispiel", "RC Nord")] * 4
LEGEND = ["x" * 60] * 4


def test_rows_of_a_blank_list_use_the_sheet() -> None:
    assert blank_page(PEOPLE, 12, 6, LEGEND).row == ROW_MOST
    assert 5 < blank_page(PEOPLE, 20, 6, LEGEND).row < ROW_MOST


def test_usual_long_names_cost_no_row_its_height() -> None:
    people = [Person("Manfred Schmidt-Rüdenhausen", "Rommé-Freunde Elmshorn 1987 e. V.")] * 4
    assert blank_page(people, 12, 6, LEGEND).row == ROW_MOST


def test_blank_list_of_many_games_takes_room_from_its_sums() -> None:
    many, usual = blank_page(PEOPLE, 20, 6, LEGEND), blank_page(PEOPLE, 12, 6, LEGEND)
    assert usual.adds_up
    assert not many.adds_up
    assert many.sum_row < usual.sum_row


def test_rows_of_a_filled_list_give_way_to_notes() -> None:
    short, long = filled_page(PEOPLE, 12, 6, []), filled_page(PEOPLE, 12, 6, ["x" * 100] * 60)
    assert short.row > long.row >= ROW_LEAST


def test_notes_that_find_no_room_are_counted() -> None:
    notes = ["x" * 100] * 60
    shown = fit(notes, filled_page(PEOPLE, 12, 6, notes))
    assert len(shown) < 60
    assert shown[-1] == f"und {60 - len(shown) + 1} weitere Anmerkungen im Programm"
