"""A website of a club, at another origin than the program, with the line of HTML for a table."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from django.test import Client
from django.utils import timezone

from romme_turnier.tournament.seating.series import close_series
from romme_turnier.tournament.standings.releases import release_standings
from tests.factories import list_of, make_checked, make_event, make_official, seat_series


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_arguments: object) -> None:
        """Writes nothing."""


@contextmanager
def website(folder: Path) -> Iterator[str]:
    """Serves a folder as another website; yields its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def line_of_html(server: str, look: str = "") -> str:
    """The line that the program at `server` hands out for the standings of a released event."""
    make_official()
    event = make_event(games_per_list=2, published_at=timezone.now(), series_count=1)
    series = seat_series(event)
    for table in (1, 2):
        make_checked(list_of(series, table))
    close_series(series, by=None)
    release_standings(event, 1, by=None)
    page = Client().get(f"/einbetten/?tabelle=/einbetten/t/testpokal/rangliste/{look}").text
    (line,) = re.findall(r"<code>(.*?)</code>", page, re.S)
    return unescape(line).replace("http://testserver", server)
