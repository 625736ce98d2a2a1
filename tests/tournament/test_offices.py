"""Offices of federations, associations and clubs: they hold at their organiser and below, never above or elsewhere."""

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.http import Http404
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.events.reading import desk_of, events_of
from romme_turnier.tournament.models import Event, Office, Organiser
from romme_turnier.tournament.offices import OfficeRole, OrganiserRight, covered, forget_offices, may_at
from romme_turnier.tournament.permissions import ProgramRight, Right, RightMissing, get_event, has_right, may
from tests.factories import make_event, make_office, make_organiser, new_user

pytestmark = pytest.mark.django_db

# By hand, office by office: the program's own tables go right by right.
AT_EVENTS = {
    OfficeRole.CHAIR: set(Right),
    OfficeRole.SPORTS: set(Right) - {Right.CASH},
    OfficeRole.REGISTRAR: {Right.SEE, Right.REGISTER},
    OfficeRole.TREASURER: {Right.SEE, Right.COLLECT, Right.CASH},
    OfficeRole.PRESS: {Right.SEE},
    OfficeRole.VIEWER: {Right.SEE},
}
AT_ORGANISERS = {
    OfficeRole.CHAIR: set(OrganiserRight),
    OfficeRole.SPORTS: {OrganiserRight.MAKE_EVENTS, OrganiserRight.BAN},
    OfficeRole.REGISTRAR: {OrganiserRight.KEEP_REGISTER},
    OfficeRole.TREASURER: set(),
    OfficeRole.PRESS: {OrganiserRight.DESCRIBE},
    OfficeRole.VIEWER: set(),
}
NUMBERS = ("09", "09-02", "09-02-005", "09-02-006", "09-021", "08")


@pytest.fixture
def organisers() -> dict[str, Organiser]:
    return {number: make_organiser(number=number, slug=f"o-{number}") for number in NUMBERS}


def official(role: OfficeRole, organiser: Organiser, **days: Any) -> User:
    user = new_user(f"amt-{role}-{organiser.number}")
    user.save()
    make_office(organiser, user, role, **days)
    return user


@pytest.mark.parametrize("role", OfficeRole)
def test_office_has_its_rights_at_its_organiser_and_below_and_none_elsewhere(organisers, role):
    for at, number in product(NUMBERS, repeat=2):
        user = official(role, organisers[at]) if number == NUMBERS[0] else User.objects.get(username=f"amt-{role}-{at}")
        event = Event.objects.filter(held_by=organisers[number]).first() or make_event(
            players=0, slug=f"e-{number}", held_by=organisers[number]
        )
        holds = number == at or number.startswith(f"{at}-")
        assert {right for right in Right if may(user, right, event)} == (AT_EVENTS[role] if holds else set())
        assert {right for right in OrganiserRight if may_at(user, right, organisers[number])} == (
            AT_ORGANISERS[role] if holds else set()
        )
        assert (organisers[number] in covered(user)) == holds
        assert (event in events_of(user)) == (event in desk_of(user).events) == holds


def test_events_of_other_and_higher_organisers_answer_404_and_a_missing_right_403(organisers):
    for number in NUMBERS:
        make_event(players=0, slug=f"e-{number}", held_by=organisers[number])
    viewer = official(OfficeRole.VIEWER, organisers["09-02"])
    assert get_event(viewer, "e-09-02-005", Right.SEE).held_by == organisers["09-02-005"]
    with pytest.raises(RightMissing):
        get_event(viewer, "e-09-02-005", Right.ENTER)
    for number in ("09", "09-021", "08"):
        with pytest.raises(Http404):
            get_event(viewer, f"e-{number}", Right.SEE)


@pytest.mark.parametrize(("since", "until", "holds"), [(0, 0, True), (-9, -1, False), (1, 9, False), (-9, None, True)])
def test_office_holds_from_its_first_day_to_the_end_of_its_last(organisers, since, until, holds):
    chair = official(OfficeRole.CHAIR, organisers["09"], since=since, until=until)
    assert may_at(chair, OrganiserRight.MAKE_EVENTS, organisers["09-02"]) is holds


def test_office_that_ends_before_it_begins_is_refused_by_the_database(organisers):
    with pytest.raises(IntegrityError):
        official(OfficeRole.CHAIR, organisers["09"], since=0, until=-1)


def test_office_gives_rights_in_the_program_as_at_its_organiser(organisers):
    rights = {role: official(role, organisers["09"]) for role in OfficeRole}
    makers = {role for role, user in rights.items() if has_right(user, ProgramRight.MAKE_EVENTS)}
    keepers = {role for role, user in rights.items() if has_right(user, ProgramRight.KEEP_REGISTER)}
    assert makers == {OfficeRole.CHAIR, OfficeRole.SPORTS}
    assert keepers == {OfficeRole.CHAIR, OfficeRole.REGISTRAR}
    assert not any(
        has_right(user, right) for user in rights.values() for right in (ProgramRight.RUN, ProgramRight.BACK_UP)
    )


def test_closed_account_and_stranger_hold_no_office(organisers):
    chair = official(OfficeRole.CHAIR, organisers["09"])
    chair.is_active = False
    event = make_event(players=0, held_by=organisers["09"])
    assert not may_at(chair, OrganiserRight.GIVE_OFFICES, organisers["09"])
    assert not may(chair, Right.SEE, event)
    assert not may_at(AnonymousUser(), OrganiserRight.GIVE_OFFICES, organisers["09"])


def test_offices_are_read_once_until_they_change(organisers, django_assert_num_queries):
    chair = official(OfficeRole.CHAIR, organisers["09"])
    with django_assert_num_queries(1):
        for organiser in organisers.values():
            may_at(chair, OrganiserRight.BAN, organiser)
    Office.objects.update(
        until=timezone.localdate() - timedelta(days=1), since=timezone.localdate() - timedelta(days=2)
    )
    forget_offices(chair)
    assert not may_at(chair, OrganiserRight.BAN, organisers["09"])
