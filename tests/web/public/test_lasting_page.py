"""The page that stays after the event: one player's own results, for as long as the player wants."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from romme_turnier.documents.render import page
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.card_code import card_code, replace_card
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.standings.lasting_page import make_lasting_page
from romme_turnier.web.public.my_event import lasting
from tests.factories import make_event, one

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_once")]

SECRET = "Kq7" * 10


def of_event(event: models.Event, name: str, *more: str) -> str:
    return reverse(f"public:{name}", args=[event.slug, *more])


def phone_of(event: models.Event, number: int = 7) -> Client:
    client = Client()
    client.post(of_event(event, "my_card"), {"nr": str(number), "code": card_code(one(event, number))})
    return client


def made(event: models.Event, number: int = 7, token: str = SECRET) -> str:
    """The address of a page of that player."""
    make_lasting_page(one(event, number), token=token)
    return of_event(event, "lasting", token)


def test_there_is_none_unless_the_player_makes_one(event: models.Event, release: models.StandingsRelease) -> None:
    phone = phone_of(event)
    assert "Bleibende Seite anlegen" in phone.get(of_event(event, "my_event")).content.decode()
    assert not models.LastingPage.objects.exists()
    answer = phone.post(of_event(event, "my_lasting"), follow=True)
    address, _status = answer.redirect_chain[-1]
    assert f"http://testserver{address}" in answer.content.decode()
    stored = models.LastingPage.objects.get()
    assert stored.registration == one(event, 7)
    assert stored.token_hash not in address
    assert Client().get(address).status_code == 200


def test_it_is_not_offered_before_a_result_is_released(event: models.Event, seated: models.Series) -> None:
    phone = phone_of(event)
    assert "bleibende Seite" not in phone.get(of_event(event, "my_event")).content.decode()
    refused = phone.post(of_event(event, "my_lasting"), follow=True).content.decode()
    assert "Noch ist keine Rangliste freigegeben" in refused


def test_it_shows_rank_and_series_of_its_player_and_nobody_else(
    event: models.Event, release: models.StandingsRelease
) -> None:
    html = Client().get(made(event)).content.decode()
    assert "Vera7 Spieler7" in html
    assert 'Rang 5 <span class="answer__of">von 8</span>' in html
    assert "Rang 5 in dieser Serie" in html
    assert [name for name in map(str, range(1, 9)) if f"Vera{name}" in html] == ["7"]


def test_it_is_private_and_found_by_no_search_engine(event: models.Event, release: models.StandingsRelease) -> None:
    answer = Client().get(made(event))
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Referrer-Policy"] == "same-origin"
    assert '<meta name="robots" content="noindex">' in answer.content.decode()


def test_other_secrets_and_the_same_at_another_event_open_nothing(
    event: models.Event, release: models.StandingsRelease
) -> None:
    made(event)
    other = make_event(slug="anderes", published_at=event.published_at)
    stored = models.LastingPage.objects.get().token_hash
    for at, secret in ((event, SECRET.lower()), (event, SECRET[:-1]), (event, stored), (other, SECRET)):
        for name in ("lasting", "lasting_certificate"):
            assert Client().get(of_event(at, name, secret)).status_code == 404


def test_player_ends_it_with_one_tap_on_either_page(event: models.Event, release: models.StandingsRelease) -> None:
    address = made(event)
    assert "ist gelöscht" in Client().post(address, follow=True).content.decode()
    assert Client().get(address).status_code == 404
    address, phone = made(event), phone_of(event)
    phone.post(of_event(event, "my_lasting"), {"beenden": "1"})
    assert Client().get(address).status_code == 404
    assert phone.get(of_event(event, "my_event")).status_code == 200


def test_new_address_ends_the_one_before(event: models.Event, release: models.StandingsRelease) -> None:
    address = made(event)
    phone_of(event).post(of_event(event, "my_lasting"))
    assert Client().get(address).status_code == 404
    assert models.LastingPage.objects.count() == 1


def test_start_card_that_is_forgotten_leaves_it(event: models.Event, release: models.StandingsRelease) -> None:
    address, phone = made(event), phone_of(event)
    phone.post(of_event(event, "my_card"), {"verlassen": "1"})
    assert phone.get(of_event(event, "my_event")).status_code == 302
    assert phone.get(address).status_code == 200


def test_lost_card_erased_person_and_withdrawn_event_end_it(
    event: models.Event, release: models.StandingsRelease
) -> None:
    lost, erased, hidden = (made(event, number, f"{number}" * 30) for number in (3, 4, 5))
    replace_card(one(event, 3), by=None)
    assert Client().get(lost).status_code == 404
    models.Event.objects.update(starts_at="2026-10-01T08:00Z")
    erase_player(one(event, 4).player, by=None)
    assert Client().get(erased).status_code == 404
    models.Event.objects.update(published_at=None)
    assert Client().get(hidden).status_code == 404


def test_it_leads_to_the_players_certificate_after_the_last_series(
    event: models.Event, release: models.StandingsRelease, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, paper = made(event), of_event(event, "lasting_certificate", SECRET)
    assert paper not in Client().get(address).content.decode()
    assert Client().get(paper)["Location"] == address
    models.Event.objects.update(series_count=1)
    assert paper in Client().get(address).content.decode()
    monkeypatch.setattr(lasting, "pdf_is_possible", lambda: False)
    html = Client().get(paper).content.decode()
    assert html.count('<section class="certificate') == 1
    assert "Vera7 Spieler7" in html
    assert "Vera1" not in html


@pytest.mark.skipif(not page.pdf_is_possible(), reason="There is no WeasyPrint.")
def test_certificate_is_a_pdf_of_one_sheet(
    event: models.Event, release: models.StandingsRelease, monkeypatch: pytest.MonkeyPatch
) -> None:
    models.Event.objects.update(series_count=1)
    asked: list[Any] = []

    def render(_template: str, context: Any) -> bytes:
        asked.append(context)
        return b"%PDF"

    monkeypatch.setattr(lasting, "render_pdf", render)
    made(event)
    answer = Client().get(of_event(event, "lasting_certificate", SECRET))
    assert (answer.content, answer["Cache-Control"]) == (b"%PDF", "no-store")
    assert [sheet.name for sheet in asked[0]["sheets"]] == ["Vera7 Spieler7"]


def test_unrecognised_player_is_asked_for_the_card(event: models.Event, release: models.StandingsRelease) -> None:
    assert Client().post(of_event(event, "my_lasting"))["Location"] == of_event(event, "my_card")
    assert not models.LastingPage.objects.exists()


def test_it_leads_to_the_data_of_its_player_alone_and_ends_with_them(
    event: models.Event, release: models.StandingsRelease
) -> None:
    address = made(event)
    path = of_event(event, "own_data", SECRET)
    assert f'href="{path}"' in Client().get(address).content.decode()
    html = Client().get(path).content.decode()
    assert [name for name in map(str, range(1, 9)) if f"Vera{name}" in html] == ["7"]
    event.series.update(seats_released_at=timezone.now())
    told = Client().get(path, {"als": "json"}).json()
    assert [seat["series__number"] for seat in told["seats"]] == [1]
    assert told["standings"][0]["rank"] == 5
    Client().post(address)
    assert Client().get(path).status_code == 404


def test_own_data_have_no_seat_before_its_release(event: models.Event, release: models.StandingsRelease) -> None:
    made(event)
    event.series.update(seats_released_at=None)
    told = Client().get(of_event(event, "own_data", SECRET), {"als": "json"}).json()
    assert "seats" not in told
