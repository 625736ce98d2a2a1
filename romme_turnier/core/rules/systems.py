"""The five rule systems. The bounds here are simple: no possible game is refused, some impossible ones pass.

They hold for the game as its source plays it at first; a bound that would need to know which variants of the
source were agreed upon is set wide enough for all of them, or left to the exact check over the whole pack.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from romme_turnier.core.rules.ruleset import PenaltyFit, RuleSet


class UnknownRuleSetError(LookupError):
    """There is no rule system of that key."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


# Whatever is wrong with a row and has no place of its own stands under "".
_ROMMEORDNUNG = RuleSet(
    key="rommeordnung",
    name="Romméordnung",
    seats_min=3,
    seats_max=4,
    games=12,  # § 2.2.1
    finisher_required=True,
    highest_wins=False,
    left_min=2,  # a two; an ace left in the hand counts 11 (§ 4.2)
    left_max=197,  # 13 cards: 6 jokers and 7 aces
    hand_romme_min=31,  # 13 cards, as few points as two packs allow: 8 twos, 5 threes
    hand_factor=1,
    usual_bonus=(20, 15, 50),
    penalties=(
        # § 8.3: 100 for who had laid out, so held 1 to 9 cards (6 jokers and 3 aces at most) and lost
        # no Handrommé; 150 for who had not, so held 13 cards.
        PenaltyFit(penalty=100, least=2, most=153, in_handromme=False),
        PenaltyFit(penalty=150, least=31, most=197, in_handromme=True),
    ),
    clauses=MappingProxyType(
        {
            "": "§ 2.2.2",
            "game_not_on_list": "§ 2.2.1",
            "no_finisher": "§ 8.1",
            "two_finishers": "§ 8.1",
            "finisher_has_left": "§ 8.1",
            "finisher_has_points": "§ 8.2",
            "points_missing": "§ 2.2.6",
            "points_too_low": "§ 8.2",
            "points_too_high": "§ 4.2",
            "handromme_points_too_low": "§ 6.2",
            "handromme_without_finisher": "§ 3.2.2",
            "penalty_does_not_fit": "§ 8.3",
            "penalty_not_in_ruleset": "§ 8.3",
            "readings_not_true_together": "§ 2.2.6",
            "reading_not_worst": "§ 2.2.6",
            "claimed_total_differs": "§ 2.2.5",
            "claimed_result_differs": "§ 2.2.5",
            "claimed_finished_differs": "§ 2.2.5",
        }
    ),
)

_CLASSIC = RuleSet(
    key="classic",
    name="Rommé klassisch",
    seats_min=2,
    seats_max=10,
    games=None,
    finisher_required=True,
    highest_wins=False,
    left_min=2,
    # The whole pack of 106 cards: with "take_many" a hand has no fixed size.
    left_max=800,
    hand_romme_min=None,
    hand_factor=1,
    clauses=MappingProxyType({"": "Spielregeln", "handromme_not_in_ruleset": "Abrechnung"}),
)

_ROMMEE = RuleSet(
    key="rommee",
    name="Rommee online",
    seats_min=3,
    seats_max=6,
    games=None,
    finisher_required=True,
    highest_wins=False,
    left_min=2,
    # The whole pack of 110 cards: knocking adds three cards to a hand each time.
    left_max=880,
    hand_romme_min=2,  # others may have laid out before, so one card can be all they hold
    hand_factor=2,  # entered undoubled
    clauses=MappingProxyType(
        {
            "": "Das Auslegen",
            "handromme_points_too_low": "Ausnahme Handromme",
            "handromme_without_finisher": "Ausnahme Handromme",
        }
    ),
)

_TREPPENROMME = RuleSet(
    key="treppenromme",
    name="Treppenrommé",
    seats_min=2,
    seats_max=4,
    games=None,
    finisher_required=False,  # the stock may be used up
    highest_wins=True,
    left_min=0,
    # The pack counts 396 with each ace at 15; a card counts twice at most, left in a hand at a Rommé-Hand.
    left_max=792,
    hand_romme_min=0,  # the others may have nothing on the table, or much
    hand_factor=1,  # doubled before it is noted
    clauses=MappingProxyType(
        {
            "": "Das Anschreiben",
            "finisher_has_left": "Das Fertigmachen",
            "handromme_without_finisher": "Das Fertigmachen",
        }
    ),
)

_CONTRACT = RuleSet(
    key="contract",
    name="Contract Rummy",
    seats_min=3,
    seats_max=8,
    games=7,
    finisher_required=True,
    highest_wins=False,
    left_min=2,
    # Three packs (3 × 396, an ace counts 15) and the most jokers a variant allows (7 at 25): claims out of
    # turn add two cards to a hand each time.
    left_max=1363,
    hand_romme_min=None,
    hand_factor=1,
    clauses=MappingProxyType(
        {
            "": "Abrechnung und Wertung",
            "game_not_on_list": "Kontrakte",
            "no_finisher": "Ende einer Runde - Aus gehen",
            "two_finishers": "Ende einer Runde - Aus gehen",
            "finisher_has_left": "Ende einer Runde - Aus gehen",
            "handromme_not_in_ruleset": "Ende einer Runde - Aus gehen",
        }
    ),
)

RULE_SYSTEMS: Mapping[str, RuleSet] = MappingProxyType(
    {ruleset.key: ruleset for ruleset in (_ROMMEORDNUNG, _CLASSIC, _ROMMEE, _TREPPENROMME, _CONTRACT)}
)


def get_ruleset(key: str) -> RuleSet:
    """The rule system of that key; raises UnknownRuleSetError."""
    try:
        return RULE_SYSTEMS[key]
    except KeyError:
        raise UnknownRuleSetError(key) from None
