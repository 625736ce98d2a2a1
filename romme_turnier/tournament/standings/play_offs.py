"""Play-offs (Entscheidungsspiele, § 1.5): calling players to a table, storing the result, and undoing either."""

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.effects import invalidate_public_pages
from romme_turnier.tournament.shared.errors import TournamentError
from romme_turnier.tournament.shared.service import service

Group = Sequence[models.Registration]


@service(gettext_lazy("Entscheidungsspiel angesetzt"))
def call_play_off(event: models.Event, players: Group, *, table: int | None = None, by: User | None) -> models.PlayOff:
    """Records the players and the table of a play-off before it is played; ranks do not change yet.

    Raises TournamentError unless there are two or more different players of this event.
    """
    _demand_players(event, players)
    numbers = sorted(player.number or 0 for player in players)
    return models.PlayOff.objects.create(
        event=event, by=by, at=timezone.now(), table=table, groups=[numbers], played=False
    )


@service(gettext_lazy("Entscheidungsspiel eingetragen"))
def enter_play_off(
    event: models.Event, ranking: Sequence[models.Registration], *, table: int | None = None, by: User | None
) -> models.PlayOff:
    """Stores the result of a play-off, best first. It decides a tie of exactly these players after the last series.

    If these players were called to a play-off, the newest call is completed, and keeps its table if `table` is None.
    Raises TournamentError as `call_play_off` does.
    """
    return _enter(event, [[player] for player in ranking], table, by)


@service(gettext_lazy("Entscheidungsspiel mit Gleichstand eingetragen"))
def enter_tied_play_off(
    event: models.Event, groups: Sequence[Group], *, table: int | None = None, by: User | None
) -> models.PlayOff:
    """Stores the result of a play-off that left ties: best first, tied players in one group.

    A call is completed as by `enter_play_off`. Another play-off follows if a title or a prize depends on the tie.
    Raises TournamentError as `call_play_off` does.
    """
    return _enter(event, groups, table, by)


def _enter(event: models.Event, groups: Sequence[Group], table: int | None, by: User | None) -> models.PlayOff:
    players = [player for group in groups for player in group]
    _demand_players(event, players)
    numbers = sorted(player.number or 0 for player in players)
    called = (call for call in event.play_offs.filter(played=False).order_by("-pk") if call.groups == [numbers])
    play_off = next(called, None) or models.PlayOff(event=event)
    play_off.by, play_off.at, play_off.played = by, timezone.now(), True
    play_off.table = table if table is not None else play_off.table
    if len(groups) < len(players):
        play_off.groups = [sorted(player.number or 0 for player in group) for group in groups]
        play_off.save()
        invalidate_public_pages(event.pk)
        return play_off
    play_off.groups = []
    play_off.save()
    _store_places(play_off, players)
    invalidate_public_pages(event.pk)
    return play_off


def _demand_players(event: models.Event, players: Group) -> None:
    if len(players) < 2:
        raise TournamentError(_("An einem Entscheidungsspiel nehmen mindestens zwei Spieler teil."))
    if len({registration.pk for registration in players}) != len(players):
        raise TournamentError(_("Jeder Spieler kann nur einen Platz belegen."))
    if any(registration.event_id != event.pk for registration in players):
        raise TournamentError(_("Diese Spieler gehören nicht zu diesem Turnier."))


def _store_places(play_off: models.PlayOff, ranking: Group) -> None:
    by_number = sorted(ranking, key=lambda registration: registration.number or 0)
    models.PlayOffPlace.objects.bulk_create(
        models.PlayOffPlace(
            play_off=play_off, registration=registration, place=place, position=by_number.index(registration)
        )
        for place, registration in enumerate(ranking, start=1)
    )


@service(gettext_lazy("Entscheidungsspiel gelöscht"))
def remove_play_off(play_off: models.PlayOff, *, by: User | None) -> None:
    """Deletes a play-off, called or played. Players whom only its result separated share a rank again."""
    event = play_off.event_id
    play_off.delete()
    invalidate_public_pages(event)
