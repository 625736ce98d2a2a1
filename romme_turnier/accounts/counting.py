"""Caches for counts of attempts and for used codes, in which no request can push out a valid entry.

Django's own caches drop valid entries to make room, and unpickle values from the database. Here values are JSON, and an
entry is removed only by a call or once it expires.
"""

import json
import time
from abc import abstractmethod
from datetime import UTC, datetime
from threading import Lock
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import connection

from romme_turnier.accounts.models import Counted

_SWEEP_SECONDS = 60


class _Counts(BaseCache):
    """A cache of JSON texts by key; every entry has an expiry time, in seconds since the epoch."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)

    @abstractmethod
    def _read(self, key: str, now: float) -> str | None: ...

    @abstractmethod
    def _write(self, key: str, text: str, end: float, now: float, *, only_new: bool) -> bool:
        """Stores a text until `end`; returns whether it was stored. With `only_new`, a valid entry stays unchanged."""

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        text = self._read(self.make_and_validate_key(key, version=version), time.time())
        try:
            return default if text is None else json.loads(text)
        except ValueError:  # not written by this class
            return default

    def set(
        self, key: str, value: Any, timeout: float | object | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        self._put(key, value, timeout, version, only_new=False)

    def add(
        self, key: str, value: Any, timeout: float | object | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return self._put(key, value, timeout, version, only_new=True)

    def _put(self, key: str, value: Any, timeout: Any, version: int | None, *, only_new: bool) -> bool:
        end = self.get_backend_timeout(timeout)
        if end is None:
            raise ValueError("An entry needs a timeout: nothing else removes it.")
        key = self.make_and_validate_key(key, version=version)
        return self._write(key, json.dumps(value), end, time.time(), only_new=only_new)

    def touch(self, key: str, timeout: float | object | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        value = self.get(key, version=version)
        if value is not None:
            self.set(key, value, timeout, version)
        return value is not None


class CountsInMemory(_Counts):
    """Keeps counts in memory, so that failed sign-ins do not take SQLite's write lock.

    A single process serves on SQLite, so the counts need not be shared.
    """

    _entries: ClassVar[dict[str, tuple[str, float]]] = {}  # text and end, by key
    _swept_at: ClassVar[float] = 0
    _lock: ClassVar[Any] = Lock()  # Django makes an instance for each thread

    def _read(self, key: str, now: float) -> str | None:
        text, end = self._entries.get(key, (None, 0))
        return text if end > now else None

    def _write(self, key: str, text: str, end: float, now: float, *, only_new: bool) -> bool:
        with self._lock:
            if abs(now - self._swept_at) > _SWEEP_SECONDS:
                for over in [known for known, (_text, known_end) in self._entries.items() if known_end <= now]:
                    del self._entries[over]
                CountsInMemory._swept_at = now
            if only_new and self._read(key, now) is not None:
                return False
            self._entries[key] = text, end
        return True

    def delete(self, key: str, version: int | None = None) -> bool:
        with self._lock:
            return self._entries.pop(self.make_and_validate_key(key, version=version), None) is not None

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()


class CountsInDatabase(_Counts):
    """Keeps the counts in the database, because several processes share them on PostgreSQL."""

    def _read(self, key: str, now: float) -> str | None:
        return Counted.objects.filter(cache_key=key, expires__gt=_moment(now)).values_list("value", flat=True).first()

    def _write(self, key: str, text: str, end: float, now: float, *, only_new: bool) -> bool:
        Counted.objects.filter(expires__lte=_moment(now)).delete()
        sql = """
            INSERT INTO accounts_counted (cache_key, value, expires) VALUES (%s, %s, %s)
            ON CONFLICT (cache_key) DO """
        sql += "NOTHING" if only_new else "UPDATE SET value = excluded.value, expires = excluded.expires"
        with connection.cursor() as cursor:
            cursor.execute(sql, [key, text, connection.ops.adapt_datetimefield_value(_moment(end))])
            return bool(cursor.rowcount == 1)

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(Counted.objects.filter(pk=self.make_and_validate_key(key, version=version)).delete()[0])

    def clear(self) -> None:
        Counted.objects.all().delete()


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
