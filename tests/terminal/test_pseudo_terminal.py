"""The programs themselves in a pseudo terminal: a whole game of each system, its record replayed."""

from __future__ import annotations

import os
import re
import select
import sys
from pathlib import Path

import pytest

from romme_turnier.core.rules.record import parse_record, replay
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS

pty = pytest.importorskip("pty", reason="pseudo terminals are not there on Windows")
ROOT = Path(__file__).parents[2]
MOST_LINES = 4000
"""One game of Contract Rummy in thirty drags on with this player, and is broken off after some 500 lines."""
SILENT_SECONDS = 20


class Terminal:
    """A program in a terminal of 80 columns; ``shown``: its output since the last typed line."""

    def __init__(self, *arguments: str, folder: Path) -> None:
        self.shown = self.all = ""
        self.process, self._file = pty.fork()
        if self.process == 0:  # pragma: no cover - the child
            os.chdir(folder)
            environ = {**os.environ, "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
            environ.pop("DJANGO_SETTINGS_MODULE", None)
            os.execve(sys.executable, [sys.executable, "-m", "romme_turnier.terminal", *arguments], environ)  # noqa: S606

    def until_asked(self) -> bool:
        """Waits for a prompt; returns False when the program has ended."""
        self.shown = ""
        while not self.shown.endswith("> "):
            ready, _, _ = select.select([self._file], [], [], SILENT_SECONDS)
            assert ready, f"nothing is shown any more after: {self.shown[-200:]}"
            try:
                read = os.read(self._file, 65536)
            except OSError:  # Linux: the other side is closed
                read = b""
            if not read:
                os.waitpid(self.process, 0)
                return False
            self.shown += read.decode("utf-8", "replace").replace("\r", "")
        self.all += self.shown
        return True

    def type(self, line: str) -> None:
        os.write(self._file, f"{line}\n".encode())


def player(terminal: Terminal) -> None:
    """A player that draws and discards the first possible card until a game is over. Occasionally the others end one
    before, or no player can end it: then it is broken off, as the program offers.
    """
    hand: list[str] = []
    tried = 0
    for _ in range(MOST_LINES):
        if not terminal.until_asked():
            return
        if shown := re.findall(r"Ihre?(?: \d+)? Karten?: (.+(?:\n  .+)*)", terminal.shown):
            hand = shown[-1].split()
        prompt = terminal.shown.splitlines()[-1]
        if "zusammen" in terminal.all and "Anna legt ab: " in terminal.all:
            terminal.type("ende")
        elif "schon oft neu gemischt" in terminal.shown:
            terminal.type("spiel abbrechen")
        elif "Enter" in prompt:
            terminal.type("")
            tried = 0
        elif "noch keine Karte aufgenommen" in terminal.shown:
            terminal.type("ziehen")
        elif "zieht: " in terminal.shown and "Ihre" not in terminal.shown:
            terminal.type("karten")
            tried = 0
        else:
            terminal.type(f"ablegen {hand[tried % len(hand)]}" if hand else "karten")
            tried += 1
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("system", RULE_SYSTEMS)
def test_a_whole_game_is_played_and_its_record_is_valid(system: str, tmp_path: Path) -> None:
    terminal = Terminal("play", system, "--people", "Anna", "--record", "spiel.romme", folder=tmp_path)
    player(terminal)
    assert "Anna legt ab: " in terminal.all
    games = [replay(parse_record(file.read_text("utf-8"))) for file in tmp_path.glob("spiel*.romme")]
    assert all(game.valid for game in games)
    assert [game.row is None for game in games].count(False) == 1  # the others were broken off


def test_a_record_is_gone_through_step_by_step(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "rules" / "record.md").read_text("utf-8")
    (tmp_path / "spiel.romme").write_text(page.partition("```romme\n")[2].partition("```")[0], "utf-8")
    terminal = Terminal("replay", "spiel.romme", "--seat", "1", folder=tmp_path)
    for line in ("", "z", "4", "99"):
        assert terminal.until_asked()
        terminal.type(line)
    assert terminal.until_asked()
    assert "2. 11 bekommt: 13 Karten" in terminal.all
    assert "Kein Verstoß gegen die Regeln" in terminal.shown
    terminal.type("ende")
    assert not terminal.until_asked()


def test_record_in_a_folder_that_is_not_there_is_refused_before_anybody_plays(tmp_path: Path) -> None:
    terminal = Terminal("play", "rommee", "--record", "nirgends/a.romme", folder=tmp_path)
    assert not terminal.until_asked()
    assert "Den Ordner nirgends gibt es nicht" in terminal.shown


def test_arguments_that_are_not_understood_are_said(tmp_path: Path) -> None:
    terminal = Terminal("play", "rommee", "startwert=35", folder=tmp_path)
    assert not terminal.until_asked()
    assert 'option "minimum" is one of: 30, 40' in terminal.shown
