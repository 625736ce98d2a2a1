"""The rights of each task, as in docs/handbuch/02-einrichten.md, and refusals that name the required task."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.test import RequestFactory
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.events.officials import set_roles
from romme_turnier.tournament.models import Event
from romme_turnier.tournament.permissions import (
    GRANTS,
    PROGRAM_GRANTS,
    ProgramRight,
    Right,
    RightMissing,
    for_officials,
    get_event,
    has_right,
    may,
    who_has,
)
from tests.cast import Cast, Role, make_cast
from tests.factories import make_event, make_official

pytestmark = pytest.mark.django_db

# By hand, task by task: the program's own table goes right by right.
TASKS = {
    Role.DIRECTOR: set(Right),
    Role.REFEREE: {Right.SEE, Right.COLLECT, Right.ENTER, Right.RULE},
    Role.ENTRY: {Right.SEE, Right.COLLECT, Right.REGISTER, Right.ENTER},
    Role.CASHIER: {Right.SEE, Right.COLLECT, Right.REGISTER, Right.CASH},
}


@pytest.fixture
def event() -> Event:
    return make_event(players=0)


@pytest.fixture
def cast(event: Event) -> Cast:
    return make_cast(event)


def rights_of(user: User | AnonymousUser, event: Event) -> set[Right]:
    return {right for right in Right if may(user, right, event)}


def test_each_task_gives_its_rights(cast, event):
    assert rights_of(cast.petra, event) == TASKS[Role.DIRECTOR]
    assert rights_of(cast.rudi, event) == TASKS[Role.REFEREE]
    assert rights_of(cast.ella, event) == TASKS[Role.ENTRY]
    assert rights_of(cast.karl, event) == TASKS[Role.CASHIER]


def test_two_tasks_give_the_rights_of_both(cast, event):
    set_roles(event, cast.rudi, {Role.REFEREE, Role.CASHIER}, by=cast.petra)
    assert rights_of(cast.rudi, event) == TASKS[Role.REFEREE] | TASKS[Role.CASHIER]


def test_no_task_here_gives_no_right(cast, event):
    assert rights_of(cast.frieda, event) == set()
    assert rights_of(AnonymousUser(), event) == set()


def test_account_that_is_closed_has_no_right_left(cast, event):
    cast.petra.is_active = False
    assert rights_of(cast.petra, event) == set()


def test_who_set_the_program_up_has_every_right(event):
    assert rights_of(User.objects.create_superuser("chief"), event) == set(Right)


def test_every_right_is_granted_to_the_direction():
    assert [right for right in Right if Role.DIRECTOR not in GRANTS[right]] == []


def test_roles_and_offices_are_looked_up_once_for_a_page(cast, event, django_assert_num_queries):
    with django_assert_num_queries(2):
        rights_of(cast.ella, event)


def test_words_name_those_who_have_a_right():
    assert who_has(Right.DIRECT) == "Spielleitung"
    assert who_has(Right.CASH) == "Spielleitung oder Kasse"
    assert who_has(Right.REGISTER) == "Spielleitung, Listenerfassung oder Kasse"


def test_missing_right_is_told_and_foreign_event_is_not_there(cast, event):
    with pytest.raises(RightMissing) as missing:
        get_event(cast.ella, event.slug, Right.CASH)
    assert missing.value.needed == "Spielleitung oder Kasse"
    with pytest.raises(Http404):
        get_event(cast.frieda, event.slug, Right.SEE)


def test_writing_may_ask_for_another_right_than_reading(cast, event, rf: RequestFactory):
    @for_officials(Right.SEE, writing=Right.DIRECT)
    def view(request, event):
        return event.slug

    looking, sending = rf.get("/"), rf.post("/")
    looking.user = sending.user = cast.karl
    assert view(looking, event.slug) == event.slug
    with pytest.raises(RightMissing):
        view(sending, event.slug)


# --- The program as a whole ---


MAKE, KEEP, BAN, BACK_UP, RUN = ProgramRight


def program_rights_of(user: User | AnonymousUser) -> set[ProgramRight]:
    return {right for right in ProgramRight if has_right(user, right)}


def test_only_who_runs_the_program_has_every_right_in_it(cast):
    assert set(PROGRAM_GRANTS) == set(ProgramRight)
    assert program_rights_of(User.objects.create_superuser("chief")) == set(ProgramRight)
    assert program_rights_of(cast.petra) == {MAKE, KEEP, BAN}
    assert program_rights_of(cast.frieda) == {KEEP, BAN}
    for official in (cast.rudi, cast.ella, cast.karl, AnonymousUser()):
        assert program_rights_of(official) == set()


def test_event_that_somebody_made_alone_opens_nothing_beyond_itself():
    """Neither to its maker nor to a colleague who directs it, possibly another account of the maker."""
    maker = make_official(username="mara", makes_events=True)
    for slug in ("eins", "zwei"):
        make_official(make_event(players=0, slug=slug, made_by=maker, starts_at=timezone.now()), username="mara")
    assert program_rights_of(maker) == {MAKE}
    colleague = make_official(Event.objects.get(slug="eins"), username="kollege")
    set_roles(Event.objects.get(slug="eins"), maker, (), by=colleague)
    set_roles(Event.objects.get(slug="eins"), maker, [Role.DIRECTOR], by=colleague)
    assert program_rights_of(colleague) == set()
    assert program_rights_of(maker) == {MAKE}


def test_event_made_by_a_superuser_opens_the_register_to_its_directors():
    chief = User.objects.create_superuser("chief")
    event = make_event(players=0, made_by=chief, starts_at=timezone.now())
    assert program_rights_of(make_official(event)) == {KEEP, BAN, BACK_UP}


@pytest.mark.parametrize(
    ("days", "rights"), [(-2, {KEEP, BAN}), (-1, {KEEP, BAN, BACK_UP}), (0, {KEEP, BAN, BACK_UP}), (1, {KEEP, BAN})]
)
def test_copies_are_started_at_the_event_of_today_and_after_midnight(days, rights):
    starts_at = timezone.now() + timedelta(days=days)
    assert program_rights_of(make_official(make_event(players=0, starts_at=starts_at))) == rights


def test_copies_are_started_on_the_day_of_a_later_series(event):
    event.series.create(number=1, held_on=timezone.localdate())
    assert program_rights_of(make_official(event)) == {KEEP, BAN, BACK_UP}


def test_account_that_is_closed_has_no_right_in_the_program():
    closed = make_official(make_event(players=0), makes_events=True, is_superuser=True)
    closed.is_active = False
    assert program_rights_of(closed) == set()
