"""Every code in every rule system: the clause that states its rule, or none. Never that of something else."""

from __future__ import annotations

import pytest

from romme_turnier.core.rules.play import PLAY_CODES
from romme_turnier.core.rules.system.clauses import PARAGRAPHS
from romme_turnier.core.rules.system.codes import CARD_CODES
from romme_turnier.core.rules.system.registry import RULE_SYSTEMS
from romme_turnier.core.violations import CODES

EVERY_CODE = {*CARD_CODES, *PLAY_CODES, *CODES}

# False or impossible acts, without a sentence in the sources.
OF_NO_SOURCE = {
    *("meld_empty", "nothing_to_lay_off", "no_such_meld", "not_held", "pile_too_small", "stock_used_up", "seat_left"),
    *("handromme_not_in_ruleset",),
}
CLAIMS = {
    *("claim_in_turn", "claim_too_early", "claim_not_allowed", "claim_of_another", "claim_cost", "nothing_asked"),
    *("discard_claimed", "must_take_discard"),
}
MUST_BE_LAID = {"must_be_used", "no_card_from_hand", "discard_takes_no_joker", "joker_back", "joker_without_use"}
OF_THE_ROMMEORDNUNG = {
    *("joker_blocked", "nothing_to_block", "nothing_to_complete", "meld_moved", "joker_discarded"),
    *("fitting_card_discarded", "vacated_seat_has_points", "penalty_does_not_fit", "penalty_not_in_ruleset"),
    *("readings_not_true_together", "reading_not_worst", "melds_stay"),
}
REARRANGING = {"no_rearranging", "card_left_over", "card_not_there"}
VARIANTS_OF_CLASSIC = {
    *("nothing_laid_before_end", "meld_of_another", "not_announced", "no_announcement", "announced_too_late"),
    *("too_many_points_left", "no_one_suit", "too_few_of_one_suit", "many_players"),
}
OF_TREPPENROMME = {"stock_left", "points_beyond_pack", "no_such_melds"}
HANDROMME = {"handromme_points_too_low", "handromme_without_finisher"}

# Cases that the source of each system does not mention, or that never arise there.
SILENT = {
    "rommeordnung": CLAIMS
    | REARRANGING
    | VARIANTS_OF_CLASSIC
    | OF_TREPPENROMME
    | {"first_turn_is_discard", "no_further_melds"},
    "classic": CLAIMS
    | MUST_BE_LAID
    | OF_THE_ROMMEORDNUNG
    | REARRANGING
    | OF_TREPPENROMME
    | HANDROMME
    | {"first_turn_is_discard", "no_further_melds", "opened_this_turn", "laying_possible", "no_discard"}
    | {"game_not_on_list"},
    "rommee": OF_THE_ROMMEORDNUNG
    | VARIANTS_OF_CLASSIC
    | OF_TREPPENROMME
    | {"no_further_melds", "opened_this_turn", "laying_possible"},
    "treppenromme": CLAIMS
    | MUST_BE_LAID
    | OF_THE_ROMMEORDNUNG
    | REARRANGING
    | VARIANTS_OF_CLASSIC
    | {"joker_unnamed", "no_joker_for_card", "joker_takes_nothing", "fourth_card_missing"}
    | {"first_turn_is_discard", "no_further_melds", "opened_this_turn", "laying_possible", "no_discard"}
    | {"not_opened", "too_many_held", "not_in_deck_together", "handromme_points_too_low"},
    "contract": OF_THE_ROMMEORDNUNG
    | REARRANGING
    | VARIANTS_OF_CLASSIC
    | OF_TREPPENROMME
    | HANDROMME
    | {"first_turn_is_discard", "too_many_held"},
}
# The headings of the sources; text before the first one is quoted by the title or, without a title, the first word.
HEADINGS = {
    "rommeordnung": {*(f"§ {number}" for number in PARAGRAPHS), *(f"III.{number}" for number in range(1, 8))},
    "classic": {"Rommé", "Spielregeln", "Abrechnung", "Fingerzeige", "Abweichnungen"},
    "rommee": {
        *("Rommee", "Das Auslegen", "Ausnahme Handromme", "Das Klopfen", "Das Auseinanderreissen", "Kommandos"),
    },
    "treppenromme": {
        *("Allgemeines", "Die Karten", "Die Kombinationen", "Das Geben", "Das Abspiel", "Das Anschreiben"),
        "Das Fertigmachen",
    },
    "contract": {
        *("Contract Rummy (Kontrakt Rommé)", "Spielkarten", "Kartenwerte", "Kartenverteilung (Deal)", "Kontrakte"),
        *("Ziel von Contract Rummy/Rommé", "Spielablauf bei Contract Rummy/Rommé", "Ende einer Runde - Aus gehen"),
        *("Abrechnung und Wertung", "Contract Rummy Variationen"),
    },
}


@pytest.mark.parametrize("key", RULE_SYSTEMS)
def test_every_code_has_a_clause_of_its_system_or_is_known_to_have_none(key: str) -> None:
    clauses = RULE_SYSTEMS[key].clauses
    assert clauses.keys() <= EVERY_CODE
    assert sorted(EVERY_CODE - clauses.keys()) == sorted(OF_NO_SOURCE | SILENT[key])
    assert set(clauses.values()) <= HEADINGS[key]


def test_a_code_without_a_clause_quotes_nothing() -> None:
    assert {RULE_SYSTEMS[key].clause("not_held") for key in RULE_SYSTEMS} == {""}
