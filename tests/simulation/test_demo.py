"""An event to look at, of each other rule system."""

import io
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from romme_turnier.accounts.first_visit import DEMO_USERNAME
from romme_turnier.accounts.models import User
from romme_turnier.core.lists.length import games
from romme_turnier.core.rules.system.registry import DEFAULT, RULE_SYSTEMS
from romme_turnier.simulation.management.commands import demo as command
from romme_turnier.simulation.scenario import Scenario, demo_of
from romme_turnier.tournament import models
from romme_turnier.tournament.exchange.integrity import differences
from romme_turnier.tournament.permissions import Right, may
from tests.factories import make_event, new_user

pytestmark = pytest.mark.django_db


def demo(*arguments: str) -> str:
    said = io.StringIO()
    call_command("demo", *arguments, stdout=said)
    return said.getvalue()


@pytest.mark.parametrize("system", [key for key in RULE_SYSTEMS if key != DEFAULT])
def test_demo_of_a_system_is_played_to_its_end_and_verifies(system: str) -> None:
    said = demo(system)
    event = models.Event.objects.get()
    assert event.ruleset == system
    assert f"„{event.name}“ angelegt" in said
    assert [series.is_closed for series in event.series.all()] == [True, True]
    assert event.published_at is not None
    assert list(differences(event)) == []
    user = User.objects.get(username=DEMO_USERNAME)
    assert may(user, Right.DIRECT, event)
    assert user.check_password(next(line.split()[-1] for line in said.splitlines() if line.startswith("Passwort")))


@pytest.fixture
def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The event is made without being played."""

    def made(scenario: Scenario, **_watchers: object) -> SimpleNamespace:
        return SimpleNamespace(event=make_event(players=0, slug=scenario.slug, ruleset=scenario.ruleset))

    monkeypatch.setattr(command, "simulate", made)


@pytest.mark.usefixtures("unplayed")
def test_second_demo_takes_the_account_that_is_there() -> None:
    demo("contract")
    assert "Passwort" not in demo("classic")
    assert models.Event.objects.count() == 2


@pytest.mark.usefixtures("unplayed")
def test_demo_that_is_there_is_not_made_again() -> None:
    demo("contract")
    with pytest.raises(CommandError, match="gibt es schon"):
        demo("contract")


@pytest.mark.usefixtures("unplayed")
def test_where_others_have_accounts_somebody_is_named() -> None:
    new_user("petra").save()
    with pytest.raises(CommandError, match="--director"):
        demo("contract")
    demo("contract", "--director", "petra")
    assert not User.objects.filter(username=DEMO_USERNAME).exists()


def test_unknown_name_is_refused() -> None:
    with pytest.raises(CommandError, match="gibt es nicht"):
        demo("contract", "--director", "niemand")


@pytest.mark.parametrize("system", RULE_SYSTEMS)
def test_fines_of_a_demo_can_happen_in_its_lists(system: str) -> None:
    scenario = demo_of(system)
    length = scenario.length or games(scenario.games)
    fewest = length.games(RULE_SYSTEMS[system].seats_min)
    assert [first for first, _amount in scenario.fines if first > (fewest or 1)] == []
