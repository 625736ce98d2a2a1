"""A rule system as frozen data. Each system is a value, not a subclass."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from types import MappingProxyType

from romme_turnier.core.rules.system.criteria import SUM_THEN_GAMES_ENDED, Criterion

_NOBODY: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PenaltyFit:
    """Penalty points, and the range of minus points of the hands that they can apply to (§ 8.3)."""

    penalty: int
    least: int
    most: int
    in_handromme: bool


@dataclass(frozen=True, slots=True)
class Pack:
    """The pack for ``players`` or more players: its numbers of 52-card packs and of jokers."""

    players: int
    packs: int
    jokers: int

    def holds(self, card: int) -> int:
        """Returns the number of copies of a natural card or, for 52 and above, of the joker."""
        return self.packs if card < 52 else self.jokers


class FirstDealer(Enum):
    SEAT_ONE = "seat_one"
    HIGHEST_CARD = "highest_card"  # each player draws a card; ties draw again
    LOT = "lot"


class LastDiscard(Enum):
    """The rule for the last card of a player who goes out: its discard is required, optional or forbidden."""

    REQUIRED = "required"
    FREE = "free"
    FORBIDDEN = "forbidden"


class PileRule(Enum):
    """The cards of the discard pile that the player in turn may take."""

    FREE = "free"  # the top card, without any condition
    USED_AT_ONCE = "used_at_once"  # the top card, if it is laid down immediately (§ 7.3)
    STAIRCASE = "staircase"  # any number of cards from the open end


class Access(Enum):
    """The moment from which a player may use the melds of the table."""

    ALWAYS = "always"
    OPENED = "opened"  # after laying out, also in the same turn (§ 6.11)
    LATER_TURN = "later_turn"  # in a turn after laying the contract


class RummyHand(Enum):
    """The condition under which going out is a Handrommé or a Rommé-Hand."""

    NONE = "none"
    NOBODY_BEFORE = "nobody_before"  # no player has laid out in an earlier turn (§ 6.2)
    NOT_ONESELF = "not_oneself"  # the finisher has neither laid out nor laid off in an earlier turn


class SetJoker(Enum):
    """The cards that can take a joker from a set."""

    FOURTH_CARD = "fourth_card"  # the joker has no suit; the card that completes the set takes it
    NAMED = "named"  # the card that the joker was named as
    NAMED_OR_PLACED = "named_or_placed"  # also the card of the joker's place in the order C S H D
    ANY = "any"  # suits do not matter: any natural card of the rank


@dataclass(frozen=True, slots=True)
class MeldRules:
    """The allowed shapes of sets and runs."""

    set_least: int = 3
    set_most: int | None = 4  # None: all cards of the rank in the packs
    suits_differ: bool = True
    run_least: int = 3
    run_most: int = 13
    corner: bool = True  # a run may continue round the ace (K A 2); otherwise the ace is only its low or high end
    jokers_in_set: int | None = None  # None: any number, with at least one natural card
    jokers_in_run: int | None = None  # as in a set
    jokers_apart: bool = False  # jokers of a run are never adjacent, nor more than its natural cards
    set_joker: SetJoker = SetJoker.NAMED


@dataclass(frozen=True, slots=True)
class Values:
    """The points of aces and jokers.

    2 to 9 are worth their rank, 10 J Q K are worth ten. In a meld, a joker is worth as much as the card it stands for.
    """

    hand_ace: int = 11
    hand_joker: int = 20
    set_ace: int = 11
    top_ace: int = 11
    middle_ace: int = 11
    low_ace: int = 1
    low_ace_with_king: int = 1  # for the ace at the low end of the full run, which also has a king
    melds_count: bool = True  # whether melds are worth any points


@dataclass(frozen=True, slots=True)
class Contract:
    """The rules of a round: the cards dealt, the melds required first, the length of runs, and the last discard.

    If ``longer_runs``, runs may be longer than required.
    """

    dealt: int
    sets: int
    runs: int
    longer_runs: bool = False
    last_discard: LastDiscard = LastDiscard.REQUIRED


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules for dealing, laying out, laying off and going out."""

    dealt: int = 13  # cards for each player
    first_extra: int = 0  # further cards for the starting player
    turned_up: bool = False  # a card starts the discard pile
    first_dealer: FirstDealer = FirstDealer.LOT
    dealer_begins: bool = False  # otherwise the dealer's left neighbour has the first turn
    cuts_joker: bool = False  # the cutter keeps a joker at the bottom of the cards lifted (§ 5.5)
    blocks_jokers: bool = False  # a card laid next to the joker that it could have taken is put on it (§ 6.8)
    lays_in_first_turn: bool = True  # otherwise the first turn of the game is only a discard
    minimum: int = 0  # points that the first laying-out needs, in all of its melds together
    one_meld_alone: bool = False  # one of the melds must reach the minimum by itself
    exempt: int | None = None  # this many cards laid in one turn need not reach the minimum (§ 6.3)
    last_discard: LastDiscard = LastDiscard.REQUIRED
    both_ends: bool = True  # cards may be laid off at both ends of a run in one act
    free_joker: bool = True  # otherwise a joker is laid off only between the run and a card that continues it
    keeps_joker: bool = True  # a taken joker may be kept in the hand
    pile: PileRule = PileRule.FREE
    access: Access = Access.OPENED
    discards_jokers: bool = True  # otherwise only as the last card (§ 6.10)
    discards_fitting: bool = True  # otherwise, once the next player has opened, only as the last card (§ 6.9)
    covers_last_discard: bool = False  # the discard that ends a game is face down
    claim_cards: int | None = None  # stock cards that a claim out of turn costs; None: no claims
    rummy_hand: RummyHand = RummyHand.NONE
    stroke_factor: int = 1  # multiplies the others' hands at a Rommé-Hand, if the finisher gets their points
    knocking: bool = False  # the player in turn must allow or refuse a claim (Das Klopfen)
    rearranging: bool = False  # the melds of the table may be rebuilt (Umbauen)
    contracts: tuple[Contract, ...] = ()
    exact_contract: bool = True  # no card more than required; runs of one suit may not be consecutive
    without_laying_out: int | None = None  # nothing is laid before the end; the hand then has at most this many points
    one_suit: bool = False  # a hand of one suit wins
    take_many: bool = False  # several cards of the discard pile may be taken
    rounds: int | None = None  # the number of rounds, each with as many games as players
    target: int | None = None  # the score that ends a match

    @property
    def most_held(self) -> int | None:
        """The most cards that a player can hold: those dealt and one drawn; None if hands can grow further."""
        grows = self.claim_cards is not None or self.take_many or self.pile is PileRule.STAIRCASE
        return None if grows else self.dealt + 1


