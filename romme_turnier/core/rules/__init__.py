"""The rules engine: one import for questions about cards, melds and games.

A rule system is a value. Cards are small integers, written as ``10H``, ``*`` (a joker) or ``*QH`` (a joker that stands
for the queen). Violations are returned as a tuple of ``Violation``: a code, the clause of the source and the facts of
the case. An empty tuple means that the case is allowed.

>>> rules = get_ruleset("rommeordnung")
>>> run = judge_meld(parse_cards("9H * JH"), rules)
>>> run.valid, run.kind, run.points, format_cards(run.cards)
(True, 'run', 29, '9H *10H JH')
>>> [(violation.code, violation.clause) for violation in judge_meld(parse_cards("AH * * JH"), rules).violations]
[('jokers_adjacent', '§ 4.4.1')]

May a player open with these melds, holding one card more? What is the meld after laying off a card, or after taking
its joker?

>>> judge_opening([parse_cards("QH QS QD"), parse_cards("AC 2C 3C 4C")], rules, hand=parse_cards("KD")).points
40
>>> format_cards(lay_off(parse_cards("5H 6H 7H"), parse_cards("9H 8H"), rules).cards)
'5H 6H 7H 8H 9H'
>>> format_cards(lay_off(parse_cards("5H 6H 7H"), parse_cards("*"), rules, End.FRONT).cards)
'*4H 5H 6H 7H'
>>> format_cards(take_joker(parse_cards("9H * JH"), parse_card("10H"), rules).cards)
'9H 10H JH'

How many points is a hand worth, and which melds are best?

>>> hand = parse_hand("9H * JH 7H 7S 7C 2D")
>>> points_left(hand, rules)
62
>>> best = best_melding(hand, rules)
>>> [format_cards(meld) for meld in best.melds], format_cards(best.left), best.points_left
(['7C 7S 7H', '9H * JH'], '2D', 2)

Can a game have ended like this? Points by seat, seat 1 first.

>>> check_outcome(rules, finisher=2, handromme=False, points=[37, 0, 55, 12])
()
>>> [violation.code for violation in check_outcome(rules, finisher=2, handromme=False, points=[1, 0, 55, 12])]
['points_too_low']

Agreements before a game go into the rule system.

>>> rommee = with_options(get_ruleset("rommee"), {"minimum": 40})
>>> [violation.params for violation in judge_opening([parse_cards("10H JH QH")], rommee).violations]
[{'points': 30, 'least': 40}]

Several games at one table are a match: who deals the next, what is the score, is it over?

>>> match = after_game(Match(get_ruleset("rommeordnung"), seats=3), Result((0, 37, 55), finisher=1))
>>> match.dealer, match.sums.points, match.sums.leaders, match.over
(2, (0, 37, 55), (1,), False)

Two packages are imported separately, because few programs need them: ``core.rules.play`` plays games turn by turn,
``core.rules.record`` holds their records and the fair shuffle. ``core.rules.interface`` answers the same questions in
JSON.
"""

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.judgement import Judgement
from romme_turnier.core.rules.melds.lay_off import End, LaidOff, lay_off, take_joker
from romme_turnier.core.rules.melds.opening import Opening, judge_opening
from romme_turnier.core.rules.outcome.check import check_outcome, check_table
from romme_turnier.core.rules.outcome.match import Match, after_game
from romme_turnier.core.rules.outcome.sheets import Result
from romme_turnier.core.rules.search.best import BestMelding, best_melding
from romme_turnier.core.rules.search.rearrange import Rearrangement, best_rearrangement
from romme_turnier.core.rules.system.cards import (
    Card,
    CardError,
    format_card,
    format_cards,
    parse_card,
    parse_cards,
    parse_hand,
)
from romme_turnier.core.rules.system.hands import points_left, supply
from romme_turnier.core.rules.system.options import OptionError, with_options
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS, UnknownRuleSetError, get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

__all__ = [
    "RULE_SYSTEMS",
    "BestMelding",
    "Card",
    "CardError",
    "End",
    "Judgement",
    "LaidOff",
    "Match",
    "Opening",
    "OptionError",
    "Rearrangement",
    "Result",
    "RuleSet",
    "UnknownRuleSetError",
    "Violation",
    "after_game",
    "best_melding",
    "best_rearrangement",
    "check_outcome",
    "check_table",
    "format_card",
    "format_cards",
    "get_ruleset",
    "judge_meld",
    "judge_opening",
    "lay_off",
    "parse_card",
    "parse_cards",
    "parse_hand",
    "points_left",
    "supply",
    "take_joker",
    "with_options",
]
