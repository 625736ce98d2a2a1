"""Registering, start numbers, payment, withdrawal and exclusion (§ 1.3, § 1.4)."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from romme_turnier.tournament.models import Club, Event, EventLog, Player, Registration
from romme_turnier.tournament.participants.register.lookup import name_key, namesakes, search
from romme_turnier.tournament.participants.registrations import (
    Entry,
    exclude,
    register,
    register_rows,
    reinstate,
    running_seats,
    set_paid,
    update_registration,
    withdraw,
)
from romme_turnier.tournament.participants.start_numbers import give_number, give_numbers, numbers_to_give
from romme_turnier.tournament.shared.errors import Conflict, TournamentError
from tests.factories import make_event, make_official, seat_series

pytestmark = pytest.mark.django_db

Status = Registration.Status
PETRA = Entry(first_name="Petra", last_name="Sommer", club="RC Nord")


@pytest.fixture
def event() -> Event:
    return make_event(players=0, clubs=0)


def changed(registration: Registration, **changes: object) -> Registration:
    """Send the form of a registration with these changes."""
    return update_registration(registration, replace(Entry.of(registration), **changes), by=None)  # type: ignore[arg-type]


def test_new_player_enters_the_register_with_the_club(event: Event) -> None:
    registration = register(event, PETRA, by=None)
    assert registration.player.name == "Petra Sommer"
    assert registration.club == registration.player.club == Club.objects.get(name="RC Nord")
    assert (registration.number, registration.status) == (None, Status.ACTIVE)


def test_player_of_the_register_is_linked_when_chosen(event: Event) -> None:
    player = Player.objects.create(first_name="Petra", last_name="Sommer")
    registration = register(event, Entry(player=player, club="RC Süd"), by=None)
    assert registration.player == player
    assert Player.objects.count() == 1


def test_same_name_alone_links_nobody(event: Event) -> None:
    player = Player.objects.create(first_name="Petra", last_name="Sommer")
    assert register(event, PETRA, by=None).player != player


def test_club_is_found_whatever_its_case_and_blanks(event: Event) -> None:
    club = Club.objects.create(name="Öhringer Rommé-Club")
    register(event, Entry(first_name="A", last_name="B", club=" öhringer  rommé-club "), by=None)
    assert list(Club.objects.all()) == [club]


def test_club_of_the_day_leaves_the_register_as_it_is(event: Event) -> None:
    home = Club.objects.create(name="RC Nord")
    player = Player.objects.create(first_name="Petra", last_name="Sommer", club=home)
    register(event, Entry(player=player, club="RC Gast"), by=None)
    player.refresh_from_db()
    assert player.club == home


def test_nobody_registers_twice(event: Event) -> None:
    player = register(event, PETRA, by=None).player
    with pytest.raises(TournamentError, match="schon gemeldet"):
        register(event, Entry(player=player), by=None)


def test_database_itself_refuses_a_second_registration_and_a_second_number(event: Event) -> None:
    first = register(event, Entry(first_name="A", last_name="B", number=7), by=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Registration.objects.create(event=event, player=first.player)
    with pytest.raises(IntegrityError), transaction.atomic():
        Registration.objects.create(event=event, player=Player.objects.create(last_name="C"), number=7)


def test_number_that_is_taken_is_refused_with_its_holder(event: Event) -> None:
    register(event, Entry(first_name="Anna", last_name="Erste", number=7), by=None)
    with pytest.raises(TournamentError, match="Anna Erste"):
        register(event, Entry(first_name="B", last_name="C", number=7), by=None)
    assert Player.objects.count() == 1


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_number_out_of_range_is_refused(event: Event, number: int) -> None:
    with pytest.raises(TournamentError, match="Startnummer"):
        register(event, Entry(first_name="A", last_name="B", number=number), by=None)


def test_rows_of_a_file_are_stored_together_with_their_teams(event: Event) -> None:
    rows = [Entry(first_name="A", last_name=str(n), team="Nord" if n % 2 else "nord ") for n in range(4)]
    register_rows(event, rows, by=None)
    team = event.teams.get()
    assert (team.name, team.memberships.count()) == ("nord", 4)


def test_one_bad_row_stores_none(event: Event) -> None:
    rows = [Entry(first_name="A", last_name="B", number=1, club="RC Neu"), Entry(first_name="C", number=1)]
    with pytest.raises(TournamentError):
        register_rows(event, rows, by=None)
    assert not Registration.objects.exists()
    assert not Player.objects.exists()
    assert not Club.objects.exists()


def test_registration_is_put_down_to_the_official(event: Event) -> None:
    petra = make_official(username="petra")
    registration = register(event, PETRA, by=petra)
    assert EventLog.objects.get(subject_kind="registration", subject_pk=registration.pk).by == petra


def test_name_is_corrected_in_the_register(event: Event) -> None:
    registration = changed(register(event, PETRA, by=None), last_name="Winter")
    assert Player.objects.get().last_name == "Winter"
    assert registration.name == "Petra Winter"


def test_number_can_change_until_it_stands_on_a_list() -> None:
    event = make_event(players=8)
    registration = event.registrations.get(number=1)
    assert changed(registration, number=99).number == 99
    changed(event.registrations.get(number=99), number=1)
    seat_series(event)
    with pytest.raises(TournamentError, match="Listen"):
        changed(event.registrations.get(number=1), number=99)


def test_other_facts_of_a_seated_player_can_change() -> None:
    event = make_event(players=8)
    seat_series(event)
    assert changed(event.registrations.get(number=1), publish_name=True, paid=True).publish_name


def test_payment_is_noted_and_taken_back(event: Event) -> None:
    registration = register(event, PETRA, by=None)
    for paid in (True, True, False):
        set_paid(registration, paid, by=None)
        registration.refresh_from_db()
        assert registration.paid is paid


def test_numbers_are_given_in_the_order_of_registration(event: Event) -> None:
    for name in ("Zander", "Adler", "Mohr"):
        register(event, Entry(first_name="X", last_name=name), by=None)
    assert give_numbers(event, "registration", by=None) == 3
    assert [(r.number, r.player.last_name) for r in event.registrations.all()] == [
        (1, "Zander"),
        (2, "Adler"),
        (3, "Mohr"),
    ]


def test_numbers_are_given_by_name(event: Event) -> None:
    for name in ("Zander", "Adler", "Mohr"):
        register(event, Entry(first_name="X", last_name=name), by=None)
    give_numbers(event, "name", by=None)
    assert [r.player.last_name for r in event.registrations.all()] == ["Adler", "Mohr", "Zander"]


def test_numbers_go_only_to_those_who_play_and_have_none(event: Event) -> None:
    register(event, Entry(first_name="Hat", last_name="Eine", number=2), by=None)
    gone = register(event, Entry(first_name="Geht", last_name="Heim"), by=None)
    withdraw(gone, 1, by=None)
    for n in range(2):
        register(event, Entry(first_name="Neu", last_name=str(n)), by=None)
    give_numbers(event, "registration", by=None)
    assert [r.number for r in event.registrations.order_by("pk")] == [2, None, 1, 3]


def test_numbers_are_refused_when_they_would_be_others_than_those_seen(event: Event) -> None:
    register(event, PETRA, by=None)
    seen = [(r.pk, number) for r, number in numbers_to_give(event, "registration")]
    register(event, Entry(first_name="Später", last_name="Gemeldet"), by=None)
    with pytest.raises(Conflict):
        give_numbers(event, "registration", by=None, expected=seen)
    assert not event.registrations.exclude(number=None).exists()


def test_single_number_is_the_smallest_free_one_and_stays(event: Event) -> None:
    for number in (1, 2, 4):
        register(event, Entry(first_name="X", last_name=str(number), number=number), by=None)
    late = register(event, PETRA, by=None)
    assert give_number(late, by=None) == 3
    assert give_number(late, by=None) == 3


@pytest.mark.parametrize("number", [-1, 0, 10_000])
def test_single_number_outside_the_range_is_refused(event: Event, number: int) -> None:
    late = register(event, PETRA, by=None)
    with pytest.raises(TournamentError, match="zwischen 1 und 9999"):
        give_number(late, wanted=number, by=None)
    late.refresh_from_db()
    assert late.number is None


def test_withdrawal_names_the_first_series_not_played(event: Event) -> None:
    registration = withdraw(register(event, PETRA, by=None), 2, by=None)
    assert (registration.status, registration.left_before_series) == (Status.WITHDRAWN, 2)
    assert registration.plays_in(1)
    assert not registration.plays_in(2)


def test_exclusion_can_be_taken_back(event: Event) -> None:
    registration = exclude(register(event, PETRA, by=None), 1, reason="Grund", by=None)
    assert registration.status == Status.EXCLUDED
    registration = reinstate(registration, by=None)
    assert (registration.status, registration.left_before_series) == (Status.ACTIVE, None)


@pytest.mark.parametrize("series", [0, 4])
def test_leaving_from_a_series_that_does_not_exist_is_refused(event: Event, series: int) -> None:
    with pytest.raises(TournamentError, match="3 Serien"):
        withdraw(register(event, PETRA, by=None), series, by=None)


def test_leaving_before_a_closed_series_that_was_played_is_refused() -> None:
    event = make_event(players=8)
    series = seat_series(event)
    series.closed_at = timezone.now()
    series.save()
    player = event.registrations.get(number=1)
    with pytest.raises(TournamentError, match="Serie 1"):
        withdraw(player, 1, by=None)
    assert withdraw(player, 2, by=None).left_before_series == 2


def test_somebody_seated_in_a_running_series_may_leave_and_the_seat_is_told() -> None:
    event = make_event(players=8)
    series = seat_series(event)
    player = withdraw(event.registrations.get(number=1), 1, by=None)
    assert [seat.series for seat in running_seats(player, 1)] == [series]


def test_register_finds_namesakes_whatever_their_case() -> None:
    player = Player.objects.create(first_name="Jürgen", last_name="Öztürk")
    assert namesakes([name_key(" jürgen", "ÖZTÜRK ")], Player.objects.all()) == {("jürgen", "öztürk"): [player]}


@pytest.mark.parametrize("text", ["pet", "somm pet", "wall", "nord sommer", "SOMMER-"])
def test_register_is_searched_by_the_beginnings_of_words(text: str) -> None:
    club = Club.objects.create(name="RC Nord")
    player = Player.objects.create(first_name="Petra", last_name="Sommer-Wallenberg", club=club)
    Player.objects.create(first_name="Otto", last_name="Anders")
    assert search(text, Player.objects.all()) == [player]


@pytest.mark.parametrize("text", ["nuess", "nuss", "nüß", "NUESSL", "groe", "gross", "änne", "aenne"])
def test_register_is_searched_whatever_the_spelling(text: str) -> None:
    club = Club.objects.create(name="RC Groß-Öhringen")
    player = Player.objects.create(first_name="Änne", last_name="Nüßlein", club=club)
    Player.objects.create(first_name="Otto", last_name="Anders")
    assert search(text, Player.objects.all()) == [player]


def test_register_search_for_nothing_finds_nobody() -> None:
    Player.objects.create(first_name="Petra", last_name="Sommer")
    assert search("  ", Player.objects.all()) == []


def test_unknown_club_is_not_found() -> None:
    assert Club.objects.called("RC Nirgendwo") is None


def test_club_is_found_without_reading_all_clubs(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    Club.objects.create(name="RC Nord E.V.")
    exact = Club.objects.create(name="RC Nord e.V.")
    with django_assert_num_queries(1):
        assert Club.objects.called("RC Nord e.V.") == exact


def test_consent_decides_what_the_public_may_read(event: Event) -> None:
    registration = register(event, PETRA, by=None)
    assert registration.public_name == "Petra S."
    assert changed(registration, publish_name=True).public_name == "Petra Sommer"


def test_change_by_nobody_is_not_put_down_to_the_official_before(event: Event) -> None:
    petra = make_official(username="petra")
    registration = register(event, PETRA, by=petra)
    set_paid(registration, True, by=None)
    acts = EventLog.objects.filter(subject_kind="registration", subject_pk=registration.pk)
    assert [act.by for act in acts] == [petra, None]
