"""Leagues of a season: groups of teams, squads, match days and their teams, and teams that withdraw.

All services here also raise TournamentError as `lock_season` does, for example for a closed season.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.events.announcements import copy_event
from romme_turnier.tournament.models.fields import next_position
from romme_turnier.tournament.participants.registrations import Entry, register
from romme_turnier.tournament.participants.team_creation import TEAM_LENGTH, add_team, team_named
from romme_turnier.tournament.participants.teams import delete_team, rename_team, update_team
from romme_turnier.tournament.seasons.access import lock_season
from romme_turnier.tournament.seasons.competitions.league_tables import draw_is_needed, group_name, has_begun
from romme_turnier.tournament.seasons.seasons import put_into_season
from romme_turnier.tournament.shared.errors import Faults, TournamentError, demand_reason
from romme_turnier.tournament.shared.service import note, part_of_service, service

TEAMS_MAX = 20  # of a group
LEAGUE_MAX = 500  # teams of a league

Groups = Sequence[Sequence[str]]  # the names of the teams, by group


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTerms:
    """The terms of a league.

    In each group, `promoted` teams are promoted, and the teams from place `relegated_from` down are relegated (None if
    no team is). Of the teams one place above, the worst `relegated_before` of all groups are relegated, too. If
    `withdrawn_count`, earlier match days of withdrawn teams still count.
    """

    name: str
    group_size: int = 4
    promoted: int = 0
    relegated_from: int | None = None
    relegated_before: int = 0
    withdrawn_count: bool = True

    @classmethod
    def of(cls, league: models.League) -> "LeagueTerms":
        return cls(**{name: getattr(league, name) for name in cls.__slots__})


def groups_of(league: models.League) -> list[list[str]]:
    return [[team.name for team in group.teams.all()] for group in league.groups.prefetch_related("teams")]


def league_faults(
    season: models.Season, terms: LeagueTerms, groups: Groups, league: models.League | None = None
) -> dict[str, str]:
    """Returns the faults of these terms and groups, by argument; `league` is None for a new league."""
    faults = {}
    others = season.leagues.exclude(pk=league.pk) if league else season.leagues.all()
    if not tidy(terms.name):
        faults["name"] = _("Bitte geben Sie der Liga einen Namen.")
    elif any(folded(other.name) == folded(tidy(terms.name)) for other in others):
        faults["name"] = _("Eine Liga „%(name)s“ gibt es in dieser Saison schon.") % {"name": tidy(terms.name)}
    if not 2 <= terms.group_size <= TEAMS_MAX:
        faults["group_size"] = _("Eine Gruppe hat 2 bis %(most)d Mannschaften.") % {"most": TEAMS_MAX}
    elif words := _group_faults(terms.group_size, groups):
        faults["groups"] = " ".join(words)
    if not 0 <= terms.promoted < terms.group_size:
        faults["promoted"] = _("Höchstens %(most)d.") % {"most": terms.group_size - 1}
    if terms.relegated_from is not None and not terms.promoted < terms.relegated_from <= terms.group_size:
        words_from = _("Ein Platz zwischen %(least)d und %(most)d: hinter den Aufsteigern und in der Gruppe.")
        faults["relegated_from"] = words_from % {"least": terms.promoted + 1, "most": terms.group_size}
    before = terms.relegated_before
    if before and (terms.relegated_from is None or terms.relegated_from - 1 <= terms.promoted):
        faults["relegated_before"] = _(
            "Vor den Absteigern gibt es keinen Platz, von dem Mannschaften absteigen könnten."
        )
    elif before > len(groups):
        words_before = _("Auf dem Platz davor stehen nur %(n)d Mannschaften, eine je Gruppe.")
        faults["relegated_before"] = words_before % {"n": len(groups)}
    if league is not None and has_begun(league):
        fixed = _("Der erste Spieltag ist ausgelost; das steht jetzt fest.")
        if [[folded(name) for name in group] for group in groups] != [
            [folded(name) for name in group] for group in groups_of(league)
        ]:
            faults["groups"] = fixed
        for name in ("group_size", "withdrawn_count"):
            if getattr(terms, name) != getattr(league, name):
                faults[name] = fixed
    return faults


def _group_faults(size: int, groups: Groups) -> list[str]:
    faults = []
    if not groups:
        faults.append(_("Bitte nennen Sie die Mannschaften."))
    for position, group in enumerate(groups, start=1):
        words = {"group": group_name(position), "teams": len(group), "size": size}
        if len(group) > size:
            faults.append(_("%(group)s hat %(teams)d Mannschaften, vorgesehen sind %(size)d.") % words)
        elif len(group) == 1:
            faults.append(_("%(group)s hat nur eine Mannschaft.") % words)
    names = [tidy(name) for group in groups for name in group]
    if len(names) > LEAGUE_MAX:
        return [_("Eine Liga hat höchstens %(most)d Mannschaften.") % {"most": LEAGUE_MAX}]
    seen: set[str] = set()
    for name in names:
        if folded(name) in seen:
            faults.append(_("„%(name)s“ steht zweimal da.") % {"name": name})
        if len(name) > TEAM_LENGTH:
            faults.append(_("„%(name)s…“ ist zu lang.") % {"name": name[:20]})
        seen.add(folded(name))
    return faults


@service(gettext_lazy("Liga angelegt"))
def create_league(season: models.Season, terms: LeagueTerms, teams: Groups, *, by: User) -> models.League:
    """Adds a league with its groups of teams. Raises Faults about the fields of `terms` and about "groups"."""
    lock_season(season, by)
    if faults := league_faults(season, terms, teams):
        raise Faults(faults)
    league = models.League(season=season, position=next_position(season.leagues))
    _store(league, terms, teams, by)
    return league


@service(gettext_lazy("Liga geändert"))
def change_league(league: models.League, terms: LeagueTerms, teams: Groups, *, by: User) -> models.League:
    """Changes a league. A team with the same name keeps its squad; a team that is no longer named is deleted.

    A deleted team also leaves the match days. Raises Faults, also about groups and terms that are fixed once the first
    match day is drawn, and TournamentError if a deleted team has bookings or prizes there, or if an event already has
    a different team with a new name.
    """
    lock_season(league.season, by)
    current = models.League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if faults := league_faults(current.season, terms, teams, current):
        raise Faults(faults)
    _store(current, terms, teams, by)
    return current


@part_of_service
def _store(league: models.League, terms: LeagueTerms, groups: Groups, by: User) -> None:
    for name in LeagueTerms.__slots__:
        setattr(league, name, getattr(terms, name))
    league.name = tidy(terms.name)
    league.save()
    known = {folded(team.name): team for team in models.LeagueTeam.objects.filter(group__league=league)}
    here = list(league.groups.all())
    for position, names in enumerate(groups, start=1):
        if position <= len(here):
            group = here[position - 1]
        else:
            group = league.groups.create(name=group_name(position), position=position)
        for place, name in enumerate(names, start=1):
            team = known.pop(folded(tidy(name)), None) or models.LeagueTeam()
            team.group, team.name, team.position = group, tidy(name), place
            team.save()
            for row in models.Team.objects.filter(day_team__league_team=team).exclude(name=team.name):
                rename_team(row, team.name)
    for team in known.values():
        events = list(models.Team.objects.filter(day_team__league_team=team))
        team.delete()
        for row in events:
            delete_team(row, by=by)
    for group in here[len(groups) :]:
        group.delete()
    for day in league.days.select_related("event"):
        _enter_teams(day)


@service(gettext_lazy("Liga gelöscht"))
def delete_league(league: models.League, *, by: User) -> None:
    """Deletes a league. Raises TournamentError if it has a match day."""
    lock_season(league.season, by)
    if league.days.exists():
        raise TournamentError(_("Diese Liga hat schon Spieltage. Sie bleibt."))
    league.delete()


@service(gettext_lazy("Ligamannschaft umbenannt"))
def rename_league_team(team: models.LeagueTeam, name: str, *, by: User) -> models.LeagueTeam:
    """Renames a league team and its teams on the match days.

    Raises Faults about `name`, and TeamNameTaken if another team of a match day has the name.
    """
    lock_season(team.group.league.season, by)
    name = tidy(name)
    others = models.LeagueTeam.objects.filter(group__league=team.group.league_id).exclude(pk=team.pk)
    if not name or len(name) > TEAM_LENGTH:
        words = _("Bitte geben Sie der Mannschaft einen Namen mit höchstens %(n)d Zeichen.")
        raise Faults({"name": words % {"n": TEAM_LENGTH}})
    if any(folded(other.name) == folded(name) for other in others):
        raise Faults({"name": _("Eine Mannschaft „%(name)s“ gibt es in dieser Liga schon.") % {"name": name}})
    team.name = name
    team.save(update_fields=["name"])
    for row in models.Team.objects.filter(day_team__league_team=team):
        rename_team(row, name)
    return team


@service(gettext_lazy("Ligamannschaft zurückgezogen"))
def withdraw_league_team(team: models.LeagueTeam, day: date, *, reason: str, by: User) -> models.LeagueTeam:
    """Withdraws a team, with `day` as its first day away. The league's terms decide whether earlier match days count.

    The team leaves each undrawn match day on or after `day` at which it has no players, bookings or prizes. If it was
    already withdrawn from an earlier day, it returns to the undrawn match days before `day`. Raises TournamentError for
    a missing reason, and Faults about `day` for a day outside the season.
    """
    season = lock_season(team.group.league.season, by)
    demand_reason(reason)
    if not season.includes(day):
        raise Faults({"day": _("Dieser Tag liegt nicht in der Saison.")})
    team.withdrawn_on, team.withdrawn_reason = day, tidy(reason)
    team.save(update_fields=["withdrawn_on", "withdrawn_reason"])
    is_unused = {"team__memberships": None, "team__ledger": None, "team__awards": None}
    later = team.day_teams.filter(day__event__starts_at__date__gte=day, **is_unused)
    for day_team in later.exclude(day__event__series__tables__isnull=False).select_related("team"):
        row = day_team.team
        day_team.delete()
        delete_team(models.Team.objects.get(pk=row.pk), by=by)
    for league_day in team.group.league.days.select_related("event"):
        _enter_teams(league_day)
    return team


@service(gettext_lazy("Rückzug der Ligamannschaft zurückgenommen"))
def reinstate_league_team(team: models.LeagueTeam, *, by: User) -> models.LeagueTeam:
    """Undoes a withdrawal. The team returns to the match days that are not drawn yet."""
    lock_season(team.group.league.season, by)
    team.withdrawn_on, team.withdrawn_reason = None, ""
    team.save(update_fields=["withdrawn_on", "withdrawn_reason"])
    for day in team.group.league.days.select_related("event"):
        _enter_teams(day)
    return team


@service(gettext_lazy("Kader geändert"))
def set_squad(team: models.LeagueTeam, players: Sequence[models.Player], *, by: User) -> None:
    """Replaces the squad of a team. Raises Faults about `players` if one of them is in another squad of the league."""
    league = team.group.league
    lock_season(league.season, by)
    elsewhere = models.SquadMember.objects.filter(team__group__league=league, player__in=players).exclude(team=team)
    taken = [
        _("%(name)s steht schon im Kader von „%(team)s“.") % {"name": row.player.name, "team": row.team}
        for row in elsewhere.select_related("player", "team")
    ]
    if taken:
        raise Faults({"players": " ".join(taken)})
    wanted = dict.fromkeys(player.pk for player in players)
    here = set(team.squad.values_list("player", flat=True))
    team.squad.exclude(player__in=wanted).delete()
    added = models.SquadMember.objects.bulk_create(
        models.SquadMember(team=team, player_id=player) for player in wanted if player not in here
    )
    note("players", new=added)


# --- Match days ---------------------------------------------------------------------------------------------------


@service(gettext_lazy("Spieltag angelegt"))
def create_day(
    league: models.League, like: models.Event, *, name: str, starts_at: datetime, by: User
) -> models.LeagueDay:
    """Makes a match day: an event with the announcement of `like`, for the organiser of the season.

    Raises Faults about `starts_at` for a day outside the season, and the errors of `copy_event` and `add_day`.
    """
    season = lock_season(league.season, by)
    if not season.includes(timezone.localdate(starts_at)):
        raise Faults({"starts_at": _("Dieser Tag liegt nicht in der Saison.")})
    event = copy_event(like, name=name, starts_at=starts_at, organiser=season.organiser, by=by)
    if event.season is not None:  # that of `like`
        event = put_into_season(event, None, models.Event.Kind.TOURNAMENT, by=by)
    return add_day(league, event, by=by)


@service(gettext_lazy("Spieltag zur Liga genommen"))
def add_day(league: models.League, event: models.Event, *, by: User) -> models.LeagueDay:
    """Makes an event a match day: it joins the season, and every team that has not withdrawn by then gets a team there.

    Raises Faults about `event`, also for a drawn event that lacks teams of the league.
    """
    lock_season(league.season, by)
    days = models.LeagueDay.objects.filter(league=league).select_related("event")
    if models.LeagueDay.objects.filter(event=event).exists():
        raise Faults({"event": _("%(event)s ist schon ein Spieltag.") % {"event": event}})
    if event.rules.highest_wins:
        words = _("In einer Liga zählen die wenigsten Punkte; bei „%(rules)s“ gewinnen die meisten.")
        raise Faults({"event": words % {"rules": event.rules.name}})
    if any(day.event.scoring != event.scoring for day in days):
        raise Faults({"event": _("Alle Spieltage einer Liga werden gleich gewertet; dieses Turnier wertet anders.")})
    try:
        event = put_into_season(event, league.season, models.Event.Kind.LEAGUE_DAY, by=by)
    except Faults as faults:
        raise Faults({"event": faults.message}) from faults
    day = models.LeagueDay.objects.create(league=league, event=event)
    if missing := _enter_teams(day):
        words = _("%(event)s ist schon ausgelost, und dort fehlen die Mannschaften %(teams)s.")
        raise Faults({"event": words % {"event": event, "teams": ", ".join(missing)}})
    return day


@part_of_service
def _enter_teams(day: models.LeagueDay) -> list[str]:
    """Enters the league's missing teams at the event, and returns the names of the teams that a drawn event lacks.

    Teams that have withdrawn by that day are not entered. A team of the event with the same name is used; only an event
    that is not drawn gets new teams.
    """
    is_drawn = day.event.series.filter(tables__isnull=False).exists()
    playing = models.LeagueTeam.objects.filter(group__league=day.league_id).exclude(
        withdrawn_on__lte=timezone.localdate(day.event.starts_at)
    )
    missing = []
    for league_team in playing.exclude(day_teams__day=day).order_by("group__position", "position"):
        team = team_named(day.event, league_team.name)
        if team is None and is_drawn:
            missing.append(league_team.name)
            continue
        team = team or add_team(day.event, league_team.name)
        models.DayTeam.objects.create(day=day, league_team=league_team, team=team)
    return missing


@service(gettext_lazy("Spieltag aus der Liga genommen"))
def remove_day(day: models.LeagueDay, *, by: User) -> None:
    """Takes an event out of the league. It stays in the season as a tournament, and keeps its teams.

    Raises TournamentError if the event is drawn.
    """
    lock_season(day.league.season, by)
    if day.event.series.filter(tables__isnull=False).exists():
        raise TournamentError(_("Dieser Spieltag ist schon ausgelost. Er bleibt in der Liga."))
    day.delete()
    put_into_season(day.event, day.league.season, models.Event.Kind.TOURNAMENT, by=by)


def last_named(day_team: models.DayTeam) -> models.DayTeam | None:
    """Returns the league team's team on the last earlier match day for which it named players; None if none exists."""
    before = models.DayTeam.objects.filter(
        league_team=day_team.league_team_id, day__event__starts_at__lt=day_team.day.event.starts_at
    )
    named = before.filter(team__memberships__isnull=False).select_related("team", "day__event")
    return named.order_by("-day__event__starts_at").first()


