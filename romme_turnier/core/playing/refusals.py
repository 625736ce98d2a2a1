"""Reasons why a table refuses commands, apart from violations of the rules of the game."""

from collections.abc import Mapping

from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation

Refused = tuple[Violation, ...]

# The codes with their parameters. The clause is the heading about commands in the source of the online Rommee; the
# other sources do not mention tables.
TABLE_CODES: Mapping[str, frozenset[str]] = {
    # before the first deal
    "already_open": frozenset(),
    "already_dealt": frozenset(),
    "opener_alone": frozenset({"name"}),
    "no_such_option": frozenset({"option"}),
    "option_needs_number": frozenset({"option"}),
    "not_that_value": frozenset({"option", "allowed"}),
    "options_exclude": frozenset({"option", "other"}),
    "table_full": frozenset({"most"}),
    "already_sits": frozenset({"name"}),
    "name_taken": frozenset({"name"}),
    "name_missing": frozenset(),
    "seat_kept": frozenset({"name"}),
    "too_few_players": frozenset({"players", "least"}),
    # the deal
    "not_dealer": frozenset({"name"}),
    "game_goes_on": frozenset(),
    "word_after_deal": frozenset(),
    "no_cut_joker": frozenset(),
    "match_over": frozenset(),
    # the game
    "not_seated": frozenset(),
    "officials_alone": frozenset(),
    "no_game": frozenset(),
    "turn_passed": frozenset(),
    "too_fast": frozenset(),
    "too_many_moves": frozenset({"most"}),
    "others_may_claim": frozenset({"names"}),
    "nothing_to_claim": frozenset(),
    "nothing_to_take_back": frozenset(),
    "no_rummy_hand": frozenset(),
    "rummy_hand_not_possible": frozenset(),
    "melds_not_named": frozenset(),
    "not_the_whole_hand": frozenset(),
    "not_beside": frozenset(),
    # seats and their players
    "no_such_player": frozenset({"name"}),
    "still_there": frozenset({"name"}),
    "oneself": frozenset(),
    "plays_by_itself": frozenset({"name"}),
}

_HEADING = "Kommandos"


def refusal(rules: RuleSet, code: str, **params: int | str | None) -> Violation:
    """Returns the refusal with this code; its clause is empty if the rule system's source has no commands."""
    return Violation(code, _HEADING if rules.online_notation else "", params)
