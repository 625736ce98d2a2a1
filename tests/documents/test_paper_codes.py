"""Codes on papers: scanned from pictures of the paper, and checked with the server."""

import pytest
from django.utils import timezone

from romme_turnier.documents.render.pdf import render_pdf
from romme_turnier.documents.standings.release import release_document
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.signing_keys import private_key
from romme_turnier.tournament.papers.checking import State, check
from tests.documents.scanning import MODULE, codes_on, pages_of, photographed, widths_of_modules
from tests.tournament.papers.papers import correct, released_event

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
