"""Cases of the sources, as addresses that give the answer of the source: to look at, and to begin from."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from romme_turnier.core.rules import RuleSet, get_ruleset, parse_cards, with_options
from romme_turnier.core.rules.system.examples import SOURCE_EXAMPLES, SourceExample
from romme_turnier.core.rules.system.registry import DEFAULT
from romme_turnier.tournament.shared.rule_words.examples import EXAMPLE_WORDS
from romme_turnier.web.rule_check.asked import Ask, Case, Entry, Number, Tick
from romme_turnier.web.rule_check.drawn import tapped_words


@dataclass(frozen=True, slots=True)
class Example:
    """`clause`: where the source has it."""

    clause: str
    words: StrOrPromise
    case: Case


def _case(ask: Ask, *ticks: Tick, **texts: str) -> Case:
    return Case(ask, get_ruleset(DEFAULT), {Entry[name]: text for name, text in texts.items()}, frozenset(ticks))


EXAMPLES = (
    Example(
        "III.1",
        _("Vom Ass hinunter bis zur Zwei"),
        _case(Ask.MELD, CARDS="♥A ♥K ♥D ♥B ♥10 ♥9 ♥8 ♥7 ♥6 ♥5 ♥4 ♥3 ♥2"),
    ),
    Example("III.2", _("Über das Ass hinaus: König, Ass, Zwei, Drei"), _case(Ask.MELD, CARDS="♠K ♠A ♠2 ♠3")),
    Example(
        "III.3", _("Vom Ass hinauf bis zum König"), _case(Ask.MELD, CARDS="♣A ♣2 ♣3 ♣4 ♣5 ♣6 ♣7 ♣8 ♣9 ♣10 ♣B ♣D ♣K")
    ),
    Example("III.4", _("Vier Asse"), _case(Ask.MELD, CARDS="♣A ♠A ♥A ♦A")),
    Example("III.5", _("Ass, Joker, Dame, Joker"), _case(Ask.MELD, CARDS="♦A Joker ♦D Joker")),
    Example("III.5", _("Zwei Joker nebeneinander"), _case(Ask.MELD, CARDS="♦A Joker Joker ♦B")),
    Example("III.5", _("Mehr Joker als Karten"), _case(Ask.MELD, CARDS="Joker ♦A Joker")),
    Example(
        "III.6",
        _("Den Joker eines Satzes mit der dritten Karte holen"),
        _case(Ask.TAKE_JOKER, MELD="♣7 ♠7 *", CARD="♥7"),
    ),
    Example(
        "III.6",
        _("Den Joker eines Satzes mit der vierten Karte holen"),
        _case(Ask.TAKE_JOKER, MELD="♣7 ♠7 ♥7 *", CARD="♦7"),
    ),
    Example(
        "III.7",
        _("Die offene Fünf nehmen, um sie mit der Vier anzulegen"),
        _case(Ask.TAKE, Tick.OPENED, CARD="♥5", HAND="♥4 ♣9 ♦K", TABLE="♥A ♥2 ♥3"),
    ),
    Example("§ 6.3", _("Mit genau 40 Augen auslegen"), _case(Ask.OPENING, MELDS="♥D ♠D ♦D / ♣A ♣2 ♣3 ♣4", HAND="♦K")),
    Example(
        "§ 6.5",
        _("Zu wenig ausgelegt, und die Hand hilft"),
        _case(Ask.COMPLETE, MELDS="♥7 ♥8 ♥9", HAND="♥10 ♥B ♣2"),
    ),
    Example(
        "§ 6.5",
        _("Zu wenig ausgelegt, und es reicht nicht"),
        _case(Ask.COMPLETE, MELDS="♥7 ♥8 ♥9", HAND="♥10 ♣2 ♠5"),
    ),
    Example(
        "§ 6.8", _("Die Zehn neben den Joker legen, der für sie liegt"), _case(Ask.LAY_OFF, MELD="♥9 * ♥B", CARDS="♥10")
    ),
    Example("§ 6.9", _("Einen Anleger abwerfen"), _case(Ask.DISCARD, Tick.NEXT_OPENED, CARD="♥8", TABLE="♥5 ♥6 ♥7")),
    Example("§ 6.10", _("Einen Joker als letzte Karte abwerfen"), _case(Ask.DISCARD, Tick.LAST, CARD="*")),
)

_ASKS = {
    "meld": Ask.MELD,
    "opening": Ask.OPENING,
    "lay_off": Ask.LAY_OFF,
    "take_joker": Ask.TAKE_JOKER,
    "rearrange": Ask.REARRANGE,
}
_ENTRIES = {
    "cards": Entry.CARDS,
    "melds": Entry.MELDS,
    "meld": Entry.MELD,
    "hand": Entry.HAND,
    "card": Entry.CARD,
    "table": Entry.TABLE,
}


def examples_of(rules: RuleSet) -> tuple[Example, ...]:
    """Returns those of the source of a rule system."""
    if rules.key == DEFAULT:
        return EXAMPLES
    return tuple(_example(one, get_ruleset(rules.key)) for one in SOURCE_EXAMPLES.get(rules.key, ()))


def _example(one: SourceExample, rules: RuleSet) -> Example:
    texts = {_ENTRIES[name]: _typed(cards) for name, cards in one.cards.items()}
    numbers = {} if one.contract is None else {Number.CONTRACT: one.contract}
    options = (one.agreed,) if one.agreed else ()
    agreed = with_options(rules, dict.fromkeys(options, True))
    case = Case(_ASKS[one.ask], agreed, texts, numbers=numbers, options=options)
    return Example(one.clause, EXAMPLE_WORDS[one.name], case)


def _typed(cards: str) -> str:
    """As somebody would tap them."""
    return " / ".join(tapped_words(parse_cards(meld)) for meld in cards.split("/"))
