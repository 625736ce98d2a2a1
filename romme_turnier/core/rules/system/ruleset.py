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
    """Whether a player going out must, may or must not discard a last card."""

    REQUIRED = "required"
    FREE = "free"
    FORBIDDEN = "forbidden"


class PileRule(Enum):
    """The cards of the open pile that the player in turn may take."""

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
    """The allowed shapes of sets and runs.

    ``set_most`` None: as many cards of the rank as the packs hold. ``jokers_in_set`` and ``jokers_in_run`` limit the
    jokers, None: any number if at least one card is natural. ``corner``: a run may continue round the ace (K A 2);
    otherwise the ace is only its low or high end.
    """

    set_least: int = 3
    set_most: int | None = 4
    suits_differ: bool = True
    run_least: int = 3
    run_most: int = 13
    corner: bool = True
    jokers_in_set: int | None = None
    jokers_in_run: int | None = None
    jokers_adjacent: bool = True
    jokers_may_prevail: bool = True
    set_joker: SetJoker = SetJoker.NAMED


@dataclass(frozen=True, slots=True)
class Values:
    """The points of aces and jokers; 2 to 9 count their rank, 10 J Q K ten. In a meld a joker counts as its card.

    ``low_ace_with_king`` is for the ace at the low end of the full run, which also has a king. ``melds_count``: whether
    melds are counted at all.
    """

    hand_ace: int = 11
    hand_joker: int = 20
    set_ace: int = 11
    top_ace: int = 11
    middle_ace: int = 11
    low_ace: int = 1
    low_ace_with_king: int = 1
    melds_count: bool = True


