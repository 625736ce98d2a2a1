"""Released standings, and play-offs (§ 1.5)."""

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.fields import Acted
from romme_turnier.tournament.models.public_names import lasting_names
from romme_turnier.tournament.models.record import Revision
from romme_turnier.tournament.models.registration import Registration
from romme_turnier.tournament.models.series import Series
from romme_turnier.tournament.models.standing_rows import StandingRow, StandingRowsField, TeamRowsField


class Releases(models.QuerySet["StandingsRelease"]):
    def in_force(self) -> "Releases":
        """Leaves out the releases that officials took back at club evenings, and earlier releases of these evenings."""
        return self.exclude(event__season_date__taken_back__gte=F("pk"))


class StandingsRelease(Stored):
    """A numbered release (Ausgabe) of the standings after a series; never changed, only followed by the next.

    `rows` and `team_rows` name players by start number; the names are looked up when shown, because consent may change.
    Names of clubs and teams are stored. `revisions` are the lists' revisions at the time of release: public pages show
    nothing newer.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="releases")
    series = models.ForeignKey(Series, models.PROTECT, related_name="releases")
    number = models.PositiveSmallIntegerField(_("Ausgabe"))
    released_at = models.DateTimeField(_("Stand"))
    released_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    appeal_until = models.DateTimeField(_("Einspruch bis"), null=True, blank=True)
    note = models.CharField(_("Hinweis"), max_length=200, blank=True)
    rows = StandingRowsField()
    team_rows = TeamRowsField(default=list)
    days = models.JSONField(default=list)  # the day of each series up to this one, as "2026-10-17"
    revisions = models.ManyToManyField(Revision, related_name="releases")

    objects = Releases.as_manager()

    class Meta:
        ordering = ["-series__number", "-number"]
        verbose_name = _("Ausgabe der Rangliste")
        verbose_name_plural = _("Ausgaben der Rangliste")
        constraints = [models.UniqueConstraint(fields=["event", "series", "number"], name="releases_are_numbered")]

    def __str__(self) -> str:
        return f"{self.series}, Ausgabe {self.number}"

    @property
    def is_final(self) -> bool:
        """Whether the release includes the last series, so that play-offs count and ties may need one (§ 1.5)."""
        return self.series.number == self.event.series_count

    @property
    def public_note(self) -> str:
        """The note while all names of the event are public; it may name people, so it is "" afterwards."""
        return self.note if lasting_names(self.event) is None else ""

    @property
    def posted_rows(self) -> list[StandingRow]:
        """The rows to show, without players who have no start number and so have never played."""
        return [row for row in self.rows if row.number is not None]


class PlayOff(Acted):
    """A play-off (Entscheidungsspiel) among tied players, after the last series.

    Places exist only once all players are separated; until then `groups` hold the start numbers, best first, with tied
    players together. A play-off that was only announced has one group and is not `played`. One that ended in a new tie
    is `played`.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="play_offs")
    table = models.PositiveSmallIntegerField(_("Tisch"), null=True, blank=True)
    groups = models.JSONField(default=list)
    played = models.BooleanField(default=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Entscheidungsspiel")
        verbose_name_plural = _("Entscheidungsspiele")

    def __str__(self) -> str:
        return f"{self.event}: Entscheidungsspiel {self.pk}"


class PlayOffPlace(Stored):
    play_off = models.ForeignKey(PlayOff, models.CASCADE, related_name="places")
    registration = models.ForeignKey(Registration, models.PROTECT, related_name="play_off_places")
    position = models.PositiveSmallIntegerField()  # the order in which the participants were entered
    place = models.PositiveSmallIntegerField(_("Platz"))

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["play_off", "registration"], name="one_place_per_player"),
            models.UniqueConstraint(fields=["play_off", "place"], name="one_player_per_place"),
        ]

    def __str__(self) -> str:
        return f"{self.play_off}: {self.place}. {self.registration}"
