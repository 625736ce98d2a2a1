"""Commands as values, their written form, and the naming of jokers in their sets."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from romme_turnier.core.playing.commands.words import OPTION_WORDS, Word
from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.lay_off import End
from romme_turnier.core.rules.system.cards import (
    JOKER,
    NAMED,
    Card,
    card as card_of,
    format_card,
    stands_for,
)
from romme_turnier.core.rules.system.ruleset import RuleSet, SetJoker

Meld = tuple[Card, ...]
ENDS = {"vorn": End.FRONT, "hinten": End.BACK}
BEFORE, BEHIND = "vor", "hinter"
WITH, TO, BESIDE = "mit", "zu", "|"
ALWAYS, ASK_AGAIN = "immer", "fragen"  # for all discards of the game
KEEPS, LEAVES = "nehmen", "lassen"  # a joker found by cutting


@dataclass(frozen=True, slots=True)
class Command:
    word: Word
    cards: tuple[Card, ...] = ()  # from the hand
    melds: tuple[int, ...] = ()  # numbers of melds on the table
    groups: tuple[Meld, ...] = ()  # whole melds
    end: End | None = None
    number: int | None = None  # a count, or the value of an option
    text: str = ""  # a name, an option, a sort order, the duration of a waiver, a word to explain, KEEPS, LEAVES


def agree_upon(option: str, value: bool | int) -> Command:
    """Returns the command that sets ``option``, a name in the rule system, to a number, or switches it on or off."""
    if isinstance(value, bool):
        return Command(Word.PLAY_WITH if value else Word.PLAY_WITHOUT, text=OPTION_WORDS[option])
    return Command(Word.SET, text=OPTION_WORDS[option], number=value)


def format_command(command: Command, card: Callable[[Card], str] = format_card) -> str:
    """Returns the command as a player types it; ``card`` formats each card."""
    return " ".join([command.word, *_operands(command, card)])


def _operands(command: Command, card: Callable[[Card], str]) -> Iterator[str]:
    def joined(cards: Sequence[Card]) -> str:
        return " ".join(map(card, cards))

    match command.word:
        case Word.SORT if command.text in {BEFORE, BEHIND}:
            moving, beside = command.cards
            yield f"{card(moving)} {command.text} {card(beside)}"
        case Word.REBUILD:
            yield ",".join(map(str, command.melds))
            if command.cards:
                yield f"{WITH} {joined(command.cards)}"
            yield f"{TO} {f' {BESIDE} '.join(map(joined, command.groups))}"
        case _:
            yield from (str(meld) for meld in command.melds)
            if command.text:
                yield command.text
            if command.number is not None:
                yield str(command.number)
            if command.groups:
                yield f" {BESIDE} ".join(map(joined, command.groups))
            if command.cards:
                yield joined(command.cards)
            yield from (name for name, end in ENDS.items() if end is command.end)


def with_named_jokers(command: Command, rules: RuleSet) -> Command:
    """Returns the command with the jokers of its sets named as the rules require.

    If a joker may be swapped for the card that it represents, the source of the rules lets the player choose that card.
    An unnamed joker could never be swapped, so it gets a missing suit. If jokers in sets have no suit, names are
    dropped (III.6).
    """
    return replace(command, groups=tuple(_named(group, rules) for group in command.groups))


def _named(laid: Meld, rules: RuleSet) -> Meld:
    """Returns a valid set with its joker named after the first missing suit, or unnamed, as the rules require.

    Other melds are returned unchanged.
    """
    meld = judge_meld(laid, rules)
    if meld.kind != "set" or not meld.valid:
        return laid
    if rules.melds.set_joker is SetJoker.FOURTH_CARD:
        return meld.cards
    if rules.melds.set_joker is not SetJoker.NAMED or JOKER not in meld.cards:
        return laid
    there = {stands_for(placed) for placed in meld.cards}
    missing = next(natural for suit in range(4) if (natural := card_of(meld.rank, suit)) not in there)
    at = meld.cards.index(JOKER)
    return (*meld.cards[:at], NAMED + missing, *meld.cards[at + 1 :])
