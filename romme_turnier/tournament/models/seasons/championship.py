"""Championships of a season: stages, their places shared out among organisers or clubs, and qualified players."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from romme_turnier.accounts.fields import NameField
from romme_turnier.core.seasons.quotas import Method
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.club import Player
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.fields import Acted
from romme_turnier.tournament.models.release import StandingsRelease
from romme_turnier.tournament.models.seasons.ranking import Edition
from romme_turnier.tournament.models.seasons.season import Season


class Stage(Stored):
    """A stage (Stufe) of a championship. Its qualified players are registered for `event`."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="stages")
    name = NameField(_("Name"), max_length=120)
    position = models.PositiveSmallIntegerField(default=0)
    event = models.OneToOneField(
        Event, models.SET_NULL, null=True, blank=True, related_name="stage", verbose_name=_("Turnier")
    )

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("Stufe")
        verbose_name_plural = pgettext_lazy("of a championship", "Stufen")

    def __str__(self) -> str:
        return self.name


class Quota(Acted):
    """The places of a stage, shared out once. Places that were shared out wrongly are withdrawn with a reason."""

    class Parties(models.TextChoices):
        ORGANISERS = "organisers", _("Veranstalter darunter")
        CLUBS = "clubs", _("Clubs")

    class Base(models.TextChoices):
        MEMBERS = "members", _("Mitglieder an einem Stichtag")
        ENTRIES = "entries", _("Meldungen zu einem Turnier")

    class Way(models.TextChoices):
        LARGEST_REMAINDER = Method.LARGEST_REMAINDER.value, _("größte Reste (Hare-Niemeyer)")
        D_HONDT = Method.D_HONDT.value, _("D’Hondt")
        SAINTE_LAGUE = Method.SAINTE_LAGUE.value, _("Sainte-Laguë")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="quotas")
    places = models.PositiveSmallIntegerField(pgettext_lazy("not seats", "Plätze"))
    method = models.CharField(_("Verfahren"), max_length=17, choices=Way)
    minimum = models.PositiveSmallIntegerField(_("mindestens"), default=0)
    in_advance = models.PositiveSmallIntegerField(_("vorab"), default=0)
    parties = models.CharField(_("Plätze für"), max_length=10, choices=Parties)
    base = models.CharField(_("gerechnet nach"), max_length=7, choices=Base)
    key_day = models.DateField(_("Stichtag"), null=True, blank=True)
    entries_of = models.ForeignKey(
        Event, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("Meldungen zu")
    )
    without_party = models.PositiveIntegerField(default=0)  # people who belong to none of the parties
    seed = models.CharField(max_length=32)  # of the lots drawn between equal claims
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    withdrawn_reason = models.CharField(_("Grund"), max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Verteilung der Plätze")
        verbose_name_plural = _("Verteilungen der Plätze")
        constraints = [
            models.UniqueConstraint(fields=["stage"], condition=Q(withdrawn_at=None), name="one_quota_per_stage"),
            models.CheckConstraint(
                condition=Q(base="members", key_day__isnull=False, entries_of__isnull=True)
                | Q(base="entries", key_day__isnull=True),
                name="quota_names_its_base",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.places}"


class QuotaShare(Stored):
    """The places of an organiser or a club, with its name at the time when the places were shared out."""

    quota = models.ForeignKey(Quota, models.CASCADE, related_name="shares")
    position = models.PositiveSmallIntegerField()
    name = NameField(_("Name"), max_length=120)
    people = models.PositiveIntegerField()
    places = models.PositiveSmallIntegerField(pgettext_lazy("not seats", "Plätze"))
    by_lot = models.BooleanField(default=False)  # one of the places was won by lot

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["quota", "position"], name="shares_are_numbered")]

    def __str__(self) -> str:
        return f"{self.name}: {self.places}"


class Qualification(Acted):
    """Players who qualify for a stage, by an edition of a ranking or a release of an event's standings.

    The order of that table is copied, so that later corrections to the table do not take a place away.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="qualifications")
    edition = models.ForeignKey(Edition, models.RESTRICT, null=True, blank=True, related_name="qualifications")
    release = models.ForeignKey(StandingsRelease, models.RESTRICT, null=True, blank=True, related_name="qualifications")
    announced_places = models.PositiveSmallIntegerField(pgettext_lazy("not seats", "Plätze"))
    places = models.PositiveSmallIntegerField()  # more than announced if players are tied for the last place

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Qualifikation")
        verbose_name_plural = _("Qualifikationen")
        constraints = [
            models.CheckConstraint(
                condition=Q(edition__isnull=False, release__isnull=True)
                | Q(edition__isnull=True, release__isnull=False),
                name="qualification_rests_on_one_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.announced_places}"


class Qualifier(Stored):
    """A ranked player of a qualification, in the order of the table. After a merge, a player may have two rows."""

    qualification = models.ForeignKey(Qualification, models.CASCADE, related_name="qualifiers")
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField(_("Rang"))
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["qualification", "position"], name="qualifiers_are_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.rank} {self.player}"


class Decline(Acted):
    """A qualified player's refusal of a place. The next player in the order moves up."""

    qualifier = models.OneToOneField(Qualifier, models.CASCADE, related_name="decline")
    reason = models.CharField(_("Grund"), max_length=200)

    class Meta:
        ordering = ["pk"]  # the order in which players declined
        verbose_name = _("Absage")
        verbose_name_plural = pgettext_lazy("of a championship", "Absagen")

    def __str__(self) -> str:
        return f"{self.qualifier}: {self.reason}"
