"""The commands available at a table. Each has an example with cards that are visible to one seat."""

from collections.abc import Callable, Mapping, Sequence

from romme_turnier.core.playing.commands.command import BEHIND, LEAVES, Command
from romme_turnier.core.playing.commands.words import GAMES, OPTION_NAMES, Word, options_of
from romme_turnier.core.playing.hands import Sorting
from romme_turnier.core.playing.table import Plays, Table
from romme_turnier.core.rules import play
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.search.best import best_melding
from romme_turnier.core.rules.system.cards import JOKER, Card, is_joker, parse_cards, stands_for
from romme_turnier.core.rules.system.options import announced_options
from romme_turnier.core.rules.system.ruleset import RuleSet

# For tables without suitable cards: a run and its fourth card.
_RUN = parse_cards("8D 9D 10D")
_NEXT = parse_cards("JD")
# Similar to the example in the source of the rules, with both resulting melds.
_REBUILT = Command(Word.REBUILD, cards=_NEXT, melds=(1, 2), groups=((*_RUN, *_NEXT), parse_cards("QD KD AD")))


def example(word: Word, table: Table, seat: int) -> Command:
    """Returns an example of a command, with cards that the seat can see if some fit, otherwise with other cards."""
    build = _EXAMPLES.get(word)
    return Command(word) if build is None else build(_At(table, seat))


class _At:
    """A table as seen from a seat (0 for spectators)."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat

    @property
    def position(self) -> Position | None:
        return None if self.table.game is None else play.seen_by(self.table.game.position, self.seat or None)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's cards in the player's order; example cards if the seat has fewer than two."""
        held = self.table.hand(self.seat) if self.seat else ()
        return held if len(held) > 1 else (*_RUN, *_NEXT)

    @property
    def melds(self) -> Sequence[tuple[int, tuple[Card, ...]]]:
        if self.table.game is None:
            return ()
        moment = self.table.game.last
        named = zip(moment.names, moment.position.table, strict=True)
        return [(int(name[1:]), meld.cards) for name, meld in named]

    @property
    def best_melds(self) -> Sequence[tuple[Card, ...]]:
        return best_melding(tuple(sorted(self.hand)), self.table.rules).melds

    def other_name(self) -> str:
        names = [player.name for place, player in enumerate(self.table.players, start=1) if place != self.seat]
        return names[0] if names else "Anna"

    @property
    def in_turn(self) -> Position | None:
        """The position if the seat may lay cards now, otherwise None."""
        position = self.position
        return position if position is not None and position.turn == self.seat and position.drawn else None


def _discard(at: _At) -> Command:
    """Returns a command that discards a natural card, if possible one that the seat may discard now."""
    position = at.in_turn
    free = [card for card in at.hand if card < JOKER and (position is None or not play.may_discard(position, card))]
    return Command(Word.DISCARD, cards=tuple(free or _NEXT)[-1:])


def _take(at: _At) -> Command:
    many = at.position is not None and play.pile_is_open(at.position.rules) and len(at.position.pile) > 1
    return Command(Word.TAKE, number=2 if many else None)


def _lay_off(at: _At) -> Command:
    position = at.in_turn
    for place, (number, _cards) in enumerate(at.melds):
        for card in dict.fromkeys(at.hand):
            if position is not None and not play.may_lay_off(position, place, (card,)):
                return Command(Word.LAY_OFF, cards=(card,), melds=(number,))
    return Command(Word.LAY_OFF, cards=_NEXT, melds=(1,))


def _swap(at: _At) -> Command:
    for number, cards in at.melds:
        for card in cards:
            natural = stands_for(card)
            if is_joker(card) and natural is not None:
                return Command(Word.SWAP, cards=(natural,), melds=(number,))
    return Command(Word.SWAP, cards=_NEXT, melds=(1,))


def _sort(at: _At) -> Command:
    held = [*dict.fromkeys(at.hand)]
    if len(held) < 2:
        return Command(Word.SORT, text=Sorting.RANK)
    return Command(Word.SORT, cards=(held[0], held[-1]), text=BEHIND)


def _set(at: _At) -> Command:
    for german, name in OPTION_NAMES.items():
        option = at.table.rules.options.get(name)
        if option is not None and option.values:
            return Command(Word.SET, text=german, number=option.values[-1])
    return Command(Word.SET, text=GAMES, number=4)


def _special_rule(at: _At) -> str:
    announced = announced_options(at.table.rules)
    switched = (german for german, name in OPTION_NAMES.items() if name in announced and not announced[name].values)
    return next(switched, "klopfen")


_EXAMPLES: Mapping[Word, Callable[[_At], Command]] = {
    Word.OPEN: lambda at: Command(Word.OPEN, text=at.table.rules.key),
    Word.SET: _set,
    Word.PLAY_WITH: lambda at: Command(Word.PLAY_WITH, text=_special_rule(at)),
    Word.PLAY_WITHOUT: lambda at: Command(Word.PLAY_WITHOUT, text=_special_rule(at)),
    Word.JOIN: lambda at: Command(Word.JOIN, text=at.other_name()),
    Word.DISCARD: _discard,
    Word.TAKE: _take,
    Word.LAY_OUT: lambda at: Command(Word.LAY_OUT, groups=tuple(at.best_melds[:1]) or (_RUN,)),
    Word.LAY_OFF: _lay_off,
    Word.SWAP: _swap,
    Word.REBUILD: lambda _at: _REBUILT,
    Word.SORT: _sort,
    Word.THROW_OUT: lambda at: Command(Word.THROW_OUT, text=at.other_name()),
    Word.ANNOUNCE: lambda at: Command(Word.ANNOUNCE, groups=tuple(at.best_melds)),
    Word.RUMMY_HAND: lambda at: Command(Word.RUMMY_HAND, groups=tuple(at.best_melds)),
    Word.OPPONENT: lambda _at: Command(Word.OPPONENT, text=Plays.STRONG, number=2),
    Word.SHUFFLE_WORD: lambda _at: Command(Word.SHUFFLE_WORD, text="Kleeblatt"),
    Word.CUT_JOKER: lambda _at: Command(Word.CUT_JOKER, text=LEAVES),
    Word.HELP: lambda _at: Command(Word.HELP, text=Word.LAY_OFF),
}


def words_at(table: Table) -> list[Word]:
    """Returns the commands that exist under the rules of the table."""
    return [word for word in Word if word not in _OF_SOME_RULES or _OF_SOME_RULES[word](table.rules)]


def _claims(rules: RuleSet) -> bool:
    return rules.play.claim_cards is not None or "knocking" in rules.options


_OF_SOME_RULES: Mapping[Word, Callable[[RuleSet], bool]] = {
    Word.SET: lambda rules: bool(options_of(rules)),
    Word.PLAY_WITH: lambda rules: bool(announced_options(rules)),
    Word.PLAY_WITHOUT: lambda rules: bool(announced_options(rules)),
    Word.SWAP: lambda rules: bool(rules.pack().jokers),
    Word.KNOCK: _claims,
    Word.ALLOW: lambda rules: "knocking" in rules.options,
    Word.WAIVE: _claims,
    Word.REBUILD: lambda rules: "rearranging" in rules.options,
    Word.ANNOUNCE: lambda rules: "without_laying_out" in rules.options,
    Word.RUMMY_HAND: lambda rules: rules.has_handromme,
    Word.CUT_JOKER: lambda rules: rules.play.cuts_joker,
    Word.PASS: lambda rules: not rules.play.discards_jokers or bool(rules.play.contracts),
}
