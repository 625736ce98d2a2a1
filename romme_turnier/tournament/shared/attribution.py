"""Attributing changes of rows with a history."""

from django.db.models import Model

from romme_turnier.accounts.models import User


def attribute_history(row: Model, by: User | None) -> None:
    """Records the next save of `row` as this official's, wherever the request came from."""
    row._history_user = by  # type: ignore[attr-defined]
