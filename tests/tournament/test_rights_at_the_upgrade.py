"""The upgrade of accounts, events and erased people of an older program does not lock any account out."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone

from romme_turnier.accounts.models import User
from romme_turnier.tournament.events.announcements import copy_event
from romme_turnier.tournament.models import Event, Player
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.permissions import ProgramRight, has_right
from tests.factories import make_event, make_official, register

pytestmark = pytest.mark.django_db
fill = import_module("romme_turnier.tournament.migrations.0029_rights_in_the_program").fill


def upgrade() -> None:
    """As the older program left it, then brought up to date."""
    Event.objects.update(made_by=None)
    Player.objects.update(erased_at=None)
    User.objects.update(makes_events=False)
    fill(apps, SimpleNamespace(connection=connection))


def test_events_are_their_makers_own_as_the_log_knows_it():
    given = make_event(players=0)
    mara = make_official(given, username="mara")
    own = copy_event(given, name="Eigenes", starts_at=timezone.now(), by=mara)
    upgrade()
    given.refresh_from_db()
    own.refresh_from_db()
    assert (given.made_by, own.made_by) == (None, mara)


def test_who_directs_what_somebody_else_made_may_go_on_making_events():
    given = make_event(players=0)
    chief = User.objects.create_superuser("chief")
    mara, ella = make_official(given, username="mara"), make_official(given, "entry", "ella")
    maker = make_official(username="maker")
    copy_event(given, name="Eigenes", starts_at=timezone.now(), by=maker, with_officials=False)
    upgrade()
    may = {user.username for user in User.objects.all() if has_right(user, ProgramRight.MAKE_EVENTS)}
    assert may == {"chief", "mara"}
    assert [user.is_superuser for user in User.objects.filter(pk__in=[mara.pk, ella.pk, maker.pk])] == [False] * 3
    assert has_right(chief, ProgramRight.RUN)


def test_first_director_runs_the_program_where_nobody_did():
    """As after the demo event, or after the closing of the account that set the program up."""
    event = make_event(players=0)
    User.objects.create_superuser("closed", is_active=False)
    make_official(event, "entry", "ella")
    make_official(event, username="first")
    make_official(event, username="second")
    upgrade()
    assert set(User.objects.filter(is_superuser=True, is_active=True).values_list("username", flat=True)) == {"first"}


def test_erased_people_are_marked_and_nobody_who_is_merely_called_so():
    event = make_event(players=0, starts_at=timezone.now() - timedelta(days=9))
    erased, placeholder = register(event, 1).player, register(event, 2, first_name="N.", last_name="N.").player
    renamed = register(event, 3).player
    erase_player(erased, by=None)
    erase_player(renamed, by=None)
    Player.objects.filter(pk=renamed.pk).update(first_name="Erika", last_name="Neumann")
    upgrade()
    assert list(Player.objects.exclude(erased_at=None)) == [erased]
    assert placeholder in Player.objects.known()
