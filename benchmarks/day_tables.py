"""Tables of games for `benchmarks.day.playing`: `python -m benchmarks.day_tables TABLES`.

Opens them in the database of DATABASE_URL, with four people each, and prints the token of each table with the cookies
of its people. A separate process, so that the cookies have the server's key; outside of `benchmarks.day`, which sets up
a database for benchmarks.
"""

import json
import sys

import django
from django.http import HttpResponse

django.setup()

from romme_turnier.tournament.models import PlayTable  # noqa: E402 - after the setup
from romme_turnier.tournament.playing.moving import say  # noqa: E402
from romme_turnier.tournament.playing.tables import Wish, open_table  # noqa: E402
from romme_turnier.web.public.phone_identity import remember_seat  # noqa: E402


def opened(tables: int) -> list[tuple[str, list[str]]]:
    """Opens tables whose first game is dealt; returns their tokens, each with the cookies of its four people."""
    dealt = []
    for _table in range(tables):
        row, holder = open_table(Wish("classic", "Anna", games=9))
        holders = [holder, *(say(row, 0, [f"mitspielen {name}"]).holder for name in ("Bernd", "Cora", "Dieter"))]
        say(row, holder, ["mischen"])
        dealt.append((row.token, [_cookie(row, each) for each in holders]))
    return dealt


def _cookie(row: PlayTable, holder: int) -> str:
    response = HttpResponse()
    remember_seat(response, row, holder)
    return response.cookies["platz"].OutputString().partition(";")[0]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(opened(int(sys.argv[1]))))
