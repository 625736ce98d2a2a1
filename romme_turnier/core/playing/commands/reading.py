"""Parses a typed command, a word with its arguments. Errors name the expected input."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from romme_turnier.core.playing.commands.cards import read_card
from romme_turnier.core.playing.commands.command import (
    ALWAYS,
    ASK_AGAIN,
    BEFORE,
    BEHIND,
    BESIDE,
    ENDS,
    KEEPS,
    LEAVES,
    TO,
    WITH,
    Command,
    Meld,
)
from romme_turnier.core.playing.commands.words import OPTION_NAMES, Word, find_word, folded, options_of
from romme_turnier.core.playing.hands import Sorting
from romme_turnier.core.playing.table import Plays
from romme_turnier.core.rules.system.cards import JOKER, Card, CardError
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.core.rules.system.ruleset import RuleSet

MOST_LETTERS = 600  # the longest line that is stored; enough to rearrange a whole table
MOST_OF_WORD = 30  # characters of a word for the shuffle
_MOST_NUMBER = 100_000


class Expected(StrEnum):
    """The kind of input expected instead of the given text."""

    COMMAND = "command"
    CLEAR_COMMAND = "clear_command"  # the beginning matches several commands
    NOTHING = "nothing"
    CARD = "card"
    NATURAL_CARD = "natural_card"
    CARDS = "cards"
    MELD = "meld"  # the number of a meld on the table
    MELDS = "melds"
    NUMBER = "number"
    HOW_MANY = "how_many"  # or the wanted card of the pile
    SYSTEM = "system"
    OPTION = "option"
    NAME = "name"
    SORTING = "sorting"
    OPPONENT = "opponent"
    NEW_MELDS = "new_melds"  # after "zu"
    SHUFFLE_WORD = "shuffle_word"
    CUT_JOKER = "cut_joker"
    SHORTER = "shorter"


class CommandError(ValueError):
    """Raised if a line cannot be parsed.

    It holds the text `found` ("" at the end of the line), the `expected` input, the command `word` (None if unclear)
    and the possible words (`choice`).
    """

    def __init__(self, text: str, expected: Expected, word: Word | None = None, choice: tuple[str, ...] = ()) -> None:
        super().__init__(f'expected {expected}, found "{text}"')
        self.found, self.expected, self.word, self.choice = text, expected, word, choice


def parse_command(text: str, *, online: bool = False, rules: RuleSet | None = None) -> Command:
    """Parses a typed line; ``online`` allows the online Rommee's cards. Raises CommandError.

    An error about an option suggests the options of ``rules``, or all options if ``rules`` is None.
    """
    if len(text) > MOST_LETTERS:
        raise CommandError(text[:20], Expected.SHORTER)
    tokens = re.sub(r"[|;/]", r" \g<0> ", text.replace(",", " ")).split()
    meaning = find_word(tokens)
    match meaning.words:
        case ():
            raise CommandError(tokens[0] if tokens else "", Expected.COMMAND)
        case (word,):
            rest = _Rest(word, tokens[meaning.tokens :], online, tuple(options_of(rules)))
            command = _READERS[word](rest)
            rest.done()
            return command
        case _:
            raise CommandError(
                " ".join(tokens[: meaning.tokens]), Expected.CLEAR_COMMAND, choice=tuple(map(str, meaning.words))
            )


@dataclass(slots=True)
class _Rest:
    """The unread tokens after the command word; the methods raise CommandError for an unexpected token."""

    word: Word
    tokens: Sequence[str]
    online: bool
    options: Sequence[str]

    @property
    def next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def error(self, expected: Expected, choice: tuple[str, ...] = ()) -> CommandError:
        return CommandError(self.next, expected, self.word, choice)

    def take(self) -> str:
        token, self.tokens = self.tokens[0], self.tokens[1:]
        return token

    def accept(self, *words: str) -> str:
        """Takes the next token if it is one of these words, and returns the word; otherwise returns ""."""
        typed = folded(self.next)
        next_word = next((word for word in words if typed and typed == folded(word)), "")
        if next_word:
            self.take()
        return next_word

    def choice(self, expected: Expected, *words: str) -> str:
        """Takes the next token, which must be one of these words, and returns the word."""
        if not (word := self.accept(*words)):
            raise self.error(expected, tuple(map(str, words)))
        return word

    def done(self) -> None:
        if self.tokens:
            raise self.error(Expected.NOTHING)

    def number(self, expected: Expected = Expected.NUMBER) -> int:
        if not re.fullmatch(r"[0-9]{1,6}\)?", self.next, re.ASCII) or int(self.next.rstrip(")")) > _MOST_NUMBER:
            raise self.error(expected)
        return int(self.take().rstrip(")"))

    def number_or_none(self) -> int | None:
        return self.number() if self.tokens else None

    def is_number(self) -> bool:
        return bool(re.fullmatch(r"[0-9]+\)?", self.next, re.ASCII))

    def card(self) -> Card:
        if not self.tokens:
            raise self.error(Expected.CARD)
        try:
            card = read_card(self.next, online=self.online)
        except CardError:
            raise self.error(Expected.CARD) from None
        self.take()
        return card

    def cards(self, *until: str) -> Meld:
        """Takes at least one card, stopping at one of these words or at the end."""
        cards: list[Card] = []
        while self.tokens and folded(self.next) not in until:
            cards.append(self.card())
        if not cards:
            raise self.error(Expected.CARDS)
        return tuple(cards)

    def groups(self) -> tuple[Meld, ...]:
        """Takes one or more melds, separated by ``|``, ``/``, ``;`` or "und"."""
        melds = [self.cards(*_PARTING)]
        while self.accept(*_PARTING):
            melds.append(self.cards(*_PARTING))
        return tuple(melds)

    def name(self) -> str:
        if not self.tokens:
            raise self.error(Expected.NAME)
        name, self.tokens = " ".join(self.tokens), ()
        return name


_PARTING = (BESIDE, "/", ";", "und")


def _option(rest: _Rest) -> str:
    typed = folded(rest.next)
    options = [name for name in OPTION_NAMES if typed and name.startswith(typed)]
    exact = [name for name in options if name == typed]
    if len(exact or options) != 1:
        raise rest.error(Expected.OPTION, tuple(options or rest.options))
    rest.take()
    return (exact or options)[0]


def _shuffle_word(rest: _Rest) -> Command:
    """Joins the remaining tokens with underscores into one shuffle word, as in records.

    An empty word withdraws the earlier one. Raises CommandError for a word that is too long or has other characters.
    """
    typed = "_".join(rest.tokens)
    if typed and not re.fullmatch(rf"\w[\w-]{{0,{MOST_OF_WORD - 1}}}", typed):
        raise rest.error(Expected.SHUFFLE_WORD, (str(MOST_OF_WORD),))
    rest.tokens = ()
    return Command(rest.word, text=typed)


def _take(rest: _Rest) -> Command:
    """Parses a number of cards, or the lowest of the wanted cards in the pile."""
    if not rest.tokens or rest.is_number():
        return Command(rest.word, number=rest.number_or_none())
    try:
        return Command(rest.word, cards=(rest.card(),))
    except CommandError as error:
        raise CommandError(error.found, Expected.HOW_MANY, rest.word) from None


def _groups_or_nothing(rest: _Rest) -> Command:
    return Command(rest.word, groups=rest.groups() if rest.tokens else ())


def _swap(rest: _Rest) -> Command:
    meld = rest.number(Expected.MELD)
    card = rest.card()
    if card >= JOKER:
        raise CommandError("*", Expected.NATURAL_CARD, rest.word)
    return Command(rest.word, cards=(card,), melds=(meld,))


def _rebuild(rest: _Rest) -> Command:
    melds = [rest.number(Expected.MELDS)]
    while rest.is_number():
        melds.append(rest.number(Expected.MELDS))
    cards = rest.cards(TO) if rest.accept(WITH) else ()
    if not rest.accept(TO):
        raise rest.error(Expected.NEW_MELDS)
    return Command(rest.word, cards=cards, melds=tuple(melds), groups=rest.groups())


def _sort(rest: _Rest) -> Command:
    if by := rest.accept(Sorting.SUIT, Sorting.RANK):
        return Command(rest.word, text=by)
    try:
        cards = rest.cards(BEFORE, BEHIND)
    except CommandError as error:
        raise CommandError(error.found, Expected.SORTING, rest.word) from None
    if len(cards) == 1 and (where := rest.accept(BEFORE, BEHIND)):
        return Command(rest.word, cards=(*cards, rest.card()), text=where)
    return Command(rest.word, cards=cards)


def _help(rest: _Rest) -> Command:
    if not rest.tokens:
        return Command(rest.word)
    meaning = find_word(rest.tokens)
    if len(meaning.words) != 1:
        raise rest.error(
            Expected.COMMAND if not meaning.words else Expected.CLEAR_COMMAND, tuple(map(str, meaning.words))
        )
    rest.tokens = rest.tokens[meaning.tokens :]
    return Command(rest.word, text=meaning.words[0])


_WITHOUT_ARGUMENTS = (
    *(Word.BREAK_OFF, Word.SHUFFLE, Word.DRAW, Word.CARDS, Word.SCORE, Word.LEAVE, Word.KNOCK, Word.ALLOW),
    *(Word.SPECIAL_RULES, Word.PLAYERS, Word.PASS, Word.UNDO),
)

# The arguments of `Command` follow the order of the typed line, because each one takes its tokens from the line.
_READERS: Mapping[Word, Callable[[_Rest], Command]] = {
    Word.OPEN: lambda rest: Command(rest.word, text=rest.choice(Expected.SYSTEM, *RULE_SYSTEMS) if rest.tokens else ""),
    Word.SET: lambda rest: Command(rest.word, text=_option(rest), number=rest.number()),
    Word.PLAY_WITH: lambda rest: Command(rest.word, text=_option(rest), number=rest.number_or_none()),
    Word.PLAY_WITHOUT: lambda rest: Command(rest.word, text=_option(rest)),
    Word.JOIN: lambda rest: Command(rest.word, text=rest.name() if rest.tokens else ""),
    Word.DISCARD: lambda rest: Command(rest.word, cards=(rest.card(),)),
    Word.TAKE: _take,
    Word.LAY_OUT: lambda rest: Command(rest.word, groups=rest.groups()),
    Word.LAY_OFF: lambda rest: Command(
        rest.word, melds=(rest.number(Expected.MELD),), cards=rest.cards(*ENDS), end=ENDS.get(rest.accept(*ENDS))
    ),
    Word.SWAP: _swap,
    Word.SORT: _sort,
    Word.THROW_OUT: lambda rest: Command(rest.word, text=rest.name()),
    Word.REBUILD: _rebuild,
    Word.ANNOUNCE: _groups_or_nothing,
    Word.RUMMY_HAND: _groups_or_nothing,
    Word.GO_OUT: lambda rest: Command(rest.word, cards=(rest.card(),) if rest.tokens else ()),
    Word.WAIVE: lambda rest: Command(rest.word, text=rest.accept(ALWAYS, ASK_AGAIN)),
    Word.OPPONENT: lambda rest: Command(
        rest.word, text=rest.choice(Expected.OPPONENT, Plays.SIMPLE, Plays.STRONG), number=rest.number_or_none()
    ),
    Word.SHUFFLE_WORD: _shuffle_word,
    Word.CUT_JOKER: lambda rest: Command(rest.word, text=rest.choice(Expected.CUT_JOKER, KEEPS, LEAVES)),
    Word.HELP: _help,
    **dict.fromkeys(_WITHOUT_ARGUMENTS, lambda rest: Command(rest.word)),
}
