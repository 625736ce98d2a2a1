"""The operator's texts about imprint and privacy."""

from django.utils.translation import gettext_lazy

from romme_turnier.accounts.models import User
from romme_turnier.tournament import models
from romme_turnier.tournament.shared.service import service


def operator() -> models.Operator:
    """Returns the operator's texts, which are empty at first."""
    return models.Operator.objects.first() or models.Operator()


@service(gettext_lazy("Impressum und Datenschutz geändert"))
def describe_operator(*, imprint: str, privacy: str, by: User) -> models.Operator:
    """Stores the texts of the pages "Impressum" and "Ihre Daten"."""
    current = models.Operator.objects.select_for_update(no_key=True).first() or models.Operator()
    current.imprint, current.privacy = imprint.strip(), privacy.strip()
    current.save()
    return current
