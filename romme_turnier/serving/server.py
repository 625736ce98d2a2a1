"""The server: `python -m romme_turnier.serving.server [MODULE]`, whose `application` it serves, else the program's.

waitress in one process: one thread receives requests whole and sends answers, the others work. So no phone at the edge
of the network keeps a working thread waiting. On SQLite one lock around write transactions serves many writers faster
than SQLite's own waiting, and for that they have to be threads of one process.
"""

import copy
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
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.http import parse_cookie
from django.urls import reverse
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer, create_server
from waitress.task import ThreadedTaskDispatcher, WSGITask

from romme_turnier import mode
from romme_turnier.address import listen_on, to_visit
from romme_turnier.serving import program_lock, same_database
from romme_turnier.serving.connections import Connections
from romme_turnier.serving.keeper import TAKEN
from romme_turnier.serving.memory import share_memory
from romme_turnier.serving.speaking import say, warn

THREADS = 8
ROW = "/zeile/"  # how the address ends to which a row of a list is saved
_TURN = 1.0  # second at most, without anything that happens
_SILENT = 60  # seconds after which a connection on which nothing happens is closed
_TO_FINISH = 30.0  # seconds that answers may take once the server is to stop
_CONNECTIONS = 4_000  # a phone opens several
_CONNECTIONS_OF_SELECT = 450  # Windows cannot wait for more than 512 files
_MUCH = 2**16  # bytes that a network did not take yet
_FILES_BESIDE = 100  # of the database, of papers
_LARGEST = 20 * 2**20  # bytes that may be sent: whoever uploads a photo that is too large is told so on a page
_OF_PLAYERS = "/t/"  # how the addresses begin to which nobody sends files

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Server:
    """Serves until somebody calls `stop`, from any thread or a signal; then answers what it has begun."""

    def __init__(self, application: Application, host: str, port: int) -> None:
        self._connections = Connections()
        self._server: TcpWSGIServer = create_server(
            _without_body_for_head(application),
            map=self._connections,
            _dispatcher=_Lanes(),
            host=host,
            port=port,
            backlog=1024,
            channel_timeout=_SILENT,
            clear_untrusted_proxy_headers=False,  # SECURE_PROXY_SSL_HEADER is read in `public` only
            connection_limit=_most_connections(),
            max_request_body_size=_LARGEST + 1,
            ident=None,
        )
        self._server.channel_class = _Channel
        self._stopping = False

    @property
    def port(self) -> int:
        """Where it listens; the system chooses where 0 was asked for."""
        return int(self._server.effective_port)

    def stop(self) -> None:
        self._stopping = True
        with suppress(OSError):  # it may have ended already
            self._server.pull_trigger()

    def run(self) -> None:
        while not self._stopping:
            self._connections.turn(_TURN)
        self._server.del_channel()
        self._server.socket.close()  # who comes now is refused, not kept waiting
        deadline = monotonic() + _TO_FINISH
        while self._is_busy() and monotonic() < deadline:
            self._connections.turn(_TURN)
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._connections)

    def _is_busy(self) -> bool:
        return any(one.requests or one.total_outbufs_len for one in self._server.active_channels.values())


