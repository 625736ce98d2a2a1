"""Execution of one typed line at a table, shared by terminal and browser."""

from collections.abc import Collection
from dataclasses import dataclass

from romme_turnier.core.playing.actions import carry_out
from romme_turnier.core.playing.commands.command import Command
from romme_turnier.core.playing.commands.joker_names import with_named_jokers
from romme_turnier.core.playing.commands.reading import CommandError, parse_command
from romme_turnier.core.playing.table import Table
from romme_turnier.core.violations import Violation


@dataclass(frozen=True, slots=True)
class Answer:
    """The ``table`` afterwards. It is unchanged if the line was not understood (``unread``) or is ``refused``."""

    table: Table
    command: Command | None = None
    unread: CommandError | None = None
    refused: tuple[Violation, ...] = ()

    @property
    def done(self) -> bool:
        return self.command is not None and not self.refused


def interpret(
    table: Table, seat: int, line: str, *, absent: Collection[int] = (), own: Collection[int] | None = None
) -> Answer:
    """Reads and executes one line; ``seat`` 0: a visitor without a seat. The rest: see ``carry_out``."""
    try:
        command = parse_command(line, online=table.rules.online_notation, rules=table.rules)
    except CommandError as error:
        return Answer(table, unread=error)
    return answer(table, seat, command, absent=absent, own=own)


def answer(
    table: Table, seat: int, command: Command, *, absent: Collection[int] = (), own: Collection[int] | None = None
) -> Answer:
    """Carries out a command that was read before; jokers of sets are named where they must be."""
    command = with_named_jokers(command, table.rules)
    then = carry_out(table, seat, command, absent=absent, own=own)
    return Answer(then, command) if isinstance(then, Table) else Answer(table, command, refused=then)
