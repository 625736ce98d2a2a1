"""The accounts of officials, and the counts of attempts and the used codes that all processes share."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

from romme_turnier.accounts.fields import NameField
from romme_turnier.fast.statements import Prepared


class Users(UserManager["User"]):
    """The manager of users. Uses a prepared statement for Django's `get(pk=…)` at every request of a signed-in user."""

    use_in_migrations = False

    def get(self, *args: Any, **kwargs: Any) -> "User":
        if args or kwargs.keys() != {"pk"} or not isinstance(kwargs["pk"], int):
            return super().get(*args, **kwargs)
        for user in _USERS.fetch(kwargs["pk"]):
            return user
        raise User.DoesNotExist


class User(AbstractUser):
    """An official. Logs and printed lists show `display_name`; officials with `makes_events` may create events."""

    display_name = NameField(_("Name, wie er auf Protokollen steht"), max_length=120)
    makes_events = models.BooleanField(_("darf Turniere anlegen"), default=False)

    objects: ClassVar[Users] = Users()

    class Meta:
        verbose_name = _("Konto")
        verbose_name_plural = _("Konten")

    def __str__(self) -> str:
        return self.display_name or self.username


_USERS = Prepared(User.objects.all, "pk")


class Counted(models.Model):
    """A cache entry in JSON, shared by all processes: a count of attempts, or a used code.

    Entries belong to this machine: restored backups and `copy_to` leave them out.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "accounts_counted"

    def __str__(self) -> str:
        return self.cache_key
