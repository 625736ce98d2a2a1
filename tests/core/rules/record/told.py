"""A game of three by the Romméordnung, told line by line."""

from __future__ import annotations

from romme_turnier.core.rules.record.notation import parse_record
from romme_turnier.core.rules.record.replay import Replay, replay
from tests.core.rules.play.positions import said

TAGS = """\
[Format "romme 1"]
[System "rommeordnung"]
[Options ""]
[Event "Lindenhof-Pokal"] [Series "3"] [Table "7"] [Game "1"] [Date "2026-11-21"]
[Seats "34 14 18"]
[Dealer "1"]
"""
DEAL = """\
0 deal 1 10C QH 2D 3S 4C 5S 6S 7C 8H 9D JS KH AC
0 deal 2 9H * JH QC QS QD 2C 3D 4S 5C 7D 8S KC KD
0 deal 3 10H AS 4D 6C 8D 9S 2S 3C 5D 7H JC * 6D
"""
OPENING = """\
2 lay m1 9H *10H JH
2 lay m2 QC QS QD
2 discard KC
"""
FIRST = 1 + (TAGS + DEAL).count("\n")  # the number of the first line behind the deal


def told(lines: str, *, tags: str = TAGS, deal: str = DEAL) -> Replay:
    return replay(parse_record(tags + deal + lines))


def faults(found: Replay) -> list[str]:
    """Each with its line, counted from the first one behind the deal: its violations, or the expected text."""
    return [f"{fault.line - FIRST + 1}: {said(fault.violations) or fault.expected}" for fault in found.faults]


def irregular(found: Replay) -> list[str]:
    return [f"{one.text}: {said(one.violations)}" for one in found.irregular]
