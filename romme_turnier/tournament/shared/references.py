"""Finds the references to a row in all models, before the row is deleted or merged."""

from collections.abc import Iterator

from django.db.models import ForeignObjectRel, Model, QuerySet
from django.utils.translation import gettext as _

from romme_turnier.tournament import models


def pointers(model: type[Model]) -> Iterator[tuple[type[Model], str]]:
    """Yields every foreign key to `model`, as the referring model and its field."""
    for relation in model._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and not relation.many_to_many:
            yield relation.related_model, relation.field.name


def pointing(model: type[Model], field: str, row: Model) -> QuerySet[Model]:
    """Returns the rows of `model` that refer to `row` in this field."""
    return model._base_manager.filter(**{field: row.pk})


def named_by_number(registration: models.Registration) -> Iterator[str]:
    """Yields texts about released standings and disputes that name a registration only by its start number."""
    event, number = registration.event, registration.number
    if number is None:
        return
    if any(row.number == number for release in event.releases.all() for row in release.rows):
        yield _("steht in einer freigegebenen Rangliste")
    if any(number in players for players in event.disputes.values_list("players", flat=True)):
        yield _("steht in einem Streitfall")
