"""The program with guards taken away, to show that the tests of safety notice: only these tests serve it.

SAFETY_GUARDS_OFF names, with commas:

* `versions`  the last save wins;
* `keys`      a repeated request is carried out twice;
* `commit`    a save is acknowledged first and stored a little later;
* `lock`      SQLite as Django opens it: no lock of ours, transactions that start reading, no patience;
* `lane`      rows are saved by all threads of the server in parallel;
* `journal`   SQLite with its write-ahead log, whether or not this version of it has the fault;
* `log`       SQLite with its rollback journal;
* `sync`      SQLite with its write-ahead log, which is not synced at each commit;
* `sessions`  a user who has signed in once stays signed in;
* `pages`     a process never renews its cached public pages;
* `counting`  a process counts wrong passwords for itself;
* `pen`       every phone of a table writes, not only its pen;
* `consent`   a confirmation applies to the current list, not to the shown one.
"""

import os
import queue
import threading
import time
from collections.abc import Callable
from contextlib import closing, nullcontext
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from romme_turnier.sqlite import sqlite3

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
_OFF = set(os.environ["SAFETY_GUARDS_OFF"].split(","))
_LATE = 0.3  # seconds

if "counting" in _OFF:
    settings.CACHES["default"] = settings.CACHES["remembered"]

if "lock" in _OFF:
    settings.DATABASES["default"]["OPTIONS"] = {"timeout": 0.05, "init_command": "PRAGMA journal_mode=DELETE;"}

if "journal" in _OFF:
    settings.DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"

if "log" in _OFF:
    settings.DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=DELETE; PRAGMA synchronous=EXTRA;"

if "sync" in _OFF:
    settings.DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"

if {"lock", "log"} & _OFF:  # while no other process has it open
    with closing(sqlite3.connect(settings.DATABASES["default"]["NAME"])) as alone:
        alone.execute("PRAGMA journal_mode=DELETE")

application = get_wsgi_application()

from django.contrib.sessions.models import Session  # noqa: E402 - as below

from romme_turnier.fast import lanes  # noqa: E402
from romme_turnier.fast.sessions import SessionStore  # noqa: E402
from romme_turnier.tournament import models  # noqa: E402 - the models want a program that is set up
from romme_turnier.tournament.at_table import phones, statements, writing  # noqa: E402
from romme_turnier.tournament.lists import change as lists_change, entries  # noqa: E402
from romme_turnier.tournament.lists.consent import fingerprint_of  # noqa: E402
from romme_turnier.tournament.lists.loaded_list import load  # noqa: E402
from romme_turnier.tournament.money import ledger  # noqa: E402
from romme_turnier.tournament.shared import service as shared_service  # noqa: E402
from romme_turnier.tournament.shared.errors import Conflict  # noqa: E402
from romme_turnier.web.organiser.lists import common, rows_api, sums  # noqa: E402
from romme_turnier.web.public import kept  # noqa: E402


def _last_wins(save_row: Callable[..., Any]) -> Callable[..., Any]:
    def save(spielliste: models.Spielliste, row: Any, *, expected: int, **more: Any) -> Any:
        for _attempt in range(100):
            stored = models.GameRow.objects.filter(spielliste=spielliste, number=row.game.number).first()
            try:
                return save_row(spielliste, row, expected=stored.version if stored else 0, **more)
            except Conflict:
                continue
        raise AssertionError("never stored")

    return save


def _claims_anyhow(request: Any, spielliste: models.Spielliste, body: dict[str, Any]) -> Any:
    series = spielliste.table.series
    view = common.get_list_view(request, series.event, series.number, spielliste.table.number)
    shown = sums.claims_shown(view.loaded.picture)
    return _save_claims(request, spielliste, {**body, "expected": shown})


def _change_anything(*args: Any, expected: int | None = None, **more: Any) -> Any:
    return lists_change.change(*args, **more)


def _carry_out(key: str, body: Any, effect: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    return effect()


def _acknowledge_first(save_row: Callable[..., Any]) -> Callable[..., Any]:
    waiting: queue.SimpleQueue[tuple[float, Callable[[], Any]]] = queue.SimpleQueue()

    def store() -> None:
        while True:
            due, save = waiting.get()
            time.sleep(max(0.0, due - time.monotonic()))
            save()

    threading.Thread(target=store, daemon=True).start()

    def save(*args: Any, expected: int, **more: Any) -> entries.SavedRow:
        waiting.put((time.monotonic() + _LATE, lambda: save_row(*args, expected=expected, **more)))
        return entries.SavedRow(args[1].game.number, expected + 1, {})

    return save


def _book_anyhow(book: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args, **more: book(*args, **{**more, "key": ""})


def _session_of_any_age(store: SessionStore) -> Any:
    return Session.objects.get(session_key=store.session_key)


def _pen_of_all(phone: models.TablePhone) -> models.TablePhone:
    current = phones.locked(phone)
    current.is_pen = True
    return current


def _confirm_as_it_is(confirm: Callable[..., Any]) -> Callable[..., Any]:
    def confirm_now(phone: models.TablePhone, *, fingerprint: str, **more: Any) -> Any:
        now = fingerprint_of(load(phone.spielliste_id))
        return confirm(phone, **{**more, "fingerprint": now or fingerprint})

    return confirm_now


_save_claims = rows_api._save_claims
if "versions" in _OFF:
    entries.save_row = _last_wins(entries.save_row)
    rows_api._save_claims = _claims_anyhow
    setattr(entries, "change", _change_anything)  # noqa: B010 - a name that the module only imports
if "keys" in _OFF:
    setattr(entries, "run_once", _carry_out)  # noqa: B010
    ledger.book = _book_anyhow(ledger.book)
if "commit" in _OFF:
    entries.save_row = _acknowledge_first(entries.save_row)
if "pages" in _OFF:
    setattr(kept, "public_version", lambda _slug: 1)  # noqa: B010
if "lane" in _OFF:
    lanes.ROW = "/no address ends so/"
if "lock" in _OFF:
    shared_service._one_writer = nullcontext()  # type: ignore[assignment]
if "sessions" in _OFF:
    setattr(SessionStore, "_get_session_from_db", _session_of_any_age)  # noqa: B010
if "pen" in _OFF:
    setattr(writing, "locked", _pen_of_all)  # noqa: B010
if "consent" in _OFF:
    statements.confirm = _confirm_as_it_is(statements.confirm)
