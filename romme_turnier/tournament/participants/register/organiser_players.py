"""Keeps `OrganiserPlayer` up to date: the players of each organiser, with a registration for one of its events.

Each service that stores, moves or deletes registrations calls one of these functions; `verify` compares the rows with
the registrations.
"""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.service import nothing_done, part_of_service, service


@part_of_service
def add_organiser_players(event: models.Event, players: Iterable[models.Player]) -> None:
    """Adds these players, who have been registered for the event, to those of its organiser.

    Existing rows are written again, so that a service which is about to remove them waits for this transaction.
    """
    _store(models.OrganiserPlayer(organiser_id=event.held_by_id, player=player) for player in players)


@part_of_service
def renew_organisers_of(player: models.Player) -> None:
    """Adds and removes organisers after registrations of the player have been moved or deleted."""
    stored = models.OrganiserPlayer.objects.select_for_update(no_key=True).filter(player=player).order_by("organiser")
    before = {row.organiser_id: row for row in stored}
    organisers = set(player.registrations.order_by().values_list("event__held_by", flat=True).distinct())
    gone = [row.pk for organiser, row in before.items() if organiser not in organisers]
    models.OrganiserPlayer.objects.filter(pk__in=gone).delete()
    _store(
        models.OrganiserPlayer(organiser_id=organiser, player=player) for organiser in sorted(organisers - set(before))
    )


@service(gettext_lazy("Register der Veranstalter neu gebildet"))
def rebuild_organiser_players(*, by: User | None) -> list[models.Player]:
    """Derives all rows again from the registrations; returns the players whose organisers changed."""
    stored = set(models.OrganiserPlayer.objects.values_list("organiser", "player"))
    registered = set(models.Registration.objects.order_by().values_list("event__held_by", "player").distinct())
    changed = list(models.Player.objects.filter(pk__in={player for _organiser, player in stored ^ registered}))
    for player in changed:
        renew_organisers_of(player)
    if not changed:
        nothing_done()
    return changed


@part_of_service
def _store(rows: Iterable[models.OrganiserPlayer]) -> None:
    models.OrganiserPlayer.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["organiser", "player"], update_fields=["player"]
    )
