"""A breach of the rules as a value: a code, the clause that states the rule, and the facts of the case.

The core has no texts for violations: the outer layers write them from the codes. ``CODES`` lists the codes for lists
with their parameters, so that a test can check the texts against it; the codes for cards, positions and tables are in
``codes.CARD_CODES``, ``position.PLAY_CODES`` and ``refusals.TABLE_CODES``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach of the rules.

    ``clause`` is a section of the Romméordnung or, for another rule system, a heading in its source, or "". In a list,
    ``params`` always holds ``game`` (None if it has no number or the whole list is meant) and, for a breach by one
    seat, ``seat``.
    """

    code: str
    clause: str
    params: Mapping[str, int | str | None] = field(default_factory=dict, hash=False)


_ROW = frozenset({"game"})
_SEAT = frozenset({"game", "seat"})

CODES: Mapping[str, frozenset[str]] = {
    # A row with one of these violations keeps its list from counting.
    "game_not_on_list": _ROW | {"games"},  # the number is beyond the games of the list
    "no_finisher": _ROW,
    "two_finishers": _ROW,  # two or more zeros, none of them marked
    "finisher_has_points": _SEAT | {"points"},
    "finisher_has_left": _SEAT,
    "vacated_seat_has_points": _SEAT | {"points"},
    "points_missing": _SEAT,
    "points_too_low": _SEAT | {"points", "least"},
    "points_too_high": _SEAT | {"points", "most"},
    "handromme_points_too_low": _SEAT | {"points", "least"},
    "no_such_hand": _SEAT | {"points"},  # within the bounds, but no allowed hand is worth that
    # Hands that one pack cannot hold together, such as "197 197"; ``short``: the kind of cards that runs out (jokers,
    # high cards, low cards or any cards).
    "not_in_deck_together": _ROW | {"hands", "short", "jokers_needed", "jokers", "aces"},
    "points_beyond_pack": _ROW | {"points", "most"},  # more points laid out than the pack contains
    # Points that cannot be laid out together, such as "7 6"; ``short``: the cards or the small melds that do not exist.
    "no_such_melds": _ROW | {"noted", "short"},
    "handromme_without_finisher": _ROW,
    "handromme_not_in_ruleset": _ROW,
    # Warnings: the list still counts.
    "many_players": _ROW | {"players", "most"},  # concerns the table: game is None
    "penalty_does_not_fit": _SEAT | {"penalty", "points"},
    "penalty_not_in_ruleset": _SEAT | {"penalty"},  # the rule system has no penalty of that amount
    "readings_not_true_together": _ROW,
    "reading_not_worst": _SEAT | {"points", "worst"},
}
