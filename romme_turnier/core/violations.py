"""A breach of the rules as a value: a code, the clause that states the rule, and the facts of the case.

The core has no texts for violations; the shell makes them from the code. ``CODES`` names every code with the parameters
it carries, so that a test can hold the texts against it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Violation:
    """One finding.

    ``clause`` is a paragraph of the Romméordnung, or for another rule system the heading of its source. ``params``
    always holds ``game`` (None: no number given, or the whole list is meant) and, if it concerns one seat, ``seat``.
    """

    code: str
    clause: str
    params: Mapping[str, int | str | None] = field(default_factory=dict, hash=False)


_ROW = frozenset({"game"})
_SEAT = frozenset({"game", "seat"})

CODES: Mapping[str, frozenset[str]] = {
    # A row that carries one of these keeps its list from counting.
    "game_not_on_list": _ROW | {"games"},  # the number is beyond the games of the list
    "no_finisher": _ROW,
    "two_finishers": _ROW,  # two or more 0, and none is marked
    "finisher_has_points": _SEAT | {"points"},
    "finisher_has_left": _SEAT,
    "vacated_seat_has_points": _SEAT | {"points"},
    "points_missing": _SEAT,
    "points_too_low": _SEAT | {"points", "least"},
    "points_too_high": _SEAT | {"points", "most"},
    "handromme_points_too_low": _SEAT | {"points", "least"},
    "no_such_hand": _SEAT | {"points"},  # within the bounds, but no allowed number of cards counts that
    # Hands that exclude each other, "197 197"; ``short``: the cards that run out, jokers, high or low cards, or just
    # cards.
    "not_in_deck_together": _ROW | {"hands", "short", "jokers_needed", "jokers", "aces"},
    "points_beyond_pack": _ROW | {"points", "most"},  # more laid out than the pack counts
    # Points that cannot be laid out together, "7 6"; ``short``: the pack has no such cards, or no melds of so few.
    "no_such_melds": _ROW | {"noted", "short"},
    "handromme_without_finisher": _ROW,
    "handromme_not_in_ruleset": _ROW,
    # Warnings: the list counts all the same.
    "many_players": _ROW | {"players", "most"},  # of the table: game is None
    "penalty_does_not_fit": _SEAT | {"penalty", "points"},
    "penalty_not_in_ruleset": _SEAT | {"penalty"},  # the rule system has no penalty of that amount
    "readings_not_true_together": _ROW,
    "reading_not_worst": _SEAT | {"points", "worst"},
}
