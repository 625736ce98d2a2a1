"""Attributing changes of rows with a history."""

from django.db.models import Model

from romme_turnier.accounts.models import User


def attribute_history(row: Model, by: User | None) -> None:
    """Attributes the next save of `row` to this official, regardless of the request."""
    row._history_user = by  # type: ignore[attr-defined]
