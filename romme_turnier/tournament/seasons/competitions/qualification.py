"""Players who qualify for a stage of a championship: the cut, declined places, and the registration for the event.

All services here also raise TournamentError as `lock_season` does; they work after the season is closed, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.core.people.names import tidy
from romme_turnier.core.seasons.quotas import cut, qualification
from romme_turnier.tournament import models
from romme_turnier.tournament.organisers.reading import at_and_below
from romme_turnier.tournament.participants.registrations import Entry, register, withdraw
from romme_turnier.tournament.seasons.access import lock_season
from romme_turnier.tournament.seasons.competitions.quotas import PLACES_MAX, REGISTERED
from romme_turnier.tournament.shared.errors import Faults, TournamentError, demand_reason
from romme_turnier.tournament.shared.service import note, service

Table = models.Edition | models.StandingsRelease
Status = models.Registration.Status
_NEXT = 50  # waiting players that a `QualificationState` reads; slightly fewer after merges


def tables_for(season: models.Season) -> list[Table]:
    """Returns the tables that players can qualify from: the newest editions and releases in force of the season.

    They include the rankings of other seasons that share a day with this one, of the organiser and of organisers below,
    and all events of the organiser on days of the season. Rankings of clubs and teams are left out, because their
    editions do not name players. Copies that a laptop keeps are left out, too, because each package replaces their
    people and editions.
    """
    seasons = models.Season.objects.filter(
        organiser__in=at_and_below(season.organiser), first_day__lte=season.last_day, last_day__gte=season.first_day
    ).exclude(elsewhere=models.Event.Elsewhere.LAPTOP)
    editions = models.Edition.objects.filter(ranking__of=models.Ranking.Of.PLAYERS, ranking__season__in=seasons)
    editions = editions.select_related("ranking__season").order_by("ranking__season", "ranking__position", "number")
    here = Q(starts_at__date__range=(season.first_day, season.last_day), held_by=season.organiser_id)
    events = models.Event.objects.filter(here | Q(season=season)).exclude(elsewhere=models.Event.Elsewhere.LAPTOP)
    releases = models.StandingsRelease.objects.in_force().filter(event__in=events).select_related("event", "series")
    releases = releases.defer("rows", "team_rows").order_by("event__starts_at", "series__number", "number")
    newest: dict[tuple[str, int], Table] = {}
    for edition in editions:
        newest["edition", edition.ranking_id] = edition
    for release in releases:
        newest["release", release.event_id] = release
    return list(newest.values())


def table_of(made: models.Qualification) -> Table:
    """Returns the table on which the qualification rests."""
    return made.edition or cast(models.StandingsRelease, made.release)


def ranked_players(table: Table) -> list[tuple[int, int]]:
    """Returns (rank, primary key of the player) for each ranked player, in the order of the table."""
    if isinstance(table, models.Edition):
        rows = table.rows.exclude(rank=None).exclude(entrant=None)
        return [(rank, player) for rank, player in rows.values_list("rank", "entrant__player") if rank is not None]
    players = dict(table.event.registrations.exclude(number=None).values_list("number", "player"))
    return [(row.rank, players[row.number]) for row in table.rows if row.rank is not None and row.number in players]


@service(gettext_lazy("Qualifikation festgestellt"))
def qualify(stage: models.Stage, ranked_by: Table, places: int, *, by: User) -> models.Qualification:
    """Stores the players who qualify by a table: the first `places`, and everyone tied with the last of them.

    The other ranked players wait in the order of the table. Raises Faults about "table" and `places`.
    """
    lock_season(stage.season, by, closed=True)
    faults = {}
    order = ranked_players(ranked_by)
    if (ranked_by.ranking.season if isinstance(ranked_by, models.Edition) else ranked_by.event).is_copy:
        faults["table"] = _(
            "Diese Tabelle ist eine Kopie vom Laptop. Sie gilt erst, wenn er sie hierher übergeben hat."
        )
    elif not order:
        faults["table"] = _("In dieser Tabelle hat noch niemand einen Rang.")
    elif not 1 <= places <= PLACES_MAX:
        faults["places"] = _("Zwischen 1 und %(most)d Plätze.") % {"most": PLACES_MAX}
    elif places > len(order):
        words = _("%(places)d Plätze, aber nur %(people)d Spieler haben einen Rang.")
        faults["places"] = words % {"places": places, "people": len(order)}
    if faults:
        raise Faults(faults)
    made = models.Qualification.objects.create(
        stage=stage,
        edition=ranked_by if isinstance(ranked_by, models.Edition) else None,
        release=ranked_by if isinstance(ranked_by, models.StandingsRelease) else None,
        announced_places=places,
        places=cut((rank for rank, _player in order), places),
        by=by,
        at=timezone.now(),
    )
    models.Qualifier.objects.bulk_create(
        models.Qualifier(qualification=made, position=position, rank=rank, player_id=player)
        for position, (rank, player) in enumerate(order, start=1)
    )
    return made


@service(gettext_lazy("Qualifikation gelöscht"))
def delete_qualification(made: models.Qualification, *, by: User) -> None:
    """Deletes a qualification made by mistake.

    Raises TournamentError if a player declined, or if a qualified player is registered for the event.
    """
    lock_season(made.stage.season, by, closed=True)
    state = QualificationState(made)
    if state.declines:
        raise TournamentError(_("Zu dieser Qualifikation gibt es schon Absagen. Sie bleibt."))
    if any(row.is_registered for row in state.qualified):
        raise TournamentError(_("Qualifizierte sind schon im Turnier gemeldet. Die Qualifikation bleibt."))
    made.delete()


# --- Reading ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class QualifiedRow:
    """A qualified player. `for_player` is the player who declined this place before; None if no player did."""

    qualifier: models.Qualifier
    is_registered: bool
    for_player: models.Player | None = None

    @property
    def player(self) -> models.Player:
        return self.qualifier.player


@dataclass(frozen=True, slots=True)
class Replacement:
    """A decline, and the player who took the place; None if there was no place, or if no player was left."""

    decline: models.Decline
    successor: models.Player | None
    was_waiting: bool  # the player had no place yet, so no other player moves up


class QualificationState:
    """The qualified players, the waiting players, and the chain of replacements."""

    def __init__(self, made: models.Qualification) -> None:
        self.made = made
        # A national table has 10,000 ranked players; only those up to `reach` can have a place or move up next.
        reach = made.places + models.Decline.objects.filter(qualifier__qualification=made).count() + _NEXT
        reached = Q(position__lte=reach) | Q(decline__isnull=False)
        rows = made.qualifiers.filter(reached).select_related("player__club", "decline__by")
        by_player: dict[int, models.Qualifier] = {}
        for row in rows:  # a merged player keeps the better place
            by_player.setdefault(row.player_id, row)
        self._rows = {str(row.pk): row for row in by_player.values()}
        self.declines = sorted(
            (row.decline for row in self._rows.values() if hasattr(row, "decline")), key=lambda decline: decline.pk
        )
        declined = [str(decline.qualifier_id) for decline in self.declines]
        self._result = qualification(list(self._rows), made.places, declined)

    @cached_property
    def qualified(self) -> list[QualifiedRow]:
        active = models.Registration.objects.filter(event__stage=self.made.stage, status__in=REGISTERED)
        registered = set(active.values_list("player", flat=True))
        instead = {after: self._rows[before].player for before, after in self._result.replacements if after}
        return [
            QualifiedRow(row, row.player_id in registered, instead.get(key))
            for key in self._result.qualified
            for row in [self._rows[key]]
        ]

    @cached_property
    def waiting(self) -> list[models.Qualifier]:
        """The first of the players who move up next, in order."""
        gone = {*self._result.qualified, *(str(decline.qualifier_id) for decline in self.declines)}
        return [row for key, row in self._rows.items() if key not in gone]

    @cached_property
    def chain(self) -> list[Replacement]:
        after = dict(self._result.replacements)
        return [
            Replacement(
                decline,
                successor=self._rows[successor].player if (successor := after.get(key)) else None,
                was_waiting=key not in after,
            )
            for decline in self.declines
            for key in [str(decline.qualifier_id)]
        ]

    @property
    def missing(self) -> list[QualifiedRow]:
        """The qualified players who are not registered for the event of the stage yet, without erased people."""
        return [row for row in self.qualified if not row.is_registered and not row.player.erased_at]


# --- Declining and registering ------------------------------------------------------------------------------------


@service(gettext_lazy("Absage eingetragen"))
def decline(qualifier: models.Qualifier, *, reason: str, by: User) -> models.Decline:
    """Records that a player declines; if the player had a place, the next one in the order moves up.

    A registration for the event of the stage is withdrawn. Raises TournamentError for a missing reason, or if the
    player declined already or has a seat at the event.
    """
    demand_reason(reason)
    made = qualifier.qualification
    lock_season(made.stage.season, by, closed=True)
    models.Qualification.objects.select_for_update(no_key=True).get(pk=made.pk)
    if models.Decline.objects.filter(qualifier=qualifier).exists():
        raise TournamentError(_("%(name)s hat schon abgesagt.") % {"name": qualifier.player.name})
    event = made.stage.event
    entry = event.registrations.filter(player=qualifier.player_id, status__in=REGISTERED).first() if event else None
    if entry is not None:
        if entry.seats.exists():
            words = _("%(name)s spielt schon mit. Ziehen Sie die Meldung im Turnier zurück.")
            raise TournamentError(words % {"name": entry.name})
        withdraw(entry, 1, by=by)
    return models.Decline.objects.create(qualifier=qualifier, reason=tidy(reason), by=by, at=timezone.now())


@service(gettext_lazy("Absage zurückgenommen"))
def take_back_decline(made: models.Qualification, *, by: User) -> models.Qualifier:
    """Takes back the last decline; the successor waits again. Returns the row of the player who had declined.

    Raises TournamentError if there is no decline, or if the successor is registered for the event.
    """
    lock_season(made.stage.season, by, closed=True)
    models.Qualification.objects.select_for_update(no_key=True).get(pk=made.pk)
    state = QualificationState(made)
    if not state.chain:
        raise TournamentError(_("Es hat niemand abgesagt."))
    last = state.chain[-1]
    if last.successor is not None and any(
        row.is_registered and row.player == last.successor for row in state.qualified
    ):
        words = _("%(name)s ist nachgerückt und schon im Turnier gemeldet. Ziehen Sie diese Meldung zuerst zurück.")
        raise TournamentError(words % {"name": last.successor.name})
    last.decline.delete()
    return last.decline.qualifier


@service(gettext_lazy("Qualifizierte ins Turnier übernommen"))
def register_qualified(made: models.Qualification, *, by: User) -> Sequence[models.Registration]:
    """Registers the qualified players for the event of the stage, and returns the new registrations.

    Registered players are skipped. Raises TournamentError if the stage has no event, if a qualified player withdrew or
    was excluded there (the event's officials decide about a return), and as `register` does.
    """
    lock_season(made.stage.season, by, closed=True)
    made = (
        models.Qualification.objects.select_for_update(no_key=True, of=("self",))
        .select_related("stage__event")
        .get(pk=made.pk)
    )
    event = made.stage.event
    if event is None:
        raise TournamentError(_("Zu dieser Stufe gehört noch kein Turnier. Wählen Sie es bei „Stufe ändern“."))
    missing = QualificationState(made).missing
    left = event.registrations.filter(player__in=[row.player for row in missing]).select_related("player")
    if left:
        words = _(
            "Im Turnier zurückgezogen oder ausgeschlossen: %(names)s. Nehmen Sie das dort zurück, oder tragen Sie hier "
            "eine Absage ein."
        )
        raise TournamentError(words % {"names": ", ".join(row.name for row in left)})
    registrations = [
        register(event, Entry(player=row.player, club=row.player.club.name if row.player.club else ""), by=by)
        for row in missing
    ]
    note("players", new=registrations)
    return registrations


def newer_table(made: models.Qualification) -> Table | None:
    """Returns the table that replaced the one on which the qualification rests; None if it is still the newest.

    Qualified players keep their places after a late correction; pages only mention the newer table.
    """
    table = table_of(made)
    newest: Table | None
    newest = (
        table.ranking.editions.first() if isinstance(table, models.Edition) else table.event.releases.in_force().first()
    )
    return None if newest == table else newest
