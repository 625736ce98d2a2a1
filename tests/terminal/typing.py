"""People at the keyboard of a terminal: a session whose lines come from a list or from a simulated player."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from romme_turnier.core.playing.commands.command import format_command
from romme_turnier.core.playing.opponents import simple
from romme_turnier.core.playing.seat_view import view_at
from romme_turnier.core.playing.table import Player, Plays, Table, awaited
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.terminal.session import Session
from romme_turnier.terminal.style import Style

SECRET = bytes(range(32))


@dataclass
class Screen:
    """The whole output, prompts followed by the typed text."""

    lines: list[str] = field(default_factory=list)

    def say(self, line: str) -> None:
        self.lines += line.split("\n")

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def table_of(rules: RuleSet, *people: str, opponents: int = 2, games: int | None = None) -> Table:
    names = ("Ute", "Veit", "Wim", "Xaver")[:opponents]
    return Table(rules, SECRET, (*map(Player, people), *(Player(n, Plays.SIMPLE, person=False) for n in names)), games)


def session(table: Table, lines: Iterable[str], *, style: Style | None = None) -> tuple[Session, Screen]:
    """A session in which these lines are typed; then the terminal is closed."""
    screen, typed = Screen(), iter(lines)

    def read(prompt: str) -> str:
        line = next(typed, None)
        screen.say(f"{prompt}{line if line is not None else ''}")
        if line is None:
            raise EOFError
        return line

    return Session(table, read, screen.say, style or Style(), random.Random(1)), screen


def played_by_hand(
    table: Table, *, style: Style | None = None, watch: Callable[[Table], None] = lambda _: None
) -> Screen:
    """A whole match in which people type the moves of a simple opponent."""
    screen, rng = Screen(), random.Random(2)

    def read(prompt: str) -> str:
        now = running.table
        watch(now)
        seat = next((s for s in awaited(now) if now.players[s - 1].plays is Plays.PERSON), 0)
        view = view_at(now, seat)
        if "Bildschirm" in prompt or view is None or view.position.over:
            line = ""
        else:
            line = format_command(simple.decide(view, rng))
        screen.say(f"{prompt}{line}")
        return line

    running = Session(table, read, screen.say, style or Style(), rng)
    running.run()
    return screen
