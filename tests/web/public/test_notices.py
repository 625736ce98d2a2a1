"""A correction on a player's public page, as strangers see it, and on the player's own page, with all figures."""

import re

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.notices import record_told, take_back_told
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seating.seats import correct_seats
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.numbers import signed
from tests.factories import enter, list_of, make_complete, make_official, seat_series
from tests.web.reading import sentences

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("played_once")]


def page(client: Client, number: int) -> str:
    return sentences(client.get(f"/t/testpokal/spieler/{number}/"))


@pytest.fixture
def corrected(event: models.Event, seated: models.Series, release: models.StandingsRelease) -> models.Notice:
    """A released list whose seats 2 and 3 were corrected after the end of the series."""
    petra = make_official(event, username="petra")
    enter(list_of(seated), 1, "0 25 97 40", reason="Vera3 hat betrogen", by=petra)
    return models.Notice.objects.get(seat=2)


def test_public_page_tells_strangers_of_the_correction(client: Client, corrected: models.Notice) -> None:
    record_told(corrected, by=None)
    text = page(client, 2)
    assert "Serie 1: Die Liste von Tisch 1 wurde berichtigt (§ 2.2.5)." in text
    assert "Ergebnis: bisher 20, jetzt <strong>25</strong>" in text
    assert not {"Ihr", "Ihre", "Ihnen", "unterrichtet"} & {
        *re.findall(r"\w+", text.partition("<main")[2].partition("</main>")[0])
    }


def test_player_reads_their_old_and_new_result(corrected: models.Notice) -> None:
    text = sentences(phone_of(corrected).get("/t/testpokal/ich/"))
    assert "Serie 1, Tisch 1: Ihre Liste wurde berichtigt (§ 2.2.5)." in text
    assert "bisher 20, jetzt <strong>25</strong>" in text
    assert "Spiel 1: 20 → 25" in text
    assert "Die Rangliste zeigt es von der nächsten Ausgabe an." in text


def test_player_who_lost_the_seat_reads_so(
    event: models.Event, seated: models.Series, release: models.StandingsRelease
) -> None:
    models.Seat.objects.get(registration__number=8).delete()
    order = [event.registrations.get(number=number) for number in (8, 2, 3, 4)]
    petra = make_official(event, username="petra")
    correct_seats(list_of(seated), order, reason="verwechselt", expected=None, by=petra)
    notice = models.Notice.objects.get(registration__number=1)
    text = sentences(phone_of(notice).get("/t/testpokal/ich/"))
    assert f"bisher {signed(notice.old_result or 0)}, jetzt <strong>zählt nicht</strong>" in text
    assert "Sitzordnung berichtigt: nicht mehr an diesem Tisch" in text


def test_nothing_is_said_about_others(client: Client, corrected: models.Notice) -> None:
    text = page(client, 2)
    assert "betrogen" not in text
    assert "97" not in text
    assert "Berichtigungen" not in page(client, 4)


def test_notice_to_read_is_announced_at_the_top(corrected: models.Notice) -> None:
    phone = phone_of(corrected)
    assert 'href="#mitteilungen"' in phone.get("/t/testpokal/ich/").content.decode()
    answered = phone.post(f"/t/testpokal/ich/mitteilung/{corrected.pk}/", {"gesehen": "1"})
    assert answered["Location"] == "/t/testpokal/ich/#mitteilungen"
    assert 'href="#mitteilungen"' not in phone.get("/t/testpokal/ich/").content.decode()


def test_notice_stays_once_the_player_was_told(corrected: models.Notice) -> None:
    phone = phone_of(corrected)
    assert "Die Spielleitung sagt Ihnen" in sentences(phone.get("/t/testpokal/ich/"))
    record_told(corrected, by=None)
    assert "Mitgeteilt am" in sentences(phone.get("/t/testpokal/ich/"))


