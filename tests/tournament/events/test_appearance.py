"""Language, colour and logo of an event: accepted and refused values, and the stored part of a file."""

import io

import pytest
from PIL import Image

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import copy_event
from romme_turnier.tournament.events.appearance import dress_event
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.logo import logo_from
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def picture(form: str, size: tuple[int, int] = (40, 30), mode: str = "RGB") -> bytes:
    target = io.BytesIO()
    Image.new(mode, size, (200, 10, 60)).save(target, form)
    return target.getvalue()


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_logo_is_drawn_again_as_png(form: str) -> None:
    logo = logo_from(picture(form) + b"<script>")
    assert logo.png.startswith(b"\x89PNG")
    assert b"script" not in logo.png
    assert (logo.width, logo.height) == (40, 30)


def test_a_large_logo_becomes_smaller_and_keeps_its_shape() -> None:
    logo = logo_from(picture("PNG", (3000, 1500)))
    assert (logo.width, logo.height) == (900, 450)


@pytest.mark.parametrize(
    "sent",
    [b"", b"no picture", b"<svg xmlns='http://www.w3.org/2000/svg'/>", picture("GIF")],
    ids=["empty", "text", "svg", "gif"],
)
def test_what_is_no_picture_is_refused_in_words(sent: bytes) -> None:
    with pytest.raises(TournamentError, match="PNG, JPEG und WebP"):
        logo_from(sent)


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_picture_whose_end_is_missing_is_refused(form: str) -> None:
    whole = picture(form)
    for missing in (13, 20, len(whole) // 2):  # a PNG without its last 13 bytes has all its pixels
        with pytest.raises(TournamentError, match="PNG, JPEG und WebP"):
            logo_from(whole[:-missing])


def test_a_picture_that_would_fill_the_memory_is_refused() -> None:
    for form, size in (("PNG", (3000, 2001)), ("JPEG", (3000, 2001)), ("WEBP", (2000, 1501))):
        with pytest.raises(TournamentError, match="Bildpunkte"):
            logo_from(picture(form, size))
    with pytest.raises(TournamentError, match="2 MB"):
        logo_from(b"x" * 2_000_001)


def test_jpeg_that_goes_over_its_picture_again_and_again_is_refused() -> None:
    target = io.BytesIO()
    Image.new("RGB", (40, 30)).save(target, "JPEG", progressive=True)
    plain = target.getvalue()
    scan = plain[plain.rindex(b"\xff\xda") : -2]
    assert logo_from(plain[:-2] + scan * 10 + plain[-2:]).width == 40
    with pytest.raises(TournamentError, match="Bildpunkte"):
        logo_from(plain[:-2] + scan * 1_000 + plain[-2:])


def test_an_event_is_dressed_and_its_copy_with_it(event: models.Event, cast: Cast) -> None:
    petra: User = cast.petra
    dress_event(event, language="en", accent="#7A1F5C", logo=logo_from(picture("PNG")), by=petra)
    event.refresh_from_db()
    assert (event.language, event.accent) == ("en", "#7a1f5c")
    copy = copy_event(event, name="Nächstes Jahr", starts_at=event.starts_at, by=petra)
    assert (copy.language, copy.accent) == ("en", "#7a1f5c")
    assert bytes(copy.logo.png) == bytes(event.logo.png)
    dress_event(event, language="de", accent="", without_logo=True, by=petra)
    assert not models.EventLogo.objects.filter(event=event).exists()
    assert models.EventLogo.objects.filter(event=copy).exists()


def test_log_says_which_logo_hung_and_which_hangs(event: models.Event, cast: Cast) -> None:
    first, second = (logo_from(picture("PNG", size)) for size in ((40, 30), (60, 30)))
    for change in ({"logo": first}, {"logo": second}, {"without_logo": True}, {"without_logo": True}):
        dress_event(event, language="de", accent="", by=cast.petra, **change)
    logged = models.EventLog.objects.filter(event=event, verb__contains="dress_event").order_by("number")
    told = [(row.old.get("logo"), row.new.get("logo")) for row in logged]
    assert told == [("", first.digest), (first.digest, second.digest), (second.digest, ""), (None, None)]


@pytest.mark.parametrize(("language", "accent"), [("fr", ""), ("de", "red"), ("de", "#12345"), ("de", "#12345g")])
def test_what_the_program_does_not_know_is_refused(event: models.Event, cast: Cast, language: str, accent: str) -> None:
    with pytest.raises(TournamentError):
        dress_event(event, language=language, accent=accent, by=cast.petra)
