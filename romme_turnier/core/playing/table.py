"""A table at which persons and opponents play a match: its players, its agreements and the state of its game.

A table is a value; each command produces a new one (``actions``). The cards of every game follow from the table's
secret, so repeating the same commands in the same order produces the same table.
"""

import hmac
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from romme_turnier.core.playing.game import Game, begin, with_result
from romme_turnier.core.playing.hands import HandOrder, arranged
from romme_turnier.core.rules import play
from romme_turnier.core.rules.outcome.match import Match, after_game, after_leaving_match, moved_up
from romme_turnier.core.rules.outcome.sheets import Result
from romme_turnier.core.rules.record import FairDraw, Record, commitment
from romme_turnier.core.rules.system.cards import Card
from romme_turnier.core.rules.system.options import with_options
from romme_turnier.core.rules.system.ruleset import FirstDealer, RuleSet

OPENER = 1


class Plays(StrEnum):
    """The kind of player at a seat."""

    PERSON = "person"
    SIMPLE = "einfach"
    STRONG = "stark"


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    plays: Plays = Plays.PERSON
    person: bool = True  # whether the seat is a person's, even if an opponent plays there
    word: str = ""  # for the next shuffle
    leaves_joker: bool = False  # as the cutter (§ 5.5), in every deal


@dataclass(frozen=True, slots=True)
class Table:
    """A table at which persons and opponents play a match; the first player opened it."""

    rules: RuleSet
    secret: bytes  # 32 bytes from which the games' seeds derive
    players: tuple[Player, ...] = ()  # by seat
    games: int | None = None  # the agreed number, if neither rules nor options fix it
    match: Match | None = None  # None before the first deal
    game: Game | None = None
    finished: tuple[Record, ...] = ()
    deals: int = 0  # of this game so far, including aborted ones
    drawing: bool = False  # the player in turn has declined the top discard, so the others are asked
    waived: frozenset[int] = frozenset()  # seats that have waived this discard
    unasked: frozenset[int] = frozenset()  # seats that waive all discards of this game
    back: tuple[Game, ...] = ()  # the game before each act that can be undone (`moves.may_take_back`)
    ending: frozenset[int] = frozenset()  # seats that want to abort the game
    orders: tuple[HandOrder, ...] = ()
    trial: bool = False  # a single game from a noted position, without a match (`trial`)
    in_event: bool = False  # the games count for a list; only officials decide about players, agreements, aborting

    @property
    def playing(self) -> bool:
        """Whether a game is running."""
        return self.game is not None and not self.game.over

    @property
    def over(self) -> bool:
        """Whether the match, or the trial of a case, is over."""
        return self.match.over if self.match is not None else self.trial and not self.playing

    @property
    def dealer(self) -> int | None:
        """The dealer of the next game; None if the table is for trying a case, or if there are too few players."""
        if self.trial:
            return None
        if self.match is not None:
            return self.match.dealer
        return _first_dealer(self) if self.rules.seats_min <= len(self.players) else None

    @property
    def cutter(self) -> int | None:
        """The seat that cuts for the next deal; None if no deal is due, or if a cut joker is never kept (§ 5.5)."""
        if self.dealer is None or self.playing or self.over or not self.rules.play.cuts_joker:
            return None
        present = [seat for seat in range(1, len(self.players) + 1) if seat not in self.gone]
        return present[play.cutter(present.index(self.dealer) + 1, len(present)) - 1]

    @property
    def leaves_joker(self) -> bool:
        """Whether the person who cuts for the next deal leaves a joker at the bottom (§ 5.5); opponents keep it."""
        cutter = self.players[self.cutter - 1] if self.cutter is not None else None
        return cutter is not None and cutter.leaves_joker and cutter.plays is Plays.PERSON

    @property
    def gone(self) -> frozenset[int]:
        """The seats of players whom officials have removed; the next deal leaves these seats out."""
        in_game = self.game.position.left if self.game is not None and self.playing else ()
        present = self.match.present(self.match.number) if self.match is not None else range(1, len(self.players) + 1)
        return frozenset(in_game) | (frozenset(range(1, len(self.players) + 1)) - frozenset(present))

    @property
    def too_few(self) -> bool:
        """Whether the match ended early because too many players were removed."""
        return self.over and bool(self.gone) and self.match is not None and not self.match.sums.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty before the end of the match, and if it ended early (``too_few``)."""
        return self.match.sums.leaders if self.match is not None and self.over and not self.too_few else ()

    @property
    def number(self) -> int:
        """The number of the current or next game."""
        return self.match.number if self.match is not None else 1

    @property
    def commitment(self) -> str:
        """The published commitment to the next deal: the SHA-256 of its seed."""
        return commitment(seed_of(self))

    def seat_of(self, name: str) -> int | None:
        """Returns the seat of the player with this name, ignoring case; None if there is none."""
        wanted = name.casefold()
        return next(
            (seat for seat, player in enumerate(self.players, start=1) if player.name.casefold() == wanted), None
        )

    def hand(self, seat: int) -> tuple[Card, ...]:
        """Returns a seat's cards in the order in which the player holds them."""
        if self.game is None:
            return ()
        return arranged(self.game.position.hands[seat - 1], self.order(seat))

    def order(self, seat: int) -> HandOrder:
        return self.orders[seat - 1] if self.orders else HandOrder()


def words_of(table: Table) -> tuple[str, ...]:
    """Returns, by seat, the players' words for the current deal or, between games, for the next one; "" for none."""
    if table.playing and table.game is not None:
        return table.game.record.words or ("",) * len(table.players)
    return tuple(player.word for player in table.players)