def test_figures_that_nobody_has_released_are_not_shown(client: Client, event: models.Event, release: None) -> None:
    series = seat_series(event, 2)
    release_seats(series, by=None)
    make_complete(list_of(series))
    enter(list_of(series), 1, "0 25 30 40", reason="Rechenfehler")
    text = page(client, 2)
    assert "Serie 2: Die Liste von Tisch 1 wurde berichtigt (§ 2.2.5)." in text
    assert "bisher" not in text
    assert "→" not in text


def test_series_whose_seats_are_not_released_is_not_mentioned(
    client: Client, event: models.Event, release: None
) -> None:
    series = seat_series(event, 2)
    make_complete(list_of(series))
    enter(list_of(series), 1, "0 25 30 40", reason="Rechenfehler")
    assert "Berichtigungen" not in page(client, 2)


# On the player's own phone, which has shown the start card


def phone_of(notice: models.Notice) -> Client:
    client, own = Client(), notice.registration
    client.post("/t/testpokal/ich/karte/", {"nr": str(own.number), "code": card_code(own)})
    return client


def answer(client: Client, notice: models.Notice, **body: str) -> str:
    return sentences(client.post(f"/t/testpokal/ich/mitteilung/{notice.pk}/", body, follow=True))


def test_player_that_takes_note_on_their_phone_counts_as_informed(corrected: models.Notice) -> None:
    page = answer(phone_of(corrected), corrected, gesehen="1")
    assert "Ihre Antwort: zur Kenntnis genommen." in page
    corrected.refresh_from_db()
    assert (corrected.answer, corrected.told_by) == ("seen", None)
    assert corrected.told_at == corrected.answered_at


def test_player_who_objects_makes_a_dispute_of_it(corrected: models.Notice) -> None:
    assert "entscheidet darüber" in answer(phone_of(corrected), corrected, text="  Ich hatte  20. ")
    dispute = models.Dispute.objects.get()
    assert (dispute.series_number, dispute.table_number, dispute.seats, dispute.called_by) == (1, 1, [2], None)
    assert dispute.facts == "Platz 2 widerspricht der Berichtigung der Liste (Fassung 3): Ich hatte 20."


@pytest.mark.parametrize("text", ["", "   ", "x" * 301])
def test_objection_says_why(corrected: models.Notice, text: str) -> None:
    assert "Fehler:" in answer(phone_of(corrected), corrected, text=text)
    corrected.refresh_from_db()
    assert (corrected.answer, corrected.told_at) == ("", None)
    assert not models.Dispute.objects.exists()


def test_notice_is_answered_once(corrected: models.Notice) -> None:
    phone = phone_of(corrected)
    answer(phone, corrected, gesehen="1")
    assert "schon beantwortet" in answer(phone, corrected, text="Doch nicht.")
    assert not models.Dispute.objects.exists()


def test_official_cannot_take_back_what_the_player_has_answered(corrected: models.Notice) -> None:
    answer(phone_of(corrected), corrected, gesehen="1")
    with pytest.raises(TournamentError, match="beantwortet"):
        take_back_told(corrected, by=None)


def test_nobody_answers_for_somebody_else(corrected: models.Notice) -> None:
    other = models.Notice.objects.get(seat=3)
    assert phone_of(corrected).post(f"/t/testpokal/ich/mitteilung/{other.pk}/", {"gesehen": "1"}).status_code == 404
    assert Client().post(f"/t/testpokal/ich/mitteilung/{other.pk}/", {"gesehen": "1"}).status_code == 302
    other.refresh_from_db()
    assert other.answer == ""


def test_only_the_phone_of_the_player_is_offered_an_answer(client: Client, corrected: models.Notice) -> None:
    assert "Zur Kenntnis genommen" not in page(client, 2)
    assert "Zur Kenntnis genommen" in sentences(phone_of(corrected).get("/t/testpokal/ich/"))


def test_result_that_did_not_count_before_is_a_sentence(client: Client, corrected: models.Notice) -> None:
    models.Notice.objects.update(old_result=None)
    assert "zählte bisher nicht, jetzt sind es <strong>25</strong> Punkte." in page(client, 2)
    assert "bisher zählte" not in page(client, 2)
