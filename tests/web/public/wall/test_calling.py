"""The line of the wall on which tables call an official: numbers of tables, and nothing else."""

import pytest
from django.test import Client
from django.utils import timezone

from romme_turnier.tournament import models
from romme_turnier.tournament.hall.calls import answer_call, call_official, end_call
from romme_turnier.tournament.hall.calls_reading import CallingTable
from romme_turnier.tournament.seating.series import release_seats
from romme_turnier.web.public.wall.views import calling_words
from tests.factories import make_event, make_official, one, seat_series


def tables(*numbers: int, answered: bool = False) -> list[CallingTable]:
    return [CallingTable(1, number, answered) for number in numbers]


@pytest.mark.parametrize(
    ("waiting", "answered", "words"),
    [
        ((), (), ""),
        ((7,), (), "Tisch 7 ruft"),
        ((12, 7), (), "Tische 7, 12 rufen"),
        ((), (7,), "zu Tisch 7 kommt jemand"),
        ((7,), (3,), "Tisch 7 ruft, zu Tisch 3 kommt jemand"),
        ((7, 8, 12), (3, 14, 15), "Tische 7, 8, 12 rufen"),
        (range(30, 50), (3,), "Mehrere Tische rufen"),
        ((), range(30, 50), "zu mehreren Tischen kommt jemand"),
    ],
)
def test_line_names_as_many_tables_as_fit_those_that_wait_first(
    waiting: tuple[int, ...], answered: tuple[int, ...], words: str
) -> None:
    assert calling_words([*tables(*waiting), *tables(*answered, answered=True)]) == words


@pytest.mark.django_db
def test_wall_names_the_table_and_neither_who_nor_what_for() -> None:
    make_official()
    event = make_event(published_at=timezone.now())
    petra = make_official(event, username="petra")
    series = seat_series(event)
    release_seats(series, by=None)
    table: models.Table = series.tables.get(number=2)

    def wall() -> str:
        return Client().get("/t/testpokal/saal/").content.decode().partition("wall__foot")[2]

    assert "ruft" not in wall()
    call = call_official(table, about="ill", text="schwindlig", seat=3, registration=one(event, 7))
    assert "Tisch 2 ruft" in wall()
    answer_call(call, by=petra)
    assert "zu Tisch 2 kommt jemand" in wall()
    for secret in ("Petra", "Vera7", "schwindlig", "nicht gut"):
        assert secret not in wall()
    end_call(call, by=petra)
    assert "Tisch 2" not in wall()
