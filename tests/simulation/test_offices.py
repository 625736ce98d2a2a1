"""Officials of several organisers act by chance; a separate count gives the people that they see and change."""

from collections import Counter

import pytest

from romme_turnier.simulation.participants import offices
from romme_turnier.simulation.participants.offices import hold_offices
from romme_turnier.simulation.scenario import Scenario
from romme_turnier.simulation.simulated_event import SimulatedEvent, Unexpected, make_accounts
from romme_turnier.tournament.models import Event, Office, Organiser, Player
from tests.factories import make_event

pytestmark = pytest.mark.django_db


def simulated(seed: int) -> SimulatedEvent:
    scenario, event = Scenario(slug="aemter", seed=seed), Event.objects.first() or make_event(players=2)
    return SimulatedEvent(
        scenario, event, make_accounts(), scenario.rng(), lambda *_args: None, lambda *_args, **_more: None
    )


def test_rights_of_officials_are_those_of_a_separate_count() -> None:
    happened: Counter[str] = Counter()
    for seed in (14, 27):  # both together have every act
        acts = simulated(seed)
        hold_offices(acts)
        happened += acts.tally
    assert set(happened) == {
        *("offices_compared", "offices_given", "offices_ended", "joined"),
        *("proposed", "proposals_refused", "proposals_withdrawn", "people_merged"),
    }
    assert not Office.objects.exists()
    assert Organiser.objects.count() == 1


def test_person_shown_to_an_unrelated_organiser_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def people_seen_by(_user: object) -> object:
        return Player.objects.known()

    monkeypatch.setattr(offices, "people_seen_by", people_seen_by)
    with pytest.raises(Unexpected, match="people_seen_by"):
        hold_offices(simulated(1))
