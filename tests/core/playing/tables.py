"""Tables in given positions, and the results of typed lines."""

from __future__ import annotations

from dataclasses import replace

from romme_turnier.core.playing.actions import Answer, interpret
from romme_turnier.core.playing.commands.reading import Expected
from romme_turnier.core.playing.game import begin
from romme_turnier.core.playing.table import Player, Table, new_game
from romme_turnier.core.rules.play import format_position, parse_position, whole_pack
from romme_turnier.core.rules.record import Moment
from romme_turnier.core.rules.system.cards import HIDDEN
from romme_turnier.core.rules.system.options import with_options
from tests.core.rules.written import rules

NAMES = ("Anna", "Bernd", "Cora", "Dieter")
SECRET = bytes(range(32))


def gathered(system: str = "rommee", people: int = 3, **options: bool | int) -> Table:
    """People who sit at a table and have not begun."""
    return Table(rules(system, **options), SECRET, tuple(map(Player, NAMES[:people])))


def lying(line: str, *, game: int = 1) -> Table:
    """A table at which a game has come so far; the stock is what is left of the pack, in its order."""
    position = parse_position(line)
    seats = len(position.hands)
    table = new_game(Table(with_options(position.rules, {}), SECRET, tuple(map(Player, NAMES[:seats]))))
    assert table.game is not None
    left = [*whole_pack(position.rules, seats)]
    for card in position.cards:
        if card != HIDDEN:
            left.remove(card)
    stock = tuple(left[: len(position.stock)])
    record = replace(table.game.record, game=game)
    moment = Moment.of(position._replace(stock=stock))
    return replace(table, game=replace(begin(replace(record, lines=())), last=moment))


def typed(table: Table, line: str, seat: int = 1) -> Answer:
    return interpret(table, seat, line)


def told(answer: Answer) -> str:
    """``ok``, the codes of violations with their clauses, or the expected part of the line."""
    if answer.unread is not None:
        return f"? {answer.unread.expected} {answer.unread.found}".strip()
    return ", ".join(f"{violation.code} {violation.clause}".strip() for violation in answer.refused) or "ok"


def now(answer: Answer) -> str:
    """The position on one line."""
    assert answer.table.game is not None, told(answer)
    return format_position(answer.table.game.position)


__all__ = ["NAMES", "SECRET", "Expected", "gathered", "lying", "now", "told", "typed"]
