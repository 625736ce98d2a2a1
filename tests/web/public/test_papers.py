"""The page that checks codes of papers: its words, its comparisons, and that guessing tells no secret."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from romme_turnier.accounts.models import User
from romme_turnier.core.codes.signing import sign
from romme_turnier.tournament.models import Event, Spielliste
from romme_turnier.tournament.organisers.signing_keys import change_key, private_key
from romme_turnier.tournament.shared.numbers import number_format
from tests.factories import make_official, one
from tests.seasons import make_season_with_players
from tests.tournament.papers.papers import (
    code_of_certificate,
    code_of_list,
    code_of_standings,
    correct,
    damage_packed_lists,
    released_event,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _official(db: None) -> None:
    make_official()  # before the first account every page leads to the set-up


@pytest.fixture(scope="module")
def made_event(module_rows: None) -> Event:
    return released_event(name="Pokal der Herzdame")


@pytest.fixture
def event(made_event: Event, db: None) -> Event:
    return Event.objects.get(pk=made_event.pk)


def page(client: Client, digits: str) -> str:
    answer = client.get(reverse("public:paper", args=[digits]))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text.partition("<main")[2].partition("</main>")[0]))


def test_organiser_event_and_day_come_before_the_state_and_the_figures(event: Event, client: Client) -> None:
    event.held_by.name = "Rommé-Club Herz"
    event.held_by.save()
    text = page(client, code_of_standings(event).digits)
    order = ["Rommé-Club Herz", "Pokal der Herzdame", str(event.starts_at.year), "Rangliste nach Serie 1, Ausgabe 1"]
    order += ["✓ Gültig", "Vergleichen Sie die Zahlen", "Stimmt der Name?"]
    places = [text.index(words) for words in order]
    assert places == sorted(places)


def test_figures_are_those_of_the_release(event: Event, client: Client) -> None:
    text = page(client, code_of_standings(event).digits)
    for row in event.releases.get().posted_rows:
        assert f" {row.rank} {row.number} {number_format(row.total)} " in text


def test_figures_of_a_list_name_seats_and_finishers(event: Event, client: Client) -> None:
    text = page(client, code_of_list(event).digits)
    assert "Spielliste Serie 1, Tisch 1, Fassung" in text
    assert "Platz 1: Nr." in text
    assert " 1 0 20 30 40 Platz 1 " in text


def test_replaced_paper_names_the_release_that_replaces_it(event: Event, client: Client) -> None:
    code, own = code_of_standings(event), code_of_list(event)
    correct(event)
    text = page(client, code.digits)
    assert "Ersetzt durch Ausgabe 2" in text
    assert "Die Zahlen haben sich geändert" in text
    assert "Gültig" not in text
    assert "Ersetzt durch Fassung" in page(client, own.digits)


def test_withdrawn_altered_and_foreign_codes_are_refused_in_words(event: Event, client: Client) -> None:
    code, listed = code_of_standings(event), code_of_list(event)
    Spielliste.objects.update(status=Spielliste.Status.INVALID)
    assert "Zurückgezogen" in page(client, listed.digits)
    altered = replace(code, signature=bytes(64))
    text = page(client, altered.digits)
    assert "Nicht von hier" in text
    assert "Pokal der Herzdame" not in text
    assert "Kein Code eines Papiers" in page(client, "123")
    key = private_key(event.held_by)
    assert key is not None
    (rank, number, _total), *others = code.content.rows
    text = page(client, sign(replace(code.content, rows=((rank, number, 1), *others)), key).digits)
    assert "Stimmt nicht" in text
    assert "Gültig" not in text


def test_page_says_that_the_key_was_revoked(event: Event, client: Client) -> None:
    code, chief = code_of_standings(event), User.objects.create_superuser("chief")
    change_key(event.held_by, reason="Laptop gestohlen", revoked=True, by=chief)
    text = page(client, code.digits)
    assert "✓ Gültig" in text
    assert "widerrufen" in text
    assert "gestohlen" not in text
    assert "Stimmt der Name?" not in text  # a thief can sign any name with true figures


def test_standings_that_were_taken_back_are_withdrawn_without_a_link(event: Event, client: Client) -> None:
    Event.objects.update(published_at=event.starts_at)
    code, season = code_of_standings(event), make_season_with_players(organiser=event.held_by)
    assert "Zur ganzen Rangliste" in page(client, code.digits)
    season.dates.create(day=season.first_day, event=event, taken_back=event.releases.get())
    text = page(client, code.digits)
    assert "Zurückgezogen" in text
    assert "Rangliste zurückgenommen" in text
    assert "Zur ganzen Rangliste" not in text


def test_code_of_a_list_leads_to_the_list_of_a_public_event(event: Event, client: Client) -> None:
    code = code_of_list(event)
    assert "Zur Liste des Turniers" not in page(client, code.digits)
    Event.objects.update(published_at=event.starts_at)
    assert "Zur Liste des Turniers" in page(client, code.digits)
    address = reverse("public:list", args=[event.slug, 1, 1])
    assert f'href="{address}"' in client.get(reverse("public:paper", args=[code.digits])).text
    assert client.get(address).status_code == 200
    event.releases.all().delete()
    assert "Zur Liste des Turniers" not in page(client, code.digits)


def test_typed_name_is_found_on_the_paper_and_is_in_no_address(event: Event, client: Client) -> None:
    winner = next(row for row in event.releases.get().posted_rows if row.rank == 1)
    assert winner.number is not None
    name = one(event, winner.number).name
    address = reverse("public:paper", args=[code_of_certificate(event, winner.number).digits])
    assert name not in client.get(address).text
    assert "stand auf dem Papier: Rang 1" in client.post(address, {"name": name}).text
    assert "stand so nicht" in client.post(address, {"name": "Jemand Anders"}).text


@pytest.mark.parametrize("field", ["subject", "number", "part", "day", "issued"])
@pytest.mark.parametrize("large", [2**63 - 1, 2**64, 2**200])
def test_numbers_beyond_the_database_are_answered_even_with_the_key(
    event: Event, client: Client, field: str, large: int
) -> None:
    key = private_key(event.held_by)
    assert key is not None
    for code in (code_of_standings(event), code_of_list(event)):
        fields: dict[str, Any] = {field: (large,) * len(code.content.part) if field == "part" else large}
        text = page(client, sign(replace(code.content, **fields), key).digits)
        assert "Gültig" not in text or field == "day"


def test_pasted_text_leads_to_the_page_of_its_code(event: Event, client: Client) -> None:
    digits = code_of_standings(event).digits
    answer = client.post(reverse("public:papers"), {"code": f"http://192.168.0.7:8000/beleg/{digits}\n"})
    assert answer.headers["Location"] == reverse("public:paper", args=[digits])
    assert "Darin steht kein Code" in client.post(reverse("public:papers"), {"code": "Rangliste"}).text


def test_nothing_unreleased_is_shown_for_guessed_codes(client: Client) -> None:
    """Even a reader who knows every number of an event needs one of its papers."""
    event = released_event(slug="geheim", name="Geheimpokal", published_at=None)
    code = code_of_standings(event)
    answers = set()
    for number in range(200):
        guessed = replace(code.content, subject=event.pk + number % 3, number=number, rows=(), names=b"")
        text = page(client, replace(code, content=guessed, signature=number.to_bytes(64)).digits)
        assert "Geheimpokal" not in text
        answers.add(text)
    assert len(answers) == 1
    genuine = page(client, code.digits)
    assert "Geheimpokal" in genuine
    assert "Zur ganzen Rangliste" not in genuine


def test_list_whose_event_has_damaged_packed_lists_is_neither_confirmed_nor_refused(
    event: Event, client: Client
) -> None:
    digits = code_of_list(event).digits
    damage_packed_lists(event)
    text = page(client, digits)
    assert "Unterschrift echt, aber hier nicht lesbar" in text
    chief = User.objects.create_superuser("chief")
    change_key(event.held_by, reason="Laptop gestohlen", revoked=True, by=chief)
    assert "Allein beweist diese Unterschrift" in page(client, digits)
