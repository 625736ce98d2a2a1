"""Parses the typed cells of rule systems in which points are noted during the game and the most points win.

=====================  =========================================================================================
``18+30+27``           points noted one after another; their sum counts
``6 6 6 + D K A 2 3``  melds as ranks separated by spaces, valued by the engine; a single face card is worth 10
``6(12)``              6 noted, and 12 left in the hand when another player went out; also typed as ``6(12``
=====================  =========================================================================================

The points left in the hands go to the seat marked ``R``, ``H`` or ``*`` as the finisher, multiplied by the rule
system's factor for ``H`` and ``*``. ``noted`` converts these forms to plain points; ``notation`` parses the rest.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from romme_turnier.core.lists.notation import ParsedRow, parse_row
from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.system.cards import RANKS, SUITS, card
from romme_turnier.core.rules.system.hands import points_left
from romme_turnier.core.rules.system.ruleset import RuleSet

_CELL = re.compile(r"(?P<lead>[RH]?)(?P<noted>[^()*]*)(?:\((?P<held>[0-9]{1,4})\)?)?\s*(?P<star>\*?)")
_NUMBER = re.compile(r"[0-9]{1,4}")
_RANK_OF = {rank: place for place, rank in enumerate(RANKS)} | {"B": RANKS.index("J"), "D": RANKS.index("Q")}
_FACES = frozenset("BJDQK")
_MELD_FROM = 3


def read_row(number: int, cells: Sequence[str], rules: RuleSet) -> ParsedRow:
    """Parses the typed cells of game ``number`` under a rule system, seat 1 first."""
    return parse_row(number, noted(cells, rules), highest_wins=rules.highest_wins)


def noted(cells: Sequence[str], rules: RuleSet) -> tuple[str, ...]:
    """Returns the cells with noted points added up to plain points; an unreadable cell stays unchanged.

    All cells stay unchanged if the fewest points win, or if no seat can receive the points left in the hands.
    """
    if not rules.highest_wins:
        return tuple(cells)
    matches = [_CELL.fullmatch(text.strip().upper()) for text in cells]
    ended = [seat for seat, match in enumerate(matches) if match and (match["lead"] or match["star"])]
    held = {seat: int(match["held"]) for seat, match in enumerate(matches) if match and match["held"]}
    if held and (len(ended) != 1 or ended[0] in held):
        return tuple(cells)  # no seat can receive the points
    plain = list(cells)
    for seat, match in enumerate(matches):
        gets = bool(held) and seat in ended
        read = None if match is None else _readings(match["noted"], rules, empty=gets or seat in held)
        if match is None or read is None:
            continue
        lead, star = match["lead"], match["star"]
        if gets:
            one_stroke = lead == "H" or star
            hands = sum(held.values()) * (rules.play.stroke_factor if one_stroke else 1)
            read, lead, star = [points + hands for points in read], "H" if one_stroke else "R", ""
        plain[seat] = f"{lead}{'/'.join(map(str, read))}{star}"
    return tuple(plain)


def _readings(text: str, rules: RuleSet, *, empty: bool) -> list[int] | None:
    """Returns the sum of the noted points in each reading; None for other text. If ``empty``, a blank cell gives 0."""
    if not text.strip():
        return [0] if empty else None
    sums = []
    for reading in text.split("/"):
        parts = [points for part in reading.split("+") if (points := _part(part.split(), rules)) is not None]
        if len(parts) <= reading.count("+"):
            return None
        sums.append(sum(parts))
    return sums


def _part(words: Sequence[str], rules: RuleSet) -> int | None:
    if len(words) >= _MELD_FROM and all(word in _RANK_OF for word in words):
        return _meld([_RANK_OF[word] for word in words], rules)
    if len(words) == 1 and words[0] in _FACES:
        return points_left((card(_RANK_OF[words[0]], 0),), rules)
    number = "".join(words)
    return int(number) if _NUMBER.fullmatch(number) else None


def _meld(ranks: Sequence[int], rules: RuleSet) -> int | None:
    """Returns the value of a set, or of a run in either direction; None for anything else."""
    if len(set(ranks)) == 1:
        if len(ranks) > len(SUITS):
            return None
        return judge_meld([card(rank, suit) for suit, rank in enumerate(ranks)], rules).points
    steps = {(after - before) % len(RANKS) for before, after in pairwise(ranks)}
    if steps not in ({1}, {len(RANKS) - 1}) or len(ranks) > len(RANKS):
        return None
    return judge_meld([card(rank, 0) for rank in ranks], rules).points
