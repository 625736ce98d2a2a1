"""The consequences of mistakes at the table under the Romméordnung, for officials to look up.

The rules engine judges whether an act is allowed; this table is about mistakes and other incidents that have happened.
Incidents, cases and orders are identifiers; their texts are outside the core. If the source is silent about a case, the
last order (``as_in_6_4``, ``as_in_7_2``) names the section that applies instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain


class Incident(StrEnum):
    """A reason to call the referee; cases give the details."""

    DEALING = "dealing"
    CUTTING = "cutting"
    WRONG_DEALER = "wrong_dealer"
    BELOW_40 = "below_40"
    WRONG_MELD = "wrong_meld"
    JOKER_MISSED = "joker_missed"
    DISCARD = "discard"
    TAKEN_CARD = "taken_card"
    ENDING = "ending"
    COUNTING = "counting"


@dataclass(frozen=True, slots=True)
class Consequence:
    """The orders after a mistake."""

    clause: str
    case: str  # the mistake and its time of discovery
    orders: tuple[str, ...]  # in sequence

    @property
    def penalty(self) -> int | None:
        """The penalty points ordered, None if there are none."""
        return next((_PENALTIES[order] for order in self.orders if order in _PENALTIES), None)


_PENALTIES = {"penalty_100": 100, "penalty_150": 150}

_TURN_OVER = ("draw_none", "discard_none", "hold_13", "next_goes_on")

CASES: Mapping[Incident, tuple[Consequence, ...]] = {
    Incident.DEALING: (
        Consequence("§ 5.2", "card_shown_by_dealer", ("deal_anew",)),
        Consequence("§ 5.2", "card_shown_by_receiver", ("deal_stands",)),
        Consequence("§ 5.3", "dealt_wrongly", ("deal_anew",)),
        Consequence("§ 5.6", "shuffled_by_insertion", ("shuffle_again_before_cut",)),
        Consequence("§ 5.7", "cards_taken_up", ("count_at_once",)),
        Consequence("§ 5.8", "objection_to_dealing", ("object_at_once",)),
    ),
    Incident.CUTTING: (
        Consequence("§ 5.4", "not_cut_before_dealing", ("cut_now",)),
        Consequence("§ 5.4", "not_cut_after_dealing", ("object_at_once", "referee_decides")),
        Consequence("§ 5.5", "joker_cut", ("show_joker", "cutter_keeps_joker", "cutter_skipped_in_first_round")),
        Consequence("§ 5.5", "further_joker_cut", ("further_joker_stays",)),
        Consequence("§ 5.5", "dealt_wrongly_after_cut_joker", ("cutter_keeps_joker", "cut_again_without_joker")),
    ),
    Incident.WRONG_DEALER: (
        Consequence("§ 5.9", "wrong_dealer_during_game", ("break_off", "right_dealer_deals")),
        Consequence("§ 5.9", "wrong_dealer_after_end", ("game_stands", "right_dealer_deals_next")),
        Consequence("§ 5.9", "wrong_dealer_later", ("round_stands",)),
    ),
    Incident.BELOW_40: (
        Consequence(
            "§ 6.5", "opened_below_40_before_discard", ("may_add_cards", "move_nothing", "discard", "next_goes_on")
        ),
        Consequence(
            "§ 6.5",
            "40_out_of_reach_before_discard",
            ("take_back_cards", "discard", "next_goes_on", "as_in_6_4"),
        ),
        Consequence(
            "§ 6.4",
            "40_out_of_reach_with_discard",
            ("take_back_cards", "put_back_taken_discard", *_TURN_OVER),
        ),
        Consequence("§ 6.4", "opened_below_40_after_discard", ("take_back_cards", *_TURN_OVER)),
        Consequence(
            "§ 6.4",
            "opened_below_40_with_discard_after_discard",
            ("take_back_cards", "put_back_taken_discard", "take_back_own_discard", *_TURN_OVER),
        ),
    ),
    Incident.WRONG_MELD: (
        Consequence("§ 6.7", "wrong_meld_before_discard", ("may_correct",)),
        Consequence("§ 6.7", "wrong_meld_after_discard", ("take_back_wrong_melds", "right_40_stay", "next_goes_on")),
        Consequence("§ 6.7", "wrong_meld_after_next_went_on", ("game_void", "deal_anew")),
    ),
    Incident.JOKER_MISSED: (
        Consequence("§ 6.8", "joker_missed_before_discard", ("may_correct",)),
        Consequence("§ 6.8", "joker_missed_after_discard", ("lay_card_on_joker", "joker_blocked")),
    ),
    Incident.DISCARD: (
        Consequence("§ 7.2", "wrong_card_discarded", ("discard_stays",)),
        Consequence("§ 7.2", "fitting_card_before_draw", ("take_back_own_discard", "discard_another")),
        Consequence("§ 7.2", "fitting_card_after_draw", ("discard_stays",)),
        Consequence("§ 6.10", "joker_discarded_before_draw", ("take_back_joker", "discard_another", "as_in_7_2")),
        Consequence("§ 6.10", "joker_discarded_after_draw", ("discard_stays", "as_in_7_2")),
    ),
    Incident.TAKEN_CARD: (
        Consequence("§ 7.3", "taken_card_held_before_discard", ("use_at_once", "else_put_back", "as_in_6_4")),
        Consequence(
            "§ 7.3",
            "taken_card_held_after_discard",
            ("put_back_taken_discard", "take_back_own_discard", *_TURN_OVER, "as_in_6_4"),
        ),
        Consequence(
            "§ 7.3",
            "taken_card_laid_off_after_opening",
            ("take_taken_card_off", "put_back_taken_discard", "right_40_stay", "next_goes_on", "as_in_6_4"),
        ),
    ),
    Incident.ENDING: (
        Consequence("§ 8.1", "all_14_laid", ("game_not_ended", "take_one_back_to_discard", "referee_decides")),
    ),
    Incident.COUNTING: (
        Consequence("§ 8.3", "not_counted_openly_after_opening", ("penalty_100",)),
        Consequence("§ 8.3", "not_counted_openly_before_opening", ("penalty_150",)),
    ),
}

CONSEQUENCES: tuple[Consequence, ...] = tuple(chain.from_iterable(CASES.values()))
