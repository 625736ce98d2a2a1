"""Players who qualify for a stage: the cut, declined places, moving up, and the registration for the event."""

from __future__ import annotations

import pytest

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import ERASED
from romme_turnier.tournament.participants.register.erasing import erase_player
from romme_turnier.tournament.participants.registrations import withdraw
from romme_turnier.tournament.seasons.competitions.qualification import (
    QualificationState,
    decline,
    delete_qualification,
    newer_table,
    qualify,
    register_qualified,
    take_back_decline,
)
from romme_turnier.tournament.seasons.competitions.quotas import change_stage, create_stage
from romme_turnier.tournament.shared.errors import Faults, TournamentError
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import list_of, make_checked, make_event, make_official, seat_series
from tests.tournament.seasons.competitions.tables import make_edition

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(season, petra):
    event = make_event(players=0, slug="finale", held_by=season.organiser)
    return create_stage(season, "Finale", event, by=petra)


def names(state: QualificationState) -> list[str]:
    return [row.player.last_name.removeprefix("Spieler") for row in state.qualified]


def test_36_places_and_equals_are_38_if_ranks_35_to_38_are_equal(stage, season, petra):
    edition = make_edition(season, [*range(1, 35), 35, 35, 35, 35, 39, 40])
    made = qualify(stage, edition, 36, by=petra)
    state = QualificationState(made)
    assert (made.announced_places, made.places, len(state.qualified)) == (36, 38, 38)
    assert [row.rank for row in state.waiting] == [39, 40]


def test_declined_place_goes_to_the_next_and_the_chain_keeps_the_reasons(stage, season, petra):
    made = qualify(stage, make_edition(season, [1, 2, 3, 4, 5]), 2, by=petra)
    first, second, third, fourth, _fifth = made.qualifiers.all()
    decline(first, reason="krank", by=petra)
    decline(fourth, reason="Urlaub", by=petra)  # while waiting: no player moves up
    decline(third, reason="Hochzeit", by=petra)
    state = QualificationState(made)
    assert names(state) == ["2", "5"]
    assert [(link.decline.reason, str(link.successor), link.was_waiting) for link in state.chain] == [
        ("krank", str(third.player), False),
        ("Urlaub", "None", True),
        ("Hochzeit", "Vera5 Spieler5", False),
    ]
    assert [str(row.for_player) for row in state.qualified] == ["None", str(third.player)]
    decline(second, reason="zu weit", by=petra)
    assert QualificationState(made).chain[-1].successor is None
    assert take_back_decline(made, by=petra) == second
    assert names(QualificationState(made)) == ["2", "5"]


def test_player_declines_once_and_with_a_reason(stage, season, petra):
    made = qualify(stage, make_edition(season, [1, 2]), 1, by=petra)
    row = made.qualifiers.get(position=1)
    with pytest.raises(TournamentError, match="Grund"):
        decline(row, reason="", by=petra)
    decline(row, reason="krank", by=petra)
    with pytest.raises(TournamentError, match="hat schon abgesagt"):
        decline(row, reason="krank", by=petra)


def test_qualified_players_are_registered_once_and_those_who_decline_leave(stage, season, petra):
    made = qualify(stage, make_edition(season, [1, 2, 3, 4]), 2, by=petra)
    assert len(register_qualified(made, by=petra)) == 2
    assert register_qualified(made, by=petra) == []
    first, *_rest = made.qualifiers.all()
    decline(first, reason="krank", by=petra)
    entry = stage.event.registrations.get(player=first.player)
    assert entry.status == models.Registration.Status.WITHDRAWN
    assert [row.player.last_name for row in register_qualified(made, by=petra)] == ["Spieler3"]
    assert stage.event.registrations.count() == 3
    with pytest.raises(TournamentError, match="Vera3 Spieler3 ist nachgerückt"):
        take_back_decline(made, by=petra)


def test_stage_keeps_its_event_while_qualified_players_are_registered_there(stage, season, petra):
    other = make_event(players=0, slug="anderes-finale", held_by=season.organiser)
    made = qualify(stage, make_edition(season, [1, 2, 3]), 2, by=petra)
    change_stage(stage, "Endrunde", other, by=petra)
    change_stage(stage, "Endrunde", stage.event, by=petra)
    first, second = register_qualified(made, by=petra)
    for event in (other, None):
        with pytest.raises(Faults, match=f"2 qualifizierte Personen sind schon bei „{stage.event}“"):
            change_stage(stage, "Finale", event, by=petra)
    assert change_stage(stage, "Finale", stage.event, by=petra).name == "Finale"
    withdraw(first, 1, by=petra)
    with pytest.raises(Faults, match="1 qualifizierte Person ist"):
        change_stage(stage, "Finale", other, by=petra)
    withdraw(second, 1, by=petra)
    assert change_stage(stage, "Finale", other, by=petra).event == other


