"""Whether the player in turn may take a joker from a meld of the table: the moment, the cards, and the joker's use.

Returns every violation; an empty result allows the act.
"""

from romme_turnier.core.rules.melds.lay_off import take_joker
from romme_turnier.core.rules.play.laying import may_use_table, used_at_once
from romme_turnier.core.rules.play.position import Position, not_held
from romme_turnier.core.rules.play.turns import after_take_joker
from romme_turnier.core.rules.play.uses import jokers_usable
from romme_turnier.core.rules.system.cards import Card, format_card
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.rules.system.ruleset import PileRule
from romme_turnier.core.violations import Violation


def may_take_joker(position: Position, at: int, card: Card) -> tuple[Violation, ...]:
    """Exchanges a card of the hand for the joker in meld ``at``, counted from 0 (§ 6.11).

    A card of the pile that must be used immediately cannot take a joker (§ 7.3); its twin from the hand can. If the
    joker may not be kept, there must be a use for it (see ``uses``): otherwise the turn could not be ended.
    """
    rules = position.rules
    violations = [*may_use_table(position), *not_held(position, [card])]
    if rules.play.pile is PileRule.USED_AT_ONCE and position.hand.count(card) <= position.owed.count(card) > 0:
        violations.append(violation(rules, "discard_takes_no_joker", card=format_card(card)))
    elif used_at_once(position):
        violations += card_violations(rules, "must_be_used", position.owed)
    if not 0 <= at < len(position.table):
        return (*violations, violation(rules, "no_such_meld", melds=len(position.table)))
    meld = position.table[at]
    taken = take_joker(meld.cards, card, rules)
    if card in meld.blocked and not taken.valid:
        violations.append(violation(rules, "joker_blocked", card=format_card(card)))
    else:
        violations += taken.violations
    if not violations and not rules.play.keeps_joker and not jokers_usable(after_take_joker(position, at, card)):
        violations.append(violation(rules, "joker_without_use", card=format_card(card)))
    return tuple(violations)
