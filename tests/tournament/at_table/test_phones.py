"""Phones at a table: joining, the pen, and ending by officials."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, Event

import pytest
from django.db import connection, transaction

from romme_turnier.core.lists.endings import Ending
from romme_turnier.tournament import models
from romme_turnier.tournament.at_table import access, phones
from romme_turnier.tournament.at_table.access import (
    MOST_WRONG,
    DeskWrites,
    TooManyGuesses,
    WrongCode,
    derived_pin,
    is_shut,
    pin_of,
)
from romme_turnier.tournament.at_table.phones import PhoneEnded, phone_with
from romme_turnier.tournament.at_table.writing import PenTaken
from romme_turnier.tournament.lists.endings import doubt_ending
from romme_turnier.tournament.participants.card_code import card_code, replace_card
from romme_turnier.tournament.seating import seats, series as series_services
from romme_turnier.tournament.shared import service
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import list_of, make_checked, make_official
from tests.tournament.at_table.scene import AtTable, at_table

pytestmark = pytest.mark.django_db
TOKEN = "secret"


def open_as(table: AtTable, seat: int, card_end: str | None, token: str = TOKEN) -> models.TablePhone:
    registration = table.spielliste.table.seats.get(number=seat).registration
    return phones.open_list(table.spielliste, registration, token=token, card_end=card_end)


def guess_wrongly(spielliste: models.Spielliste) -> None:
    with suppress(WrongCode), access.guess(spielliste):
        access.demand_pin(spielliste, "none")


def wrong_codes(event: models.Event) -> tuple[int, int]:
    """Returns the counted failures, and those in the log."""
    counted = models.TableAccess.objects.values_list("wrong_codes", flat=True).get()
    return counted, event.record.filter(verb="access.count_wrong_code").count()


# The PIN


def test_every_list_has_a_pin_of_its_own_and_keeps_it(table: AtTable) -> None:
    pins = {derived_pin(f"{n:032x}", 0) for n in range(50)}
    assert len(pins) > 40
    assert all(len(pin) == 4 and pin.isdigit() for pin in pins)
    assert pin_of(table.fresh()) == pin_of(table.fresh())
    access.demand_pin(table.spielliste, f" {pin_of(table.spielliste)} ")
    with pytest.raises(WrongCode):
        access.demand_pin(table.spielliste, "")


def test_list_opens_for_no_further_phone_after_too_many_wrong_codes_and_pen_goes_on(table: AtTable) -> None:
    pen = table.pen()
    for _time in range(MOST_WRONG - 1):
        guess_wrongly(table.spielliste)
    assert not is_shut(table.spielliste)
    guess_wrongly(table.spielliste)
    assert is_shut(table.spielliste)
    with pytest.raises(TooManyGuesses):
        guess_wrongly(table.spielliste)
    assert not is_shut(list_of(table.series, 2))
    table.write(pen, 1)


def test_reset_gives_a_new_pin_and_ends_every_phone_of_this_list_alone(table: AtTable) -> None:
    pin, pen, other = pin_of(table.spielliste), table.pen(), table.phone(2)
    salt = table.spielliste.salt
    neighbour = AtTable(table.event, table.series, list_of(table.series, 2)).pen()
    table.write(pen, 1)
    guess_wrongly(table.spielliste)
    phones.reset_access(table.spielliste, by=make_official(table.event))
    assert (pin, pin_of(table.spielliste)) == (derived_pin(salt, 0), derived_pin(salt, 1))
    for phone in (pen, other):
        with pytest.raises(PhoneEnded):
            table.write(phone, 2)
    assert table.fresh().games_in == 1
    assert models.TableAccess.objects.get().wrong_codes == 0
    assert models.TablePhone.objects.get(ended_at=None) == neighbour


def test_code_that_is_sent_while_the_last_one_is_compared_is_one_too_many(table: AtTable) -> None:
    for _time in range(MOST_WRONG - 1):
        guess_wrongly(table.spielliste)
    with access.guess(table.spielliste), pytest.raises(TooManyGuesses), access.guess(table.spielliste):
        pytest.fail("compared")
    assert wrong_codes(table.event) == (MOST_WRONG - 1, MOST_WRONG - 1)


def test_only_a_wrong_code_is_counted_and_logged(table: AtTable) -> None:
    guess_wrongly(table.spielliste)
    with access.guess(table.spielliste):
        access.demand_pin(table.spielliste, pin_of(table.spielliste))
    with pytest.raises(Conflict), access.guess(table.spielliste):  # the code was right, the rest of the request was not
        raise Conflict
    phones.reset_access(table.spielliste, by=make_official(table.event))
    with pytest.raises(TournamentError, match="gilt nicht mehr"), access.guess(table.spielliste):
        access.demand_pin(table.spielliste, derived_pin(table.spielliste.salt, 0))
    guess_wrongly(table.spielliste)
    assert wrong_codes(table.event) == (1, 2)


def test_right_code_gives_nothing_back_that_a_reset_gave_back_before(table: AtTable) -> None:
    guess_wrongly(table.spielliste)
    with access.guess(table.spielliste):
        phones.reset_access(table.spielliste, by=make_official(table.event))
        guess_wrongly(table.spielliste)
    assert wrong_codes(table.event)[0] == 1


# Joining


def test_phone_joins_with_the_end_of_the_players_start_card(table: AtTable) -> None:
    own = table.spielliste.table.seats.get(number=2).registration
    phone = open_as(table, 2, f" {card_code(own)[3:].lower()} ")
    assert phone_with(table.spielliste, "secret") == phone
    assert phone_with(table.spielliste, "another") is None
    assert phone_with(list_of(table.series, 2), "secret") is None


@pytest.mark.parametrize("typed", ["", "333", "first half"])
def test_phone_does_not_get_in_with_another_end(table: AtTable, typed: str) -> None:
    own = table.spielliste.table.seats.get(number=2).registration
    typed = card_code(own)[:3] if typed == "first half" else typed
    if typed == card_code(own)[3:]:
        typed = "444"
    with pytest.raises(WrongCode) as refused:
        open_as(table, 2, typed)
    assert refused.value.about == "card_end"
    assert not models.TablePhone.objects.exists()


def test_phone_of_somebody_at_another_table_does_not_get_in(table: AtTable) -> None:
    stranger = list_of(table.series, 2).table.seats.get(number=1).registration
    with pytest.raises(TournamentError, match="jemand anders"):
        phones.open_list(table.spielliste, stranger, token="t", card_end=None)


def test_nobody_gets_in_where_lists_are_kept_on_paper_only() -> None:
    table = at_table(phone_lists="paper", slug="papier")
    with pytest.raises(TournamentError, match="nur auf Papier"):
        table.phone()


def test_nobody_gets_in_before_seats_are_released(table: AtTable) -> None:
    models.Series.objects.update(seats_released_at=None)
    with pytest.raises(TournamentError, match="noch nicht freigegeben"):
        AtTable(table.event, table.series, table.fresh()).phone()


def test_nobody_gets_in_and_nothing_is_written_once_the_list_is_checked(table: AtTable) -> None:
    pen = table.pen()
    make_checked(table.spielliste)
    with pytest.raises(TournamentError, match="abgeschlossen"):
        AtTable(table.event, table.series, table.fresh()).phone(2)
    with pytest.raises(TournamentError, match="abgeschlossen"):
        table.write(pen, 1)


# The pen


def test_first_phone_only_reads_until_it_takes_the_pen(table: AtTable) -> None:
    phone = table.phone()
    with pytest.raises(PenTaken):
        table.write(phone, 1)
    phones.take_pen(phone)
    table.write(phone, 1)
    assert table.fresh().games_in == 1


def test_second_phone_takes_the_pen_over_and_the_first_can_take_it_back(table: AtTable) -> None:
    first, second = table.pen(1), table.pen(2)
    with pytest.raises(PenTaken):
        table.write(first, 1)
    table.write(second, 1)
    phones.take_pen(first)
    table.write(first, 2)
    with pytest.raises(PenTaken):
        table.write(second, 2)


@pytest.mark.django_db(transaction=True)
def test_phones_that_take_the_pen_from_each_other_at_the_same_time_all_get_through(table: AtTable) -> None:
    fighting = [table.pen(seat) for seat in (1, 2, 3, 4)]
    together = Barrier(len(fighting))

    def takes(phone: models.TablePhone) -> None:
        together.wait()
        for _time in range(5):
            phones.take_pen(phone)
        connection.close()

    with ThreadPoolExecutor(len(fighting)) as pool:
        list(pool.map(takes, fighting))
    assert models.TablePhone.objects.filter(is_pen=True).count() == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="has one writer, so no transaction waits for a row")
@pytest.mark.django_db(transaction=True)
def test_phone_joins_while_another_transaction_has_locked_its_list(table: AtTable) -> None:
    """Otherwise the check of the foreign key at its end waits, and the other one then waits for the log: a deadlock."""

    def join() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '2s'")
        table.phone()
        connection.close()

    with transaction.atomic(), ThreadPoolExecutor(1) as pool:
        access.lock_list(table.spielliste.pk)
        pool.submit(join).result()
    assert table.spielliste.phones.count() == 1


def test_phone_of_somebody_who_was_moved_to_another_table_opens_this_list_no_more(table: AtTable) -> None:
    pen = table.phone(1, TOKEN)
    phones.take_pen(pen)
    here, there = (models.Seat.objects.get(table__number=number, number=1) for number in (1, 2))
    seats.swap(here, there, by=make_official(table.event))
    with pytest.raises(PhoneEnded):
        table.write(pen, 1)
    assert phone_with(table.spielliste, TOKEN) is None


def test_phone_that_got_in_with_a_card_that_was_lost_confirms_nothing_any_more(table: AtTable) -> None:
    own = table.spielliste.table.seats.get(number=2).registration
    found = open_as(table, 2, card_code(own)[3:])
    replace_card(own, by=make_official(table.event))
    with pytest.raises(PhoneEnded):
        phones.take_pen(found)
    own.refresh_from_db()
    open_as(table, 2, card_code(own)[3:], "another secret")


# Writing


def test_game_written_at_the_table_is_in_the_log_with_its_phone(table: AtTable) -> None:
    pen = table.pen(3)
    table.write(pen, 1, "37 0 55 12")
    entry = table.spielliste.log.get()
    assert (entry.what, entry.game, entry.phone, entry.by) == ("row", 1, pen, None)


def test_request_that_comes_twice_writes_once(table: AtTable) -> None:
    pen = table.pen()
    answer = table.write(pen, 1, key="k" * 32, expected=0)
    assert table.write(pen, 1, key="k" * 32, expected=0) == answer
    assert table.spielliste.log.count() == 1


def test_game_that_the_desk_has_typed_meanwhile_is_a_conflict(table: AtTable) -> None:
    pen = table.pen()
    table.write(pen, 1)
    with pytest.raises(Conflict):
        table.write(pen, 1, "0 21 30 40", expected=0)


def test_2_2_6_doubtful_ending_is_not_resolved_from_a_phone(table: AtTable) -> None:
    pen = table.pen()
    table.write(pen, 1, "0 20 30 40")
    readings = (Ending(1), Ending(3))
    doubt_ending(table.spielliste, game=1, endings=readings, points={}, reason="unklar", expected=None, by=None)
    with pytest.raises(TournamentError, match="nur die Spielleitung"):
        table.write(pen, 1, "20 0 30 40")
    assert table.loaded().ending_readings


def test_nothing_is_written_after_the_end_of_the_series(table: AtTable) -> None:
    pen, petra = table.pen(), make_official(table.event)
    for number in (1, 2):
        make_checked(list_of(table.series, number))
    series_services.close_series(table.series, by=petra)
    with pytest.raises(TournamentError, match="abgeschlossen"):
        table.write(pen, 1)


# Officials


def test_phones_only_read_while_officials_have_the_pen_and_the_same_one_writes_afterwards(table: AtTable) -> None:
    pen, other, petra = table.pen(), table.phone(2), make_official(table.event)
    phones.take_pen_to_desk(table.spielliste, by=petra)
    with pytest.raises(DeskWrites):
        table.write(pen, 1)
    with pytest.raises(DeskWrites):
        phones.take_pen(other)
    phones.give_pen_back(table.spielliste, by=petra)
    table.write(pen, 1)
    assert table.fresh().games_in == 1


def test_officials_take_and_give_back_the_pen_of_one_table_once(table: AtTable) -> None:
    neighbour = AtTable(table.event, table.series, list_of(table.series, 2))
    with pytest.raises(TournamentError):
        phones.give_pen_back(table.spielliste, by=None)
    phones.take_pen_to_desk(table.spielliste, by=None)
    with pytest.raises(TournamentError):
        phones.take_pen_to_desk(table.spielliste, by=None)
    neighbour.write(neighbour.pen(), 1)


def test_official_ends_one_phone_and_all_others_stay(table: AtTable) -> None:
    pen, other = table.pen(), open_as(table, 2, None)
    phones.end_phone(pen, by=None)
    with pytest.raises(PhoneEnded):
        table.write(pen, 1)
    assert phone_with(table.spielliste, TOKEN) == other
    phones.take_pen(other)
    table.write(other, 1)
    with pytest.raises(TournamentError, match="schon abgemeldet"):
        phones.end_phone(pen, by=None)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="takes one writer at a time")
@pytest.mark.django_db(transaction=True)
def test_phone_that_asks_does_not_wait_until_it_can_be_noted(table: AtTable) -> None:
    phone, writes, asked = table.phone(), Event(), Event()

    @service.frame
    def write_for_long() -> None:
        writes.set()
        assert asked.wait(10)

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write_for_long)
        assert writes.wait(10)
        phones.note_seen(phone.pk, None)
        asked.set()
        writing.result()
    phone.refresh_from_db()
    assert phone.seen_at is None
    phones.note_seen(phone.pk, None)
    phone.refresh_from_db()
    assert phone.seen_at is not None
