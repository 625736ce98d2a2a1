"""Plays a small league and a stage of a championship through the services that pages use."""

import random
from dataclasses import dataclass, replace
from datetime import timedelta

from django.utils import timezone

from romme_turnier.simulation.participants.names import operator
from romme_turnier.simulation.season import SeasonScenario, SimulatedSeason, announcement_of, play_event
from romme_turnier.simulation.simulated_event import make_accounts
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import create_event
from romme_turnier.tournament.participants.members.memberships import MembershipDetails, add_member
from romme_turnier.tournament.participants.registrations import Entry, register, update_registration
from romme_turnier.tournament.participants.teams import update_team
from romme_turnier.tournament.seasons import seasons
from romme_turnier.tournament.seasons.competitions import league as leagues, qualification, quotas

_GROUPS = [["Ahorn", "Birke", "Eiche"], ["Linde", "Tanne", "Ulme"]]
_CLUBS = "Rommé-Club Nord", "Rommé-Club Nord", "Rommé-Club Mitte", "Rommé-Club Süd"
_PLACES = 5


@dataclass(frozen=True, slots=True)
class SimulatedCompetitions:
    """A league that was played to its end, and a stage whose places were shared out and taken."""

    league: models.League
    quota: models.Quota
    qualification: models.Qualification


def simulate_competitions(seed: int) -> SimulatedCompetitions:
    """Plays a league of two groups over two match days; with some seeds, a team withdraws in between.

    The best of the second day qualify for a final; some of them decline. Raises TournamentError if a service refuses a
    legitimate act.
    """
    rng = random.Random(f"competitions {seed}")  # noqa: S311 - repeatable, not secret
    by = make_accounts().director
    today = timezone.localdate()
    details = seasons.SeasonDetails(
        name=f"Ligasaison {seed}", first_day=today - timedelta(days=30), last_day=today + timedelta(days=30)
    )
    season = seasons.create_season(details, by=by)
    scenario = SeasonScenario(seed=seed, scoring=rng.choice(["sum", "scoring_points"]))
    simulated = SimulatedSeason(scenario, season, by, rng, watch=lambda _season: None)
    terms = leagues.LeagueTerms(
        name=f"Liga {seed}",
        group_size=3,
        promoted=1,
        relegated_from=3,
        relegated_before=1,
        withdrawn_count=rng.random() < 0.5,
    )
    league = leagues.create_league(season, terms, _GROUPS, by=by)
    for team in models.LeagueTeam.objects.filter(group__league=league).order_by("pk"):
        people = [_new_member(simulated, f"Kader{number}", team) for number in (1, 2)]
        leagues.set_squad(team, people, by=simulated.director)
    first = leagues.add_day(league, _announce(simulated, "Spieltag 1", -8), by=by)
    starts_at = first.event.starts_at + timedelta(days=1)
    second = leagues.create_day(league, first.event, name=f"Spieltag 2 {seed}", starts_at=starts_at, by=by)
    _play_day(simulated, first)
    if rng.random() < 0.5:
        gone = rng.choice(list(models.LeagueTeam.objects.filter(group__league=league).order_by("pk")))
        leagues.withdraw_league_team(gone, timezone.localdate(starts_at), reason="zu wenige", by=by)
    _play_day(simulated, second, with_newcomer=True)
    stage = quotas.create_stage(season, "Finale", _announce(simulated, "Finale", 9), by=by)
    return SimulatedCompetitions(
        league, _share_out(simulated, stage, second.event), _qualify(simulated, stage, second.event)
    )


def _new_member(simulated: SimulatedSeason, first_name: str, team: models.LeagueTeam) -> models.Player:
    last_name, organiser = f"{team.name}{simulated.scenario.seed}", simulated.season.organiser
    details, by = MembershipDetails(), operator()
    return add_member(organiser, None, first_name, last_name, details, other_person=True, by=by).player


def _announce(simulated: SimulatedSeason, name: str, days: int) -> models.Event:
    scenario, day = simulated.scenario, timezone.localdate() + timedelta(days=days)
    announcement = announcement_of(scenario, f"{name} {scenario.seed}", day, series=scenario.series)
    return create_event(announcement, by=simulated.director)


def _play_day(simulated: SimulatedSeason, day: models.LeagueDay, *, with_newcomer: bool = False) -> None:
    """Names the squads of all teams that still play, and plays the day; the players get clubs at random.

    With `with_newcomer`, another player joins a team for the day, and then its squad.
    """
    event, by = day.event, simulated.director
    for day_team in day.teams.filter(league_team__withdrawn_on=None).order_by("pk"):
        squad = [row.player for row in day_team.league_team.squad.select_related("player")]
        leagues.name_squad(day_team, squad, by=by)
    if with_newcomer:
        newcomer = register(event, Entry(player=_new_member(simulated, "Neu", day_team.league_team)), by=by)
        members = [member.registration for member in day_team.team.memberships.select_related("registration")]
        update_team(day_team.team, day_team.league_team.name, [*members, newcomer], substitutes=(), by=by)
        leagues.take_over_squads(day, by=by)
    for row in event.registrations.order_by("pk"):
        update_registration(row, replace(Entry.of(row), club=simulated.rng.choice(_CLUBS)), by=by)
    play_event(simulated, event)


def _share_out(simulated: SimulatedSeason, stage: models.Stage, event: models.Event) -> models.Quota:
    """Shares out the places among the clubs by their entries, after a first try that was wrong."""
    rng, by = simulated.rng, simulated.director
    terms = quotas.QuotaTerms(
        places=rng.randint(4, 8),
        method=rng.choice(models.Quota.Way.values),
        in_advance=rng.randint(0, 1),
        parties=models.Quota.Parties.CLUBS,
        base=models.Quota.Base.ENTRIES,
        entries_of=event,
    )
    wrong = quotas.share_out(stage, replace(terms, places=4), by=by)
    quotas.withdraw_quota(wrong, reason="falsche Zahl der Plätze", by=by)
    return quotas.share_out(stage, terms, by=by)


def _qualify(simulated: SimulatedSeason, stage: models.Stage, event: models.Event) -> models.Qualification:
    """Lets the best of an event qualify for the stage. Some decline, even after being registered."""
    by = simulated.director
    made = qualification.qualify(stage, event.releases.latest("number"), _PLACES, by=by)
    first, second, *_rest = simulated.rng.sample(list(made.qualifiers.order_by("position")[: _PLACES + 1]), 3)
    qualification.decline(first, reason="krank", by=by)
    qualification.register_qualified(made, by=by)
    qualification.decline(second, reason="im Urlaub", by=by)
    qualification.register_qualified(made, by=by)
    return made
