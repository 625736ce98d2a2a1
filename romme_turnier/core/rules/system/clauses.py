"""The clauses of each rule system's source that state the rules behind violations, by violation code.

For the Romméordnung a clause is a section or an example of its Part III, otherwise a heading of the source. A code that
is not in a table has no clause: the source does not mention it (such as a card that is not held), or the code never
arises in that system. ``PARAGRAPHS`` lists all sections of the Romméordnung.
"""

import re
from collections.abc import Mapping

# The number of sections in each part of the Romméordnung.
_PARTS = {
    "1": 5,
    "2.1": 3,
    "2.2": 6,
    "2.3": 5,
    "3": 2,
    "3.2": 2,
    "4": 4,
    "4.3": 2,
    "4.4": 3,
    "5": 11,
    "6": 11,
    "7": 3,
    "8": 3,
}
PARAGRAPHS = (
    *("1", "2", "2.1", "2.2", "2.3", "3", "4", "5", "6", "7", "8"),
    *(f"{part}.{number}" for part, count in _PARTS.items() for number in range(1, count + 1)),
)

# The codes for melds, laying out, laying off and taking a joker, by subject; see ``codes``.
SET = ("set_too_long", "suit_twice", "ranks_differ")
RUN = ("run_too_long", "suits_differ", "gap", "joker_without_place", "ace_in_middle", "order_unclear")
SHAPE = (*SET, *RUN, "meld_too_short", "card_twice", "no_natural_card")
JOKERS = ("too_many_jokers", "jokers_adjacent", "jokers_prevail", "joker_misnamed")
LAYING_OFF = ("does_not_fit", "belongs_on_joker", "both_ends_at_once", "joker_on_set", "joker_at_end")
TAKING = ("joker_unnamed", "no_joker_for_card", "joker_takes_nothing", "fourth_card_missing")
OPENING = ("no_meld", "opening_too_low", "contract_not_met", "meld_not_exact", "runs_follow_on")

# The codes for a position; see ``position.PLAY_CODES``.
DRAWING = ("not_drawn", "already_drawn", "too_many_taken", "not_on_top", "discard_without_use")
CLAIMING = ("no_claims", "claim_in_turn", "claim_too_early", "discard_claimed", "must_take_discard")
KNOCKING = ("nothing_asked", "claim_not_allowed", "claim_of_another", "claim_cost")
USING = ("must_be_used", "no_card_from_hand", "discard_takes_no_joker", "joker_back", "joker_without_use")
TURN = ("not_in_turn", "discard_possible")
ENDING = ("cards_left", "hand_empty", "last_card_discarded", "game_over")
VARIANTS = (
    *("nothing_laid_before_end", "meld_of_another", "not_announced", "no_announcement", "announced_too_late"),
    *("too_many_points_left", "no_one_suit", "too_few_of_one_suit"),
)

PACK = ("not_in_deck", "not_in_deck_together", "card_elsewhere")

# The codes for a row of a list; see ``violations.CODES``.
HANDS = ("finisher_has_points", "points_missing", "points_too_low", "points_too_high", "no_such_hand")
FINISHING = ("no_finisher", "two_finishers", "finisher_has_left")


def _table(*groups: tuple[tuple[str, ...], str], **single: str) -> Mapping[str, str]:
    table = {code: clause for codes, clause in groups for code in codes}
    return table | single


ROMMEORDNUNG = _table(
    (SET, "§ 4.3.2"),
    (RUN, "§ 4.3.1"),
    (LAYING_OFF, "§ 6.6"),
    (TAKING, "§ 6.11"),
    (OPENING, "§ 6.3"),
    (DRAWING, "§ 7.3"),
    (USING, "§ 7.3"),
    (ENDING, "§ 8.1"),
    (FINISHING, "§ 8.1"),
    belongs_on_joker="§ 6.8",
    joker_blocked="§ 6.8",
    nothing_to_block="§ 6.8",
    not_in_turn="§ 6.1",
    no_claims="§ 6.1",
    not_opened="§ 6.11",
    opened_this_turn="§ 7.3",  # only a card taken from the discard pile has to wait
    melds_stay="§ 6.3",
    nothing_to_complete="§ 6.5",
    meld_moved="§ 6.5",
    discard_possible="§ 6.5",
    laying_possible="§ 6.5",
    joker_discarded="§ 6.10",
    fitting_card_discarded="§ 6.9",
    not_in_deck="§ 4.1",
    card_elsewhere="§ 4.1",
    not_in_deck_together="§ 4.1",
    too_many_held="§ 5.7",
    no_such_hand="§ 4.2",
    meld_too_short="§ 4.3",
    card_twice="§ 6.7",
    no_natural_card="III.5",
    too_many_jokers="§ 4.4.2",
    jokers_adjacent="§ 4.4.1",
    jokers_prevail="III.5",
    joker_misnamed="§ 4.4",
    no_discard="§ 8.1",
    game_not_on_list="§ 2.2.1",
    finisher_has_points="§ 8.2",
    vacated_seat_has_points="§ 2.2.2",
    points_missing="§ 2.2.6",
    points_too_low="§ 8.2",
    points_too_high="§ 4.2",
    handromme_points_too_low="§ 6.2",
    handromme_without_finisher="§ 3.2.2",
    penalty_does_not_fit="§ 8.3",
    penalty_not_in_ruleset="§ 8.3",
    readings_not_true_together="§ 2.2.6",
    reading_not_worst="§ 2.2.6",
)

