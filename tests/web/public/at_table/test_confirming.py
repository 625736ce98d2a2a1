"""A table confirms its list or contradicts it, on own phones or on the pen's."""

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from romme_turnier.core.lists.notation import parse_row
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.access import MOST_WRONG
from romme_turnier.tournament.lists.consent import fingerprint_of, word_of
from romme_turnier.tournament.lists.entries import save_row
from romme_turnier.tournament.participants.card_code import card_code
from romme_turnier.tournament.seating import seats
from tests.factories import make_checked, make_complete, make_official
from tests.tournament.at_table.scene import AtTable
from tests.web.public.at_table.phone import KEY, joined, say, seat_of, send, url, write_all, wrong_codes

pytestmark = pytest.mark.django_db


def test_table_confirms_on_own_phones_and_on_the_pens_and_gets_its_word(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert "0 von 4 haben bestätigt" in pen.get(url(table)).content.decode()
    assert "bestätigt" in say(joined(table, 2), table, stimmt="1")
    assert "1 von 4 haben bestätigt" in pen.get(url(table)).content.decode()
    say(pen, table, stimmt="1")
    say(pen, table, stimmt="1", seat="3", card_code=card_code(seat_of(table, 3)))
    page = say(pen, table, stimmt="1", seat="4", card_code=card_code(seat_of(table, 4)))
    assert "Die Liste ist bestätigt" in page
    word = page.partition('<p class="check-word check-word--boxes">')[2].partition("</p>")[0]
    assert strip_tags(word) == word_of(table.loaded())


def test_list_comes_before_the_button_that_confirms_it_and_marks_the_players_column(table: AtTable) -> None:
    write_all(joined(table, 1, pen=True), table)
    page = joined(table, 2).get(url(table)).content.decode()
    assert page.index("Stimmt die Liste?") < page.index('<table class="sheet') < page.index("Ja, alles stimmt")
    rows = re.findall(r"<tr.*?</tr>", page.partition('<table class="sheet')[2].partition("</table>")[0], re.DOTALL)
    cells = [["is-own" in cell for cell in re.findall(r"<t[dh][^>]*>", row)] for row in rows]
    assert {marks.index(True) for marks in cells} == {2}  # the second seat, after the number of the game
    assert {marks.count(True) for marks in cells} == {1}


def test_nobody_is_confirmed_with_a_wrong_code_and_it_is_counted(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert "nicht der Code der Startkarte" in say(pen, table, stimmt="1", seat="3", card_code="ACD347")
    assert models.TableAccess.objects.get().wrong_codes == 1
    assert not models.Statement.objects.exists()


def test_codes_of_start_cards_cannot_be_guessed_at_the_table(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    wrong_codes(table, MOST_WRONG - 1)
    say(pen, table, stimmt="1", seat="3", card_code="ACD347")
    assert "zu viele falsche Codes" in say(pen, table, stimmt="1", seat="3", card_code=card_code(seat_of(table, 3)))
    assert not models.Statement.objects.exists()


def test_contradiction_stops_the_pen_and_its_page_announces_officials(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert "Spielleitung ist benachrichtigt" in say(joined(table, 2), table, text="ich hatte 12", game="2")
    page = pen.get(url(table)).content.decode()
    assert "Platz 2 sagt, dass die Liste nicht stimmt" in page
    assert "ich hatte 12" in page
    assert 'class="game"' not in page


def seat_page(pen: Client, table: AtTable, seat: int, **sent: str) -> str:
    """The page of a player without a phone, on the pen's phone."""
    place = f"{url(table)}platz/{seat}/"
    answer = (
        pen.post(place, {"fingerprint": fingerprint_of(table.loaded()), **sent}, follow=True)
        if sent
        else pen.get(place)
    )
    return answer.content.decode()


def test_player_without_a_phone_contradicts_on_the_pen_with_their_start_card(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert f'href="{url(table)}platz/3/"' in pen.get(url(table)).content.decode()
    page = seat_page(pen, table, 3)
    assert "Nein, etwas stimmt nicht" in page
    assert '<table class="sheet' in page
    wrong = {"text": "ich hatte 12", "game": "2"}
    page = seat_page(pen, table, 3, card_code="ACD347", **wrong)
    assert "nicht der Code der Startkarte" in page
    assert 'value="ich hatte 12"' in page
    assert not models.Statement.objects.exists()
    page = seat_page(pen, table, 3, card_code=card_code(seat_of(table, 3)), **wrong)
    assert "Spielleitung ist benachrichtigt" in page
    said = models.Statement.objects.get()
    assert (said.seat, said.agrees, said.game, said.text, said.way) == (3, False, 2, "ich hatte 12", "card")
    assert models.TableCall.objects.get().seat == 3


def test_player_who_typed_what_is_wrong_does_not_confirm_by_the_first_button(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    page = seat_page(pen, table, 3, card_code=card_code(seat_of(table, 3)), text="ich hatte 12", stimmt="1")
    assert "Tippen Sie dann auf" in page
    assert not models.Statement.objects.exists()


def test_page_of_a_player_is_there_for_seats_that_have_said_nothing(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    assert pen.get(f"{url(table)}platz/3/").headers["Location"] == url(table)  # games are missing
    write_all(pen, table)
    assert pen.get(f"{url(table)}platz/1/").headers["Location"] == url(table)  # the player's own
    assert pen.get(f"{url(table)}platz/5/").status_code == 404
    say(pen, table, stimmt="1", seat="3", card_code=card_code(seat_of(table, 3)))
    assert pen.get(f"{url(table)}platz/3/").headers["Location"] == url(table)


def test_text_of_a_contradiction_is_stored_on_one_line(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    say(pen, table, text="ich \n hatte\n12")
    assert models.Statement.objects.get().text == "ich hatte 12"


def test_list_that_was_changed_since_it_was_shown_is_not_confirmed(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert "inzwischen geändert" in say(pen, table, stimmt="1", fingerprint="AAAAA")


def test_checked_list_can_be_read_and_nothing_else(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    make_checked(table.spielliste)
    page = pen.get(url(table)).content.decode()
    assert 'class="game"' not in page
    assert send(pen, table, 1, "R 21 30 40", key=KEY).status_code == 409


def test_phone_of_a_player_that_was_seated_elsewhere_must_join_again(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    here, there = (models.Seat.objects.get(table__number=number, number=1) for number in (1, 2))
    seats.swap(here, there, by=make_official(table.event))
    assert pen.get(url(table)).headers["Location"] == url(table, "at_table_join")
    assert pen.post(url(table, "at_table_statement"), {"stimmt": "1"}).status_code == 302
    assert send(pen, table, 1).status_code == 403


def test_invalid_list_is_not_called_confirmed(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    models.Spielliste.objects.update(status="invalid", invalid_reason="Karten fehlten")
    page = pen.get(url(table)).content.decode()
    assert "Diese Liste zählt nicht" in page
    assert "Die Liste ist bestätigt" not in page


def test_pages_are_kept_by_nobody_and_found_by_no_search_engine(table: AtTable) -> None:
    for answer in (joined(table, 1).get(url(table)), Client().get(url(table, "at_table_join"))):
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Robots-Tag"] == "noindex"


def test_list_that_officials_typed_from_paper_is_not_called_confirmed(table: AtTable) -> None:
    reader = joined(table, 1)
    make_complete(table.spielliste)
    page = reader.get(url(table)).content.decode()
    assert "Die Liste liegt bei der Spielleitung" in page
    assert "Die Liste ist bestätigt" not in page
    assert "check-word" not in page


def test_word_goes_when_officials_correct_a_confirmed_list(table: AtTable) -> None:
    models.Event.objects.update(confirmations=1)
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    assert "Die Liste ist bestätigt" in say(pen, table, stimmt="1")
    row = parse_row(1, ["R", "21", "30", "40"], highest_wins=False)
    save_row(
        table.spielliste, row, expected=1, by=make_official(table.event), reason="Übertragen", consent=[1, 2, 3, 4]
    )
    page = pen.get(url(table)).content.decode()
    assert "Die Liste liegt bei der Spielleitung" in page
    assert "check-word" not in page
