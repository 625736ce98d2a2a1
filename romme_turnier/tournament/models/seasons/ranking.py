"""Rankings of a season: formulas in numbered versions, editions, and adjustments by officials."""

from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from romme_turnier.accounts.fields import NameField
from romme_turnier.core.json_questions import Fields
from romme_turnier.core.seasons.formula import Formula
from romme_turnier.core.seasons.formula_json import STORED_KEYS, formula_to_json, read_formula
from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.club import Club, Player
from romme_turnier.tournament.models.fields import Acted, ValueField
from romme_turnier.tournament.models.seasons.season import Season, SeasonPlayer


class FormulaField(ValueField):
    """JSON in the database, `Formula` in Python."""

    _pyi_private_set_type: Formula
    _pyi_private_get_type: Formula

    def to_python(self, value: Any) -> Formula:
        return value if isinstance(value, Formula) else read_formula(Fields(value, STORED_KEYS))

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(formula_to_json(value) if isinstance(value, Formula) else value)


class Ranking(Stored):
    """A ranking of players, clubs, tandems or teams over a season's events, by the newest version of its formula."""

    class Of(models.TextChoices):
        PLAYERS = "players", _("Spieler")
        CLUBS = "clubs", _("Clubs")
        TANDEMS = "tandems", _("Tandems")
        TEAMS = "teams", _("Mannschaften")

    season = models.ForeignKey(Season, models.CASCADE, related_name="rankings")
    name = NameField(_("Name"), max_length=120)
    slug = models.SlugField(_("Adresse"), max_length=40)
    position = models.PositiveSmallIntegerField(default=0)
    of = models.CharField(_("Wertung für"), max_length=7, choices=Of, default=Of.PLAYERS)
    category = models.CharField(_("nur Sonderwertung"), max_length=60, blank=True)  # "Damen"; "": everybody
    rests = models.BooleanField(_("ruht"), default=False)  # keeps its editions, but gets no more
    # Set while a release or an adjustment is newer than the current edition.
    outdated_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("Wertung")
        verbose_name_plural = _("Wertungen")
        constraints = [models.UniqueConstraint(fields=["season", "slug"], name="one_ranking_per_address")]

    def __str__(self) -> str:
        return self.name


class RankingVersion(Acted):
    """A version of a ranking's formula; never changed, only followed by the next."""

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField(pgettext_lazy("of a formula", "Fassung"))
    formula = FormulaField()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["ranking", "number"], name="versions_are_numbered")]

    def __str__(self) -> str:
        return f"{self.ranking}, Fassung {self.number}"


class Editions(models.Manager["Edition"]):
    """A manager that reads `rests_on` only on access, because it has thousands of entries in a federation."""

    def get_queryset(self) -> models.QuerySet["Edition"]:
        return super().get_queryset().defer("rests_on")


class Edition(Acted):
    """A numbered state (Ausgabe) of a ranking; never changed, only followed by the next.

    `rests_on` lists the releases of events whose lists count: [address of the event, series, number of the release].
    `digest` is the SHA-256 of the content (tournament/seasons/editions.py), which names people by season number.
    """

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="editions")
    version = models.ForeignKey(RankingVersion, models.PROTECT, related_name="editions")
    number = models.PositiveIntegerField(pgettext_lazy("of a season", "Ausgabe"))
    note = models.CharField(_("Hinweis"), max_length=200, blank=True)
    offered = models.PositiveIntegerField()  # units that could be played
    needs = models.PositiveIntegerField()  # units that a player needs to be ranked
    last_day = models.DateField(
        pgettext_lazy("of a season", "Stand"), null=True
    )  # of the events that count; None before the first
    rests_on = models.JSONField(default=list)
    digest = models.CharField(max_length=64)

    objects = Editions()

    class Meta:
        ordering = ["-number"]
        verbose_name = _("Ausgabe der Saisontabelle")
        verbose_name_plural = _("Ausgaben der Saisontabelle")
        constraints = [models.UniqueConstraint(fields=["ranking", "number"], name="editions_are_numbered")]

    def __str__(self) -> str:
        return f"{self.ranking}, Ausgabe {self.number}"

    @cached_property
    def before(self) -> int | None:
        """The primary key of the ranking's previous edition; None if there is none."""
        earlier = Edition.objects.filter(ranking=self.ranking_id, number__lt=self.number)
        return earlier.values_list("pk", flat=True).first()


class EditionRow(Stored):
    """A row of an edition: a player, a club, a tandem or a team, ranked or not yet.

    `position` orders all rows, those without a rank last. `value` and `minus` are written with two decimals. `detail`
    holds the rest of the computation, for the sentence about the row, such as the joined value, the missing units that
    were filled in, the units that do not count, and adjustments (`tournament/seasons/editions.py`).
    """

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="rows")
    position = models.PositiveIntegerField()
    rank = models.PositiveIntegerField(null=True)
    entrant = models.ForeignKey(SeasonPlayer, models.PROTECT, null=True, related_name="+")
    club = models.ForeignKey(Club, models.SET_NULL, null=True, related_name="+")  # of the player's last evening
    team = models.CharField(max_length=120, blank=True)
    value = models.CharField(max_length=120, blank=True)  # "" without a rank
    minus = models.CharField(max_length=120, blank=True)
    units = models.PositiveIntegerField()
    used = models.PositiveIntegerField(default=0)
    missing = models.PositiveIntegerField(default=0)  # units until the player is ranked
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["edition", "position"], name="one_row_per_position"),
            models.CheckConstraint(condition=Q(rank__isnull=True) | ~Q(value=""), name="ranked_row_has_a_value"),
        ]

    def __str__(self) -> str:
        return f"{self.edition}: {self.position}"


class Adjustment(Acted):
    """Points that an official adds to a player's value in a ranking, or takes away; they count from the next edition.

    An adjustment is never changed, only withdrawn.
    """

    ranking = models.ForeignKey(Ranking, models.CASCADE, related_name="adjustments")
    player = models.ForeignKey(Player, models.PROTECT, related_name="adjustments")
    points = models.DecimalField(_("Punkte"), max_digits=9, decimal_places=2)
    reason = models.CharField(_("Grund"), max_length=200)
    clause = models.CharField(_("Bestimmung"), max_length=40, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Zu- oder Abschlag")
        verbose_name_plural = _("Zu- und Abschläge")
        constraints = [models.CheckConstraint(condition=~Q(points=0), name="adjustment_changes_the_value")]

    def __str__(self) -> str:
        return f"{self.ranking}: {self.points}"
