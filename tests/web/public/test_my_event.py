"""“Mein Turnier”: a start card opens one player's page, on this phone, for this event."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from romme_turnier.documents.participants.papers import start_cards
from romme_turnier.tournament import models
from romme_turnier.tournament.lists.checking.hand_in import record_hand_in
from romme_turnier.tournament.lists.checking.hand_in_reading import hand_ins
from romme_turnier.tournament.money.fees import pay
from romme_turnier.tournament.participants.card_code import (
    ALPHABET,
    LENGTH,
    card_code,
    is_code_of,
    printed,
    replace_card,
)
from romme_turnier.tournament.participants.finding import number_named
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.tournament.standings.releases import release_standings
from tests.cast import make_cast, signed_in
from tests.factories import enter, list_of, make_complete, make_event, one, register, register_many, seat_series
from tests.tournament.at_table.scene import at_table

pytestmark = pytest.mark.django_db


def url(event: models.Event) -> str:
    return reverse("public:my_event", args=[event.slug])


def card_url(event: models.Event) -> str:
    return reverse("public:my_card", args=[event.slug])


def typed(event: models.Event, number: int, code: str | None = None, client: Client | None = None) -> str:
    """Returns the page of the phone after number and code were typed."""
    known = card_code(one(event, number)) if code is None else code
    answer = (client or Client()).post(card_url(event), {"nr": str(number), "code": known}, follow=True)
    return answer.content.decode()


def phone_of(event: models.Event, number: int) -> Client:
    client = Client()
    typed(event, number, client=client)
    return client


def test_code_has_clear_signs_and_is_the_same_when_printed_again(event: models.Event) -> None:
    codes = {card_code(entry) for entry in event.registrations.all()}
    assert len(codes) == 8
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)
    assert card_code(one(event, 3)) == card_code(one(event, 3))


def test_code_is_read_in_any_case_and_with_blanks(event: models.Event) -> None:
    code = card_code(one(event, 3))
    assert is_code_of(one(event, 3), f" {printed(code).lower()} ")
    assert not is_code_of(one(event, 4), code)
    assert not is_code_of(None, " " * LENGTH)
    assert not is_code_of(None, "")


def test_number_and_code_open_the_page_and_the_phone_keeps_it(event: models.Event, seated: models.Series) -> None:
    phone = phone_of(event, 7)
    html = phone.get(url(event)).content.decode()
    assert "Vera7 Spieler7" in html
    assert "Tisch&nbsp;2, Platz&nbsp;3" in html
    assert html.count("seat--own") == 1


def test_what_a_start_card_holds_opens_the_page_of_a_player(event: models.Event, seated: models.Series) -> None:
    context = start_cards(event, base="http://192.168.178.20:8000/")
    assert context is not None
    card = context["sheets"][0][6]
    address = f"{card.address}&nr={card.number}"
    assert number_named(event, address) == 7
    answer = Client().get(address.removeprefix("http://192.168.178.20:8000"), follow=True)
    assert answer.redirect_chain == [(url(event), 302)]
    assert "Vera7 Spieler7" in answer.content.decode()


def test_what_a_start_card_holds_leads_officials_to_the_front_desk(event: models.Event) -> None:
    """Of an event that is not published yet, too."""
    models.Event.objects.update(published_at=None)
    petra = signed_in(make_cast(event).petra)
    answer = petra.get(url(event), {"k": card_code(one(event, 7)), "nr": "7"})
    assert answer["Location"] == f"{reverse('organiser:front_desk', args=[event.slug])}?nr=7"
    shown = petra.get(url(event), {"k": "x", "nr": "7"}, follow=True).content.decode()
    assert "Diese Startkarte gilt nicht: Ihr Code gehört nicht (mehr) zu Nr. 7." in shown
    assert "Vera7" not in shown
    frieda = signed_in(make_cast(event).frieda)
    assert frieda.get(url(event), {"k": card_code(one(event, 7)), "nr": "7"}).status_code == 404


def test_wrong_code_and_unknown_number_get_the_same_answer(event: models.Event, seated: models.Series) -> None:
    wrong, unknown = typed(event, 7, "AAA333"), typed(event, 99, "AAA333")
    assert "gehören nicht zusammen" in wrong
    assert _without_token(wrong).replace('value="7"', "") == _without_token(unknown).replace('value="99"', "")
    assert "Vera7" not in wrong


def _without_token(html: str) -> str:
    return "".join(line for line in html.splitlines() if "csrfmiddlewaretoken" not in line)


def test_code_of_another_event_opens_nothing(event: models.Event) -> None:
    other = make_event(slug="anderes", published_at=event.published_at)
    assert "gehören nicht zusammen" in typed(event, 7, card_code(one(other, 7)))
    phone = phone_of(other, 7)
    phone.cookies["mein-turnier"]["path"] = "/"  # as sent by a person who copied it
    assert phone.get(url(event)).status_code == 302


def test_cookie_that_was_changed_is_no_cookie(event: models.Event) -> None:
    phone = phone_of(event, 7)
    value = phone.cookies["mein-turnier"].value
    phone.cookies["mein-turnier"] = value.replace(str(one(event, 7).pk), str(one(event, 3).pk), 1)
    assert phone.get(url(event)).status_code == 302


def test_guessing_ends_after_ten_wrong_codes_and_hinders_nobody_else(event: models.Event) -> None:
    client = Client()
    for _ in range(10):
        assert client.post(card_url(event), {"nr": "7", "code": "AAA333"}).status_code == 200
    right = {"nr": "7", "code": card_code(one(event, 7))}
    assert client.post(card_url(event), right).status_code == 429
    assert client.get(url(event), {"nr": "7", "k": right["code"]}).status_code == 429
    assert client.post(card_url(event), {"nr": "3", "code": card_code(one(event, 3))}).status_code == 302
    assert Client(REMOTE_ADDR="192.168.178.77").post(card_url(event), right).status_code == 302


def test_code_that_is_sent_while_the_tenth_is_compared_is_one_too_many(
    event: models.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = {"nr": "7", "code": "AAA333"}
    meanwhile: list[int] = []

    def compare(registration: models.Registration | None, code: str) -> bool:
        if not meanwhile:
            meanwhile.append(0)
            meanwhile[0] = Client().post(card_url(event), wrong).status_code
        return is_code_of(registration, code)

    for _guess in range(9):
        assert Client().post(card_url(event), wrong).status_code == 200
    monkeypatch.setattr("romme_turnier.web.public.phone_identity.is_code_of", compare)
    assert Client().post(card_url(event), wrong).status_code == 200
    assert meanwhile == [429]


def test_page_belongs_to_one_phone_and_no_search_engine(event: models.Event, seated: models.Series) -> None:
    phone = phone_of(event, 7)
    answer = phone.get(url(event))
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Robots-Tag"] == "noindex"
    cookie = phone.cookies["mein-turnier"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (f"/t/{event.slug}/", True, "Lax")
    assert Client().get(url(event))["Location"] == card_url(event)


def test_not_me_makes_the_phone_a_stranger_again_with_one_tap(event: models.Event) -> None:
    phone = phone_of(event, 7)
    for page in (url(event), card_url(event)):
        html = phone.get(page).content.decode()
        assert "Vera7 Spieler7" in html
        assert f'method="post" action="{card_url(event)}"' in html
        assert 'name="verlassen" value="1">Das bin ich nicht<' in html
    phone.post(card_url(event), {"verlassen": "1"})
    assert phone.get(url(event))["Location"] == card_url(event)


def test_not_me_makes_the_phone_a_stranger_at_the_table_too(event: models.Event, seated: models.Series) -> None:
    models.Event.objects.update(phone_lists="allowed")
    models.Series.objects.update(closed_at=None)
    models.Spielliste.objects.update(status="open")
    phone, table = phone_of(event, 7), [event.slug, 1, 2]
    phone.post(reverse("public:at_table_join", args=table), {"own": "1"})
    assert phone.cookies["tisch"].value
    phone.post(card_url(event), {"verlassen": "1"})
    assert (phone.cookies["tisch"].value, phone.cookies["tisch"]["path"]) == (
        "",
        reverse("public:at_table", args=table),
    )


def test_nothing_that_is_not_released_is_on_the_page(event: models.Event, series: models.Series) -> None:
    html = phone_of(event, 7).get(url(event)).content.decode()
    assert "noch nicht freigegeben" in html
    assert "Tisch" not in html.partition("<h1")[2].partition("noch nicht freigegeben")[0]
    assert "Rang" not in html.partition("<h1")[2].partition("<footer")[0]


def test_page_says_rank_why_and_who_is_near(
    event: models.Event, seated: models.Series, release: models.StandingsRelease
) -> None:
    html = phone_of(event, 2).get(url(event)).content.decode()
    assert 'Rang 3 <span class="answer__of">von 8</span>' in html
    assert "20 Punkte" in html
    assert "Vera6 S." in html
    assert "Vera1 S." in html
    assert "Davor: " in html
    assert "40 Punkte weniger" in html
    assert html.count('class="is-own"') == 1
    assert reverse("public:list", args=[event.slug, 1, 1]) in html


def test_rank_comes_first_when_the_series_is_over_and_the_seat_when_it_is_played(
    event: models.Event, seated: models.Series, release: models.StandingsRelease
) -> None:
    phone = phone_of(event, 7)
    html = phone.get(url(event)).content.decode()
    assert html.index("Stand nach Serie 1") < html.index("Tisch&nbsp;2, Platz&nbsp;3")
    release_seats(seat_series(event, 2, [[8, 7, 6, 5], [4, 3, 2, 1]]), by=None)
    html = phone.get(url(event)).content.decode()
    assert html.index("Tisch&nbsp;1, Platz&nbsp;2") < html.index("Stand nach Serie 1")


def test_own_list_is_said_to_be_on_its_way_before_it_may_be_read(event: models.Event) -> None:
    event.fine_steps.create(amount=Decimal("0.50"), from_game=1)
    series = seat_series(event)
    release_seats(series, by=None)
    phone = phone_of(event, 2)
    assert "noch am Tisch" in phone.get(url(event)).content.decode()
    enter(list_of(series), 1, "0 20 30 40")
    assert "wird eingetragen" in phone.get(url(event)).content.decode()
    enter(list_of(series), 2, "0 21 31 41")
    models.HandIn.objects.create(spielliste=list_of(series), paper="in", unsigned=[2], at=timezone.now())
    html = phone.get(url(event)).content.decode()
    assert "Ihre Unterschrift fehlt" in html
    assert "1,00" in html  # two games lost
    assert "am Tisch noch offen" in html
    assert "Bußgeld 1,00\N{NO-BREAK SPACE}€ aus Serie 1 an Ihrem Tisch noch offen – bitte bei der Spielleitung" in html
    assert "Ihre Unterschrift fehlt" not in phone_of(event, 3).get(url(event)).content.decode()
    assert ">21<" not in html


def test_rest_of_a_fine_is_the_tables_and_nobody_is_told_to_pay_again(event: models.Event) -> None:
    event.fine_steps.create(amount=Decimal("0.50"), from_game=1)
    series = seat_series(event)
    release_seats(series, by=None)
    make_complete(list_of(series))
    phone = phone_of(event, 2)
    assert "an Ihrem Tisch noch offen" not in phone.get(url(event)).content.decode()
    due = hand_ins(event, 1, table=1)[0].due
    assert due is not None
    record_hand_in(list_of(series), paper="in", fine_paid=due - Decimal("0.30"), expected=0, by=None)
    html = phone.get(url(event)).content.decode()
    rest = "0,30\N{NO-BREAK SPACE}€"
    assert f"Beim Bußgeld der Serie 1 fehlen an Ihrem Tisch zusammen {rest} – bitte bei der Spielleitung" in html
    assert f"am Tisch fehlen {rest}" in html
    assert "noch offen" not in html


def test_own_list_is_no_longer_checked_when_a_correction_made_it_faulty(
    event: models.Event, seated: models.Series
) -> None:
    phone = phone_of(event, 7)
    assert "geprüft" in phone.get(url(event)).content.decode()
    models.Spielliste.objects.filter(table__series=seated).update(problems=1)
    assert "geprüft" not in phone.get(url(event)).content.decode()


def test_open_fee_is_said_in_plain_words_until_it_is_paid(event: models.Event, seated: models.Series) -> None:
    models.Event.objects.filter(pk=event.pk).update(entry_fee=Decimal(10))
    models.Registration.objects.filter(number=7).update(paid=False)
    phone, words = phone_of(event, 7), "Startgeld 10,00\N{NO-BREAK SPACE}€ noch offen – bitte an der Kasse zahlen."
    assert words in phone.get(url(event)).content.decode()
    pay(one(event, 7), Decimal(4), key="a", by=None)
    assert "Startgeld 6,00" in phone.get(url(event)).content.decode()
    pay(one(event, 7), Decimal(6), key="b", by=None)
    assert "Startgeld" not in phone.get(url(event)).content.decode()


def test_open_fee_may_be_transferred_until_the_day(event: models.Event, seated: models.Series) -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    models.Event.objects.update(entry_fee=Decimal(10), bank_details="Konto 12 bei der Volksbank", starts_at=tomorrow)
    models.Registration.objects.filter(number=7).update(paid=False)
    phone, words = phone_of(event, 7), "überweisen Sie (Konto 12 bei der Volksbank) oder zahlen Sie am Tag."
    assert words in phone.get(url(event)).content.decode()
    models.Event.objects.update(starts_at=timezone.now())
    assert words not in phone.get(url(event)).content.decode()


def test_lost_card_opens_nothing_once_a_new_code_is_given(event: models.Event, seated: models.Series) -> None:
    old, finder = card_code(one(event, 7)), phone_of(event, 7)
    replace_card(one(event, 7), by=None)
    assert finder.get(url(event))["Location"] == card_url(event)
    assert "gehören nicht zusammen" in typed(event, 7, old)
    assert "Vera7 Spieler7" in typed(event, 7)
    assert "Vera3 Spieler3" in typed(event, 3)


def test_player_without_a_table_is_sent_to_the_officials(event: models.Event, seated: models.Series) -> None:
    register(event, 30)
    assert "an keinem Tisch" in typed(event, 30)


def test_player_without_a_rank_gets_a_page(event: models.Event, seated: models.Series) -> None:
    event.registrations.filter(number=5).update(status="excluded", left_before_series=2)
    release_standings(event, 1, by=None)
    assert "ohne Rang" in typed(event, 5)


def test_page_costs_no_more_for_many_players(event: models.Event, seated: models.Series) -> None:
    phone = phone_of(event, 7)

    def cost() -> int:
        release_standings(event, 1, by=None)
        phone.get(url(event))
        with CaptureQueriesContext(connection) as queries:
            phone.get(url(event))
        return len(queries)

    before = cost()
    register_many(event, range(9, 60))
    assert cost() == before


def test_timetable_says_what_comes_next(event: models.Event) -> None:
    last_minute = timezone.localtime().replace(hour=23, minute=59, second=59, microsecond=999_999)
    event.timetable.create(starts_at=last_minute, what="Siegerehrung")
    assert "Siegerehrung" in typed(event, 7)


def test_link_of_a_registration_leads_here_on_the_day(event: models.Event, seated: models.Series) -> None:
    register(event, 30, token="S" * 32)
    link = reverse("public:registration", args=[event.slug, "S" * 32])
    phone = Client()
    html = phone.get(link).content.decode()
    assert html.index("Am Tag des Turniers") < html.index("Bewahren Sie diesen Link auf") < html.index("Das Turnier")
    assert f'href="{url(event)}"' in html
    page = phone.get(url(event)).content.decode()
    assert "30 Vera30 Spieler30" in page
    assert link in page


def test_captain_who_looks_at_a_member_stays_who_the_phone_knows(event: models.Event, seated: models.Series) -> None:
    register(event, 30, token="S" * 32)
    phone = phone_of(event, 7)
    phone.get(reverse("public:registration", args=[event.slug, "S" * 32]))
    assert "Vera7 Spieler7" in phone.get(url(event)).content.decode()


def test_own_column_grows_while_the_table_keeps_its_list_on_a_phone() -> None:
    """A player's own table, whose list is confirmed by players but not released."""
    table = at_table(games=3, published_at=timezone.now())
    pen = table.pen(1)
    table.write(pen, 1, "0 1040 30 40")
    table.write(pen, 2, "25 0 35 45")
    make_cast(table.event)
    html = " ".join(strip_tags(typed(table.event, 2)).split())
    games = "2 Spiele von 3Spiel 1: 1.040 · Spiel 2: 0 beendet"
    assert f"Ihre Liste bis jetzt {games} Minuspunkte1.040beendete Spiele1" in html
    assert "Ihre Liste bis jetzt" not in typed(table.event, 6)  # whose table writes on paper