@service(gettext_lazy("Mannschaft des Tages gemeldet"))
def name_squad(
    day_team: models.DayTeam,
    players: Sequence[models.Player],
    *,
    substitutes: Collection[int] = (),
    by: User,
) -> models.Team:
    """Names the players of a team for a match day, and registers them for the event.

    Participants of the event who are in no squad of the league join the squad. `substitutes` are the primary keys of
    players who sit on the bench. Raises Faults about `players` if one belongs to another squad, has left the event, or
    is neither in the squad nor a participant, and TournamentError as `register` and `update_team` do.
    """
    league_team, event = day_team.league_team, day_team.day.event
    lock_season(day_team.day.league.season, by)
    squad = [row.player for row in league_team.squad.select_related("player")]
    known = {row.player_id: row for row in event.registrations.filter(player__in=players).select_related("player")}
    gone = [row.name for row in known.values() if row.status != models.Registration.Status.ACTIVE]
    if gone:
        words = _("Im Turnier nicht mehr dabei: %(names)s. Nehmen Sie den Rückzug dort zurück.")
        raise Faults({"players": words % {"names": ", ".join(gone)}})
    strangers = [player.name for player in players if player not in squad and player.pk not in known]
    if strangers:
        words = _("Nicht im Kader von „%(team)s“: %(names)s.")
        raise Faults({"players": words % {"team": league_team, "names": ", ".join(strangers)}})
    set_squad(league_team, [*squad, *(player for player in players if player not in squad)], by=by)
    members = []
    for player in players:
        club = player.club.name if player.club else ""
        members.append(known.get(player.pk) or register(event, Entry(player=player, club=club), by=by))
    bench = [member.pk for member in members if member.player_id in substitutes]
    return update_team(day_team.team, league_team.name, members, substitutes=bench, by=by)


