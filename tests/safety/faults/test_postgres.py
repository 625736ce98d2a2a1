"""PostgreSQL is stopped and started under load: acknowledged rows are stored (`./run test --database postgres`)."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.safety import checks
from tests.safety.conftest import Hall, prepared, server_of
from tests.safety.databases import OnCluster
from tests.safety.server import Server, Writer
from tests.safety.sizes import SIZES, WRITERS
from tools.postgres import Cluster, running_cluster

pytestmark = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="runs with --database postgres"
)


_RECOVERED = 10.0  # seconds


@contextmanager
def _served(cluster: Cluster, folder: Path, without: str = "") -> Iterator[tuple[Hall, Server]]:
    hall = prepared(OnCluster(cluster.url, "safety").create(), folder)
    server = server_of(hall, without).start()
    try:
        yield hall, server
    finally:
        server.kill()


def _type_while_it_crashes(cluster: Cluster, hall: Hall, server: Server, rows: int, crashes: int) -> checks.Typing:
    writers = [Writer(server, session) for session in hall.sessions[:WRITERS]]
    typing = checks.Typing(writers, SIZES.tables, rows).start()
    for crash in range(1, crashes + 1):
        typing.wait_for(crash * rows // (crashes + 1))
        started = time.monotonic()
        cluster.crash()
        before = len(typing.acknowledged)
        while len(typing.acknowledged) == before and typing.is_going_on:
            time.sleep(0.002)
        typing.recovered.append(time.monotonic() - started)
    typing.finish()
    return typing


def test_nothing_is_lost_or_doubled_when_postgres_crashes_under_load(
    tmp_path: Path, figure: Callable[[str], None]
) -> None:
    with running_cluster({}) as cluster, _served(cluster, tmp_path) as (hall, server):
        typing = _type_while_it_crashes(cluster, hall, server, SIZES.rows, SIZES.restarts)
        checks.demand_nothing_lost(hall.database, typing.acknowledged)
        checks.demand_no_halves(hall.database)
        checks.demand_agreement(hall.database, server)
    answers = sum((writer.answers for writer in typing.writers), Counter())
    assert set(answers) <= {200, 503}
    assert max(typing.recovered) <= _RECOVERED
    figure(
        f"PostgreSQL crashed {SIZES.restarts} times, {answers[503]} tries answered with 503, other 5xx 0, "
        f"lost {checks.at_most(len(typing.acknowledged))}, doubled 0, "
        f"saves go on {max(typing.recovered):.1f} s after a crash at most"
    )


def test_check_fails_when_a_save_is_acknowledged_before_it_is_stored(tmp_path: Path) -> None:
    with running_cluster({}) as cluster, _served(cluster, tmp_path, "commit") as (hall, server):
        typing = _type_while_it_crashes(cluster, hall, server, 60, 1)
        with pytest.raises(AssertionError, match="lost: "):
            checks.demand_nothing_lost(hall.database, typing.acknowledged)