@dataclass(frozen=True, slots=True)
class Change:
    """A changed field of the rules."""

    part: str  # "melds", "values" or "play"; "": a field of `RuleSet` itself
    name: str  # the changed field
    value: object = None  # None: the number agreed upon for the option


class LengthUnit(StrEnum):
    """The unit in which the length of a list is agreed upon."""

    GAMES = "games"
    ROUNDS = "rounds"  # each with as many games as players
    TARGET = "target"  # the score that ends a match


@dataclass(frozen=True, slots=True)
class Option:
    """An agreement before the game: its possible values, and the changes that it makes."""

    values: tuple[int, ...] = ()  # allowed numbers (usual ones if there is `most`); if empty, the option is on or off
    most: int | None = None  # any number from 1 to this is allowed
    when_on: int | None = None  # the number if the option is switched on without a number
    usual: int | None = None  # the number if none is named; None: the option is off
    changes: tuple[Change, ...] = ()
    excludes: frozenset[str] = frozenset()  # options that cannot be combined with this one
    length: LengthUnit | None = None  # if set, the option is a length of lists, and announcements offer it as such

    def allows(self, value: object) -> bool:
        """Returns whether ``value`` can be agreed upon."""
        if isinstance(value, bool):
            return not self.values or self.when_on is not None
        if not isinstance(value, int):
            return False
        return value in self.values or (self.most is not None and 1 <= value <= self.most)

    @property
    def allowed(self) -> str:
        """The allowed values as text, a list or a range; "" for an option that is on or off."""
        return ", ".join(map(str, self.values)) if self.most is None else f"1 … {self.most}"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The data of one rule system."""

    key: str
    name: str
    seats_min: int
    seats_max: int
    left_max: int  # the most points of a player who did not end the game (if `highest_wins`: of any player)
    games: int | None = None  # the usual number of games of a list; None: agreed upon
    finisher_required: bool = True  # otherwise the stock may end the game
    highest_wins: bool = False
    left_min: int = 2  # the fewest, as for `left_max`: a two, because an ace in the hand is worth more (§ 4.2)
    hand_romme_min: int | None = None  # the fewest points in a Handrommé; None: the system has no Handrommé
    hand_factor: int = 1  # multiplies the points lost in a Handrommé
    hand_name: str = "Handrommé"  # as in the source
    seats_advised: int | None = None  # the most players that the source advises
    seats_wanted: int | None = None  # the agreed table size
    size_fixed: bool = False  # the source itself fixes the size of tables
    settles: bool = False  # points can be played for money, settled in pairs
    running_sums: bool = False  # each player's running sum is written down after every game
    usual_bonus: tuple[int, int, int] = (0, 0, 0)  # announced by default: at a table of four, of three, for a Handrommé
    penalties: tuple[PenaltyFit, ...] = ()
    criteria: tuple[Criterion, ...] = SUM_THEN_GAMES_ENDED  # in order; a play-off is required only if included
    # By violation code; a missing code has no clause.
    clauses: Mapping[str, str] = field(default_factory=dict, hash=False, repr=False)
    packs: tuple[Pack, ...] = (Pack(players=2, packs=2, jokers=6),)  # by number of players, ascending
    melds: MeldRules = MeldRules()
    values: Values = Values()
    play: PlayRules = PlayRules()
    options: Mapping[str, Option] = field(default_factory=dict, hash=False, repr=False)
    online_notation: bool = False  # cards are also read in the online Rommee's notation
    agreed: tuple[tuple[str, bool | int], ...] = ()  # the options already applied, sorted by name

    def __hash__(self) -> int:
        """Returns a hash of only the key and options, because hashing all fields would slow down the searches."""
        return hash((self.key, self.agreed))

    @property
    def table_size(self) -> int:
        """The size of a table: the agreed number, otherwise four or, if fewer may play, the maximum (§ 2.1)."""
        return self.seats_wanted or min(4, self.seats_max)

    @property
    def sizes(self) -> range:
        """The table sizes that may be agreed upon; only one if the source of the rules fixes it."""
        least, most = (self.table_size,) * 2 if self.size_fixed else (self.seats_min, self.seats_max)
        return range(least, most + 1)

    def dealer(self, game: int, seats: int, left: Mapping[int, int] = _NOBODY, *, first: int = 1) -> int:
        """Returns the seat that deals game ``game`` at a table of ``seats`` (§ 5.7).

        Seat ``first`` deals first, then always the next seat to the left that still plays. ``left`` holds, by seat, the
        first game that the seat no longer plays.
        """
        dealer = first - 1
        for number in range(1, game + 1):
            around = [(dealer + step) % seats + 1 for step in range(seats)]
            dealer = next((seat for seat in around if number < left.get(seat, number + 1)), around[0])
        return dealer

    def contract(self, game: int) -> Contract | None:
        """Returns the contract of game ``game``; None if there is none."""
        contracts = self.play.contracts
        return contracts[game - 1] if 1 <= game <= len(contracts) else None

    def contract_of_round(self, round_number: int | None) -> Contract | None:
        """Returns the contract of a round; None in rules without contracts. Raises ValueError for an unknown round."""
        contract = self.contract(round_number or 0)
        if self.play.contracts and contract is None:
            raise ValueError(f"round is a number from 1 to {len(self.play.contracts)}")
        return contract

    @property
    def has_handromme(self) -> bool:
        """Whether a game can be ended by Handrommé."""
        return self.hand_romme_min is not None

    @property
    def has_paragraphs(self) -> bool:
        """Whether the source has numbered sections; only such a source orders consequences of mistakes."""
        return any(clause.startswith("§") for clause in self.clauses.values())

    @property
    def has_bonus(self) -> bool:
        """Whether a bonus is deducted at the end of a list (§ 3.2.1)."""
        return any(self.usual_bonus[:2])

    @property
    def has_handromme_bonus(self) -> bool:
        """Whether a Handrommé reduces the result (§ 3.2.2)."""
        return bool(self.usual_bonus[2])

    def factor(self, *, handromme: bool) -> int:
        """Returns the factor that multiplies a game's points in the sums."""
        return self.hand_factor if handromme else 1

    def pack(self, players: int | None = None) -> Pack:
        """Returns the pack for this number of players or, without a number, the system's largest pack."""
        if players is None:
            return self.packs[-1]
        return next((pack for pack in reversed(self.packs) if pack.players <= players), self.packs[0])

    def clause(self, code: str) -> str:
        """Returns the clause of the source that states the rule behind ``code``; "" if there is none."""
        return self.clauses.get(code, "")