@service(gettext_lazy("Mannschaften des Tages in die Kader übernommen"))
def take_over_squads(day: models.LeagueDay, *, by: User) -> int:
    """Adds the members of the event's teams to the squads of their league teams; returns the number of players added.

    Raises Faults about `players` if one of them is in the squad of another team.
    """
    lock_season(day.league.season, by)
    added = 0
    for day_team in day.teams.select_related("league_team__group__league__season"):
        squad = [row.player for row in day_team.league_team.squad.select_related("player")]
        members = [row.registration.player for row in day_team.team.memberships.select_related("registration__player")]
        if new := [player for player in members if player not in squad]:
            set_squad(day_team.league_team, [*squad, *new], by=by)
            added += len(new)
    return added


@service(gettext_lazy("Los der Liga gezogen"))
def draw_lot(league: models.League, *, seed: str = "", by: User) -> models.League:
    """Draws lots for the order of tied teams in promotion and relegation, and stores the seed.

    Raises TournamentError if lots have already been drawn, if the final standings of a match day are not released, or
    if no teams are tied.
    """
    lock_season(league.season, by)
    current = models.League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if current.seed:
        raise TournamentError(_("Das Los ist schon gezogen."))
    if not draw_is_needed(current):
        raise TournamentError(_("Es gibt keinen Gleichstand, über den das Los entscheiden müsste."))
    current.seed = seed or secrets.token_hex(8)
    current.save(update_fields=["seed"])
    return current
