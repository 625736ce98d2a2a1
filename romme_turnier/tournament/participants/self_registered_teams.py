"""Teams named by players and captains at self-registration."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.tournament import models
from romme_turnier.tournament.participants import teams
from romme_turnier.tournament.participants.team_creation import add_team, present_members, team_named
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

TEAM_SIZE = 4  # and one substitute


def demand_open_team(event: models.Event, name: str) -> None:
    """Raises TournamentError if the team of that name is full or managed by a captain, so that players may not join."""
    team = team_named(event, name)
    if team is None:
        return
    if led_by_captain(team):
        raise TournamentError(
            _("Diese Mannschaft hat eine Person für alle angemeldet. Bitte lassen Sie sich von ihr eintragen.")
        )
    if present_members(team).filter(substitute=False).count() >= TEAM_SIZE:
        raise TournamentError(_("Diese Mannschaft hat schon %(n)d Mitglieder.") % {"n": TEAM_SIZE})


def led_by_captain(team: models.Team) -> bool:
    """Returns whether a captain registered members of the team."""
    by_captain = Q(registration__captain__isnull=False) | Q(registration__registered_by_captain__isnull=False)
    return team.memberships.filter(by_captain).exists()


def new_team(
    event: models.Event, name: str, members: Sequence[models.Registration], *, substitutes: int
) -> models.Team:
    """Creates a team of these members; the last `substitutes` of the list are substitutes.

    Must be called within a service. Raises TournamentError if there are too many members, and as `clean_team_name`
    does.
    """
    if len(members) - substitutes > TEAM_SIZE:
        raise TournamentError(_("Eine Mannschaft hat höchstens %(n)d Mitglieder und einen Ersatz.") % {"n": TEAM_SIZE})
    team = add_team(event, name)
    models.TeamMember.objects.bulk_create(
        models.TeamMember(
            team=team, registration=member, position=position, substitute=position > len(members) - substitutes
        )
        for position, member in enumerate(members, start=1)
    )
    return team


def drop_if_empty(team: models.Team | None) -> None:
    """Deletes a team whose members have all left. Must be called within a service.

    Teams with bookings or prizes, and teams that play in a league, are kept.
    """
    if team is None or hasattr(team, "day_team") or team.ledger.exists() or team.awards.exists():
        return
    if not present_members(team).exists():
        team.delete()


@service(gettext_lazy("Mannschaft umbenannt"))
def rename_team(team: models.Team, name: str) -> None:
    """Renames a team. Raises TournamentError as `demand_name_in_league` and `clean_team_name` do."""
    teams.demand_name_in_league(team, name)
    teams.rename_team(team, name)