_CLASSIC_TITLE, _CLASSIC_RULES = "Rommé", "Spielregeln"
CLASSIC = _table(
    *((codes, _CLASSIC_RULES) for codes in (SHAPE, JOKERS, LAYING_OFF, TAKING, OPENING, DRAWING, ENDING, FINISHING)),
    ((*HANDS, *TURN, "no_claims", "not_opened", "too_many_held"), _CLASSIC_RULES),
    (VARIANTS, "Abweichnungen"),
    ((*PACK, "many_players"), _CLASSIC_TITLE),
    points_missing="Abrechnung",
)

# Text before the first heading of a source without a title is cited by its first word.
_ROMMEE_BEGINNING, _ROMMEE_LAYING = "Rommee", "Das Auslegen"
ROMMEE = _table(
    *((codes, _ROMMEE_BEGINNING) for codes in (SHAPE, JOKERS, DRAWING)),
    *((codes, _ROMMEE_LAYING) for codes in (LAYING_OFF, TAKING, OPENING, USING, ENDING, FINISHING, HANDS)),
    *((codes, "Das Klopfen") for codes in (CLAIMING, KNOCKING)),
    (("no_rearranging", "card_left_over", "card_not_there"), "Das Auseinanderreissen"),
    ((*TURN, *PACK, "first_turn_is_discard", "too_many_held"), _ROMMEE_BEGINNING),
    (("not_opened", "no_discard", "game_not_on_list"), _ROMMEE_LAYING),
    (("handromme_points_too_low", "handromme_without_finisher"), "Ausnahme Handromme"),
    both_ends_at_once="Kommandos",
)

TREPPENROMME = _table(
    (SHAPE, "Die Kombinationen"),
    (JOKERS, "Die Karten"),
    *((codes, "Das Anschreiben") for codes in (LAYING_OFF, OPENING, HANDS)),
    ((*DRAWING, *TURN, "no_claims"), "Das Abspiel"),
    *((codes, "Das Fertigmachen") for codes in (ENDING, FINISHING)),
    (("stock_left", "game_not_on_list", "handromme_without_finisher"), "Das Fertigmachen"),
    (("no_natural_card", "not_in_deck", "card_elsewhere", "points_beyond_pack"), "Die Karten"),
    no_such_melds="Das Anschreiben",
)

_CONTRACT_PLAY, _CONTRACT_END = "Spielablauf bei Contract Rummy/Rommé", "Ende einer Runde - Aus gehen"
CONTRACT = _table(
    (SHAPE, "Ziel von Contract Rummy/Rommé"),
    (JOKERS, "Spielkarten"),
    (OPENING, "Kontrakte"),
    *((codes, _CONTRACT_PLAY) for codes in (LAYING_OFF, TAKING, DRAWING, CLAIMING, KNOCKING, USING)),
    *((codes, _CONTRACT_END) for codes in (ENDING, FINISHING)),
    (HANDS, "Abrechnung und Wertung"),
    (("set_too_long", "run_too_long", "meld_not_exact", "runs_follow_on"), _CONTRACT_PLAY),
    ((*TURN, "not_opened", "opened_this_turn", "no_further_melds"), _CONTRACT_PLAY),
    (("laying_possible", "no_discard"), _CONTRACT_END),
    (PACK, "Spielkarten"),
    too_many_jokers="Contract Rummy Variationen",  # only if the game has no jokers
    game_not_on_list="Kontrakte",
)


def unknown_paragraphs(text: str) -> tuple[str, ...]:
    """Returns the sections that a text names but the Romméordnung does not have, such as ("§ 99",)."""
    named = re.findall(r"§\s*(\d+(?:\.\d+)*)", text)
    return tuple(f"§ {number}" for number in named if number not in PARAGRAPHS)
