"""Checking players in by the number of the start card."""

from decimal import Decimal

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.absences import set_absent
from romme_turnier.tournament.participants.check_in import check_in, missing_players, next_series, undo_check_in
from romme_turnier.tournament.participants.finding import read_start_code
from romme_turnier.tournament.participants.registrations import set_paid
from romme_turnier.tournament.participants.teams import create_team
from romme_turnier.tournament.participants.unpaid import set_pays_later
from romme_turnier.tournament.shared.errors import TournamentError
from tests.factories import make_event, make_official, one, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(players=8, series_count=2)


def test_player_is_checked_in_once_and_the_log_names_the_official(event):
    ella = make_official(event, "entry", "ella")
    at = check_in(one(event), by=ella).checked_in_at
    assert at is not None
    assert check_in(one(event), by=None).checked_in_at == at
    acts = models.EventLog.objects.filter(verb="check_in.check_in", subject_pk=one(event).pk)
    assert [act.by for act in acts if f"registration:{one(event).pk}" in act.new] == [ella]


def test_check_in_is_taken_back(event):
    check_in(one(event), by=None)
    assert undo_check_in(one(event), by=None).checked_in_at is None
    assert undo_check_in(one(event), by=None).checked_in_at is None


def test_players_are_missing_in_the_series_that_is_drawn_next(event):
    check_in(one(event, 1), by=None)
    set_absent(one(event, 8), 1, by=None)
    assert next_series(event) == 1
    assert [who.number for who in missing_players(event)] == [2, 3, 4, 5, 6, 7]
    seat_series(event, 1)
    assert next_series(event) == 2
    assert [who.number for who in missing_players(event)] == [2, 3, 4, 5, 6, 7, 8]
    seat_series(event, 2)
    assert next_series(event) is None
    assert [who.number for who in missing_players(event)] == [2, 3, 4, 5, 6, 7, 8]


def test_nobody_waits_for_a_substitute_on_the_bench(event):
    create_team(event, "Die Asse", [one(event, 1), one(event, 2)], substitutes=[one(event, 2).pk], by=None)
    assert 2 not in [who.number for who in missing_players(event)]
    assert check_in(one(event, 2), by=None).checked_in_at


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("withdrawn", "1 Vera1 Spieler1 hat sich zurückgezogen und spielt ab Serie 1 nicht mehr."),
        ("excluded", "1 Vera1 Spieler1 ist ausgeschlossen (§ 1.4) und spielt ab Serie 1 nicht mehr."),
        ("waiting", "1 Vera1 Spieler1 steht auf der Warteliste."),
    ],
)
def test_who_does_not_play_is_told_so(event, status, words):
    event.registrations.filter(number=1).update(status=status, left_before_series=None if status == "waiting" else 1)
    with pytest.raises(TournamentError) as refused:
        check_in(one(event), by=None)
    assert refused.value.message == words


def test_who_has_not_paid_is_told_the_amount(event):
    models.Event.objects.update(entry_fee=Decimal("12.50"))
    with pytest.raises(TournamentError, match=r"12,50.*sind offen \(§ 1\.3\)"):
        check_in(one(event), by=None)
    set_paid(one(event), True, by=None)
    assert check_in(one(event), by=None).checked_in_at
    set_pays_later(one(event, 2), True, by=None)
    assert check_in(one(event, 2), by=None).checked_in_at


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("14", 14),
        (" 7 ", 7),
        ("http://192.168.178.20:8000/leitung/herbst-2026/eintreffen/?nr=14", 14),
        ("https://romme.example/t/herbst-2026/ich/?k=ACD347&nr=1234\n", 1234),
        ("httpÖ--192.168.178.20Ö8000-t-herbstß2026-ich-_k´ACD347/nr´14", 14),
        ("", None),
        ("Berta", None),
        ("12345", None),
        ("http://romme.example/serie/1/tisch/7/", None),
        ("S1T7", None),
        ("٧", None),
    ],
)
def test_start_number_is_read_from_what_is_typed_or_scanned(text, number):
    code = read_start_code(text)
    assert (code.number if code else None) == number
