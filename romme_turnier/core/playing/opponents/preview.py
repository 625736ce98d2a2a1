"""The table after a command of the seat, as far as the seat can see it."""

from __future__ import annotations

from dataclasses import replace

from romme_turnier.core.playing.commands.command import Command
from romme_turnier.core.playing.commands.words import Word
from romme_turnier.core.playing.seen import Seen
from romme_turnier.core.rules.record import Act, Verb, after

_VERBS = {Word.LAY_OUT: Verb.LAY, Word.LAY_OFF: Verb.ADD, Word.SWAP: Verb.SWAP, Word.REBUILD: Verb.BUILD}


def imagined(seen: Seen, command: Command) -> Seen:
    """Returns what is seen after an allowed command that lays cards."""
    names = tuple(f"m{number}" for number in command.melds)
    verb = _VERBS[command.word]
    if verb is Verb.LAY:
        names = seen.moment.new_names(len(command.groups))
    act = Act(seen.seat, verb, command.cards, names, command.groups, end=command.end)
    if verb is Verb.BUILD:
        act = replace(act, cards=())
    return replace(seen, moment=after(seen.moment, act))
