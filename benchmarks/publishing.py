"""Clubs publish their evening on one hosted program: ``python -m benchmarks.publishing``.

On PostgreSQL and on SQLite, each in a temporary folder. 300 laptops (`--small`: 30) each make the package of an evening
of 12 players, two series and 12 games a list, with random points. The hosted program gets a package each second, even
while it works on earlier ones, with four threads in one process; then all of them again. The organisers of laptops and
of the hosted program share one database. It prints bytes and processor time for each package, also as a multiple of the
fixed loop, the median and the 99th percentile of the wait by the clock, from the moment at which the package is
due, and the packages that were lost or doubled. Then one package of a tournament of 113 players and three series. Last,
the package of a season after a year: 40 evenings of the same 40 players, with an edition of the ranking after each; and
the package with which the season is handed over with all its evenings.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time, sleep
from typing import Any

from benchmarks.timing import fixed_loop

_DATABASE = "ROMME_BENCH_DATABASE"
_AT_ONCE = 4
_A_SECOND = 1  # so 300 clubs take five minutes


def main() -> None:
    if os.environ.get(_DATABASE):
        measure_all(clubs=30 if "--small" in sys.argv else 300)
        return
    from tools.postgres import running_cluster  # noqa: PLC0415 - a child measures on databases that exist

    with tempfile.TemporaryDirectory(prefix="romme-publishing-") as folder, running_cluster({}) as cluster:
        for name, url in (("PostgreSQL", cluster.url), ("SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}")):
            sys.stdout.write(f"{name}\n")
            sys.stdout.flush()
            command = [sys.executable, "-m", "benchmarks.publishing", *sys.argv[1:]]
            subprocess.run(command, env={**os.environ, _DATABASE: url}, check=True)  # noqa: S603


def measure_all(*, clubs: int) -> None:
    """Measures on the database that the environment names."""
    from django.core.management import call_command  # noqa: PLC0415

    import benchmarks.day  # noqa: F401, PLC0415 - sets the program up on that database
    from romme_turnier.tournament import models  # noqa: PLC0415
    from romme_turnier.tournament.publishing.making import make_package  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    chance = random.Random(1)  # noqa: S311 - the same evenings in every run
    events = [_played(_event_file(chance, players=12, series=2), _organiser(f"laptop-{club}")) for club in range(clubs)]
    hosts = [_organiser(f"host-{club}") for club in range(clubs)]
    sys.stdout.write(f"{clubs} evenings; fixed loop: {fixed_loop():.1f} ms\n")
    start = process_time()
    packages = [make_package(event, by=None).data for event in events]
    _say("make", process_time() - start, of=len(packages))
    sys.stdout.write(
        f"bytes of a package: {median(map(len, packages)):.0f} (median), {max(map(len, packages))} (most)\n"
    )
    for name in ("accept", "accept again"):
        start, began = process_time(), perf_counter()
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            due = [began + number / _A_SECOND for number in range(clubs)]
            waits = list(pool.map(_accept, hosts, packages, due))
        _say(name, process_time() - start, of=len(packages))
        slow = quantiles(waits, n=100)[-1]
        sys.stdout.write(
            f"{'':14} wait {median(waits) * 1000:.0f} ms (median), {slow * 1000:.0f} ms (p99); "
            f"all after {perf_counter() - began:.1f} s\n"
        )
    copies = models.EventCopy.objects.count()
    releases = models.StandingsRelease.objects.filter(event__copy__isnull=False).count()
    sys.stdout.write(f"lost {clubs - copies}, doubled {releases - clubs}\n")
    large = _played(_event_file(chance, players=113, series=3), _organiser("large"))
    for name, act in (
        ("make, 113 players", lambda: packages.append(make_package(large, by=None).data)),
        ("accept, 113", lambda: _accept(_organiser("host-large"), packages[-1], perf_counter())),
    ):
        start = process_time()
        act()
        _say(name, process_time() - start)
    sys.stdout.write(f"bytes: {len(packages[-1])}\n")
    _measure_season(chance, evenings=40, players=40)


def _measure_season(chance: random.Random, *, evenings: int, players: int) -> None:
    """Measures the first package of a season with all its editions, the next one, and the handing over."""
    from romme_turnier.tournament import models  # noqa: PLC0415
    from romme_turnier.tournament.publishing.making import hand_over_season, make_season_package  # noqa: PLC0415

    season, host = _season(), _organiser("host-season")
    for number in range(evenings + 1):
        _hold_evening(season, chance, number, players)
        if number < evenings - 1:
            continue
        name = "season" if number < evenings else "next evening"
        start = process_time()
        data = make_season_package(season, by=None).data
        _say(f"make, {name}", process_time() - start)
        start = process_time()
        _accept(host, data, perf_counter())
        _say(f"accept, {name}", process_time() - start)
        rows = models.EditionRow.objects.filter(edition__ranking__season__organiser=host).count()
        sys.stdout.write(f"bytes: {len(data)}; {rows} rows of editions\n")
    start = process_time()
    data = hand_over_season(season, by=None).data
    _say("make, handed over", process_time() - start)
    start = process_time()
    _accept(host, data, perf_counter())
    _say("accept, handed over", process_time() - start)
    sys.stdout.write(f"bytes: {len(data)}; {host.seasons.get().events.count()} events\n\n")


def _season() -> Any:
    """Returns a public season of this year with one ranking."""
    from django.utils import timezone  # noqa: PLC0415

    from romme_turnier.accounts.models import User  # noqa: PLC0415
    from romme_turnier.tournament import models  # noqa: PLC0415
    from romme_turnier.tournament.seasons.rankings import create_ranking  # noqa: PLC0415

    today = timezone.localdate()
    season = models.Season.objects.create(
        organiser=_organiser("laptop-season"),
        name="Clubjahr",
        slug="clubjahr",
        first_day=today - timedelta(days=363),
        last_day=today,
        published_at=timezone.now(),
    )
    create_ranking(season, "Saisonwertung", by=User.objects.create(username="betrieb", is_superuser=True))
    return season


def _hold_evening(season: Any, chance: random.Random, number: int, players: int) -> None:
    """Stores an evening of the season with the same players as the first, and issues the next edition."""
    from django.utils import timezone  # noqa: PLC0415

    from romme_turnier.tournament import models  # noqa: PLC0415
    from romme_turnier.tournament.seasons.editions import reissue_outdated  # noqa: PLC0415

    content = _event_file(chance, players=players, series=2)
    begins = timezone.localtime() - timedelta(days=300 - 7 * number)
    content["event"] |= {"slug": f"abend-{number}", "starts_at": begins.isoformat()}
    people = models.Registration.objects.filter(event=season.events.order_by("starts_at").first())
    _played(content, season=season, links={row.number: row.player_id for row in people if row.number is not None})
    season.players.update(publish_name=True)  # the package then has all names
    reissue_outdated(season, in_background=True)


def _say(name: str, seconds: float, *, of: int = 1) -> None:
    each = seconds / of * 1000
    sys.stdout.write(f"{name:20} {each:8.1f} ms of processor time each, {each / fixed_loop():5.1f} fixed loops\n")
    sys.stdout.flush()


def _organiser(slug: str) -> Any:
    from romme_turnier.tournament import models  # noqa: PLC0415

    number = f"{len(slug)}-{models.Organiser.objects.count()}"
    return models.Organiser.objects.create(slug=slug, number=number, name=slug)


def _accept(host: Any, data: bytes, due: float) -> float:
    """Accepts a package together with its key; returns the seconds since the package was due."""
    from django.db import connection  # noqa: PLC0415

    from romme_turnier.core.codes.package import read_package  # noqa: PLC0415
    from romme_turnier.tournament.publishing.accepting import accept_package  # noqa: PLC0415

    sleep(max(0.0, due - perf_counter()))
    accept_package(host, data, by=None, key=read_package(data).public_key.hex()[:16])
    taken = perf_counter() - due
    connection.close()
    return taken


def _played(
    content: dict[str, Any], organiser: Any = None, *, season: Any = None, links: dict[int, int] | None = None
) -> Any:
    """Returns a stored event of an organiser or a season whose series are closed, with a release of its standings."""
    from django.utils import timezone  # noqa: PLC0415

    from romme_turnier.accounts.models import User  # noqa: PLC0415
    from romme_turnier.tournament.exchange.event_file.importing import import_event  # noqa: PLC0415
    from romme_turnier.tournament.seasons.seasons import put_into_season  # noqa: PLC0415
    from romme_turnier.tournament.standings.releases import release_standings  # noqa: PLC0415

    event = import_event(content, organiser=organiser or season.organiser, links=links).event
    if season is not None:
        put_into_season(event, season, event.Kind.EVENING, by=User.objects.get())
    event.series.update(closed_at=timezone.now())
    release_standings(event, event.series_count, by=None)
    return event


def _event_file(chance: random.Random, *, players: int, series: int) -> dict[str, Any]:
    firsts, lasts = ("Petra", "Karl-Heinz", "Ursula", "Jürgen", "Ömer"), ("Sommer", "Lüders", "Yıldız", "Wolff")
    numbers = list(range(1, players + 1))
    return {
        "format": "romme-turnier/event",
        "version": 1,
        "event": {
            "slug": "abend",
            "name": "Clubabend im November",
            "organiser": "Rommé-Club",
            "venue": "Vereinsheim",
            "starts_at": "2026-11-20T19:00:00+01:00",
            "access": "open",
            "ruleset": "rommeordnung",
            "games_per_list": 12,
            "series_count": series,
            "bonus": {"mode": "per_list", "four": 20, "three": 15, "handromme": 50},
            "entry_fee": "5.00",
            "currency": "EUR",
        },
        "clubs": [{"key": "A", "name": "Rommé-Club"}, {"key": "B", "name": "Rommé-Club Nord"}],
        "teams": [],
        "participants": [
            {
                "number": number,
                "first_name": chance.choice(firsts),
                "last_name": f"{chance.choice(lasts)}-{number}",
                "club": chance.choice("AB"),
                "paid": True,
                "status": "active",
            }
            for number in numbers
        ],
        "series": [
            {"number": number, "tables": _tables(chance, chance.sample(numbers, players))}
            for number in range(1, series + 1)
        ],
        "play_offs": [],
    }


def _tables(chance: random.Random, order: list[int]) -> list[dict[str, Any]]:
    threes = -len(order) % 4
    sizes = [3] * threes + [4] * ((len(order) - 3 * threes) // 4)
    tables = []
    for number, size in enumerate(sizes, 1):
        seats, order = order[:size], order[size:]
        games = []
        for game in range(1, 13):
            finisher = chance.randrange(size) + 1
            points = [0 if seat == finisher else chance.randint(3, 90) for seat in range(1, size + 1)]
            games.append({"number": game, "finisher": finisher, "handromme": False, "points": points})
        tables.append(
            {
                "number": number,
                "seats": seats,
                "list": {"status": "checked", "games": games, "readings": [], "penalties": []},
            }
        )
    return tables


if __name__ == "__main__":
    main()
