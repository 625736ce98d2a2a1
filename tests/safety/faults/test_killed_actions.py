"""The program is killed while it draws, reads a list or imports an event: all of it is stored, or nothing."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.safety.conftest import Hall
from tests.safety.databases import Database
from tests.safety.server import Answer, Form, Gone, Server, Writer, environ
from tests.safety.sizes import IS_FULL
from tools.project import ROOT

IMPORT, DRAW = "/leitung/klein/teilnehmer/import/", "/leitung/klein/serie/1/auslosen/"
LIST = Form(
    was="melden", text="Vorname;Nachname;Club\n" + "".join(f"Liesel{n};Hartwig{n};Club {n}\n" for n in range(9))
)
EVENT = ROOT / "tests" / "data" / "herbstpokal-2026.json"
WRITES = (2, 3, 5, 9, 14, 20) if IS_FULL else (9,)  # the ones at which it is killed; each action has more
TABLES = ("player", "club", "registration", "series", "draw", "table", "seat", "spielliste", "event", "gamerow")


def _stored(database: Database) -> dict[str, int]:
    return {name: database.query(f"SELECT count(*) FROM tournament_{name}")[0][0] for name in TABLES}  # noqa: S608


@dataclass
class Killed:
    """A server that kills itself at a write of a request; `send` starts it again first."""

    hall: Hall
    folder: Path
    without: str = ""

    def __post_init__(self) -> None:
        self._order = self.folder / "order"
        more = {"SAFETY_DIE_AT": str(self._order)}
        self.server = Server(
            self.hall.database, self.folder, self.without, settings=more, module="tests.safety.faults.dying"
        )

    def send(self, path: str, form: Form, *, die_at: int = 0) -> Answer | None:
        """Returns None if the server was killed."""
        if self.server.process is None:
            self.server.start()
        body = "was=melden" if form is LIST else "apply="
        self._order.write_text(json.dumps({"path": path, "body": body, "write": die_at}) if die_at else "{}")
        try:
            return Writer(self.server, self.hall.sessions[0]).call("POST", path, form)
        except Gone:
            assert self.server.process is not None
            assert self.server.process.wait(timeout=60) == -9
            self.server.process = None
            return None

    def demand_nothing_half(self, path: str, form: Form) -> None:
        before = _stored(self.hall.database)
        for write in WRITES:
            assert self.send(path, form, die_at=write) is None, "it has fewer writes"
            assert _stored(self.hall.database) == before, f"half of it is stored after write {write}"


@pytest.fixture
def killed(hall: Hall, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Killed]:
    made = Killed(hall, tmp_path / "server", getattr(request, "param", ""))
    made.folder.mkdir()
    yield made
    made.server.kill()


def test_killed_draws_and_lists_leave_no_halves(killed: Killed, figure: Callable[[str], None]) -> None:
    proposed = killed.send(DRAW, Form(seed="17"))
    assert proposed is not None
    assert proposed.status == 302
    ((draw,),) = killed.hall.database.query("SELECT id FROM tournament_draw")
    killed.demand_nothing_half(DRAW, applied := Form(apply=str(draw)))
    killed.demand_nothing_half(IMPORT, LIST)

    before = _stored(killed.hall.database)
    for path, form in ((DRAW, applied), (IMPORT, LIST)):
        answer = killed.send(path, form)
        assert answer is not None
        assert answer.status == 302
    after = _stored(killed.hall.database)
    assert after["registration"] == before["registration"] + 9
    assert after["seat"] == before["seat"] + 16
    assert killed.hall.database.is_whole()
    figure(f"killed while it draws and reads a list: {2 * len(WRITES)} times, halves 0")


@pytest.mark.parametrize("killed", ["transactions"], indirect=True)
def test_check_fails_without_transactions(killed: Killed) -> None:
    with pytest.raises(AssertionError, match="half of it is stored"):
        killed.demand_nothing_half(IMPORT, LIST)


def test_killed_import_of_an_event_leaves_no_half(hall: Hall, tmp_path: Path) -> None:
    order, before = tmp_path / "order", _stored(hall.database)
    settings = environ(hall.database.url, tmp_path, SAFETY_DIE_AT=str(order))
    line = [sys.executable, "-m", "tests.safety.faults.dying", "import_event", str(EVENT), "--director", "leser1"]
    for write in (*WRITES, 60):
        order.write_text(json.dumps({"write": write}))
        done = subprocess.run(line, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
        assert done.returncode == -9, done.stderr
        assert _stored(hall.database) == before
    assert hall.database.is_whole()
