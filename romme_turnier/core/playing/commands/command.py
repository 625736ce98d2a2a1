"""A command as a value, and how it is written."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from romme_turnier.core.playing.commands.words import OPTION_WORDS, Word
from romme_turnier.core.rules.melds.lay_off import End
from romme_turnier.core.rules.system.cards import Card, format_card

Meld = tuple[Card, ...]
ENDS = {"vorn": End.FRONT, "hinten": End.BACK}
BEFORE, BEHIND = "vor", "hinter"
WITH, TO, BESIDE = "mit", "zu", "|"
ALWAYS, ASK_AGAIN = "immer", "fragen"  # the open cards of the whole game


@dataclass(frozen=True, slots=True)
class Command:
    """A player's command.

    ``cards`` from the hand; ``melds`` on the table, by the number of their name; ``groups``: whole melds. ``number``: a
    count, or the value of an option; ``text``: a name, an option, a way to sort, how long to waive, a word to be
    explained.
    """

    word: Word
    cards: tuple[Card, ...] = ()
    melds: tuple[int, ...] = ()
    groups: tuple[Meld, ...] = ()
    end: End | None = None
    number: int | None = None
    text: str = ""


def agree_upon(option: str, value: bool | int) -> Command:
    """Returns the command that switches an option on or off, by its name in the rule system."""
    if isinstance(value, bool):
        return Command(Word.PLAY_WITH if value else Word.PLAY_WITHOUT, text=OPTION_WORDS[option])
    return Command(Word.SET, text=OPTION_WORDS[option], number=value)


def format_command(command: Command, card: Callable[[Card], str] = format_card) -> str:
    """Returns the command as a player types it; ``card`` writes the cards."""
    return " ".join([command.word, *_operands(command, card)])


def _operands(command: Command, card: Callable[[Card], str]) -> Iterator[str]:
    def told(cards: Sequence[Card]) -> str:
        return " ".join(map(card, cards))

    match command.word:
        case Word.SORT if command.text in {BEFORE, BEHIND}:
            moving, beside = command.cards
            yield f"{card(moving)} {command.text} {card(beside)}"
        case Word.REBUILD:
            yield ",".join(map(str, command.melds))
            if command.cards:
                yield f"{WITH} {told(command.cards)}"
            yield f"{TO} {f' {BESIDE} '.join(map(told, command.groups))}"
        case _:
            yield from (str(meld) for meld in command.melds)
            if command.text:
                yield command.text
            if command.number is not None:
                yield str(command.number)
            if command.groups:
                yield f" {BESIDE} ".join(map(told, command.groups))
            if command.cards:
                yield told(command.cards)
            yield from (name for name, end in ENDS.items() if end is command.end)
