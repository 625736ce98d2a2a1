"""Places go to the first registrations; later ones wait and move up in turn, a team only as a whole."""

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.django import TestCase

from romme_turnier.tournament import models
from romme_turnier.tournament.events import progress
from romme_turnier.tournament.events.announcements import Announcement, update_event
from romme_turnier.tournament.exchange.event_file.exporting import export_event
from romme_turnier.tournament.money.reading import accounts
from romme_turnier.tournament.participants import registrations, start_numbers
from romme_turnier.tournament.participants.own_registration import withdraw_own, withdraw_team
from romme_turnier.tournament.participants.self_registration import (
    Person,
    RegistrationDetails,
    register_alone,
    register_team,
)
from romme_turnier.tournament.participants.waiting_list import admit, place_of, places_left, places_taken, queue
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.standings import reading as standings_reading
from tests.factories import make_official, make_open_event, seat_series

pytestmark = pytest.mark.django_db

Status = models.Registration.Status


def open_event(capacity: int | None = 2, *, players: int = 0) -> models.Event:
    return make_open_event(players=players, capacity=capacity)


def alone(event: models.Event, name: str) -> models.Registration:
    return register_alone(
        event, Person(first_name=name, last_name="Allein"), RegistrationDetails(contact="0170 123456")
    )


def team(event: models.Event, name: str, size: int = 4, *, substitute: bool = False) -> models.Registration:
    people = [Person(first_name=f"{name}{n}", last_name="Zusammen") for n in range(size)]
    spare = Person(first_name=f"{name}Ersatz", last_name="Zusammen") if substitute else None
    return register_team(event, name, people, RegistrationDetails(contact="a@b.de"), substitute=spare)


def status(registration: models.Registration) -> str:
    registration.refresh_from_db()
    return registration.status


def set_capacity(event: models.Event, capacity: int | None) -> None:
    event.refresh_from_db()
    values = {name: getattr(event, name) for name in Announcement.__dataclass_fields__ if hasattr(event, name)}
    said = Announcement(**{**values, "fee_kinds": None, "timetable": None, "announcement": ""})
    update_event(event, replace(said, capacity=capacity), by=make_official(event))


def test_who_comes_when_all_places_are_taken_waits():
    event = open_event(2)
    here = [alone(event, name) for name in "abcd"]
    assert [one.status for one in here] == [Status.ACTIVE, Status.ACTIVE, Status.WAITING, Status.WAITING]
    assert [place_of(one) for one in here] == [None, None, 1, 2]
    assert places_left(event) == 0


def test_nobody_waits_where_the_announcement_names_no_number():
    event = open_event(None)
    assert alone(event, "a").status == Status.ACTIVE
    assert places_left(event) is None


def test_the_first_moves_up_when_somebody_withdraws():
    event = open_event(1)
    first, second, third = (alone(event, name) for name in "abc")
    withdraw_own(first)
    assert [status(one) for one in (first, second, third)] == ["withdrawn", "active", "waiting"]


def test_the_first_moves_up_when_officials_enter_a_withdrawal_or_an_exclusion():
    event = open_event(2)
    here = [alone(event, name) for name in "abcd"]
    registrations.withdraw(here[0], 1, by=None)
    registrations.exclude(here[1], 1, reason="Grund", by=None)
    assert [status(one) for one in here[2:]] == ["active", "active"]


def test_nobody_moves_up_for_a_player_that_plays_the_first_series_and_leaves_later():
    event = open_event(1)
    first, second = alone(event, "a"), alone(event, "b")
    registrations.withdraw(first, 2, by=None)
    assert status(second) == "waiting"


def test_more_places_are_given_at_once():
    event = open_event(1)
    here = [alone(event, name) for name in "abcd"]
    set_capacity(event, 3)
    assert [status(one) for one in here] == ["active", "active", "active", "waiting"]
    set_capacity(event, None)
    assert status(here[3]) == "active"


def test_fewer_places_turn_nobody_out():
    event = open_event(3)
    here = [alone(event, name) for name in "abc"]
    set_capacity(event, 1)
    assert [status(one) for one in here] == ["active"] * 3
    assert places_left(event) == 0


def test_a_team_moves_up_only_as_a_whole_and_nobody_overtakes_it():
    event = open_event(4)
    singles = [alone(event, name) for name in "abcd"]
    captain = team(event, "Nord")
    last = alone(event, "z")
    for gone in singles[:3]:
        withdraw_own(gone)
    assert (status(captain), status(last)) == ("waiting", "waiting")
    withdraw_own(singles[3])
    assert {status(one) for one in event.registrations.filter(captain=captain)} | {status(captain)} == {"active"}
    assert status(last) == "waiting"


def test_player_waiting_behind_a_team_moves_up_when_the_team_gives_up():
    event = open_event(1)
    alone(event, "a")
    captain = team(event, "Nord")
    last = alone(event, "z")
    set_capacity(event, 2)
    assert status(last) == "waiting"
    withdraw_team(captain)
    assert status(last) == "active"


