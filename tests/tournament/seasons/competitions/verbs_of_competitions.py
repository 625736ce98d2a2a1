"""Every verb of a championship and of a league once, for test_verbs.py."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from unittest.mock import ANY

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.seasons.competitions import league, qualification, quotas
from tests.factories import make_event, make_season
from tests.tournament.seasons.competitions.leagues import release
from tests.tournament.seasons.competitions.tables import make_edition, make_players


def holding_a_championship(did: Callable[..., Any], chief: User) -> None:
    season = make_season(slug="meisterschaft")
    final = make_event(players=0, slug="endrunde")
    stage = did(quotas.create_stage, season, "Finale", None, at=None, by=chief)
    stage = did(quotas.change_stage, stage, "Endrunde", final, at=final, by=chief)
    terms = quotas.QuotaTerms(places=2, parties="clubs", base="entries", entries_of=make_event(slug="meldungen"))
    quota = did(quotas.share_out, stage, terms, at=final, by=chief)
    did(quotas.withdraw_quota, quota, reason="verlesen", at=None, by=chief)
    edition = make_edition(season, [1, 2])
    wrong = did(qualification.qualify, stage, edition, 2, at=final, by=chief)
    did(qualification.delete_qualification, wrong, at=None, by=chief)
    made = did(qualification.qualify, stage, edition, 1, at=final, by=chief)
    did(qualification.decline, made.qualifiers.get(position=1), reason="krank", at=None, by=chief)
    did(qualification.take_back_decline, made, at=None, by=chief)
    did(qualification.register_qualified, made, at=None, by=chief)
    other = did(quotas.create_stage, season, "Vorrunde", None, at=None, by=chief)
    did(quotas.delete_stage, other, at=None, by=chief)


def holding_a_league(did: Callable[..., Any], chief: User) -> None:
    season = make_season(slug="ligen")
    groups = [["RC Herz", "RC Karo", "RC Pik"]]
    terms = league.LeagueTerms(name="Liga", promoted=1)
    made = did(league.create_league, season, terms, groups, at=None, by=chief)
    did(league.change_league, made, terms, groups, at=None, by=chief)
    herz, karo, pik = models.LeagueTeam.objects.filter(group__league=made)
    did(league.rename_league_team, pik, "Pikbuben", at=None, by=chief)
    did(league.withdraw_league_team, pik, season.first_day, reason="zu wenige", at=None, by=chief)
    did(league.reinstate_league_team, pik, at=None, by=chief)
    anna, berta = make_players(2)
    did(league.set_squad, herz, [anna, berta], at=None, by=chief)
    days = [
        make_event(players=0, slug=f"spieltag-{n}", series_count=1, starts_at=datetime(2026, 3, n, 8, tzinfo=UTC))
        for n in (1, 2)
    ]
    first, second = (did(league.add_day, made, event, at=event, by=chief) for event in days)
    did(league.remove_day, second, at=days[1], by=chief)
    did(league.name_squad, first.teams.get(league_team=herz), [anna, berta], at=days[0], by=chief)
    did(league.take_over_squads, first, at=days[0], by=chief)
    release(first, {herz.name: [(5, 0)], karo.name: [(5, 0)]})
    did(league.draw_lot, made, at=None, by=chief)
    did(
        league.create_day,
        made,
        days[0],
        name="Spieltag 3",
        starts_at=datetime(2026, 3, 3, 8, tzinfo=UTC),
        at=ANY,
        by=chief,
    )
    empty = did(league.create_league, season, league.LeagueTerms(name="Zweite Liga"), groups, at=None, by=chief)
    did(league.delete_league, empty, at=None, by=chief)
