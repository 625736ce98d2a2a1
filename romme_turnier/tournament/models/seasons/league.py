"""Leagues of a season: teams that last for the season, in groups, with their squads and match days."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from romme_turnier.accounts.fields import NameField
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.club import Player
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.registration import Team
from romme_turnier.tournament.models.seasons.season import Season


class League(Stored):
    """Groups with the same number of teams. A team gets points for its place in each series of the match days.

    `withdrawn_count` is fixed once the first match day is drawn, and so are the groups.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="leagues")
    name = NameField(_("Name"), max_length=120)
    position = models.PositiveSmallIntegerField(default=0)
    group_size = models.PositiveSmallIntegerField(_("Mannschaften je Gruppe"), default=4)
    promoted = models.PositiveSmallIntegerField(_("Aufsteiger je Gruppe"), default=0)
    # In each group, teams from this place are relegated; so are the worst teams of all groups in the place above.
    relegated_from = models.PositiveSmallIntegerField(_("Absteiger ab Platz"), null=True, blank=True)
    relegated_before = models.PositiveSmallIntegerField(_("dazu vom Platz davor"), default=0)
    withdrawn_count = models.BooleanField(_("Spieltage einer zurückgezogenen Mannschaft zählen weiter"), default=True)
    seed = models.CharField(max_length=32, blank=True)  # of the lots drawn between tied teams; "" before the draw

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("Liga")
        verbose_name_plural = _("Ligen")
        constraints = [models.CheckConstraint(condition=Q(group_size__gte=2), name="group_has_two_teams")]

    def __str__(self) -> str:
        return self.name


class LeagueGroup(Stored):
    league = models.ForeignKey(League, models.CASCADE, related_name="groups")
    name = NameField(_("Gruppe"), max_length=60)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("Gruppe")
        verbose_name_plural = _("Gruppen")

    def __str__(self) -> str:
        return self.name


class LeagueTeam(Stored):
    """A team of a league. Its teams on the match days (`DayTeam`) have the same name."""

    group = models.ForeignKey(LeagueGroup, models.CASCADE, related_name="teams")
    name = NameField(_("Name"), max_length=120)
    position = models.PositiveSmallIntegerField(default=0)
    withdrawn_on = models.DateField(_("zurückgezogen am"), null=True, blank=True)
    withdrawn_reason = models.CharField(_("Grund"), max_length=200, blank=True)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("Ligamannschaft")
        verbose_name_plural = _("Ligamannschaften")

    def __str__(self) -> str:
        return self.name


class SquadMember(Stored):
    """A player in the squad (Kader) of a league team. After a merge, a player may have two rows."""

    team = models.ForeignKey(LeagueTeam, models.CASCADE, related_name="squad")
    player = models.ForeignKey(Player, models.PROTECT, related_name="squads")

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Spieler des Kaders")
        verbose_name_plural = _("Kader")

    def __str__(self) -> str:
        return f"{self.team}: {self.player}"


class LeagueDay(Stored):
    """A match day (Spieltag) of a league; its date and its series are those of the event."""

    league = models.ForeignKey(League, models.CASCADE, related_name="days")
    event = models.OneToOneField(Event, models.CASCADE, related_name="league_day")

    class Meta:
        ordering = ["event__starts_at", "pk"]
        verbose_name = pgettext_lazy("of a league", "Spieltag")
        verbose_name_plural = _("Spieltage")

    def __str__(self) -> str:
        return f"{self.league}: {self.event}"


class DayTeam(Stored):
    """The team of an event that plays for a league team on a match day."""

    day = models.ForeignKey(LeagueDay, models.CASCADE, related_name="teams")
    league_team = models.ForeignKey(LeagueTeam, models.CASCADE, related_name="day_teams")
    team = models.OneToOneField(Team, models.CASCADE, related_name="day_team")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["day", "league_team"], name="one_team_of_the_day_per_league_team"),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.league_team}"
