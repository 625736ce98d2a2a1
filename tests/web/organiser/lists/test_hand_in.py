"""The page for handing lists in: one field, one key, and the open tables."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.lists.entries import declare_invalid
from tests.cast import Cast, signed_in
from tests.factories import fill, list_of, make_checked, make_event, seat_series
from tests.web.reading import sentences

pytestmark = pytest.mark.django_db

PAGE = "/leitung/testpokal/serie/1/abgabe/"
Paper = models.HandIn.Custody


@pytest.fixture
def event() -> models.Event:
    event = make_event()
    models.FineStep.objects.create(event=event, from_game=1, amount=Decimal("0.20"))
    return event


@pytest.fixture
def karl(cast: Cast, series: models.Series) -> Client:
    return signed_in(cast.karl)


def shown(client: Client, url: str) -> str:
    return sentences(client.get(url, follow=True)).replace("&nbsp;", " ")


def stored(series: models.Series, table: int = 1) -> models.HandIn:
    return models.HandIn.objects.get(spielliste__table__series=series, spielliste__table__number=table)


def test_before_the_draw_the_page_says_what_comes_here(event: models.Event, cast: Cast) -> None:
    assert "Noch keine Listen" in shown(signed_in(cast.karl), PAGE)


@pytest.mark.parametrize("typed", ["2", "S1T2", "s1t2", "https://saal/leitung/testpokal/serie/1/tisch/2/"])
def test_number_code_or_address_shows_that_table(karl: Client, typed: str) -> None:
    assert karl.get(PAGE, {"tisch": typed}).headers["Location"] == f"{PAGE}2/"


@pytest.mark.parametrize("address", ["http://saal/t/herbstpokal/serie/1/tisch/2/", "herbstpokal/serie/1/tisch/2"])
def test_list_of_another_event_is_refused(karl: Client, address: str) -> None:
    assert "Diese Liste gehört zu einem anderen Turnier: herbstpokal." in shown(karl, f"{PAGE}?tisch={address}")


def test_wrong_number_names_the_tables_that_there_are(karl: Client) -> None:
    assert "Tisch 9 gibt es in dieser Serie nicht. Vorhanden: 1, 2." in shown(karl, f"{PAGE}?tisch=9")


def test_what_is_no_number_is_said_to_be_none(karl: Client) -> None:
    assert "„Sieben“ ist keine Tischnummer" in shown(karl, f"{PAGE}?tisch=Sieben")


def test_list_of_another_series_is_shown_the_way(karl: Client, event: models.Event) -> None:
    seat_series(event, 2)
    page = shown(karl, f"{PAGE}?tisch=S2T1")
    assert "Diese Liste gehört zur Serie 2, nicht zur Serie 1." in page
    assert "/leitung/testpokal/serie/2/abgabe/1/" in page


def posted(client: Client, table: int = 1, **fields: object) -> str:
    values = {"code": "", "paper": "in", "version": 0, "fine_paid": "", **fields}
    answer = client.post(f"{PAGE}{table}/", values, follow=True)
    return re.sub(r"\s+", " ", answer.content.decode().replace("\N{NO-BREAK SPACE}", " "))


def test_enter_takes_everything_in(karl: Client, series: models.Series, cast: Cast) -> None:
    fill(list_of(series))
    assert 'value="7,20"' in shown(karl, f"{PAGE}1/")  # the amount due is proposed
    assert "Tisch 1: alles da." in posted(karl, fine_paid="7,20")
    hand_in = stored(series)
    assert (hand_in.paper, hand_in.fine_paid, hand_in.by) == ("in", Decimal("7.20"), cast.karl)


def test_fine_above_what_is_due_is_asked_about_before_it_is_booked(karl: Client, series: models.Series) -> None:
    fill(list_of(series))
    page = posted(karl, fine_paid="1000")
    assert "Fällig sind 7,20 €, hier stehen 1.000,00 €." in page
    assert 'name="fine_paid_sure" value="1000"' in page
    assert "Bußgeld erhalten" in page
    assert not models.LedgerEntry.objects.exists()
    assert "hier stehen 720,00 €" in posted(karl, fine_paid="720", fine_paid_sure="1000")
    assert not models.LedgerEntry.objects.exists()
    posted(karl, fine_paid="1000", fine_paid_sure="1000")
    assert stored(series).fine_paid == 1000
    posted(karl, fine_paid="1000", unsigned=["2"], version=1)  # a booked fine is not asked about again
    assert stored(series).unsigned == [2]


def test_fine_above_all_that_can_be_due_is_asked_about_before_the_entries_are_in(
    karl: Client, series: models.Series
) -> None:
    assert "höchstens 9,60 €, hier stehen 960,00 €" in posted(karl, fine_paid="960")
    posted(karl, fine_paid="9,60")
    assert stored(series).fine_paid == Decimal("9.60")


def test_fine_is_proposed_at_the_second_visit_while_none_is_noted(karl: Client, series: models.Series) -> None:
    posted(karl)  # the table hands in before its games are typed
    fill(list_of(series))
    assert 'value="7,20"' in shown(karl, f"{PAGE}1/")
    posted(karl, fine_paid="7,20", version=1)
    assert stored(series).fine_paid == Decimal("7.20")


def test_fine_that_is_noted_is_not_proposed_again(karl: Client, series: models.Series) -> None:
    fill(list_of(series))
    posted(karl, fine_paid="0")
    page = shown(karl, f"{PAGE}1/")
    assert 'value="7,20"' not in page
    assert "Bußgeld fehlt: 7,20 €" in page


def test_fine_is_not_known_before_the_entries_are_in(karl: Client) -> None:
    assert "noch nicht berechnet" in shown(karl, f"{PAGE}1/")


def test_fine_is_not_asked_where_none_is_announced(karl: Client, event: models.Event) -> None:
    event.fine_steps.all().delete()
    assert "Bußgeld" not in shown(karl, f"{PAGE}1/")


def test_missing_signature_and_card_are_ticked_by_seat(karl: Client, series: models.Series) -> None:
    page = posted(karl, unsigned=["2"], cards_missing=["3", "4"])
    assert "Tisch 1 eingetragen. Unterschrift fehlt: Platz 2; Startkarte fehlt: Plätze 3, 4." in page
    assert re.search(r'name="unsigned" value="2" checked', shown(karl, f"{PAGE}1/"))


def test_other_number_in_the_field_saves_nothing_and_says_so(karl: Client, series: models.Series) -> None:
    page = posted(karl, code="2")
    assert "Tisch 1 ist noch nicht eingetragen." in page
    assert "<title>" in page
    assert 'action="/leitung/testpokal/serie/1/abgabe/2/"' in page
    assert not models.HandIn.objects.exists()


@pytest.mark.parametrize("scanned", ["S1T2", "http://saal/t/testpokal/serie/1/tisch/2/"])
def test_next_list_scanned_into_the_field_of_the_fine_is_shown(
    karl: Client, series: models.Series, scanned: str
) -> None:
    assert 'action="/leitung/testpokal/serie/1/abgabe/2/"' in posted(karl, fine_paid=scanned)


def test_amount_that_is_none_is_refused_and_kept(karl: Client, series: models.Series) -> None:
    assert 'value="viel"' in posted(karl, fine_paid="viel", unsigned=["2"])
    assert not models.HandIn.objects.exists()


def test_somebody_was_faster_shows_both(karl: Client, series: models.Series, cast: Cast) -> None:
    record_hand_in(list_of(series), paper=Paper.IN, unsigned=[4], expected=0, by=cast.ella)
    page = posted(karl, unsigned=["2"])
    assert "Inzwischen hat jemand anders hier etwas geändert" in page
    assert "Unterschrift fehlt: Platz 4" in page
    assert re.search(r'name="unsigned" value="2" checked', page)
    assert "Platz 2" in posted(karl, unsigned=["2"], version=1)
    assert stored(series).unsigned == [2]


def test_proposed_fine_is_not_received_with_a_list_that_is_lost(karl: Client, series: models.Series) -> None:
    fill(list_of(series))
    assert 'value="7,20"' in shown(karl, f"{PAGE}1/")
    assert "Bußgeld fehlt: 7,20 €" in posted(karl, paper="lost", fine_paid="7,20")
    assert stored(series).fine_paid is None


def test_fine_that_is_typed_with_a_lost_list_is_received(karl: Client, series: models.Series) -> None:
    posted(karl, paper="lost", fine_paid="5,00")
    assert stored(series).fine_paid == 5
    posted(karl, paper="lost", fine_paid="7,20", version=1)
    assert stored(series).fine_paid == Decimal("7.20")


def test_lost_list_says_what_to_do(karl: Client, series: models.Series) -> None:
    posted(karl, paper="lost")
    page = shown(karl, f"{PAGE}1/")
    assert "neu schreiben und von allen unterschreiben" in page
    assert "(§ 2.2.6)" in page


def test_overview_counts_and_filters(karl: Client, series: models.Series, cast: Cast) -> None:
    record_hand_in(list_of(series), paper=Paper.IN, unsigned=[2], expected=0, by=cast.ella)
    page = shown(karl, PAGE)
    assert "1 von 2 Listen sind da. An 2 Tischen ist etwas offen." in page
    assert "Unterschrift fehlt: 1" in page
    only = shown(karl, f"{PAGE}?zeige=unterschrift")
    assert "Tisch 1</a>" in only
    assert "Tisch 2</a>" not in only


def test_earlier_entries_are_shown_with_who_made_them(karl: Client, series: models.Series, cast: Cast) -> None:
    record_hand_in(list_of(series), paper=Paper.IN, expected=0, by=cast.ella)
    record_hand_in(list_of(series), paper=Paper.LOST, expected=1, by=cast.petra)
    record_hand_in(list_of(series), paper=Paper.LOST, expected=2, by=cast.karl)
    page = shown(karl, f"{PAGE}1/")
    assert page.index("Petra: verloren") < page.index("Ella: abgegeben")
    assert "Karl: verloren" not in page


def test_overview_of_the_lists_names_what_is_missing(karl: Client, series: models.Series) -> None:
    record_hand_in(list_of(series), paper=Paper.IN, unsigned=[2], expected=0, by=None)
    assert "Unterschrift fehlt: Platz 2" in shown(karl, "/leitung/testpokal/serie/1/listen/")
    assert "Tisch 1</a>" in shown(karl, "/leitung/testpokal/serie/1/listen/?zeige=abgabe")


def test_lists_open_by_the_code_on_the_paper(karl: Client, series: models.Series) -> None:
    answer = karl.get("/leitung/testpokal/serie/1/listen/", {"tisch": "S1T2"})
    assert answer.headers["Location"] == "/leitung/testpokal/serie/1/tisch/2/"


def test_page_of_the_series_shows_what_each_table_lacks(karl: Client, series: models.Series) -> None:
    record_hand_in(list_of(series), paper=Paper.LOST, expected=0, by=None)
    page = shown(karl, "/leitung/testpokal/serie/1/")
    assert "Liste verloren" in page
    assert "noch am Tisch" in page


def test_closing_a_series_names_what_is_open_and_forbids_nothing(
    series: models.Series, event: models.Event, cast: Cast
) -> None:
    make_checked(list_of(series, 1))
    declare_invalid(list_of(series, 2), expected=None, by=cast.petra, reason="unleserlich")
    record_hand_in(list_of(series, 1), paper=Paper.IN, unsigned=[2], expected=0, by=None)
    petra = signed_in(cast.petra)
    page = shown(petra, "/leitung/testpokal/serie/1/abschliessen/")
    for words in (
        "Abgabe nicht eingetragen: Tisch 2.",
        "Unterschriften fehlen (§ 2.2.4): Tisch 1.",
        "Bußgeld fehlt, zusammen 7,20 €: Tisch 1.",
    ):
        assert words in page
    petra.post("/leitung/testpokal/serie/1/abschliessen/")
    series.refresh_from_db()
    assert series.closed_at is not None
    assert series.closed_at <= timezone.now()


def test_fine_is_still_taken_after_the_series_is_closed(karl: Client, series: models.Series) -> None:
    models.Series.objects.filter(pk=series.pk).update(closed_at=timezone.now())
    posted(karl, fine_paid="1,00")
    assert stored(series).fine_paid == 1
