"""Read-only phones: officials have taken the pen, or the series continues on paper."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from romme_turnier.tournament import models
from romme_turnier.tournament.at_table.own_terms import set_own_terms
from romme_turnier.tournament.at_table.phones import give_pen_back, take_pen_to_desk
from tests.tournament.at_table.scene import AtTable
from tests.web.public.at_table.phone import joined, numbers, say, send, url, write_all

pytestmark = pytest.mark.django_db


def on_paper(table: AtTable) -> None:
    set_own_terms(table.series, phone_lists="paper", confirmations=None, blind_check=None, by=None)


def on_phones_again(table: AtTable) -> None:
    set_own_terms(table.series, phone_lists="", confirmations=None, blind_check=None, by=None)


def at_the_desk(table: AtTable) -> None:
    take_pen_to_desk(table.spielliste, by=None)


def at_the_table(table: AtTable) -> None:
    give_pen_back(table.spielliste, by=None)


Change = Callable[[AtTable], None]
TURNS = [
    (on_paper, on_phones_again, "jetzt nur auf Papier geführt", "nur auf Papier"),
    (
        at_the_desk,
        at_the_table,
        "Die Spielleitung schreibt die Liste",
        "Die Spielleitung schreibt diese Liste jetzt selbst",
    ),
]


def look(phone: Client, table: AtTable, **headers: str) -> Any:
    return phone.get(url(table), headers=headers)


@pytest.mark.parametrize(("end", "begin", "said", "refusal"), TURNS)
def test_phones_say_so_show_what_is_stored_and_go_on_afterwards(
    table: AtTable, end: Change, begin: Change, said: str, refusal: str
) -> None:
    pen, reader = joined(table, 1, pen=True), joined(table, 2)
    send(pen, table, 1)
    tags = {phone: look(phone, table).headers["ETag"] for phone in (pen, reader)}
    end(table)
    for phone, tag in tags.items():
        shown = look(phone, table, if_none_match=tag)
        assert shown.status_code == 200
        assert said in shown.content.decode()
        assert '<span class="finisher">0</span>' in shown.content.decode()
        assert not [word for word in ("Spiel 2 speichern", "Ich schreibe") if word in shown.content.decode()]
    answer = send(pen, table, 2)
    assert (answer.status_code, answer.json()["error"]) == (409, "refused")
    assert refusal in answer.json()["message"]
    assert send(pen, table, 1).status_code == 200  # the answer got lost; it is stored
    reader.post(url(table, "at_table_pen"))
    assert (
        models.TablePhone.objects.get(is_pen=True).registration
        == table.spielliste.table.seats.get(number=1).registration
    )
    begin(table)
    assert send(pen, table, 2).status_code == 200
    assert table.fresh().games_in == 2


@pytest.mark.parametrize(("end", "begin", "said", "refusal"), TURNS)
def test_nobody_confirms_meanwhile(table: AtTable, end: Change, begin: Change, said: str, refusal: str) -> None:
    pen = joined(table, 1, pen=True)
    table.write_all(models.TablePhone.objects.get())
    assert "Ja, alles stimmt" in look(pen, table).content.decode()
    end(table)
    assert "Ja, alles stimmt" not in look(pen, table).content.decode()
    assert refusal in say(pen, table, stimmt="1")
    assert not models.Statement.objects.exists()
    begin(table)
    assert "Sie haben bestätigt" in say(pen, table, stimmt="1")


def test_what_was_typed_without_script_stays_in_sight(table: AtTable) -> None:
    pen = joined(table, 1, pen=True)
    at_the_desk(table)
    cells = {"ended": "2", "s1": "20", "s2": "0", "s3": "30", "s4": "40"}
    answer = pen.post(url(table), {"game": "1", "expected": "0", "player": numbers(table), **cells})
    assert answer.status_code == 400
    assert (
        "Spiel 1 ist nicht gespeichert (1 Vera1 S.: 20, 2 Vera2 S.: beendet, 3 Vera3 S.: 30, 4 Vera4 S.: 40)."
        in answer.content.decode()
    )


def test_confirmed_list_of_a_series_that_went_on_on_paper_keeps_its_word(table: AtTable) -> None:
    models.Event.objects.update(confirmations=1)
    pen = joined(table, 1, pen=True)
    write_all(pen, table)
    say(pen, table, stimmt="1")
    on_paper(table)
    assert "Die Liste ist bestätigt" in look(pen, table).content.decode()
