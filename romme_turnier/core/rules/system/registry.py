"""The rule systems, with simple bounds: no possible game is refused, but some impossible ones pass.

The bounds hold for the game as the source describes it without variants. A bound that depends on the agreed variants is
wide enough for all of them, or left to the exact check over the whole pack.
"""

from collections.abc import Mapping
from dataclasses import replace

from romme_turnier.core.rules.system import clauses
from romme_turnier.core.rules.system.criteria import SUM_THEN_GAMES_ENDED, Criterion
from romme_turnier.core.rules.system.ruleset import (
    Access,
    Change,
    Contract,
    FirstDealer,
    LastDiscard,
    LengthUnit,
    MeldRules,
    Option,
    Pack,
    PenaltyFit,
    PileRule,
    PlayRules,
    RuleSet,
    RummyHand,
    SetJoker,
    Values,
)

# The key of the rule system used if none is named.
DEFAULT = "rommeordnung"


class UnknownRuleSetError(LookupError):
    """Raised if there is no rule system with that key."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


_ROMMEORDNUNG = RuleSet(
    key="rommeordnung",
    name="Romméordnung",
    seats_min=3,
    seats_max=4,
    size_fixed=True,  # § 2.1.1
    games=12,  # § 2.2.1
    left_max=197,  # 13 cards: 6 jokers and 7 aces
    hand_romme_min=31,  # 13 cards, as few points as two packs allow: 8 twos, 5 threes
    usual_bonus=(20, 15, 50),
    penalties=(
        # § 8.3: 100 for a player who had laid out, thus held 1 to 9 cards (at most 6 jokers and 3 aces) and lost no
        # Handrommé; 150 for a player who had not, and thus held 13 cards.
        PenaltyFit(penalty=100, least=2, most=153, in_handromme=False),
        PenaltyFit(penalty=150, least=31, most=197, in_handromme=True),
    ),
    criteria=(*SUM_THEN_GAMES_ENDED, Criterion.HANDROMMES, Criterion.PLAY_OFF),  # § 1.5
    clauses=clauses.ROMMEORDNUNG,
    packs=(Pack(players=3, packs=2, jokers=6),),  # § 4.1
    melds=MeldRules(jokers_in_set=1, jokers_apart=True, set_joker=SetJoker.FOURTH_CARD),
    values=Values(),  # § 4.2
    play=PlayRules(
        dealt=13,  # § 5.7
        first_dealer=FirstDealer.SEAT_ONE,
        first_extra=1,
        cuts_joker=True,  # § 5.5
        blocks_jokers=True,  # § 6.8
        minimum=40,  # § 6.3
        exempt=13,
        pile=PileRule.USED_AT_ONCE,  # § 7.3
        discards_jokers=False,  # § 6.10
        discards_fitting=False,  # § 6.9
        rummy_hand=RummyHand.NOBODY_BEFORE,  # § 6.2
    ),
)

_CLASSIC = RuleSet(
    key="classic",
    name="Rommé klassisch",
    seats_min=2,
    seats_max=10,
    settles=True,
    running_sums=True,
    seats_advised=6,  # its source allows any number, but calls long waits boring
    # The whole pack of 106 cards: with "take_many" a hand has no fixed size.
    left_max=800,
    clauses=clauses.CLASSIC,
    packs=(Pack(players=2, packs=2, jokers=2),),
    melds=MeldRules(corner=False, set_joker=SetJoker.NAMED_OR_PLACED),
    values=Values(),
    play=PlayRules(
        dealt=10,
        turned_up=True,
        first_dealer=FirstDealer.HIGHEST_CARD,
        minimum=40,
        last_discard=LastDiscard.FREE,
        free_joker=False,
    ),
    options={
        "without_laying_out": Option(
            values=tuple(range(21)),
            when_on=7,
            changes=(Change("play", "without_laying_out"), Change("play", "minimum", 0)),
        ),
        "one_suit": Option(changes=(Change("play", "one_suit", True),)),
        "take_many": Option(changes=(Change("play", "take_many", True),)),
        "simple": Option(changes=(Change("play", "dealt", 7), Change("play", "minimum", 0))),
    },
)

_ROMMEE = RuleSet(
    key="rommee",
    name="Rommee online",
    seats_min=3,
    seats_max=6,
    # The whole pack of 110 cards: knocking adds three cards to a hand each time.
    left_max=880,
    hand_romme_min=2,  # others may have laid out before and hold a single card
    hand_factor=2,  # entered undoubled
    clauses=clauses.ROMMEE,
    packs=(Pack(players=3, packs=2, jokers=6),),
    melds=MeldRules(jokers_in_set=1, jokers_in_run=1, set_joker=SetJoker.NAMED),
    values=Values(low_ace_with_king=11),
    play=PlayRules(
        dealt=12,
        first_extra=1,
        lays_in_first_turn=False,
        minimum=30,
        one_meld_alone=True,
        both_ends=False,
        keeps_joker=False,
        rummy_hand=RummyHand.NOT_ONESELF,
        rounds=1,
    ),
    options={
        "minimum": Option(values=(30, 40), usual=30, changes=(Change("play", "minimum"),)),
        "rounds": Option(
            values=tuple(range(1, 11)), usual=1, changes=(Change("play", "rounds"),), length=LengthUnit.ROUNDS
        ),
        "knocking": Option(changes=(Change("play", "knocking", True), Change("play", "claim_cards", 2))),
        "rearranging": Option(changes=(Change("play", "rearranging", True),)),
    },
    online_notation=True,
)

_TREPPENROMME = RuleSet(
    key="treppenromme",
    name="Treppenrommé",
    seats_min=2,
    seats_max=4,
    finisher_required=False,  # the stock may be used up
    highest_wins=True,
    left_min=0,
    # The pack is worth 396 with each ace at 15; a card counts at most twice, if left in a hand after a Rommé-Hand.
    left_max=792,
    hand_romme_min=0,  # the others may have noted no points, or many
    hand_name="Rommé-Hand",
    clauses=clauses.TREPPENROMME,
    packs=(Pack(players=2, packs=1, jokers=0),),
    melds=MeldRules(jokers_in_set=0, jokers_in_run=0),
    values=Values(hand_ace=15, set_ace=15, top_ace=10, middle_ace=5),
    play=PlayRules(
        dealt=7,
        turned_up=True,
        dealer_begins=True,
        last_discard=LastDiscard.FREE,
        pile=PileRule.STAIRCASE,
        access=Access.ALWAYS,
        rummy_hand=RummyHand.NOT_ONESELF,
        stroke_factor=2,  # doubled before it is noted
        target=500,
    ),
    options={
        "target": Option(
            values=(500, 1000),
            most=9999,
            usual=500,
            changes=(Change("play", "target"),),
            length=LengthUnit.TARGET,
        )
    },
)

_CONTRACTS = (
    Contract(dealt=10, sets=2, runs=0),
    Contract(dealt=10, sets=1, runs=1),
    Contract(dealt=10, sets=0, runs=2),
    Contract(dealt=10, sets=3, runs=0),
    Contract(dealt=12, sets=2, runs=1),
    Contract(dealt=12, sets=1, runs=2),
    Contract(dealt=12, sets=0, runs=3, longer_runs=True, last_discard=LastDiscard.FORBIDDEN),
)
_ROUND_7_WITH_DISCARD = (*_CONTRACTS[:6], replace(_CONTRACTS[6], last_discard=LastDiscard.FREE))
_PACKS_BY_PLAYERS = tuple(Pack(players, packs=2 if players < 5 else 3, jokers=players - 1) for players in range(3, 9))

_CONTRACT = RuleSet(
    key="contract",
    name="Contract Rummy",
    seats_min=3,
    seats_max=8,
    games=7,
    # Three packs (3 × 396, an ace is worth 15) and the most jokers a variant allows (7 at 25): claims out of
    # turn add two cards to a hand each time.
    left_max=1363,
    clauses=clauses.CONTRACT,
    packs=(Pack(players=3, packs=2, jokers=1), Pack(players=5, packs=3, jokers=2)),
    melds=MeldRules(set_most=None, suits_differ=False, run_least=4, run_most=14, corner=False, set_joker=SetJoker.ANY),
    values=Values(hand_ace=15, hand_joker=15, melds_count=False),
    play=PlayRules(
        turned_up=True,
        keeps_joker=False,
        access=Access.LATER_TURN,
        covers_last_discard=True,
        claim_cards=1,
        contracts=_CONTRACTS,
    ),
    options={
        "jokers_by_players": Option(changes=(Change("", "packs", _PACKS_BY_PLAYERS),)),
        "no_jokers": Option(
            excludes=frozenset({"jokers_by_players", "joker_25"}),
            changes=(
                Change("", "packs", (Pack(players=3, packs=2, jokers=0), Pack(players=5, packs=3, jokers=0))),
                Change("melds", "jokers_in_set", 0),
                Change("melds", "jokers_in_run", 0),
            ),
        ),
        "free_contract": Option(changes=(Change("play", "exact_contract", False),)),
        "round7_discard": Option(changes=(Change("play", "contracts", _ROUND_7_WITH_DISCARD),)),
        "joker_25": Option(changes=(Change("values", "hand_joker", 25),)),
    },
)

RULE_SYSTEMS: Mapping[str, RuleSet] = {
    ruleset.key: ruleset for ruleset in (_ROMMEORDNUNG, _CLASSIC, _ROMMEE, _TREPPENROMME, _CONTRACT)
}


def get_ruleset(key: str) -> RuleSet:
    """Returns the rule system with that key; raises UnknownRuleSetError if there is none."""
    try:
        return RULE_SYSTEMS[key]
    except KeyError:
        raise UnknownRuleSetError(key) from None