@dataclass(frozen=True, slots=True)
class Contract:
    """The rules of a round: the cards dealt, the melds required first, and whether runs may be longer than required."""

    dealt: int
    sets: int
    runs: int
    longer_runs: bool = False
    last_discard: LastDiscard = LastDiscard.REQUIRED


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules for dealing, laying out, laying off and going out.

    ``dealt`` cards go to each player, ``first_extra`` more to the starting player; ``turned_up`` starts the open pile.
    ``first_dealer`` is the choice of the first dealer. ``dealer_begins``: the dealer has the first turn, otherwise the
    left neighbour. ``cuts_joker``: the player who cuts the pack keeps a joker at the bottom of the cards lifted (§
    5.5); ``blocks_jokers``: a card laid next to the joker that it could have taken is put on it (§ 6.8).
    ``lays_in_first_turn``: the starting player may lay out in the first turn; otherwise that turn is only a discard.
    ``minimum`` is the minimum for the first laying-out, for all melds together or, with ``one_meld_alone``, for one of
    them; ``exempt`` is the number of cards that, laid in one turn, are exempt from it (§ 6.3). ``last_discard``:
    whether the last card must go to the open pile. ``both_ends``: cards may be laid off at both ends of a run in one
    act. ``free_joker``: a joker may be laid off like any card; otherwise only between the run and a card that continues
    it. ``keeps_joker``: a taken joker may be kept in the hand. ``pile``: the cards of the open pile that may be taken;
    ``access``: the first moment to lay cards off and take jokers; ``discards_jokers`` and ``discards_fitting``: a
    joker, or a card that could be laid off while the next player has opened, may be discarded (otherwise only as the
    last card). ``claim_cards``: the number of stock cards that an out-of-turn claim costs, None if there are no claims.
    ``rummy_hand``: the condition for a Handrommé; ``stroke_factor`` multiplies the others' hands for the finisher, if
    hands go to that player. ``covers_last_discard``: the discard that ends a game is face down. ``exact_contract``: a
    contract is laid with exactly its cards, and runs of one suit may not be consecutive. ``without_laying_out``:
    nothing is laid before the end, which comes with at most that many points left; ``one_suit``: a hand of one suit
    wins; ``take_many``: several cards of the open pile may be taken; ``rounds`` are of as many games as players;
    ``target`` is the score that ends a match.
    """

    dealt: int = 13
    first_extra: int = 0
    turned_up: bool = False
    first_dealer: FirstDealer = FirstDealer.LOT
    dealer_begins: bool = False
    cuts_joker: bool = False
    blocks_jokers: bool = False
    lays_in_first_turn: bool = True
    minimum: int = 0
    one_meld_alone: bool = False
    exempt: int | None = None
    last_discard: LastDiscard = LastDiscard.REQUIRED
    both_ends: bool = True
    free_joker: bool = True
    keeps_joker: bool = True
    pile: PileRule = PileRule.FREE
    access: Access = Access.OPENED
    discards_jokers: bool = True
    discards_fitting: bool = True
    covers_last_discard: bool = False
    claim_cards: int | None = None
    rummy_hand: RummyHand = RummyHand.NONE
    stroke_factor: int = 1
    knocking: bool = False
    rearranging: bool = False
    contracts: tuple[Contract, ...] = ()
    exact_contract: bool = True
    without_laying_out: int | None = None
    one_suit: bool = False
    take_many: bool = False
    rounds: int | None = None
    target: int | None = None

    @property
    def most_held(self) -> int | None:
        """The most cards that a player can hold: those dealt and one drawn; None if hands can grow further."""
        grows = self.claim_cards is not None or self.take_many or self.pile is PileRule.STAIRCASE
        return None if grows else self.dealt + 1


@dataclass(frozen=True, slots=True)
class Change:
    """A change to the field ``name`` of a ``part`` of the rules ("": of the rule system itself).

    The field gets ``value`` or, if that is None, the number agreed upon for the option.
    """

    part: str
    name: str
    value: object = None


class LengthUnit(StrEnum):
    """The unit in which the length of a list is agreed upon."""

    GAMES = "games"
    ROUNDS = "rounds"  # of as many games as players
    TARGET = "target"  # the score that ends a match


@dataclass(frozen=True, slots=True)
class Option:
    """An agreement before the game: its possible values, and the changes that it makes.

    ``values`` are the allowed numbers; if empty, the option is on or off, and makes its changes when it is on. With
    ``most``, any number from 1 to ``most`` is allowed, and ``values`` are the usual numbers. ``when_on`` is the number
    of an option that is switched on without one. ``usual`` is the number if none is named; None: the option is off.
    ``excludes`` names options that cannot be combined with this one. ``length``: the option is the length of a list,
    and an announcement offers it there.
    """

    values: tuple[int, ...] = ()
    most: int | None = None
    when_on: int | None = None
    usual: int | None = None
    changes: tuple[Change, ...] = ()
    excludes: frozenset[str] = frozenset()
    length: LengthUnit | None = None

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
    """The data of one rule system.

    ``games`` is the usual number of games of a list, None if it is agreed upon. ``seats_advised`` is the most players
    that the source advises, None if it sets no such limit. ``seats_wanted`` is the agreed table size, None without one;
    ``size_fixed``: the source itself fixes the size of tables. ``settles``: points can be played for money, settled in
    pairs. ``running_sums``: each player's running sum is written down after every game. ``left_min`` and ``left_max``
    bound the points of players who did not end the game (if ``highest_wins``: of all players). ``hand_romme_min`` is
    the minimum in a Handrommé, None if the system has none; ``hand_factor`` multiplies points lost in one,
    ``hand_name`` is its name in the source. ``usual_bonus`` is the default of an announcement: at a table of four, of
    three, for a Handrommé. ``clauses`` maps violation codes to their clauses; a missing code has none. ``criteria``
    decide places in the standings, one after the other; players equal in all of them share a place, and a play-off is
    demanded only if it is among them. ``packs`` are by number of players, rising; ``online_notation``: cards are also
    read in the online Rommee's notation. ``agreed`` holds the agreed options, by name, already applied.
    """

    key: str
    name: str
    seats_min: int
    seats_max: int
    left_max: int
    games: int | None = None
    finisher_required: bool = True
    highest_wins: bool = False
    left_min: int = 2  # a two; an ace left in the hand counts more (§ 4.2)
    hand_romme_min: int | None = None
    hand_factor: int = 1
    hand_name: str = "Handrommé"
    seats_advised: int | None = None
    seats_wanted: int | None = None
    size_fixed: bool = False
    settles: bool = False
    running_sums: bool = False
    usual_bonus: tuple[int, int, int] = (0, 0, 0)
    penalties: tuple[PenaltyFit, ...] = ()
    criteria: tuple[Criterion, ...] = SUM_THEN_GAMES_ENDED
    clauses: Mapping[str, str] = field(default_factory=dict, hash=False, repr=False)
    packs: tuple[Pack, ...] = (Pack(players=2, packs=2, jokers=6),)
    melds: MeldRules = MeldRules()
    values: Values = Values()
    play: PlayRules = PlayRules()
    options: Mapping[str, Option] = field(default_factory=dict, hash=False, repr=False)
    online_notation: bool = False
    agreed: tuple[tuple[str, bool | int], ...] = ()

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
        """Returns the contract of game ``game``; None if the rule system has no contracts."""
        contracts = self.play.contracts
        return contracts[game - 1] if 1 <= game <= len(contracts) else None

    def contract_of_round(self, round_number: int | None) -> Contract | None:
        """Returns the contract of a round like ``contract``; raises ValueError for a round that has none."""
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
        """Whether the source has numbered sections and orders consequences of violations."""
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
        """Returns the factor of a game's points in the sums."""
        return self.hand_factor if handromme else 1

    def pack(self, players: int | None = None) -> Pack:
        """Returns the pack for this number of players; without a number, the system's largest pack."""
        if players is None:
            return self.packs[-1]
        return next((pack for pack in reversed(self.packs) if pack.players <= players), self.packs[0])

    def clause(self, code: str) -> str:
        """Returns the clause of the source that states the rule behind ``code``; "" if there is none."""
        return self.clauses.get(code, "")
