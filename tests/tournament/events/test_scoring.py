"""An event that ranks by scoring points: its announcement, its log, and the constraint of the database."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from romme_turnier.accounts.models import User
from romme_turnier.core.lists.scoring_points import USUAL, PointsPerGame
from romme_turnier.core.rules.system.criteria import Criterion
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.tournament.events.announcement_words import announcement
from romme_turnier.tournament.events.announcements import Announcement, copy_event, create_event, update_event
from romme_turnier.tournament.models import Event, EventLog
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.log_lines import log_lines
from tests.factories import enter, list_of, make_event, make_official, seat_series

pytestmark = pytest.mark.django_db

START = datetime(2026, 10, 17, 8, tzinfo=UTC)
PLAIN = Announcement(name="Verbandspokal", starts_at=START, bonus_mode="per_list")
WITH_POINTS = replace(PLAIN, scoring="scoring_points", points_per_game=USUAL)
OTHERS = PointsPerGame(ended=6, handromme=10, steps=((5, 3),))


@pytest.fixture
def petra() -> User:
    return make_official(username="petra")


def test_points_are_stored_and_become_terms_of_the_lists(petra: User) -> None:
    event = Event.objects.get(pk=create_event(replace(WITH_POINTS, points_per_game=OTHERS), by=petra).pk)
    assert event.points_per_game == event.terms.points_per_game == OTHERS
    assert event.rules.criteria == (
        Criterion.SCORING_POINTS,
        Criterion.TOTAL,
        Criterion.FINISHED,
        Criterion.HANDROMMES,
        Criterion.PLAY_OFF,
    )


def test_points_without_any_step_are_allowed(petra: User) -> None:
    none = replace(USUAL, steps=())
    assert create_event(replace(WITH_POINTS, points_per_game=none), by=petra).points_per_game == none


@pytest.mark.parametrize("ruleset", RULE_SYSTEMS)
def test_only_systems_in_which_the_fewest_points_win_rank_by_scoring_points(petra: User, ruleset: str) -> None:
    games = RULE_SYSTEMS[ruleset].games or 12
    announced = replace(WITH_POINTS, ruleset=ruleset, games_per_list=games)
    if not RULE_SYSTEMS[ruleset].highest_wins:
        assert create_event(announced, by=petra).scoring == "scoring_points"
        return
    with pytest.raises(TournamentError, match="deshalb gibt es keine Wertungspunkte") as refused:
        create_event(announced, by=petra)
    assert refused.value.about == "scoring"
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("announced", "words"),
    [
        (replace(WITH_POINTS, points_per_game=None), "wie viele Wertungspunkte"),
        (replace(PLAIN, points_per_game=USUAL), "nur zur Wertung nach Wertungspunkten"),
        (replace(PLAIN, scoring="table_points", points_per_game=USUAL), "nur zur Wertung nach Wertungspunkten"),
    ],
)
def test_points_belong_to_this_scoring_alone(petra: User, announced: Announcement, words: str) -> None:
    with pytest.raises(TournamentError, match=words) as refused:
        create_event(announced, by=petra)
    assert refused.value.about == "points_per_game"


def test_faults_in_points_are_reported_together_with_their_places(petra: User) -> None:
    points = PointsPerGame(ended=5, handromme=-1, steps=((20, 6), (10, 6)))
    with pytest.raises(TournamentError) as refused:
        create_event(replace(WITH_POINTS, points_per_game=points), by=petra)
    assert refused.value.message == (
        "Handrommé: Möglich ist eine ganze Zahl von 0 bis 999. "
        "Stufe 1: Eine Stufe bringt höchstens die Wertungspunkte des Spielendes. "
        "Stufe 2: Jede Stufe reicht bis zu mehr Augenpunkten als die vorige. "
        "Stufe 2: Eine Stufe bringt höchstens die Wertungspunkte des Spielendes. "
        "Stufe 2: Jede Stufe bringt weniger Wertungspunkte als die vorige."
    )


@pytest.mark.parametrize("fields", [{"scoring": "scoring_points"}, {"points_per_game": USUAL}])
def test_database_refuses_scoring_and_points_without_each_other(fields: dict[str, object]) -> None:
    event = make_event(players=0)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(**fields)


def test_points_are_fixed_once_a_game_is_entered(petra: User) -> None:
    event = make_event(players=4, scoring="scoring_points")
    names = [name for name in Announcement.__slots__ if name not in ("fine_scale", "fee_kinds", "timetable")]
    announced = Announcement(**{name: getattr(event, name) for name in names})
    assert update_event(event, replace(announced, points_per_game=OTHERS), by=petra).points_per_game == OTHERS
    enter(list_of(seat_series(event, tables=[(1, 2, 3, 4)])), 1, "0 20 30 40")
    with pytest.raises(TournamentError, match="Wertungspunkte je Spiel"):
        update_event(event, announced, by=petra)


def test_log_names_old_and_new_points(petra: User) -> None:
    event = create_event(WITH_POINTS, by=petra)
    update_event(event, replace(WITH_POINTS, slug=event.slug, points_per_game=OTHERS), by=petra)
    said = [line.changes for line in log_lines([*EventLog.objects.order_by("pk")])]
    label = "Wertungspunkte (Spielende, Handrommé, Stufen)"
    assert f"{label}: – → 5, 8, ≤ 10: 3, ≤ 20: 2, ≤ 30: 1" in said[0]
    assert said[1] == (f"{label}: 5, 8, ≤ 10: 3, ≤ 20: 2, ≤ 30: 1 → 6, 10, ≤ 5: 3",)


def test_copy_of_an_event_keeps_its_points(petra: User) -> None:
    event = create_event(replace(WITH_POINTS, points_per_game=OTHERS), by=petra)
    copied = copy_event(event, name="Verbandspokal 2027", starts_at=START, by=petra)
    assert Event.objects.get(pk=copied.pk).points_per_game == OTHERS


def test_announcement_explains_points_with_an_example(petra: User) -> None:
    said = dict(announcement(create_event(WITH_POINTS, by=petra)))["Wertung"]
    assert "Spielende 5, Handrommé 8, bis 10 Augenpunkte: 3, bis 20 Augenpunkte: 2, bis 30 Augenpunkte: 1." in said
    assert "Ein Spiel mit 0, 8, 25, 64 Augenpunkten bringt 5, 3, 1, 0" in said
    assert "ein Handrommé mit 0, 45, 88, 102 bringt 8, 0, 0, 0." in said


def test_announcement_of_a_system_without_handromme_does_not_name_it(petra: User) -> None:
    said = dict(announcement(create_event(replace(WITH_POINTS, ruleset="classic"), by=petra)))["Wertung"]
    assert "Handrommé" not in said
    assert "Spielende 5, bis 10 Augenpunkte: 3" in said
    assert "bringt 5, 3, 1, 0." in said
