"""Runs the server: `python -m romme_turnier.serving.server [MODULE]` serves the `application` of a module.

waitress runs in one process: one thread receives complete requests and sends waiting responses, and the others work.
A phone with a bad connection thus never blocks a working thread. On SQLite a lock around write transactions serves many
writers faster than SQLite's own waiting; this lock requires threads of one process.
"""

import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from time import monotonic
from typing import Any

import django
from django.conf import settings
from django.db import DatabaseError, connection
from waitress import wasyncore

from romme_turnier import mode
from romme_turnier.address import listen_on, to_visit
from romme_turnier.fast.connections import Connections
from romme_turnier.fast.lanes import Lanes
from romme_turnier.serving import program_lock, same_database
from romme_turnier.serving.channel import SILENT
from romme_turnier.serving.keeper import TAKEN
from romme_turnier.serving.listener import Listener
from romme_turnier.serving.request_parser import LARGEST
from romme_turnier.serving.speaking import StopError, say, warn

_TURN = 1.0  # second: the longest wait for an event
_TO_FINISH = 30.0  # seconds for running requests when the server stops
_CONNECTIONS = 4_000  # a phone opens several
_CONNECTIONS_OF_SELECT = 450  # Windows cannot wait for more than 512 files
_FILES_BESIDE = 100  # for the database and papers

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Server:
    """Serves until a thread or a signal calls `stop`, then answers running requests for a limited time."""

    def __init__(self, application: Application, host: str, port: int) -> None:
        self._connections = Connections()
        self._server = Listener(
            _without_body_for_head(application),
            _most_connections(),
            self._connections,
            Lanes(),
            host=host,
            port=port,
            backlog=1024,
            channel_timeout=SILENT,
            clear_untrusted_proxy_headers=False,  # SECURE_PROXY_SSL_HEADER is read in `public` only
            max_request_body_size=LARGEST + 1,
            ident=None,
        )
        self._stopping = False

    @property
    def port(self) -> int:
        """The port that the server listens on; the system chooses it if 0 was given."""
        return int(self._server.effective_port)

    def stop(self) -> None:
        self._stopping = True
        with suppress(OSError):  # it may have ended already
            self._server.pull_trigger()

    def run(self) -> None:
        while not self._stopping:
            self._connections.turn(_TURN)
        self._server.del_channel()
        self._server.socket.close()  # late clients are refused, not kept waiting
        deadline = monotonic() + _TO_FINISH
        channels = self._server.active_channels
        while monotonic() < deadline and any(
            channel.requests or channel.total_outbufs_len for channel in channels.values()
        ):
            self._connections.turn(_TURN)
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._connections)


def _without_body_for_head(application: Application) -> Application:
    def answer(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        body = application(environ, start_response)
        if environ["REQUEST_METHOD"] != "HEAD":
            return body
        if close := getattr(body, "close", None):
            close()
        return []

    return answer


def _most_connections() -> int:
    """Sets this process's limit on open files to the number needed, or to the most that the system allows.

    Returns the number of connections that may be open. On Windows the limit stays unchanged.
    """
    if sys.platform == "win32":
        return _CONNECTIONS_OF_SELECT
    import resource  # noqa: PLC0415 - not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS + _FILES_BESIDE
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):  # a service may not be allowed to do this
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        soft = files
    return soft - _FILES_BESIDE


def main(module: str = "romme_turnier.wsgi") -> int:
    """Serves until a signal, the keeper or a page ends it; returns the exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
    try:
        with program_lock.held():
            return _serve(module)
    except StopError as problem:
        django.setup()  # for the translation of the message
        warn(str(problem))
        return TAKEN if isinstance(problem, program_lock.TakenError) else 1


def _serve(module: str) -> int:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it reports every request that waits for a thread
    server = Server(_loaded(module), *listen_on())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: server.stop())
    if mode.is_kept():
        threading.Thread(target=_stop_with_keeper, args=(server,), daemon=True).start()
    mode.server_starts(server.stop)
    _begin_beside()
    _say_where()
    server.run()
    connection.close()  # opened by `_begin_beside`; closing the last one leaves the database as one file
    return mode.exit_code()


def _say_where() -> None:
    """Prints the addresses. They contain the start code before the first visit and if the database is damaged.

    With the unused demo, another line has the address at which a backup can be restored.
    """
    from romme_turnier.accounts.setup_word import setup_link  # noqa: PLC0415 - all is set up by now
    from romme_turnier.backup import damage  # noqa: PLC0415

    places, damaged = to_visit(), damage.is_damaged()
    is_first, is_demo = (False, False) if damaged else _first_visit()
    shown = [setup_link(place) for place in places] if is_first or damaged else places
    say(f"\nThe program runs at {' or '.join(shown)} (Ctrl+C ends it).\n")
    if is_demo:
        say(f"To restore a backup in place of the demo event: {setup_link(places[-1])}\n")


def _first_visit() -> tuple[bool, bool]:
    """Returns whether there is no account yet, and whether a backup may replace an unused demo.

    Both are False if the database cannot be read.
    """
    from romme_turnier.accounts.first_visit import is_set_up, is_untouched_demo  # noqa: PLC0415 - as above

    try:
        return not is_set_up(), settings.MODE != "public" and is_untouched_demo()
    except DatabaseError:  # the pages report the problem
        return False, False


def _loaded(module: str) -> Application:
    """Loads the program with all pages, and excludes the loaded objects from later garbage collections."""
    gc.disable()
    application: Application = import_module(module).application
    import_module(settings.ROOT_URLCONF)
    gc.freeze()
    gc.enable()
    return application


def _stop_with_keeper(server: Server) -> None:
    """Stops the server when standard input closes, because the process that started this one has ended."""
    os.read(sys.stdin.fileno(), 1)
    server.stop()


def _begin_beside() -> None:
    """Starts the background work of the serving process, such as backups, papers made in advance and webhooks.

    Also checks the database, and prints a warning if it is damaged.
    """
    from romme_turnier.backup import clock, damage  # noqa: PLC0415 - the program is set up by now
    from romme_turnier.documents import ahead, jobs  # noqa: PLC0415
    from romme_turnier.documents.seasons import editions  # noqa: PLC0415
    from romme_turnier.tournament.publishing import delivery, sending  # noqa: PLC0415

    with suppress(DatabaseError):  # stays open: closing the last connection would remove the log that a crash left
        connection.ensure_connection()
    if damage.look():
        warn(damage.words())
    clock.start()
    with suppress(DatabaseError):  # pages report the problem
        jobs.start()
    ahead.listen()
    with suppress(DatabaseError, OSError):  # pages report the problem
        editions.listen()
    delivery.start()
    sending.start()
    same_database.watch()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
