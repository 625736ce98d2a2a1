"""Naming jokers of sets when they are laid: with a suit if they can be taken, without a name otherwise.

If a joker can be taken by the card it was named for, the source lets the player choose that card. Without a name no
player could take it, so it gets a missing suit. If a joker of a set has no suit, a name means nothing (III.6).
"""

from dataclasses import replace

from romme_turnier.core.playing.commands.command import Command, Meld
from romme_turnier.core.rules import judge_meld
from romme_turnier.core.rules.system.cards import JOKER, NAMED, card, is_joker, rank_of, stands_for
from romme_turnier.core.rules.system.ruleset import RuleSet, SetJoker


def with_named_jokers(command: Command, rules: RuleSet) -> Command:
    """Returns the command with the jokers of its sets named as the rules have them."""
    return replace(command, groups=tuple(_named(group, rules) for group in command.groups))


def _named(laid: Meld, rules: RuleSet) -> Meld:
    """Returns a set with its joker named as the first missing suit, or without a name; other cards unchanged."""
    meld = judge_meld(laid, rules)
    if meld.kind != "set" or not meld.valid:
        return laid
    if rules.melds.set_joker is SetJoker.FOURTH_CARD:
        return meld.cards
    if rules.melds.set_joker is not SetJoker.NAMED or JOKER not in meld.cards:
        return laid
    rank = next(rank_of(placed) for placed in meld.cards if not is_joker(placed))
    there = {stands_for(placed) for placed in meld.cards}
    missing = next(natural for suit in range(4) if (natural := card(rank, suit)) not in there)
    at = meld.cards.index(JOKER)
    return (*meld.cards[:at], NAMED + missing, *meld.cards[at + 1 :])
