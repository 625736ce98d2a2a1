"""The page for language, colour and logo, and its effect on public pages."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.tournament import models
from tests.cast import Cast, signed_in
from tests.factories import make_official
from tests.tournament.events.test_appearance import picture

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(event: models.Event) -> str:
    models.Event.objects.filter(pk=event.pk).update(published_at=timezone.now())
    return reverse("organiser:event_appearance", args=[event.slug])


def test_colour_and_logo_reach_the_public_page(event: models.Event, cast: Cast, page: str) -> None:
    official = signed_in(cast.petra)
    file = SimpleUploadedFile("verein.jpg", picture("JPEG"))
    sent = {"language": "de", "own_colour": "on", "accent": "#e8c100", "logo": file}
    shown = official.post(page, sent, follow=True).content.decode()
    assert "Zum Lesen auf hellem Grund wird #" in shown
    logo = models.EventLogo.objects.get(event=event)
    public = Client().get(f"/t/{event.slug}/").content.decode()
    for address in (reverse("public:accent", args=["e8c100"]), reverse("public:logo", args=[logo.digest])):
        assert address in public
        assert "immutable" in Client().get(address).headers["Cache-Control"]
    assert Client().get(reverse("public:logo", args=[logo.digest])).content.startswith(b"\x89PNG")


def test_a_faulty_logo_is_refused_and_what_was_chosen_stays(event: models.Event, cast: Cast, page: str) -> None:
    file = SimpleUploadedFile("verein.svg", b"<svg/>")
    sent = {"language": "en", "own_colour": "on", "accent": "#7a1f5c", "logo": file}
    answer = signed_in(cast.petra).post(page, sent).content.decode()
    assert "PNG, JPEG und WebP" in answer
    assert 'value="#7a1f5c"' in answer
    event.refresh_from_db()
    assert event.language == "de"


def test_without_its_own_colour_an_event_is_green(event: models.Event, cast: Cast, page: str) -> None:
    signed_in(cast.petra).post(page, {"language": "de", "accent": "#7a1f5c"})
    assert "farbe/" not in Client().get(f"/t/{event.slug}/").content.decode()


@pytest.mark.parametrize("colour", ["xyz", "0A5636", "0a56367"])
def test_a_colour_that_is_none_is_not_found(colour: str) -> None:
    make_official()  # without an account every address leads to the setting up
    assert Client().get(f"/farbe/{colour}.css").status_code == 404
