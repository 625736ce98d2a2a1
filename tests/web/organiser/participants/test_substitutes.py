"""The page of a team: the bench, calling in a substitute, and substitutes in the repair of a seating."""

from typing import Any

import pytest

from romme_turnier.tournament import models
from romme_turnier.tournament.participants.substitutes import call_in
from romme_turnier.tournament.participants.teams import create_team, update_team
from romme_turnier.tournament.shared.errors import TournamentError
from tests.cast import signed_in
from tests.factories import make_event, one, seat_series
from tests.web.organiser.pages import text, typed_team, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> models.Event:
    return make_event(players=9, clubs=0, series_count=2, prizes="both")


@pytest.fixture
def team(event: models.Event) -> models.Team:
    """1 to 4, and 9 on the bench."""
    members = [one(event, n) for n in (1, 2, 3, 4, 9)]
    return create_team(event, "Die Asse", members, substitutes=[one(event, 9).pk], by=None)


def said(event: models.Event, substitute: int, member: int, series: int, how: str = "once") -> dict[str, Any]:
    return {
        "substitute": one(event, substitute).pk,
        "member": one(event, member).pk,
        "series": series,
        "how": how,
    }


def test_member_is_marked_as_a_substitute(event, petra):
    typed = typed_team("Die Asse", "1", "9") | {"member-1-bench": "on"}
    petra.post(url("team_create", event), typed)
    assert one(event, 9).team_membership.substitute
    assert not one(event, 1).team_membership.substitute
    assert "9 Vera9 Spieler9 (Ersatz)" in text(petra.get(url("teams", event)))
    team = event.teams.get()
    petra.post(url("team", event, team.pk), typed_team("Die Asse", "1", "9"))
    assert not one(event, 9).team_membership.substitute


def test_tandem_may_have_a_substitute(event):
    members = [one(event, n) for n in (5, 6, 7)]
    create_team(event, "Zwei", members, substitutes=[one(event, 7).pk], tandem=True, by=None)
    with pytest.raises(TournamentError, match="zwei Mitglieder"):
        create_team(event, "Drei", members, tandem=True, by=None)


@pytest.mark.parametrize("members", [(1, 2, 3, 4), (1, 2, 3, 4, 9)])
def test_substitute_who_was_called_in_does_not_leave_the_bench(event, team, members):
    call_in(one(event, 9), one(event, 2), 1, for_good=False, by=None)
    with pytest.raises(TournamentError, match="schon eingewechselt"):
        update_team(team, "Die Asse", [one(event, n) for n in members], substitutes=[], by=None)


def test_substitute_is_called_in_before_the_draw_and_sent_back(event, team, petra):
    page = text(petra.get(url("team_call_in", event, team.pk)))
    assert "Ersatz einwechseln: Die Asse" in page
    answer = petra.post(url("team_call_in", event, team.pk), said(event, 9, 2, 1), follow=True)
    assert answer.redirect_chain[-1][0] == url("team", event, team.pk)
    assert "Vera9 Spieler9 spielt in Serie 1 für Vera2 Spieler2." in text(answer)
    call = models.CallIn.objects.get()
    answer = petra.post(url("team_call_back", event, call.pk), follow=True)
    assert "Vera9 Spieler9 sitzt wieder auf der Bank." in text(answer)
    assert not one(event, 2).absences.exists()


def test_call_in_for_good_withdraws_the_member(event, team, petra):
    answer = petra.post(url("team_call_in", event, team.pk), said(event, 9, 2, 2, "for_good"), follow=True)
    assert "Vera9 Spieler9 spielt ab Serie 2 für Vera2 Spieler2." in text(answer)
    assert one(event, 2).left_before_series == 2


def test_call_in_after_the_draw_leads_to_the_repair_with_the_seat_to_take(event, team, petra):
    series = seat_series(event)
    answer = petra.post(url("team_call_in", event, team.pk), said(event, 9, 2, 1), follow=True)
    assert "niemand wechselt den Tisch" in text(answer)
    assert series.seats.filter(registration=one(event, 2)).exists()  # proposed, not done


def test_who_does_not_direct_is_told_who_changes_the_seats(event, team, cast):
    seat_series(event)
    answer = signed_in(cast.ella).post(url("team_call_in", event, team.pk), said(event, 9, 2, 1), follow=True)
    assert "Die Spielleitung ändert dort die Plätze." in text(answer)


def test_substitute_on_the_bench_is_not_offered_by_the_repair(event, team, petra):
    seat_series(event)
    page = text(petra.get(url("series_repair", event, 1)))
    assert "9 Vera9 Spieler9" not in page


def test_call_in_that_does_not_fit_is_told_and_what_was_chosen_is_kept(event, team, petra):
    petra.post(url("team_call_in", event, team.pk), said(event, 9, 2, 1))
    page = text(petra.post(url("team_call_in", event, team.pk), said(event, 9, 3, 1)))
    assert "ist für Serie 1 schon eingewechselt" in page
    assert models.CallIn.objects.count() == 1


def test_call_in_that_is_drawn_stays_and_the_page_says_why(event, team, petra):
    call = call_in(one(event, 9), one(event, 2), 1, for_good=False, by=None)
    seat_series(event, 1, tables=((9, 1, 3, 4), (5, 6, 7, 8)))
    answer = petra.post(url("team_call_back", event, call.pk), follow=True)
    assert "sitzt in Serie 1 schon an einem Tisch" in text(answer)
