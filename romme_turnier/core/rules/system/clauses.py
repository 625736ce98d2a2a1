"""Where the source of each rule system states the rule that a violation breaks.

By code; "" stands for all others. For the Romméordnung a paragraph or an example of its Part III, otherwise the
heading in the source.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

# Every paragraph of the Romméordnung, by part: how many it has.
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

# The codes of melds, laying out, laying off and taking a joker, by what they are about. See ``codes``.
SET = ("set_too_long", "suit_twice", "ranks_differ")
RUN = ("run_too_long", "suits_differ", "gap", "joker_without_place", "ace_in_middle", "order_unclear")
SHAPE = (*SET, *RUN, "meld_too_short", "card_twice", "no_natural_card")
JOKERS = ("too_many_jokers", "jokers_adjacent", "jokers_prevail", "joker_misnamed")
LAYING_OFF = (
    "nothing_to_lay_off",
    "does_not_fit",
    "belongs_on_joker",
    "both_ends_at_once",
    "joker_on_set",
    "joker_at_end",
)
TAKING = ("joker_unnamed", "no_joker_for_card", "joker_takes_nothing", "fourth_card_missing")
OPENING = ("no_meld", "opening_too_low", "contract_not_met", "meld_not_exact", "runs_follow_on")

# The codes of a position, see ``position.PLAY_CODES``.
DRAWING = ("not_drawn", "already_drawn", "pile_too_small", "too_many_taken", "stock_used_up", "discard_without_use")
CLAIMING = ("no_claims", "claim_in_turn", "claim_too_early", "discard_claimed", "must_take_discard", "seat_left")
KNOCKING = ("nothing_asked", "claim_not_allowed", "claim_of_another", "claim_cost")
USING = ("must_be_used", "no_card_from_hand", "discard_takes_no_joker", "joker_without_use")
ACCESS = ("not_opened", "opened_this_turn", "joker_back", "no_such_meld")
ENDING = ("cards_left", "last_card_discarded", "game_over")
WITHOUT_LAYING_OUT = (
    "nothing_laid_before_end",
    "meld_of_another",
    "not_announced",
    "no_announcement",
    "announced_too_late",
    "too_many_points_left",
)
ONE_SUIT = ("no_one_suit", "too_few_of_one_suit")


def _table(others: str, *groups: tuple[tuple[str, ...], str], **single: str) -> Mapping[str, str]:
    table = {"": others}
    for codes, clause in groups:
        table |= dict.fromkeys(codes, clause)
    return MappingProxyType(table | single)


ROMMEORDNUNG = _table(
    "§ 2.2.2",
    (SET, "§ 4.3.2"),
    (RUN, "§ 4.3.1"),
    (LAYING_OFF, "§ 6.6"),
    (TAKING, "§ 6.11"),
    (OPENING, "§ 6.3"),
    (DRAWING, "§ 7.3"),
    (CLAIMING, "§ 6.1"),
    (USING, "§ 7.3"),
    (ACCESS, "§ 6.11"),
    (ENDING, "§ 8.1"),
    belongs_on_joker="§ 6.8",
    joker_blocked="§ 6.8",
    nothing_to_block="§ 6.8",
    not_in_turn="§ 6.1",
    not_held="§ 6.6",
    nothing_to_complete="§ 6.5",
    meld_moved="§ 6.5",
    discard_possible="§ 7.3",
    joker_discarded="§ 6.10",
    fitting_card_discarded="§ 6.9",
    not_in_deck="§ 4.1",
    card_elsewhere="§ 4.1",
    not_in_deck_together="§ 4.1",
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
    no_finisher="§ 8.1",
    two_finishers="§ 8.1",
    finisher_has_left="§ 8.1",
    finisher_has_points="§ 8.2",
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

CLASSIC = _table(
    "Spielregeln",
    (WITHOUT_LAYING_OUT, "Abweichnungen"),
    (ONE_SUIT, "Abweichnungen"),
    many_players="Rommé",
    not_in_deck="Rommé",
    not_in_deck_together="Rommé",
    handromme_not_in_ruleset="Abrechnung",
)

ROMMEE = _table(
    "Das Auslegen",
    (CLAIMING, "Das Klopfen"),
    (KNOCKING, "Das Klopfen"),
    (("no_rearranging", "card_left_over", "card_not_there"), "Das Auseinanderreissen"),
    both_ends_at_once="Kommandos",
    handromme_points_too_low="Ausnahme Handromme",
    handromme_without_finisher="Ausnahme Handromme",
)

TREPPENROMME = _table(
    "Das Anschreiben",
    (SHAPE, "Die Kombinationen"),
    (JOKERS, "Die Karten"),
    (DRAWING, "Das Abspiel"),
    (ENDING, "Das Fertigmachen"),
    not_in_turn="Das Abspiel",
    discard_possible="Das Abspiel",
    not_in_deck="Die Karten",
    points_beyond_pack="Die Karten",
    card_elsewhere="Die Karten",
    stock_left="Das Fertigmachen",
    finisher_has_left="Das Fertigmachen",
    handromme_without_finisher="Das Fertigmachen",
)

CONTRACT = _table(
    "Abrechnung und Wertung",
    (SHAPE, "Ziel von Contract Rummy/Rommé"),
    (JOKERS, "Spielkarten"),
    (LAYING_OFF, "Spielablauf bei Contract Rummy/Rommé"),
    (TAKING, "Spielablauf bei Contract Rummy/Rommé"),
    (OPENING, "Kontrakte"),
    *((codes, "Spielablauf bei Contract Rummy/Rommé") for codes in (DRAWING, CLAIMING, KNOCKING, USING, ACCESS)),
    (ENDING, "Ende einer Runde - Aus gehen"),
    not_in_turn="Spielablauf bei Contract Rummy/Rommé",
    no_further_melds="Spielablauf bei Contract Rummy/Rommé",
    discard_possible="Spielablauf bei Contract Rummy/Rommé",
    not_in_deck="Spielkarten",
    not_in_deck_together="Spielkarten",
    set_too_long="Spielablauf bei Contract Rummy/Rommé",
    run_too_long="Spielablauf bei Contract Rummy/Rommé",
    meld_not_exact="Spielablauf bei Contract Rummy/Rommé",
    runs_follow_on="Spielablauf bei Contract Rummy/Rommé",
    no_discard="Ende einer Runde - Aus gehen",
    game_not_on_list="Kontrakte",
    no_finisher="Ende einer Runde - Aus gehen",
    two_finishers="Ende einer Runde - Aus gehen",
    finisher_has_left="Ende einer Runde - Aus gehen",
    handromme_not_in_ruleset="Ende einer Runde - Aus gehen",
)


def unknown_paragraphs(text: str) -> tuple[str, ...]:
    """Returns the paragraphs named in a text that the Romméordnung does not have: ("§ 99",)."""
    named = re.findall(r"§\s*(\d+(?:\.\d+)*)", text)
    return tuple(f"§ {one}" for one in named if one not in PARAGRAPHS)
