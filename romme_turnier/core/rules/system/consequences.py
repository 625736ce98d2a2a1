"""What the Romméordnung orders when something went wrong at the table: for officials to look up.

The rules engine judges what may be done. This table is about what was done anyway; nothing is computed from it. Cases
and orders are identifiers, the shell has the words for them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Consequence:
    """``case``: what happened and when it is noticed; ``orders``: what must be done then, all of it, in this order."""

    clause: str
    case: str
    orders: tuple[str, ...]


CONSEQUENCES: tuple[Consequence, ...] = (
    # dealing
    Consequence("§ 5.2", "card_shown_by_dealer", ("deal_anew",)),
    Consequence("§ 5.2", "card_shown_by_receiver", ("deal_stands",)),
    Consequence("§ 5.3", "dealt_wrongly", ("deal_anew",)),
    Consequence("§ 5.5", "joker_cut", ("show_joker", "cutter_keeps_joker", "cutter_skipped_in_first_round")),
    Consequence("§ 5.5", "further_joker_cut", ("further_joker_stays",)),
    Consequence("§ 5.5", "dealt_wrongly_after_cut_joker", ("cutter_keeps_joker", "cut_again_without_joker")),
    Consequence("§ 5.6", "shuffled_by_insertion", ("shuffle_again_before_cut",)),
    Consequence("§ 5.7", "cards_taken_up", ("count_at_once",)),
    Consequence("§ 5.8", "objection_to_dealing", ("object_at_once",)),
    Consequence("§ 5.9", "wrong_dealer_during_game", ("break_off", "right_dealer_deals")),
    Consequence("§ 5.9", "wrong_dealer_after_end", ("game_stands", "right_dealer_deals_next")),
    Consequence("§ 5.9", "wrong_dealer_later", ("round_stands",)),
    # the first laying-out below 40
    Consequence(
        "§ 6.4",
        "opened_below_40_after_discard",
        ("take_back_cards", "draw_none", "discard_none", "hold_13", "next_goes_on"),
    ),
    Consequence(
        "§ 6.4",
        "opened_below_40_with_discard_after_discard",
        (
            "take_back_cards",
            "put_back_taken_discard",
            "take_back_own_discard",
            "draw_none",
            "discard_none",
            "hold_13",
            "next_goes_on",
        ),
    ),
    Consequence(
        "§ 6.5", "opened_below_40_before_discard", ("may_add_cards", "move_nothing", "discard", "next_goes_on")
    ),
    # other melds and cards laid wrongly
    Consequence("§ 6.7", "wrong_meld_before_discard", ("may_correct",)),
    Consequence("§ 6.7", "wrong_meld_after_discard", ("take_back_wrong_melds", "right_40_stay", "next_goes_on")),
    Consequence("§ 6.7", "wrong_meld_after_next_went_on", ("game_void", "deal_anew")),
    Consequence("§ 6.8", "joker_missed_before_discard", ("may_correct",)),
    Consequence("§ 6.8", "joker_missed_after_discard", ("lay_card_on_joker", "joker_blocked")),
    # discards
    Consequence("§ 7.2", "wrong_card_discarded", ("discard_stays",)),
    Consequence("§ 7.2", "fitting_card_before_draw", ("take_back_own_discard",)),
    Consequence("§ 7.2", "fitting_card_after_draw", ("discard_stays",)),
    # counting
    Consequence("§ 8.3", "not_counted_openly_after_opening", ("penalty_100",)),
    Consequence("§ 8.3", "not_counted_openly_before_opening", ("penalty_150",)),
)
