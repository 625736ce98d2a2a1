"""Seating by the standings and from a file, on the pages of the desk."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from romme_turnier.tournament.models import Draw, Series
from romme_turnier.tournament.seating.draws import apply_draw, propose_draw
from romme_turnier.tournament.seating.series import close_series
from tests.factories import list_of, make_checked, make_event, make_official

pytestmark = pytest.mark.django_db

PLACES = "Tisch;Platz;Startnummer\n" + "\n".join(f"{(n + 3) // 4};{(n - 1) % 4 + 1};{n}" for n in range(1, 9))


@pytest.fixture
def event(client):
    event = make_event(players=8, series_count=3, games_per_list=1)
    client.force_login(make_official(event))
    return event


def url(name, event, number=1):
    return reverse(f"organiser:{name}", args=[event.slug, number])


def test_pasted_places_become_a_preview(client, event):
    response = client.post(url("series_from_file", event), {"text": PLACES}, follow=True)
    text = response.content.decode()
    assert "Aus einer Datei" in text
    assert "Andere Datei" in text
    assert Draw.objects.get().result == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert not Series.objects.get().tables.exists()


def test_preview_of_a_file_is_applied_like_any_other(client, event):
    client.post(url("series_from_file", event), {"text": PLACES})
    client.post(url("series_draw", event), {"apply": Draw.objects.get().pk})
    assert Series.objects.get().tables.count() == 2


def test_every_fault_is_at_its_line_and_the_text_is_kept(client, event):
    faulty = PLACES.replace("2;4;8", "2;4;9").replace("1;2;2", "1;zwei;2")
    text = client.post(url("series_from_file", event), {"text": faulty}).content.decode()
    assert "Zeile 3:" in text
    assert "Zeile 9:" in text
    assert "1;zwei;2" in text
    assert not Draw.objects.exists()


def test_faulty_rows_are_corrected_in_their_cells_or_left_out(client, event):
    titled = f"Sitzplan Serie 1;;;\n{PLACES};;Petra\nSumme;;8".replace("Startnummer", "Startnummer;Name").replace(
        "1;2;2", "1;zwei;2"
    )
    page = client.post(url("series_from_file", event), {"text": titled})
    text = page.content.decode()
    assert "Nicht gelesene Spalten: Name." in text
    assert 'name="z-4-seat" value="zwei"' in text
    assert 'href="#zeile-11"' in text
    sent = {"text": page.context["text"], "z-4-seat": "2", "weg": "11"}
    again = client.post(url("series_from_file", event), {**sent, "z-4-seat": "3"}).content.decode()
    assert "Tisch 1, Platz 3 steht schon in Zeile 4." in again
    assert 'name="weg" value="11" checked' in again
    back = client.post(url("series_from_file", event), {**sent, "was": "zurueck"}).content.decode()
    assert "1;zwei;2" in back
    client.post(url("series_from_file", event), sent)
    assert Draw.objects.get().result == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_faulty_upload_is_shown_as_text_to_be_corrected(client, event):
    file = SimpleUploadedFile("plan.csv", PLACES.replace("2;4;8", "2;4;1").encode())
    text = client.post(url("series_from_file", event), {"file": file}).content.decode()
    assert "Startnummer 1 steht schon in Zeile 2." in text
    assert "2;4;1" in text


def test_nothing_and_no_table_are_refused(client, event):
    assert "Bitte fügen Sie Plätze ein" in client.post(url("series_from_file", event), {"text": ""}).content.decode()
    assert "Es fehlen" in client.post(url("series_from_file", event), {"text": "Hallo"}).content.decode()


def test_page_of_the_draw_offers_the_standings_from_the_second_series_on(client, event):
    assert url("series_by_standings", event) not in client.get(url("series_draw", event)).content.decode()
    assert "noch keine Rangliste" in client.get(url("series_by_standings", event)).content.decode()
    series = apply_draw(propose_draw(event, 1, by=None), by=None)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    assert url("series_by_standings", event, 2) in client.get(url("series_draw", event, 2)).content.decode()
    text = client.post(url("series_by_standings", event, 2), {"seed": "abc"}, follow=True).content.decode()
    assert "Nach der Rangliste gesetzt" in text
    assert Draw.objects.get(series__number=2).seed == "abc"


def test_series_keeps_its_own_day(client, event):
    apply_draw(propose_draw(event, 1, by=None), by=None)
    page = client.get(url("series", event)).content.decode()
    assert page.index("<summary>Mehr") < page.index(url("series_day", event))  # most events last one day
    client.post(url("series_day", event), {"held_on": "18.10.2026"})
    assert str(Series.objects.get().held_on) == "2026-10-18"
    client.post(url("series_day", event), {"held_on": ""})
    assert Series.objects.get().held_on is None
