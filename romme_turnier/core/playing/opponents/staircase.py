"""The decision to take cards of the staircase (``treppenromme``), where completed melds score immediately."""

from collections.abc import Sequence

from romme_turnier.core.playing.opponents.open_table import Rows, laid_in_rows, rows_of
from romme_turnier.core.rules import play
from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.rules.system.hands import card_left
from romme_turnier.core.rules.system.ruleset import RuleSet

# Set by hand; docs/rules/opponents.md has the results against the simple opponent.
_GAIN = 4.0  # points that cards of the staircase must gain to be better than a card from the stock
_BURDEN = 2.0  # the cost of each additional card left in the hand
# The most cards of hand and staircase considered together. In 182 games there were at most 19; a noted position may
# have 46, which took up to 20 s, while 36 take 0.04 s.
_MOST = 36


def worth_taking(position: Position) -> int:
    """Returns the number of cards to take from the pile for the greatest gain; 0 if the stock is better."""
    hand, rows = position.hand, rows_of(position)
    before, _ = _laid(hand, rows, position.rules)
    best, most = 0, _GAIN
    for many in range(1, min(len(position.pile), _MOST - len(hand)) + 1):
        if play.may_take(position, position.turn, many):
            break
        noted, left = _laid((*hand, *position.pile[-many:]), rows, position.rules)
        gain = noted - before - _BURDEN * max(0, left - len(hand))
        if gain > most:
            best, most = many, gain
    return best


def _laid(hand: Sequence[Card], rows: Rows, rules: RuleSet) -> tuple[int, int]:
    """Returns the approximate points that could be noted for these cards, and the number of cards left."""
    best = best_melding(hand, rules)
    points = sum(judge_meld(meld, rules).points or 0 for meld in best.melds)
    left = list(best.left)
    points += sum(card_left(card, rules) for card in laid_in_rows(left, rows))
    return points, len(left)
