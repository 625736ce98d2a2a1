"""Hands in the notation of tests: cards in, answers out as text."""

from __future__ import annotations

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.judgement import Judgement
from romme_turnier.core.rules.melds.lay_off import LaidOff, lay_off, take_joker
from romme_turnier.core.rules.melds.opening import Opening, judge_opening
from romme_turnier.core.rules.system.cards import Card, format_cards, parse_card, parse_cards
from romme_turnier.core.rules.system.codes import CARD_CODES
from romme_turnier.core.rules.system.options import with_options
from romme_turnier.core.rules.system.registry import get_ruleset
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation


def rules(key: str, players: int | None = None, **options: bool | int) -> RuleSet:
    return with_options(get_ruleset(key), options, players)


def cards(text: str, ruleset: RuleSet) -> tuple[Card, ...]:
    return parse_cards(text, online=ruleset.online_notation)


def meld(text: str, ruleset: RuleSet) -> Judgement:
    return judge_meld(cards(text, ruleset), ruleset)


def said(text: str, ruleset: RuleSet) -> str:
    """``run 29: 9H *10H JH``, or the codes of all violations with their clauses."""
    judged = meld(text, ruleset)
    if judged.violations:
        return refused(judged.violations)
    return f"{judged.kind} {judged.points}: {format_cards(judged.cards)}"


def refused(violations: tuple[Violation, ...]) -> str:
    for found in violations:
        assert set(found.params) - {"meld"} == CARD_CODES[found.code]
    return ", ".join(f"{found.code} {found.clause}".rstrip() for found in violations)


def laid_off(lying: str, added: str, ruleset: RuleSet) -> str:
    return _changed(lay_off(cards(lying, ruleset), cards(added, ruleset), ruleset))


def joker_taken(lying: str, taking: str, ruleset: RuleSet) -> str:
    return _changed(take_joker(cards(lying, ruleset), parse_card(taking), ruleset))


def _changed(laid: LaidOff) -> str:
    return format_cards(laid.cards) if laid.valid else refused(laid.violations)


def opened(*melds: str, ruleset: RuleSet, hand: str | None = "2C", round_number: int | None = None) -> str:
    opening: Opening = judge_opening(
        [cards(text, ruleset) for text in melds],
        ruleset,
        hand=None if hand is None else cards(hand, ruleset),
        round_number=round_number,
    )
    return str(opening.points) if opening.valid else refused(opening.violations)
