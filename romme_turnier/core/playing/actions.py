"""Executes commands at a table; ``moves`` has the commands of a running game.

The terminal and the browser interpret typed lines with this module.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from romme_turnier.core.playing.agreements import agreed, opened
from romme_turnier.core.playing.commands.command import BEHIND, LEAVES, Command, with_named_jokers
from romme_turnier.core.playing.commands.reading import CommandError, parse_command
from romme_turnier.core.playing.commands.words import SHOWING, Word
from romme_turnier.core.playing.game import after_act
from romme_turnier.core.playing.hands import HandOrder, Sorting, in_own_order, moved
from romme_turnier.core.playing.moves import MOVES
from romme_turnier.core.playing.refusals import Refused, refusal
from romme_turnier.core.playing.table import OPENER, Player, Plays, Table, new_game, settled
from romme_turnier.core.rules.record import Act, Verb
from romme_turnier.core.rules.system.cards import unnamed
from romme_turnier.core.violations import Violation

NOBODY = 0  # for visitors without a seat (yet), and for officials at a table of an event
_SEATING = frozenset({Word.OPEN, Word.JOIN})
_AGREEING = frozenset({Word.SET, Word.PLAY_WITH, Word.PLAY_WITHOUT})
_OFFICIALS_ALONE = _SEATING | _AGREEING | {Word.OPPONENT, Word.LEAVE, Word.THROW_OUT, Word.BREAK_OFF}


def carry_out(
    table: Table, seat: int, command: Command, *, absent: Collection[int] = (), own: Collection[int] | None = None
) -> Table | Refused:
    """Returns the table after the command, or the violations that refuse it.

    ``absent`` holds the seats that other players may declare absent. ``own`` holds the seats that the visitor has left
    before; it is None if the caller has already checked this. Commands that only show something leave the table
    unchanged.
    """
    word = command.word
    if word in SHOWING:
        return table
    if table.in_event and seat != NOBODY and word in _OFFICIALS_ALONE:
        return (refusal(table.rules, "officials_alone"),)
    if seat == NOBODY and word not in (_SEATING | _AGREEING if table.in_event else _SEATING):
        return (refusal(table.rules, "not_seated"),)
    if word is Word.THROW_OUT:
        return _removed(table, seat, command, absent)
    if word is Word.JOIN:
        return _joined(table, seat, command, own)
    if word in _AT_TABLE:
        return _AT_TABLE[word](table, seat, command)
    if table.game is None or (table.game.over and not (table.trial and word is Word.UNDO)):
        return (refusal(table.rules, "no_game"),)
    return MOVES[word](table, seat, command, table.game)


def _joined(table: Table, seat: int, command: Command, own: Collection[int] | None) -> Table | Refused:
    rules, name = table.rules, " ".join(command.text.split())
    if seat != NOBODY:
        return (refusal(rules, "already_sits", name=table.players[seat - 1].name),)
    if not name:
        return (refusal(rules, "name_missing"),)
    if (before := table.seat_of(name)) is not None:
        return _returned(table, before, own)
    refused = _no_room(table, 1)
    return refused or replace(table, players=(*table.players, Player(name)))


def _returned(table: Table, seat: int, own: Collection[int] | None) -> Table | Refused:
    """Gives a seat back. During a game, only the player who left the seat may take it, because it comes with a hand.

    At a table for trying a case, all cards are open, so any visitor may take the seat.
    """
    player = table.players[seat - 1]
    if player.plays is Plays.PERSON or not player.person:
        return (refusal(table.rules, "name_taken", name=player.name),)
    if table.playing and not table.trial and own is not None and seat not in own:
        return (refusal(table.rules, "seat_kept", name=player.name),)
    return _with_player(table, seat, replace(player, plays=Plays.PERSON))


def _no_room(table: Table, more: int) -> Refused:
    if table.game is not None:
        return (refusal(table.rules, "already_dealt"),)
    if len(table.players) + more > table.rules.seats_max:
        return (refusal(table.rules, "table_full", most=table.rules.seats_max),)
    return ()


def _opponents_joined(table: Table, _seat: int, command: Command) -> Table | Refused:
    count = command.number or 1
    if refused := _no_room(table, count):
        return refused
    kind = Plays(command.text)
    names = (name for name in OPPONENTS if table.seat_of(name) is None)
    joined = tuple(Player(next(names), kind, person=False) for _ in range(count))
    return replace(table, players=(*table.players, *joined))


# More names than any table has seats.
OPPONENTS = ("Anton", "Berta", "Cäsar", "Dora", "Emil", "Frieda", "Gustav", "Hedwig", "Ida", "Julius", "Konrad")


def _with_player(table: Table, seat: int, player: Player) -> Table:
    return replace(table, players=(*table.players[: seat - 1], player, *table.players[seat:]))


def _shuffled(table: Table, seat: int, _command: Command) -> Table | Refused:
    rules = table.rules
    if table.playing:
        return (refusal(rules, "game_goes_on"),)
    if table.over:
        return (refusal(rules, "match_over"),)
    if table.dealer is None:
        return (refusal(rules, "too_few_players", players=len(table.players), least=rules.seats_min),)
    starts = OPENER if table.match is None else table.dealer  # the opener confirms that all are present
    if seat not in {starts, table.dealer}:
        return (refusal(rules, "not_dealer", name=table.players[starts - 1].name),)
    return new_game(table)


def _word_stored(table: Table, seat: int, command: Command) -> Table | Refused:
    """Stores the player's shuffle word for the next deal.

    The commitment to the deal's seed has been published before (``Table.commitment``).
    """
    if table.playing:
        return (refusal(table.rules, "word_after_deal"),)
    if table.over:
        return (refusal(table.rules, "match_over"),)
    return _with_player(table, seat, replace(table.players[seat - 1], word=command.text))


def _cut_joker_chosen(table: Table, seat: int, command: Command) -> Table | Refused:
    """Stores whether the player leaves a joker found by cutting; the choice holds for all later deals."""
    if not table.rules.play.cuts_joker:
        return (refusal(table.rules, "no_cut_joker"),)
    return _with_player(table, seat, replace(table.players[seat - 1], leaves_joker=command.text == LEAVES))


def _broken_off(table: Table, seat: int, _command: Command) -> Table | Refused:
    """Records that the player wants to abort the game. It ends once all persons agree; opponents always agree."""
    if table.game is None or table.game.over:
        return (refusal(table.rules, "no_game"),)
    return _ended_if_all_agree(replace(table, ending=table.ending | {seat}))


def _ended_if_all_agree(table: Table) -> Table:
    people = {place for place, player in enumerate(table.players, start=1) if player.plays is Plays.PERSON}
    if table.game is None or not table.playing or not table.ending or people - table.ending:
        return table
    return settled(replace(table, game=after_act(table.game, Act(0, Verb.BREAK))))


def _left(table: Table, seat: int, _command: Command) -> Table | Refused:
    """Frees the seat before the first deal; after that, a strong opponent takes it over.

    The game is then broken off if all remaining persons want that.
    """
    player = table.players[seat - 1]
    if player.plays is not Plays.PERSON:
        return (refusal(table.rules, "plays_by_itself", name=player.name),)
    if table.game is None:
        return replace(table, players=(*table.players[: seat - 1], *table.players[seat:]))
    table = replace(table, unasked=table.unasked - {seat})
    return _ended_if_all_agree(_with_player(table, seat, replace(player, plays=Plays.STRONG)))


def _removed(table: Table, seat: int, command: Command, absent: Collection[int]) -> Table | Refused:
    rules, thrown = table.rules, table.seat_of(command.text)
    if thrown is None:
        return (refusal(rules, "no_such_player", name=command.text),)
    if thrown == seat:
        return (refusal(rules, "oneself"),)
    player = table.players[thrown - 1]
    if player.plays is Plays.PERSON and thrown not in absent:
        return (refusal(rules, "still_there", name=player.name),)
    if not player.person and table.game is None:  # an opponent, removed before the first deal
        return replace(table, players=(*table.players[: thrown - 1], *table.players[thrown:]))
    return _left(table, thrown, command)


def _sorted(table: Table, seat: int, command: Command) -> Table | Refused:
    if table.game is None:
        return (refusal(table.rules, "no_game"),)
    hand, before = table.game.position.hands[seat - 1], table.order(seat)
    order: HandOrder | None
    match command.cards:
        case ():
            order = HandOrder(Sorting(command.text))
        case (card, beside) if command.text:
            order = moved(hand, before, unnamed(card), unnamed(beside), behind=command.text == BEHIND)
        case cards:
            order = in_own_order(hand, tuple(map(unnamed, cards)))
    if order is None:
        return (refusal(table.rules, "not_beside" if command.text else "not_the_whole_hand"),)
    return replace(table, orders=(*table.orders[: seat - 1], order, *table.orders[seat:]))


_AT_TABLE: Mapping[Word, Callable[[Table, int, Command], Table | Refused]] = {
    Word.OPEN: opened,
    Word.SET: agreed,
    Word.PLAY_WITH: agreed,
    Word.PLAY_WITHOUT: agreed,
    Word.OPPONENT: _opponents_joined,
    Word.SHUFFLE: _shuffled,
    Word.SHUFFLE_WORD: _word_stored,
    Word.CUT_JOKER: _cut_joker_chosen,
    Word.BREAK_OFF: _broken_off,
    Word.LEAVE: _left,
    Word.SORT: _sorted,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The ``table`` after a line, unchanged if the line was not understood (``unread``) or was ``refused``."""

    table: Table
    command: Command | None = None
    unread: CommandError | None = None
    refused: tuple[Violation, ...] = ()

    @property
    def done(self) -> bool:
        return self.command is not None and not self.refused


def interpret(
    table: Table, seat: int, line: str, *, absent: Collection[int] = (), own: Collection[int] | None = None
) -> Answer:
    """Parses and executes one line; ``seat`` is 0 for a visitor without a seat.

    ``absent`` and ``own`` are explained at ``carry_out``.
    """
    try:
        command = parse_command(line, online=table.rules.online_notation, rules=table.rules)
    except CommandError as error:
        return Answer(table, unread=error)
    return answer(table, seat, command, absent=absent, own=own)


def answer(
    table: Table, seat: int, command: Command, *, absent: Collection[int] = (), own: Collection[int] | None = None
) -> Answer:
    """Executes a parsed command after naming the jokers of its sets as the rules require."""
    command = with_named_jokers(command, table.rules)
    then = carry_out(table, seat, command, absent=absent, own=own)
    return Answer(then, command) if isinstance(then, Table) else Answer(table, command, refused=then)
