"""Clubs, the register of players, and the program's operator, which all outlive events."""

from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.fields import NameField
from romme_turnier.core.people.duplicates import folded, spelling_digest
from romme_turnier.core.people.names import OrderKey, PersonName, PersonOrder, letters_text, order_bytes, order_of, tidy
from romme_turnier.fast.rows import Stored


class Clubs(models.QuerySet["Club"]):
    def called(self, name: str) -> "Club | None":
        """Returns the club with that name, ignoring case and extra blanks; None if there is none.

        If no club has exactly this spelling, the names of all clubs are read.
        """
        if (exact := self.filter(name=name).first()) is not None:
            return exact
        wanted = folded(name)
        names = self.values_list("pk", "name")
        return next((self.get(pk=pk) for pk, known in names if folded(known) == wanted), None)


class Club(Stored):
    name = NameField(_("Name"), max_length=120, unique=True)

    objects = Clubs.as_manager()

    class Meta:
        ordering = ["pk"]  # sorting by name: core/people/names.py, the same on every database
        verbose_name = _("Club")
        verbose_name_plural = _("Clubs")

    def __str__(self) -> str:
        return self.name

    @property
    def order(self) -> OrderKey:
        """The sort key by name."""
        return order_of(self.name)


class Players(models.QuerySet["Player"]):
    """The players in the register, including erased ones."""

    def known(self) -> "Players":
        """Returns the players who are not erased. Erased players are never offered, found or linked again."""
        return self.filter(erased_at=None)


class NameKey(models.Field[Any, Any]):
    """A column that is computed from the person's name whenever it is saved. Migrations see a plain column."""

    of: Callable[[str, str], Any]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"editable": False, **options})

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:  # noqa: ARG002 - Django passes it
        name = (tidy(getattr(model_instance, part)) for part in ("first_name", "last_name"))
        setattr(model_instance, self.attname, value := type(self).of(*name))
        return value

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _path, args, options = super().deconstruct()
        return name, f"django.db.models.{type(self).__mro__[2].__name__}", args, options


class NameOrder(NameKey, models.BinaryField[bytes, bytes]):
    of = staticmethod(order_bytes)


class NameWords(NameKey, models.TextField[str, str]):
    of = staticmethod(letters_text)


class NameSpelling(NameKey, models.CharField[str, str]):
    of = staticmethod(spelling_digest)


class Player(Stored):
    """A person in the register. Two people may share a name, so a name never identifies a person.

    With `name_order`, `name_words` and `name_spelling`, the database sorts, searches and compares names as the
    functions in core/people do. A change to those functions needs a migration like 0049_fill_keys_of_names.
    """

    # To save together: the last three are computed from the name.
    NAME_COLUMNS = ("first_name", "last_name", "name_order", "name_words", "name_spelling")

    key = models.CharField(
        _("Registerschlüssel"), max_length=64, unique=True, null=True, blank=True, default=None
    )  # from a federation or another program; event files identify players by this key
    first_name = NameField(_("Vorname"), max_length=80)
    last_name = NameField(_("Nachname"), max_length=80)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="players")
    erased_at = models.DateTimeField(_("gelöscht"), null=True, editable=False)
    name_order = NameOrder(default=b"")
    name_words = NameWords(default="")
    name_spelling = NameSpelling(max_length=32, default="", db_index=True)

    objects = Players.as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Spieler")
        verbose_name_plural = _("Spieler")

    def __str__(self) -> str:
        return self.name

    @property
    def full_name(self) -> PersonName:
        return PersonName(self.first_name, self.last_name)

    @property
    def name(self) -> str:
        return str(self.full_name)

    @property
    def order(self) -> tuple[PersonOrder, int]:
        """The sort key by name."""
        return self.full_name.order, self.pk


class EarlierName(Stored):
    """A person's earlier name, kept so that erasing the person also finds this name in texts.

    `entry` is the primary key of a duplicate that had the name and was merged into this person, None after a renaming.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="earlier_names")
    first_name = NameField(_("Vorname"), max_length=80)
    last_name = NameField(_("Nachname"), max_length=80)
    entry = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name} → {self.player}"


class Different(Stored):
    """Two similar entries that an official declared different; they are not offered as duplicates again."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="%(class)s_once"),
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="%(class)s_in_order"),
        ]


class DifferentPlayers(Different):
    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.one} ≠ {self.other}"


class DifferentClubs(Different):
    one = models.ForeignKey(Club, models.CASCADE, related_name="+")
    other = models.ForeignKey(Club, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.one} ≠ {self.other}"


class MergeProposal(Stored):
    """A proposal to merge `drop` into `keep`, two people of the register, by an official who may not merge them.

    Accepting the proposal merges them and deletes the row. A refused proposal is kept with the reason.
    """

    keep = models.ForeignKey(Player, models.CASCADE, related_name="+")
    drop = models.ForeignKey(Player, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    refused_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    refused_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(_("Grund"), max_length=300, blank=True)  # of the refusal

    class Meta:
        ordering = ["pk"]
        verbose_name = _("Vorschlag zum Zusammenlegen")
        verbose_name_plural = _("Vorschläge zum Zusammenlegen")
        constraints = [
            models.UniqueConstraint(
                fields=["keep", "drop"], condition=Q(refused_at__isnull=True), name="one_open_proposal"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.drop} → {self.keep}"


class Operator(Stored):
    """The operator's texts for the pages "Impressum" and "Ihre Daten", in a single row."""

    imprint = models.TextField(_("Impressum"), max_length=2000, blank=True)
    privacy = models.TextField(_("Zum Datenschutz"), max_length=4000, blank=True)

    class Meta:
        verbose_name = _("Betreiber")
        verbose_name_plural = _("Betreiber")

    def __str__(self) -> str:
        return "Betreiber"
