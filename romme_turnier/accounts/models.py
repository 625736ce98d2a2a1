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
