"""Teams as players and captains name them when they register by themselves."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from romme_turnier.tournament import models
from romme_turnier.tournament.errors import TournamentError
from romme_turnier.tournament.register import folded
from romme_turnier.tournament.services.registrations import free_team_key
from romme_turnier.tournament.services.writing import service

TEAM_SIZE = 4  # and one substitute
TEAM_LENGTH = 120


def team_named(event: models.Event, name: str) -> models.Team | None:
    return next((team for team in event.teams.all() if folded(team.name) == folded(name)), None)


def demand_open_team(event: models.Event, name: str) -> None:
    """Refuse a team that is full, or that a captain looks after: nobody joins one against its will."""
    _sound(name)
    team = team_named(event, name)
    if team is None:
        return
    by_captain = Q(registration__captain__isnull=False) | Q(registration__registered_by_captain__isnull=False)
    if team.memberships.filter(by_captain).exists():
        raise TournamentError(
            _("Diese Mannschaft hat eine Person für alle angemeldet. Bitte lassen Sie sich von ihr eintragen.")
        )
    gone = models.Registration.Status.WITHDRAWN
    if team.memberships.exclude(registration__status=gone).count() >= TEAM_SIZE:
        raise TournamentError(_("Diese Mannschaft hat schon %(n)d Mitglieder.") % {"n": TEAM_SIZE})


def join_team(registration: models.Registration, name: str) -> None:
    """Within a service: into the team of that name, which is founded where there is none."""
    team = team_named(registration.event, name) or _found(registration.event, name)
    models.TeamMember.objects.create(team=team, registration=registration, position=team.memberships.count() + 1)


def new_team(
    event: models.Event, name: str, members: Sequence[models.Registration], *, substitutes: int
) -> models.Team:
    """Within a service: a team of these members, the last `substitutes` of whom fill in."""
    if len(members) - substitutes > TEAM_SIZE:
        raise TournamentError(_("Eine Mannschaft hat höchstens %(n)d Mitglieder und einen Ersatz.") % {"n": TEAM_SIZE})
    demand_free_name(event, name)
    team = _found(event, name)
    models.TeamMember.objects.bulk_create(
        models.TeamMember(
            team=team, registration=member, position=position, substitute=position > len(members) - substitutes
        )
        for position, member in enumerate(members, start=1)
    )
    return team


def demand_free_name(event: models.Event, name: str, *, but: models.Team | None = None) -> None:
    taken = team_named(event, name)
    if taken is not None and taken != but:
        raise TournamentError(_("Eine Mannschaft „%(name)s“ ist schon angemeldet.") % {"name": taken.name})


def _found(event: models.Event, name: str) -> models.Team:
    position = event.teams.count() + 1
    return models.Team.objects.create(event=event, key=free_team_key(event), name=_sound(name), position=position)


def _sound(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > TEAM_LENGTH:
        raise TournamentError(
            _("Bitte geben Sie der Mannschaft einen Namen mit höchstens %(n)d Zeichen.") % {"n": TEAM_LENGTH}
        )
    return name


def drop_if_empty(team: models.Team | None) -> None:
    """Within a service: a team that nobody plays for any more goes, and its name is free; one in the ledger stays."""
    gone = (models.Registration.Status.WITHDRAWN, models.Registration.Status.EXCLUDED)
    if team is None or team.ledger.exists() or team.awards.exists():
        return
    if not team.memberships.exclude(registration__status__in=gone).exists():
        team.delete()


@service
def rename_team(team: models.Team, name: str) -> None:
    """Raises TournamentError where another team has the name."""
    name = _sound(name)
    demand_free_name(team.event, name, but=team)
    if team.name != name:
        team.name = name
        team.save(update_fields=["name"])
