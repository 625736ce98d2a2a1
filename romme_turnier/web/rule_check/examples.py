"""Examples from the sources of the rules, as cases to look at or to start from."""

from dataclasses import dataclass

from django_stubs_ext import StrOrPromise

from romme_turnier.core.rules import RuleSet, get_ruleset, parse_cards, with_options
from romme_turnier.core.rules.system.examples import SOURCE_EXAMPLES
from romme_turnier.core.rules.system.options import format_options
from romme_turnier.tournament.shared.rule_words.examples import EXAMPLE_WORDS
from romme_turnier.web.rule_check.card_images import tapped_words
from romme_turnier.web.rule_check.case import Ask, Case, Entry, Number, Tick


@dataclass(frozen=True, slots=True)
class Example:
    """An example from a rule system's source; `clause` is its place in the source."""

    clause: str
    words: StrOrPromise
    case: Case


def examples_of(rules: RuleSet) -> tuple[Example, ...]:
    """Returns the examples from a rule system's source, with cards as the tray writes them."""
    examples = []
    for example in SOURCE_EXAMPLES.get(rules.key, ()):
        agreed = with_options(get_ruleset(rules.key), {example.agreed: True} if example.agreed else {})
        case = Case(
            Ask[example.ask.upper()],
            agreed,
            {
                Entry[name.upper()]: " / ".join(tapped_words(parse_cards(meld)) for meld in cards.split("/"))
                for name, cards in example.cards.items()
            },
            frozenset(Tick[tick.upper()] for tick in example.ticks),
            {} if example.contract is None else {Number.CONTRACT: example.contract},
            tuple(format_options(agreed).split()),
        )
        examples.append(Example(example.clause, EXAMPLE_WORDS[example.name], case))
    return tuple(examples)