def test_player_who_declines_leaves_the_waiting_list_of_the_event(stage, season, petra):
    made = qualify(stage, make_edition(season, [1, 2]), 1, by=petra)
    (entry,) = register_qualified(made, by=petra)
    stage.event.registrations.filter(pk=entry.pk).update(status=models.Registration.Status.WAITING, number=None)
    decline(made.qualifiers.get(position=1), reason="krank", by=petra)
    entry.refresh_from_db()
    assert entry.status == models.Registration.Status.WITHDRAWN


def test_player_who_withdrew_at_the_event_is_not_registered_again_without_a_decision(stage, season, petra):
    made = qualify(stage, make_edition(season, [1, 2]), 2, by=petra)
    entry, _other = register_qualified(made, by=petra)
    withdraw(entry, 1, by=petra)
    with pytest.raises(TournamentError, match=r"Vera1 Spieler1\. Nehmen Sie das dort zurück"):
        register_qualified(made, by=petra)


def test_late_correction_takes_no_place_away(stage, season, petra):
    edition = make_edition(season, [1, 2, 3])
    made = qualify(stage, edition, 1, by=petra)
    assert newer_table(made) is None
    corrected = make_edition(season, [3, 1, 2], number=2)
    assert names(QualificationState(made)) == ["1"]
    assert newer_table(made) == corrected


def test_players_qualify_by_the_released_standings_of_an_event(stage, petra):
    event = make_event(players=8, series_count=1)
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    models.Series.objects.filter(pk=series.pk).update(closed_at=event.starts_at)
    release = release_standings(event, 1, by=petra)
    made = qualify(stage, release, 1, by=petra)
    # The finishers of both tables are equal.
    assert (made.places, names(QualificationState(made))) == (2, ["1", "5"])


@pytest.mark.parametrize(("ranks", "places", "field"), [([1, 2], 0, "places"), ([1, 2], 3, "places"), ([], 1, "table")])
def test_impossible_cut_is_refused_at_its_field(stage, ranks, places, field):
    with pytest.raises(Faults) as refused:
        qualify(stage, make_edition(stage.season, ranks), places, by=User.objects.get())
    assert set(refused.value.by_argument) == {field}
    assert not stage.qualifications.exists()


def test_qualification_is_deleted_only_before_it_has_an_effect(stage, season, petra):
    edition = make_edition(season, [1, 2, 3])
    delete_qualification(qualify(stage, edition, 1, by=petra), by=petra)
    made = qualify(stage, edition, 1, by=petra)
    decline(made.qualifiers.get(position=1), reason="krank", by=petra)
    with pytest.raises(TournamentError, match="Absagen"):
        delete_qualification(made, by=petra)
    other = qualify(stage, edition, 1, by=petra)
    register_qualified(other, by=petra)
    with pytest.raises(TournamentError, match="schon im Turnier"):
        delete_qualification(other, by=petra)


def test_merged_player_keeps_the_better_place(stage, season, petra):
    made = qualify(stage, make_edition(season, [1, 2, 3]), 2, by=petra)
    first, second, _third = made.qualifiers.all()
    models.Qualifier.objects.filter(pk=second.pk).update(player=first.player)  # as `merge_players` moves rows
    assert names(QualificationState(made)) == ["1", "3"]


def test_only_officials_of_the_organiser_decide_and_also_after_the_season_is_closed(stage, season, petra):
    season.closed_at = "2026-12-31T12:00Z"
    season.save(update_fields=["closed_at"])
    made = qualify(stage, make_edition(season, [1, 2]), 1, by=petra)
    with pytest.raises(TournamentError, match="Saisons verwaltet"):
        decline(made.qualifiers.get(position=1), reason="krank", by=make_official(username="otto"))
    assert not QualificationState(made).declines


def test_reasons_of_an_erased_player_are_erased_with_the_log(stage, season, petra):
    made = qualify(stage, make_edition(season, [1, 2, 3]), 2, by=petra)
    first, second, _third = made.qualifiers.all()
    decline(first, reason="liegt im Krankenhaus", by=petra)
    decline(second, reason="im Urlaub", by=petra)
    erase_player(first.player, by=None)
    assert list(models.Decline.objects.values_list("reason", flat=True)) == [ERASED, "im Urlaub"]
    log = models.EventLog.objects.filter(verb="qualification.decline").order_by("number")
    assert list(log.values_list("reason", flat=True)) == [ERASED, "im Urlaub"]
