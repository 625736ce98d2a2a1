"""Places at the door: the simulation finds faults of waiting lists."""

import pytest

from romme_turnier.simulation.checks import findings
from romme_turnier.simulation.checks.door import Door
from romme_turnier.tournament import models
from tests.factories import make_event, register, seat_series

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    """Three of three places are taken; a team of two waits, then a single player."""
    event = make_event(players=3, clubs=0, capacity=3)
    captain = wait(event)
    wait(event, captain=captain)
    wait(event)
    return event


def wait(event: models.Event, captain: models.Registration | None = None) -> models.Registration:
    name = f"Wartend{event.registrations.count()}"
    return register(event, None, first_name=name, last_name=name, status="waiting", captain=captain)


def waiting(event: models.Event) -> list[models.Registration]:
    return list(event.registrations.filter(status="waiting").order_by("pk"))


def let_in(*registrations: models.Registration) -> None:
    models.Registration.objects.filter(pk__in=[one.pk for one in registrations]).update(status="active")


def leave(event: models.Event, *numbers: int) -> None:
    event.registrations.filter(number__in=numbers).update(status="withdrawn", left_before_series=1)


def invariants(door: Door) -> list[str]:
    return [finding.invariant for finding in door.findings]


@pytest.fixture
def door(event: models.Event) -> Door:
    door = Door()
    door(event, by_hand=False)
    assert door.findings == []
    return door


def test_the_first_who_wait_get_the_places_that_fall_free(event: models.Event, door: Door) -> None:
    leave(event, 1, 2)
    let_in(*waiting(event)[:2])
    door(event, by_hand=False)
    assert door.findings == []


def test_who_moves_up_although_no_place_is_free_is_found(event: models.Event, door: Door) -> None:
    let_in(*waiting(event))
    door(event, by_hand=False)
    assert invariants(door) == ["places"]


def test_officials_may_let_somebody_in_beyond_the_places_and_out_of_turn(event: models.Event, door: Door) -> None:
    let_in(waiting(event)[2])
    door(event, by_hand=True)
    assert door.findings == []


def test_who_overtakes_is_found(event: models.Event, door: Door) -> None:
    leave(event, 1)
    let_in(waiting(event)[2])
    door(event, by_hand=False)
    assert invariants(door) == ["queue"]


def test_half_a_team_that_moves_up_is_found(event: models.Event, door: Door) -> None:
    leave(event, 1)
    let_in(waiting(event)[0])
    door(event, by_hand=False)
    assert invariants(door) == ["queue"]


def test_somebody_new_who_gets_a_place_while_others_wait_is_found(event: models.Event, door: Door) -> None:
    leave(event, 1)
    register(event, None, first_name="Neu", last_name="Neu")
    door(event, by_hand=False)
    assert invariants(door) == ["queue"]


def test_a_place_that_stays_free_while_somebody_waits_is_found(event: models.Event, door: Door) -> None:
    leave(event, 1, 2)
    door(event, by_hand=False)
    assert invariants(door) == ["places"]


def test_a_place_too_few_for_those_who_wait_together_stays_free(event: models.Event, door: Door) -> None:
    leave(event, 1)
    door(event, by_hand=False)
    assert door.findings == []


def test_a_substitute_needs_no_place(event: models.Event, door: Door) -> None:
    first, second, _third = waiting(event)
    team = models.Team.objects.create(event=event, key="T1", name="Die Asse")
    models.TeamMember.objects.create(team=team, registration=first)
    models.TeamMember.objects.create(team=team, registration=second, substitute=True)
    leave(event, 1)
    door(event, by_hand=False)
    assert invariants(door) == ["places"]
    let_in(first, second)
    door(event, by_hand=False)
    assert invariants(door) == ["places"]  # the one of before


def test_after_the_draw_places_may_stay_free(event: models.Event, door: Door) -> None:
    seat_series(event, 1, tables=((1, 2, 3),))
    leave(event, 1, 2)
    door(event, by_hand=False)
    assert door.findings == []


def test_what_the_door_has_found_is_a_finding_of_the_event(event: models.Event, door: Door) -> None:
    let_in(*waiting(event))
    door(event, by_hand=False)
    assert door.findings[0] in findings(event, door=door)
