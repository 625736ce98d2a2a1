"""The page that lists every printout."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.tournament import models
from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import Cast, signed_in
from tests.factories import list_of, make_checked, make_event, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(series_count=2)


def page(cast: Cast, event: models.Event, *, who: str = "ella") -> str:
    response = signed_in(getattr(cast, who)).get(reverse("organiser:print_page", args=[event.slug]))
    assert response.status_code == 200
    return response.content.decode()


def links(text: str) -> list[str]:
    main = text[text.index("<main") :]
    return re.findall(r'href="(/leitung/[^"]*(?:\.pdf|\.csv|\.xlsx)[^"]*)"', main)


def test_event_leads_to_its_papers(cast: Cast, event: models.Event) -> None:
    overview = signed_in(cast.ella).get(reverse("organiser:event", args=[event.slug])).content.decode()
    assert f'href="{reverse("organiser:print_page", args=[event.slug])}"' in overview


def test_papers_that_are_not_there_yet_say_why(cast: Cast, event: models.Event) -> None:
    event.registrations.update(number=None)
    text = page(cast, event)
    for words in (
        "Noch hat niemand eine Startnummer.",
        "Noch nicht ausgelost.",
        "Noch ist keine Rangliste freigegeben.",
        "Erst nach der Rangliste der letzten Serie.",
    ):
        assert words in text
    assert not any("startkarten" in link or "urkunden" in link for link in links(text))


def test_series_offers_each_paper_and_all_in_order(cast: Cast, event: models.Event) -> None:
    seat_series(event)
    found = links(page(cast, event))
    for name in ("alles", "tischplan", "papier/tischschilder", "listen", "leere-listen", "papier/fehlende-listen"):
        assert f"/leitung/testpokal/serie/1/{name}.pdf" in found
    assert not any("/serie/2/" in link for link in found)


def test_page_says_whose_names_are_on_each_paper(cast: Cast, event: models.Event) -> None:
    seat_series(event)
    text = page(cast, event)
    assert "volle Namen, für die Spielleitung" in text
    assert "Namen, wie die Ausschreibung sagt" in text


@pytest.mark.usefixtures("printed_at_once")
def test_every_link_of_the_page_leads_to_a_file(cast: Cast, event: models.Event) -> None:
    models.Event.objects.filter(pk=event.pk).update(series_count=1)
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    petra = signed_in(cast.petra)
    found = links(page(cast, event, who="petra"))
    answers = {link: petra.get(link) for link in found}
    assert {link for link, answer in answers.items() if answer.status_code != 200} == set()
    assert len(found) >= 20


def test_minutes_of_disputes_are_offered_to_those_who_rule(cast: Cast, event: models.Event) -> None:
    assert "Protokoll der Streitfälle" in page(cast, event, who="rudi")
    assert "Protokoll der Streitfälle" not in page(cast, event, who="ella")


def test_strangers_do_not_find_the_page(cast: Cast, event: models.Event, client: Client) -> None:
    url = reverse("organiser:print_page", args=[event.slug])
    assert client.get(url).status_code == 302
    assert signed_in(cast.frieda).get(url).status_code == 404
