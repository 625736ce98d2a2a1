"""An event's money: the ledger, counts of the cash box, the prize plan and the winners."""

from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.fast.rows import Stored
from romme_turnier.tournament.models.event import Event
from romme_turnier.tournament.models.fields import Acted, Final
from romme_turnier.tournament.models.reasons import reason_words
from romme_turnier.tournament.models.registration import Category, Registration, Team
from romme_turnier.tournament.models.series import Series


class LedgerEntry(Final):
    """A receipt or payment. An entry is never changed; a wrong one is reversed by another entry.

    `amount` is positive for money received by the organiser and negative for money paid out.
    """

    class Kind(models.TextChoices):
        FEE = "fee", _("Startgeld")
        FINE = "fine", _("Bußgeld")
        PRIZE = "prize", _("Preisgeld")
        REFUND = "refund", _("Erstattung")
        STAKE = "stake", _("Einsatz")
        FLOAT = "float", _("Wechselgeld")
        OTHER = "other", _("Sonstiges")

    class Method(models.TextChoices):
        CASH = "cash", _("bar")
        BANK = "bank", _("Überweisung")

    event = models.ForeignKey(Event, models.PROTECT, related_name="ledger")
    number = models.PositiveIntegerField(_("Belegnummer"))
    kind = models.CharField(_("Art"), max_length=8, choices=Kind)
    method = models.CharField(_("Zahlungsweg"), max_length=4, choices=Method, default=Method.CASH)
    amount = models.DecimalField(_("Betrag"), max_digits=10, decimal_places=2)
    registration = models.ForeignKey(Registration, models.PROTECT, null=True, blank=True, related_name="ledger")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="ledger")
    series = models.ForeignKey(Series, models.PROTECT, null=True, blank=True, related_name="ledger")
    text = models.CharField(_("Text"), max_length=200, blank=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="reversed_by")
    payment_key = models.CharField(max_length=64, null=True, blank=True, unique=True)

    class Meta:
        ordering = ["number"]
        verbose_name = _("Buchung")
        verbose_name_plural = _("Buchungen")
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="ledger_is_numbered"),
            models.CheckConstraint(condition=~Q(amount=Decimal(0)), name="ledger_entry_has_an_amount"),
            # Reports add up the amounts by method; an entry with another method would be missing from their sums.
            models.CheckConstraint(condition=Q(method__in=["cash", "bank"]), name="ledger_entry_has_a_known_method"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.amount}"

    @property
    def words(self) -> str:
        """The text as shown, with codes put into words."""
        return reason_words(self.text)


class CashCount(Acted):
    """A count of the cash box by coins and notes, with the sum expected from the ledger.

    `last_entry` is the number of the newest ledger entry at that time, 0 if there was none. It shows which entries the
    count includes; times do not, because clocks may be set back.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="cash_counts")
    pieces = models.JSONField()  # {"20.00": 3, …}: the number of each note and coin
    counted = models.DecimalField(_("gezählt"), max_digits=10, decimal_places=2)
    expected = models.DecimalField(_("laut Buchungen"), max_digits=10, decimal_places=2)
    note = models.CharField(_("Bemerkung"), max_length=200, blank=True)
    last_entry = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("Kassensturz")
        verbose_name_plural = _("Kassenstürze")

    def __str__(self) -> str:
        return f"{self.event}: {self.counted}"


class Prize(Stored):
    """A line of the prize plan: money, an object or both for each rank from `first_rank` to `last_rank`."""

    class Ranking(models.TextChoices):
        EVENT = "event", _("Gesamtwertung")
        SERIES = "series", _("Serie")
        TEAM = "team", _("Mannschaftswertung")
        CATEGORY = "category", _("Sonderwertung")

    event = models.ForeignKey(Event, models.CASCADE, related_name="prize_plan")
    position = models.PositiveSmallIntegerField(default=0)
    ranking = models.CharField(_("Wertung"), max_length=8, choices=Ranking, default=Ranking.EVENT)
    series_number = models.PositiveSmallIntegerField(_("Serie"), null=True, blank=True)
    category = models.ForeignKey(Category, models.CASCADE, null=True, blank=True, related_name="prizes")
    first_rank = models.PositiveSmallIntegerField(_("von Rang"))
    last_rank = models.PositiveSmallIntegerField(_("bis Rang"))
    amount = models.DecimalField(_("Betrag je Rang"), max_digits=8, decimal_places=2, null=True, blank=True)
    thing = models.CharField(_("Sachpreis"), max_length=120, blank=True)

    class Meta:
        ordering = ["position", "pk"]
        verbose_name = _("Preis")
        verbose_name_plural = _("Preise")
        constraints = [
            models.CheckConstraint(
                condition=Q(first_rank__gte=1) & Q(last_rank__gte=F("first_rank")), name="prize_names_ranks"
            ),
            models.CheckConstraint(condition=Q(amount__isnull=False) | ~Q(thing=""), name="prize_is_something"),
            models.CheckConstraint(condition=Q(amount__isnull=True) | Q(amount__gt=0), name="prize_is_worth_something"),
            models.CheckConstraint(
                condition=Q(ranking="series", series_number__isnull=False)
                | (~Q(ranking="series") & Q(series_number__isnull=True)),
                name="prize_of_a_series_names_it",
            ),
            models.CheckConstraint(
                condition=Q(ranking="category", category__isnull=False)
                | (~Q(ranking="category") & Q(category__isnull=True)),
                name="prize_of_a_category_names_it",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.first_rank}–{self.last_rank}"


class PrizeAward(Stored):
    """A prize with its winner. The release of the prizes fixes the winner; each prize is handed out separately."""

    prize = models.ForeignKey(Prize, models.PROTECT, related_name="awards")
    rank = models.PositiveSmallIntegerField(_("Rang"))
    registration = models.ForeignKey(Registration, models.PROTECT, null=True, blank=True, related_name="awards")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="awards")
    amount = models.DecimalField(_("Betrag"), max_digits=8, decimal_places=2, null=True, blank=True)
    thing = models.CharField(_("Sachpreis"), max_length=120, blank=True)
    released_at = models.DateTimeField()
    released_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    absent = models.JSONField(default=list, blank=True)  # primary keys of registrations passed over as absent
    handed_at = models.DateTimeField(_("ausgegeben"), null=True, blank=True)
    ledger_entry = models.OneToOneField(LedgerEntry, models.PROTECT, null=True, blank=True, related_name="award")

    class Meta:
        ordering = ["prize__position", "rank", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(registration__isnull=False, team__isnull=True)
                | Q(registration__isnull=True, team__isnull=False),
                name="award_goes_to_somebody",
            )
        ]

    def __str__(self) -> str:
        return f"{self.rank}: {self.registration or self.team}"
