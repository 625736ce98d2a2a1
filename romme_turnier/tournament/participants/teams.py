"""Teams of an event; each player belongs to at most one."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.participants.substitutes import demand_change
from romme_turnier.tournament.participants.team_creation import add_team, clean_team_name
from romme_turnier.tournament.shared.effects import invalidate_public_pages, outdate_rankings
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import note, part_of_service, service
from romme_turnier.tournament.standings.rankings import TANDEM_SIZE


@service(gettext_lazy("Mannschaft angelegt"))
def create_team(
    event: models.Event,
    name: str,
    members: Sequence[models.Registration],
    *,
    substitutes: Collection[int] = (),
    tandem: bool = False,
    by: User | None,
) -> models.Team:
    """Creates a team with its members, in order; `substitutes` are the primary keys of the substitutes.

    Raises TournamentError as `update_team` does.
    """
    team = add_team(event, name, size=_size(members, substitutes, tandem=tandem))
    for member in members:
        if member.pk in substitutes:
            demand_change(member, substitute=True)
    _set_members(team, members, substitutes)
    return team


@service(gettext_lazy("Mannschaft geändert"))
def update_team(
    team: models.Team,
    name: str,
    members: Sequence[models.Registration],
    *,
    substitutes: Collection[int],
    tandem: bool = False,
    by: User | None,
) -> models.Team:
    """Changes the team's name, its members, and whether it is a tandem: a pair with a separate ranking.

    `substitutes` are the primary keys of the substitutes. Raises TournamentError as `clean_team_name` does, and if a
    player is named twice, plays for another team or belongs to another event, if it is too late to make a member a
    substitute or the reverse (`demand_change`), if a tandem has more than two members besides substitutes, or if the
    name of a team on a match day differs from that in the league.
    """
    current = models.Team.objects.select_for_update(no_key=True).get(pk=team.pk)
    demand_name_in_league(current, name)
    current.name = clean_team_name(current.event, name, but=current)
    current.size = _size(members, substitutes, tandem=tandem)
    current.save(update_fields=["name", "size"])
    invalidate_public_pages(current.event_id)
    before = set(current.memberships.filter(substitute=True).values_list("registration_id", flat=True))
    for changed in models.Registration.objects.select_related("player").filter(pk__in=before ^ set(substitutes)):
        demand_change(changed, changed.pk in substitutes)
    _set_members(current, members, substitutes)
    return current


def demand_name_in_league(team: models.Team, name: str) -> None:
    """Raises TournamentError if the team plays on a match day and `name` is not its name in the league."""
    if hasattr(team, "day_team") and tidy(name) != team.day_team.league_team.name:
        words = _("Diese Mannschaft heißt wie in der Liga: „%(name)s“. Ändern Sie den Namen dort.")
        raise TournamentError(words % {"name": team.day_team.league_team.name}, about="name")


@part_of_service
def rename_team(team: models.Team, name: str) -> None:
    """Changes the name of a team, which outdates public pages and, if the event has results, rankings.

    Raises TournamentError as `clean_team_name` does.
    """
    team.name = clean_team_name(team.event, name, but=team)
    team.save(update_fields=["name"])
    _outdate(team.event)


def _outdate(event: models.Event) -> None:
    """Outdates the public pages and, if the event has results, the rankings of its season.

    In rankings, teams of different events are the same team if their names are equal.
    """
    invalidate_public_pages(event.pk)
    if event.results.exists():
        outdate_rankings([event.season_id])


@service(gettext_lazy("Mannschaft aufgelöst"))
def delete_team(team: models.Team, *, by: User | None) -> None:
    """Deletes a team; its members stay as single players.

    Raises TournamentError if the team has bookings or prizes, or plays in a league.
    """
    if hasattr(team, "day_team"):
        raise TournamentError(_("„%(name)s“ spielt in der Liga. Die Mannschaft bleibt.") % {"name": team.name})
    if team.ledger.exists() or team.awards.exists():
        raise TournamentError(_("Für „%(name)s“ ist Geld gebucht. Die Mannschaft bleibt.") % {"name": team.name})
    note("members", old=_members(team, substitutes=False))
    note("bench", old=_members(team, substitutes=True))
    team.delete()
    _outdate(team.event)


def _size(members: Sequence[models.Registration], bench: Collection[int], *, tandem: bool) -> int | None:
    if not tandem:
        return None
    if sum(member.pk not in bench for member in members) > TANDEM_SIZE:
        raise TournamentError(_("Ein Tandem hat zwei Mitglieder."))
    return TANDEM_SIZE


def _set_members(team: models.Team, members: Sequence[models.Registration], bench: Collection[int]) -> None:
    if any(member.event_id != team.event_id for member in members):
        raise TournamentError(_("Diese Teilnehmer gehören nicht zu diesem Turnier."))
    if len({member.pk for member in members}) != len(members):
        raise TournamentError(_("Niemand kann zweimal in derselben Mannschaft sein."))
    elsewhere = models.TeamMember.objects.filter(registration__in=members).exclude(team=team)
    taken = [
        _("%(name)s gehört schon zu „%(team)s“.") % {"name": member.registration.name, "team": member.team.name}
        for member in elsewhere.select_related("registration__player", "team")
    ]
    if taken:
        raise TournamentError(" ".join(taken))
    before, bench_before = _members(team, substitutes=False), _members(team, substitutes=True)
    team.memberships.all().delete()
    models.TeamMember.objects.bulk_create(
        models.TeamMember(team=team, registration=member, position=position, substitute=member.pk in bench)
        for position, member in enumerate(members, start=1)
    )
    note("members", old=before, new=_members(team, substitutes=False))
    if bench_before or bench:
        note("bench", old=bench_before, new=_members(team, substitutes=True))
    _outdate(team.event)


def _members(team: models.Team, *, substitutes: bool) -> list[models.Registration]:
    rows = team.memberships.filter(substitute=substitutes).select_related("registration")
    return [row.registration for row in rows]
