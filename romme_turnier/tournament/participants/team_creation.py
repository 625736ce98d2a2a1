"""Creating and joining teams, within the services that officials, players and captains use."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from romme_turnier.core.people.duplicates import folded
from romme_turnier.core.people.names import tidy
from romme_turnier.tournament import models
from romme_turnier.tournament.models.fields import next_position
from romme_turnier.tournament.shared.errors import TeamNameTaken, TournamentError
from romme_turnier.tournament.shared.service import part_of_service
from romme_turnier.tournament.standings.rankings import TANDEM_SIZE

TEAM_LENGTH = 120


def team_named(event: models.Event, name: str) -> models.Team | None:
    """Returns the team with that name, ignoring case and extra spaces; None if there is none."""
    return next((team for team in event.teams.all() if folded(team.name) == folded(name)), None)


def present_members(team: models.Team) -> QuerySet[models.TeamMember]:
    """Returns the team's members, with substitutes, but without withdrawn and excluded players."""
    gone = (models.Registration.Status.WITHDRAWN, models.Registration.Status.EXCLUDED)
    return team.memberships.exclude(registration__status__in=gone)


def clean_team_name(event: models.Event, name: str, *, but: models.Team | None = None) -> str:
    """Returns the name without extra spaces; the team `but` may keep its name.

    Raises TournamentError if the name is missing or too long, and TeamNameTaken if another team has it.
    """
    name = tidy(name)
    if not name or len(name) > TEAM_LENGTH:
        words = _("Bitte geben Sie der Mannschaft einen Namen mit höchstens %(n)d Zeichen.")
        raise TournamentError(words % {"n": TEAM_LENGTH})
    taken = team_named(event, name)
    if taken is not None and taken != but:
        raise TeamNameTaken(_("Eine Mannschaft „%(name)s“ ist schon angemeldet.") % {"name": taken.name})
    return name


@part_of_service
def add_team(event: models.Event, name: str, *, size: int | None = None) -> models.Team:
    """Adds a team without members, the last in the event's order. Raises TournamentError as `clean_team_name` does."""
    name = clean_team_name(event, name)
    position = next_position(event.teams)
    taken = set(event.teams.values_list("key", flat=True))
    key = next(key for n in range(1, len(taken) + 2) if (key := f"T{n}") not in taken)
    return models.Team.objects.create(event=event, key=key, name=name, size=size, position=position)


def join_team(registration: models.Registration, name: str) -> None:
    """Adds the player to the team with that name, which `add_team` creates if it is missing.

    Raises TournamentError as `add_to_team` and `add_team` do.
    """
    add_to_team(team_named(registration.event, name) or add_team(registration.event, name), registration)


@part_of_service
def add_to_team(team: models.Team, registration: models.Registration, *, substitute: bool = False) -> None:
    """Makes the registration the team's last member. Raises TournamentError for a third member of a tandem."""
    is_regular_in_tandem = team.size == TANDEM_SIZE and not substitute
    if is_regular_in_tandem and present_members(team).filter(substitute=False).count() >= TANDEM_SIZE:
        raise TournamentError(_("„%(team)s“ ist ein Tandem und hat schon zwei Mitglieder.") % {"team": team.name})
    position = next_position(team.memberships)
    models.TeamMember.objects.create(team=team, registration=registration, position=position, substitute=substitute)