def seed_of(table: Table) -> bytes:
    """Returns the seed of the next game, which is derived from the table's secret."""
    return hmac.digest(table.secret, f"game {table.number} deal {table.deals + 1}".encode(), "sha256")


def _first_dealer(table: Table) -> int:
    """Returns the first dealer: in an event as on the lists, otherwise by seat, highest card or lot.

    Random choices derive from the first seed, as game 0.
    """
    if table.in_event:  # as on the lists
        return table.rules.dealer(1, len(table.players))
    return play.first_dealer(table.rules, len(table.players), FairDraw(seed_of(table), game=0).below)


def draws_for_dealer(table: Table) -> tuple[dict[int, Card], ...]:
    """Returns the cards drawn for the first deal, by round and seat; empty if none are drawn or the match has begun."""
    nothing_to_draw_for = table.match is not None or table.trial or table.in_event or table.dealer is None
    if nothing_to_draw_for or table.rules.play.first_dealer is not FirstDealer.HIGHEST_CARD:
        return ()
    chance = FairDraw(seed_of(table), game=0)
    return (*play.draws_for_dealer(table.rules, len(table.players), chance.below),)


def begun_match(table: Table) -> Match:
    """Returns the table's match, or a new one if none has begun; raises ValueError for a wrong number of players."""
    rules = with_options(table.rules, {}, len(table.players))
    return table.match or Match(rules, len(table.players), _first_dealer(table), table.games)


def without_seat(table: Table, seat: int) -> Table:
    """Returns the table without this player, starting with the next game; no game may be running.

    Raises ValueError if the player has already left the match.
    """
    return replace(table, match=after_leaving_match(begun_match(table), seat))


def _moved_up(table: Table) -> Table:
    """Returns the table with the remaining players moved up, so that vacated seats do not get cards."""
    if not table.gone:
        return table
    there = [seat for seat in range(1, len(table.players) + 1) if seat not in table.gone]
    return replace(
        table,
        match=moved_up(begun_match(table)),
        players=tuple(table.players[seat - 1] for seat in there),
        orders=tuple(table.order(seat) for seat in there),
    )


def new_game(table: Table) -> Table:
    """Returns the table with the next game dealt. A deal must be due."""
    table = _moved_up(table)
    match = begun_match(table)
    rules = with_options(table.rules, {}, len(table.players))
    words = tuple(player.word for player in table.players)
    seed = seed_of(table)
    tags = Record(
        rules=rules,
        seats=tuple(record_name(player.name) for player in table.players),
        game=table.number,
        dealer=match.dealer,
        shuffle=commitment(seed),
        words=words if any(words) else (),
        seed=seed,
    )
    players = tuple(replace(player, word="") for player in table.players)
    orders = table.orders or (HandOrder(),) * len(table.players)
    return replace(
        fresh_turn(table),
        players=players,
        match=match,
        game=begin(tags, leaves_joker=table.leaves_joker),
        deals=table.deals + 1,
        orders=orders,
        unasked=frozenset(),
        ending=frozenset(),
    )


def record_name(name: str) -> str:
    """Returns a name as written in a record, with underscores for blanks."""
    return "_".join(name.split())


def fresh_turn(table: Table) -> Table:
    """Returns the table without claims and without acts to undo."""
    return replace(table, drawing=False, waived=frozenset(), back=())


def settled(table: Table) -> Table:
    """Returns the table with the result of an ended game added to the match.

    A game without a result must be dealt again. Players removed during the game leave the match. If the game is not
    over, or if there is no match, the table is returned unchanged.
    """
    if table.game is None or not table.game.over or table.match is None:
        return table
    record, match, deals = with_result(table.game), table.match, table.deals
    position = table.game.position
    if (row := record.result) is not None:
        points = tuple(points or 0 for points in row.points)
        match, deals = after_game(match, Result(points, row.finisher, row.rummy_hand)), 0
    table = replace(fresh_turn(table), match=match, deals=deals, finished=(*table.finished, record))
    return reduce(without_seat, position.left, table)


def may_waive(table: Table, seat: int) -> bool:
    """Returns whether a seat may claim the top discard once the player in turn declines it; false after a waiver."""
    if table.game is None or seat in table.waived | table.unasked:
        return False
    return not play.may_ask(table.game.position, seat)


def may_claim(table: Table, seat: int) -> bool:
    """Returns whether a seat may claim the top discard now, because the player in turn has declined it."""
    return table.drawing and may_waive(table, seat)


def claimants(table: Table) -> tuple[int, ...]:
    """Returns the seats that may claim the top discard and have not answered yet."""
    return tuple(seat for seat in range(1, len(table.players) + 1) if may_claim(table, seat))


def answers_itself(table: Table, seat: int) -> bool:
    """Returns whether the program acts for a seat.

    It does so for a computer opponent and, while the others may claim the top discard, for the player who discarded it.
    """
    discarded = table.drawing and table.game is not None and table.game.discarder == seat
    return discarded or table.players[seat - 1].plays is not Plays.PERSON


def awaited(table: Table) -> tuple[int, ...]:
    """Returns the seats that can act now: several while the top discard may be claimed, none after the match.

    Before the first deal, the opener of the table confirms that all are present, even if another player deals.
    """
    if table.over or not table.players:
        return ()
    if table.game is None or table.game.over:
        return (OPENER,) if table.match is None else (table.match.dealer,)
    return claimants(table) or (table.game.position.turn,)