class _Workers(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Threads that keep their connection to the database open, and close it when they end.

    SQLite then writes its log back: what lies in the folder is one file.
    """

    def __init__(self, threads: int) -> None:
        super().__init__()
        self._started: list[threading.Thread] = []
        self.set_thread_count(threads)

    def start_new_thread(self, target: Callable[[int], None], thread_no: int) -> None:
        self._started.append(threading.Thread(target=target, args=(thread_no,), daemon=True))
        self._started[-1].start()

    def handler_thread(self, thread_no: int) -> None:
        super().handler_thread(thread_no)
        connections.close_all()

    def shutdown(self, *args: Any, **kwargs: Any) -> bool:
        done = bool(super().shutdown(*args, **kwargs))
        for thread in self._started:
            thread.join(timeout=1)
        return done


class _Lanes:
    """Who waits for whom.

    Phones that ask whether a page is still the same do not wait behind those who save: their answer is short. Rows of
    lists are saved one after the other where the database takes one writer at a time: threads that save at once take
    turns at each statement, which costs a third more than their work.
    """

    def __init__(self) -> None:
        self._usual, self._short = _Workers(THREADS), _Workers(1)
        self._saving = _Workers(1) if connections[DEFAULT_DB_ALIAS].vendor == "sqlite" else self._usual

    def add_task(self, channel: HTTPChannel) -> None:
        self._lane_of(channel.requests[0]).add_task(channel)

    def _lane_of(self, request: HTTPRequestParser) -> _Workers:
        if "IF_NONE_MATCH" in request.headers:
            return self._short
        return self._saving if request.path.endswith(ROW) else self._usual

    def shutdown(self) -> None:
        for lane in {self._usual, self._short, self._saving}:
            lane.shutdown()


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    """Refuses what is too large for its address as soon as that is known: before it is received, or while it is.

    The program would refuse it, too, but only once all of it lies on the disk.
    """

    adj: Adjustments

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.proxy_netloc:  # the host that counts where the request line names one (RFC 9112, 3.2.2)
            self.headers["HOST"] = self.proxy_netloc
        if self.body_rcv is None:
            return
        if self.path.startswith(_OF_PLAYERS):
            self.adj = _with_bodies_of(self.adj, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        elif self.path == reverse("set_up_from_backup"):
            from romme_turnier.accounts.middleware import largest_body  # noqa: PLC0415 - Django is set up by now

            self.adj = _with_bodies_of(self.adj, largest_body(parse_cookie(self.headers.get("COOKIE", ""))))


def _with_bodies_of(adjustments: Adjustments, most: int) -> Adjustments:
    found = copy.copy(adjustments)
    found.max_request_body_size = most + 1  # the first that is refused
    return found


class _Task(WSGITask):  # type: ignore[misc]
    def set_close_on_finish(self) -> None:
        """An answer that can have no body (304) is whole without a length, and phones ask again soon."""
        asked = self.version == "1.0" or self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked:
            super().set_close_on_finish()


class _Channel(HTTPChannel):  # type: ignore[misc]
    task_class = _Task
    parser_class = _Parser

    def writable(self) -> bool:
        """While a thread answers, it sends by itself; to try as well would only take its turn of the processor away."""
        if self.requests and self.total_outbufs_len < _MUCH:
            return False
        return bool(super().writable())


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
    """Returns how many connections may be open, after asking the system for as many files."""
    if sys.platform == "win32":
        return _CONNECTIONS_OF_SELECT
    import resource  # noqa: PLC0415 - not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _CONNECTIONS + _FILES_BESIDE
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(OSError, ValueError):  # a service may be forbidden to ask
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        soft = files
    return soft - _FILES_BESIDE


def main(module: str = "romme_turnier.wsgi") -> int:
    """Serves until a signal, the process that holds our standard input, or a page ends it; returns the exit code."""
    share_memory()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "romme_turnier.settings")
    try:
        with program_lock.held():
            return _serve(module)
    except program_lock.TakenError as problem:
        django.setup()  # which knows the words
        warn(str(problem))
        return TAKEN


def _serve(module: str) -> int:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it tells of every request that waits for a thread
    server = Server(_loaded(module), *listen_on())
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: server.stop())
    if mode.is_kept():
        threading.Thread(target=_stop_with_keeper, args=(server,), daemon=True).start()
    mode.server_starts(server.stop)
    _begin_beside()
    _say_where()
    server.run()
    return mode.exit_code()


def _say_where() -> None:
    """Prints the addresses. They carry the word of the start where a page asks for it: before the first visit, and to
    restore a copy over a damaged database.
    """
    from romme_turnier.accounts.first_visit import is_set_up, is_untouched_demo  # noqa: PLC0415 - all is set up by now
    from romme_turnier.accounts.setup_word import setup_link  # noqa: PLC0415
    from romme_turnier.backup import damage  # noqa: PLC0415

    try:
        is_first, is_demo = not is_set_up(), settings.MODE != "public" and is_untouched_demo()
    except DatabaseError:  # the pages say what is the matter with it
        is_first = is_demo = False
    finally:
        connections.close_all()
    places = to_visit()
    shown = [setup_link(place) for place in places] if is_first or damage.is_damaged() else places
    say(f"\nThe program runs at {' or '.join(shown)} (Ctrl+C ends it).\n")
    if is_demo:
        say(f"To restore a backup in place of the demo event: {setup_link(places[-1])}\n")


def _loaded(module: str) -> Application:
    """Loads the program with all of its pages. What is loaded stays, so nobody looks it through for garbage, ever."""
    gc.disable()
    application: Application = import_module(module).application
    import_module(settings.ROOT_URLCONF)
    gc.freeze()
    gc.enable()
    return application


def _stop_with_keeper(server: Server) -> None:
    """However the process that started this one ends: its end of the pipe is closed then."""
    os.read(sys.stdin.fileno(), 1)
    server.stop()


def _begin_beside() -> None:
    """The process that serves also checks and copies its database and begins papers ahead, one at a time of each."""
    from romme_turnier.backup import clock, damage  # noqa: PLC0415 - the program is set up by now
    from romme_turnier.documents import ahead  # noqa: PLC0415

    if damage.look():
        warn(damage.words())
    clock.start()
    ahead.listen()
    same_database.watch()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
