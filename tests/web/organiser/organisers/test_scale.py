"""Pages and lookups of a federation read the same number of rows however many years it has played."""

from dataclasses import replace

import pytest
from django.db import transaction

from benchmarks.federation.making import SMALL, Federation, Size, make_federation
from benchmarks.federation.questions import questions
from benchmarks.federation.rows_read import reads_counted
from romme_turnier.tournament.models import Event, Organiser, Player
from romme_turnier.web.organiser.events import overview
from romme_turnier.web.public import event_list

pytestmark = pytest.mark.django_db
FEW = Size(associations=2, clubs=6, people=40, years=4, evenings=12)
BOUNDED = ("home", "menu", "list of events")


@pytest.fixture(autouse=True)
def _few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overview, "EVENTS_AT_ONCE", 3)
    monkeypatch.setattr(overview, "_EVENTS_ON_A_PAGE", 4)
    monkeypatch.setattr(event_list, "EVENTS_ON_A_PAGE", 4)


def rows_read(size: Size) -> dict[str, int]:
    """The rows that each of the bounded questions reads from a federation of this size."""
    rows = {}
    with transaction.atomic():
        made: Federation = make_federation(size)
        for name, ask in questions(made).items():
            if name.startswith(BOUNDED):
                with reads_counted() as reads:
                    ask()
                rows[name] = reads.rows
        transaction.set_rollback(True)
    return rows


def test_rows_that_are_read_do_not_grow_with_the_years() -> None:
    few, many = rows_read(FEW), rows_read(replace(FEW, years=8))
    assert few == many


def test_made_up_federation_has_the_rows_of_its_size() -> None:
    made = make_federation(SMALL)
    assert Organiser.objects.count() == 1 + SMALL.associations + SMALL.clubs
    assert Player.objects.count() == SMALL.people
    assert Event.objects.count() == SMALL.events
    assert made.evening.registrations.exists()
    for ask in questions(made).values():
        ask()
