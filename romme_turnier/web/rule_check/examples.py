"""Cases of the sources, as addresses that give the answer of the source: to look at, and to begin from."""

from dataclasses import dataclass

from django_stubs_ext import StrOrPromise

from romme_turnier.core.rules import RuleSet, get_ruleset, parse_cards, with_options
from romme_turnier.core.rules.system.examples import SOURCE_EXAMPLES, SourceExample
from romme_turnier.core.rules.system.options import format_options
from romme_turnier.tournament.shared.rule_words.examples import EXAMPLE_WORDS
from romme_turnier.web.rule_check.asked import Ask, Case, Entry, Number, Tick
from romme_turnier.web.rule_check.drawn import tapped_words


@dataclass(frozen=True, slots=True)
class Example:
    """`clause`: where the source has it."""

    clause: str
    words: StrOrPromise
    case: Case


def examples_of(rules: RuleSet) -> tuple[Example, ...]:
    """Returns those of the source of a rule system."""
    return tuple(_example(one, get_ruleset(rules.key)) for one in SOURCE_EXAMPLES.get(rules.key, ()))


def _example(one: SourceExample, rules: RuleSet) -> Example:
    agreed = with_options(rules, {one.agreed: True} if one.agreed else {})
    case = Case(
        Ask[one.ask.upper()],
        agreed,
        {Entry[name.upper()]: _typed(cards) for name, cards in one.cards.items()},
        frozenset(Tick[tick.upper()] for tick in one.ticks),
        {} if one.contract is None else {Number.CONTRACT: one.contract},
        tuple(format_options(agreed).split()),
    )
    return Example(one.clause, EXAMPLE_WORDS[one.name], case)


def _typed(cards: str) -> str:
    """As somebody would tap them."""
    return " / ".join(tapped_words(parse_cards(meld)) for meld in cards.split("/"))
