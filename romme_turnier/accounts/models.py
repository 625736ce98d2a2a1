"""The people who sign in: officials."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An official. `display_name` is what protocols and printed lists show."""

    display_name = models.CharField(_("Name, wie er auf Protokollen steht"), max_length=120)

    class Meta:
        verbose_name = _("Konto")
        verbose_name_plural = _("Konten")

    def __str__(self) -> str:
        return self.display_name or self.username


class Counted(models.Model):
    """The cache in the database in which several processes count wrong passwords and codes (settings.CACHES)."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "accounts_counted"

    def __str__(self) -> str:
        return self.cache_key
