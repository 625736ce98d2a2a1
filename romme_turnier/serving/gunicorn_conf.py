"""How gunicorn serves the program: `gunicorn -c python:romme_turnier.serving.gunicorn_conf romme_turnier.wsgi`.

On SQLite one process with several threads: one lock around its write transactions serves many writers faster
than SQLite's own waiting. On PostgreSQL WEB_CONCURRENCY may ask for more processes.
"""

import os
from typing import Any

from django.conf import settings

from romme_turnier import mode
from romme_turnier.address import listen_on, to_visit
from romme_turnier.serving.speaking import say

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")


def when_ready(_server: object) -> None:
    """Say where the program answers, once it really listens."""
    mode.server_starts()
    places = " or ".join(to_visit(*listen_on()))
    say(f"\nThe program runs at {places} (Ctrl+C ends it).\n")


def on_exit(_server: object) -> None:
    """Somebody may have opened the program for the hall."""
    mode.server_has_stopped()


def post_worker_init(worker: Any) -> None:
    """The process that serves also copies its database and begins papers ahead, one at a time of each."""
    from romme_turnier.backup import clock  # noqa: PLC0415 - the settings are read before the program is set up
    from romme_turnier.documents import ahead  # noqa: PLC0415

    clock.start()
    ahead.listen()
    if on_sqlite:
        worker.log_keeper = _keep_log()


def _keep_log() -> Any:
    """Returns a connection of no other use: as long as it is open, SQLite's write-ahead log stays.

    Each request opens a connection and closes it; whenever the last one closes, SQLite writes the log back into the
    database and removes it, which costs as much as the rollback journal.
    """
    from django.db import DEFAULT_DB_ALIAS, connections  # noqa: PLC0415 - as above

    keeper = connections.create_connection(DEFAULT_DB_ALIAS)
    keeper.introspection.table_names()  # the log is opened by what reads
    return keeper


def worker_exit(_server: object, worker: Any) -> None:
    """Let SQLite write its log back: what lies in the folder then is one file."""
    if keeper := getattr(worker, "log_keeper", None):
        keeper.close()


on_sqlite = "sqlite" in settings.DATABASES["default"]["ENGINE"]
bind = "{}:{}".format(*listen_on())
worker_class = "gthread"
workers = 1 if on_sqlite else int(os.environ.get("WEB_CONCURRENCY", "1"))
threads = 8
timeout = 60
loglevel = "warning"
proc_name = "romme-turnier"
control_socket_disable = True
