"""Pages and lookups of a federation read the same number of rows however many years and people it has."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from django.db import transaction
from django.utils import timezone

from benchmarks.federation.making import SMALL, Federation, Size, make_federation
from benchmarks.federation.questions import questions
from benchmarks.federation.rows_read import reads_counted
from romme_turnier.fast.page_cache import remembered
from romme_turnier.tournament.events import many
from romme_turnier.tournament.models import Ban, DifferentPlayers, Event, Membership, Organiser, Player, Registration
from romme_turnier.web.organiser.events import overview
from romme_turnier.web.organiser.participants.register import views as register
from romme_turnier.web.public import event_list

pytestmark = pytest.mark.django_db
FEW = Size(associations=2, clubs=6, people=40, years=4, evenings=12)
BOUNDED = ("home", "page of", "menu", "list of events", "register", "duplicates", "search")
# Names that might be alike are compared with all names that the official sees.
GROWING_WITH_PEOPLE = ("duplicates, operator", "duplicates, chair", "duplicates, compared again")


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "EVENTS_AT_ONCE", 3)
    monkeypatch.setattr(overview, "_EVENTS_ON_A_PAGE", 4)
    for module in (many, overview, event_list):
        monkeypatch.setattr(module, "MOST", 6)
    monkeypatch.setattr(event_list, "EVENTS_ON_A_PAGE", 4)
    monkeypatch.setattr(register, "DUPLICATES_INLINE", 3)
    monkeypatch.setattr(register, "_MATCHES_MAX", 3)


@cache
def rows_read(size: Size, *, others: int = 10) -> dict[str, int]:
    """The rows that each of the bounded questions reads from a federation of this size.

    `others` is the number of more people with similar names in the last club, whom officials declared different.
    """
    rows = {}
    with transaction.atomic():
        made: Federation = make_federation(size)
        people = Player.objects.bulk_create(
            Player(first_name="Xaver", last_name=f"Schmidt {number}") for number in range(others)
        )
        club = Organiser.objects.filter(kind=Organiser.Kind.CLUB).latest("pk")
        Membership.objects.bulk_create(Membership(player=player, organiser=club) for player in people)
        for one, other in pairwise(people):
            DifferentPlayers.objects.create(one=one, other=other)
        made.evening.registrations.all().delete()
        for number, member in enumerate(made.evening.held_by.memberships.order_by("pk")[:3], start=1):
            Registration.objects.create(event=made.evening, player_id=member.player_id, number=number)
        Ban.objects.create(
            player_id=member.player_id, organiser=made.evening.held_by, reason="Zwist", at=timezone.now()
        )
        for name, ask in questions(made).items():
            if name.startswith(BOUNDED):
                remembered.clear()
                with reads_counted() as reads:
                    ask()
                rows[name] = reads.rows
        transaction.set_rollback(True)
    return rows


def test_rows_that_are_read_do_not_grow_with_the_years() -> None:
    assert rows_read(FEW) == rows_read(replace(FEW, years=8))


def test_rows_that_are_read_do_not_grow_with_the_people() -> None:
    less, more = (
        {name: rows for name, rows in rows_read(FEW, **others).items() if name not in GROWING_WITH_PEOPLE}
        for others in ({}, {"others": 400})
    )
    assert less == more


def test_made_up_federation_has_the_rows_of_its_size() -> None:
    made = make_federation(SMALL)
    assert Organiser.objects.count() == 1 + SMALL.associations + SMALL.clubs
    assert Player.objects.count() == SMALL.people
    assert Event.objects.count() == SMALL.events
    assert made.evening.registrations.exists()
    for ask in questions(made).values():
        ask()