def test_a_substitute_needs_no_place():
    event = open_event(4)
    captain = team(event, "Nord", substitute=True)
    assert captain.status == Status.ACTIVE
    assert places_taken(event) == 4


def test_officials_take_somebody_in_out_of_turn_and_beyond_the_places():
    event = open_event(1)
    _first, second, third = (alone(event, name) for name in "abc")
    admit(third, by=None)
    assert (status(second), status(third)) == ("waiting", "active")
    with pytest.raises(TournamentError, match="nicht auf der Warteliste"):
        admit(third, by=None)


def test_officials_take_a_team_in_as_a_whole():
    event = open_event(1)
    captain = team(event, "Nord")
    admitted = admit(event.registrations.filter(captain=captain)[0], by=None)
    assert len(admitted) == 4
    assert queue(event) == []


def test_nobody_moves_up_by_themselves_once_the_first_series_is_drawn():
    event = open_event(8, players=8)
    waiting = alone(event, "a")
    seat_series(event)
    registrations.withdraw(event.registrations.get(number=1), 1, by=None)
    assert status(waiting) == "waiting"


def test_who_waits_gets_no_start_number():
    event = open_event(1)
    alone(event, "a")
    waiting = alone(event, "b")
    with pytest.raises(TournamentError, match="Warteliste"):
        start_numbers.give_number(waiting, by=None)
    assert start_numbers.give_numbers(event, "registration", by=None) == 1


def test_reinstating_passes_nobody_by_the_waiting_list():
    event = open_event(1)
    alone(event, "a")
    waiting = alone(event, "b")
    registrations.reinstate(waiting, by=None)
    assert status(waiting) == "waiting"


def test_who_waits_or_left_the_list_is_no_participant_anywhere():
    event = open_event(8, players=8)
    event.registrations.update(paid=True)
    captain, left = team(event, "Warter"), alone(event, "b")
    withdraw_own(left)
    seat_series(event)
    everybody = set(range(1, 9))
    assert {row.entrant.number for row in standings_reading.standings(event, 1)} == everybody
    assert standings_reading.team_standings(event, 1) == ()
    day = progress.progress_of(event)
    facts = day.facts
    assert (facts.participants, facts.playing, facts.without_number, facts.unpaid) == (8, 8, 0, 0)
    assert {one.registration.number for one in accounts(event)} == everybody
    content = export_event(event)
    assert {one["number"] for one in content["participants"]} == everybody
    assert content["teams"] == []
    assert not captain.plays_in(1)


# Against a list that is kept by hand.


@dataclass
class Party:
    """People that registered together."""

    ours: models.Registration
    places: int
    state: str = "waiting"


@dataclass
class Model:
    """First come, first served, as a person with pencil and paper does it."""

    capacity: int | None
    parties: list[Party] = field(default_factory=list)

    def move_up(self) -> None:
        for party in self.parties:
            if party.state == "waiting":
                taken = sum(other.places for other in self.parties if other.state == "active")
                if self.capacity is not None and taken + party.places > self.capacity:
                    return
                party.state = "active"

    def states(self) -> list[str]:
        return [party.state for party in self.parties]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("register"), st.integers(1, 4)),
        st.tuples(st.just("withdraw"), st.integers(0, 30)),
        st.tuples(st.just("capacity"), st.one_of(st.none(), st.integers(1, 9))),
    ),
    max_size=14,
)


class AnyOrder(TestCase):
    @settings(max_examples=25)
    @given(capacity=st.one_of(st.none(), st.integers(1, 8)), steps=STEPS)
    def test_any_order_keeps_the_places_and_serves_the_first_first(
        self, capacity: int | None, steps: list[tuple[str, int | None]]
    ) -> None:
        event, model = open_event(capacity), Model(capacity)
        for turn, (what, value) in enumerate(steps):
            most_before = sum(party.places for party in model.parties if party.state == "active")
            if what == "register" and value is not None:
                ours = alone(event, f"n{turn}") if value == 1 else team(event, f"t{turn}", value)
                model.parties.append(Party(ours, value))
            elif what == "withdraw" and value is not None and model.parties:
                party = model.parties[value % len(model.parties)]
                if party.state != "withdrawn":
                    withdraw_team(party.ours)
                    party.state = "withdrawn"
            elif what == "capacity":
                set_capacity(event, value)
                model.capacity = value
            model.move_up()
            event.refresh_from_db()
            stored = list(event.registrations.values_list("pk", "captain", "status"))
            states = {pk: state for pk, _captain, state in stored}
            assert [states[party.ours.pk] for party in model.parties] == model.states()
            for party in model.parties:
                group = {state for _pk, captain, state in stored if captain == party.ours.pk}
                assert group <= {party.state}
            if event.capacity is not None:
                assert places_taken(event) <= max(event.capacity, most_before)