def test_list_on_the_phone_comes_before_the_call_where_lists_are_kept_on_phones() -> None:
    table = at_table(games=3, published_at=timezone.now())
    make_cast(table.event)
    html = typed(table.event, 2)
    assert html.index("Platz&nbsp;2") < html.index("Liste am Handy") < html.index("Spielleitung rufen")
    assert html.index("Spielleitung rufen") < html.index("diagram__seats")
    assert "button--quiet" in html.partition("Spielleitung rufen")[0].rpartition("<a ")[2]


def test_own_column_is_not_shown_before_a_blind_check_nor_of_a_list_that_the_desk_types() -> None:
    table = at_table(games=3, published_at=timezone.now())
    make_cast(table.event)
    enter(table.spielliste, 1, "0 20 30 40")
    assert "Ihre Liste bis jetzt" not in typed(table.event, 2)
    table.pen(1)
    assert "Ihre Liste bis jetzt" in typed(table.event, 2)
    models.Event.objects.update(blind_check=True)
    assert "Ihre Liste bis jetzt" not in typed(table.event, 2)


def test_small_plan_of_the_hall_shows_the_players_table_if_rows_are_announced(
    event: models.Event, seated: models.Series
) -> None:
    assert "hall-plan" not in typed(event, 7)
    models.Event.objects.update(hall_tables="1-4")
    assert "hall-plan" not in typed(event, 7)
    models.Event.objects.update(hall_tables="3, 4; 1, 2; 5")
    html = typed(event, 7)  # at table 2
    assert "2. Reihe von vorn, 2. Tisch von links" in html
    assert re.findall(r"hall-plan__table( hall-plan__table--own)?\">(\d)<", html) == [
        ("", "3"),
        ("", "4"),
        ("", "1"),
        (" hall-plan__table--own", "2"),
        ("", "5"),
    ]
