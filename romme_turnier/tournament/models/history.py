"""The history of rows, kept by django-simple-history."""

from functools import cache
from typing import Any

from django.db.models import QuerySet
from simple_history.manager import HistoryManager
from simple_history.models import HistoricalRecords


class _Manager(HistoryManager):  # type: ignore[misc]
    """Its class with the methods of the queryset is made once, not anew for every row that is stored."""

    @classmethod
    @cache
    def from_queryset(cls, queryset_class: type[QuerySet[Any]], class_name: str | None = None) -> Any:
        return super().from_queryset(queryset_class, class_name)


def kept_history(**options: Any) -> HistoricalRecords:
    """Returns what keeps the history of a model; `options` are those of HistoricalRecords."""
    return HistoricalRecords(history_manager=_Manager, **options)
