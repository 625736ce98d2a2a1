"""Who a change of a row with a history is put down to."""

from django.db.models import Model

from romme_turnier.accounts.models import User


def attribute_history(row: Model, by: User | None) -> None:
    """The next save of `row` is recorded as made by this official, wherever the request came from."""
    row._history_user = by  # type: ignore[attr-defined]
