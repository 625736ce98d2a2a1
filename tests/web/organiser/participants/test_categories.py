"""Categories of all players ticked on one page, and the warning about those without members."""

import pytest

from romme_turnier.tournament import models
from tests.factories import make_event, one
from tests.web.organiser.pages import text, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    event = make_event(players=8)
    for name in ("Damen", "Senioren"):
        event.categories.create(name=name)
    event.registrations.update(paid=True)
    return event


def test_ticks_of_everybody_are_stored_at_once(event, petra):
    ladies, seniors = event.categories.order_by("pk")
    one(event, 1).categories.add(ladies)
    page = url("participants_categories", event)
    was = f"{one(event, 1).pk}:{ladies.pk}"
    assert f'name="was" value="{was}"' in text(petra.get(page))
    one(event, 5).categories.add(seniors)  # by another official, after the page was shown
    member = [f"{one(event, number).pk}:{ladies.pk}" for number in (2, 3)]
    assert "sind gespeichert" in text(petra.post(page, {"was": [was], "member": member}, follow=True))
    assert set(ladies.registrations.values_list("number", flat=True)) == {2, 3}
    assert set(seniors.registrations.values_list("number", flat=True)) == {5}


def test_categories_of_another_event_are_not_entered(event, petra):
    foreign = make_event(name="Fremdpokal", slug="fremdpokal").categories.create(name="Damen")
    petra.post(url("participants_categories", event), {"member": [f"{one(event, 1).pk}:{foreign.pk}", "x", "1:y"]})
    assert not foreign.registrations.exists()


def test_empty_categories_are_named_before_the_first_series(event, petra):
    one(event, 1).categories.add(event.categories.get(name="Senioren"))
    words = "Für „Damen“ ist niemand eingetragen."
    assert words in text(petra.get(url("series_draw", event, 1)))
    assert words in text(petra.get(url("event", event)))
    one(event, 2).categories.add(event.categories.get(name="Damen"))
    assert "ist niemand eingetragen" not in text(petra.get(url("series_draw", event, 1)))
