"""All questions about a position, and the position after each act."""

from romme_turnier.core.rules.play.asking import after_asking, may_answer, may_ask, may_claim_unasked
from romme_turnier.core.rules.play.completing import completion, laid_too_little, may_complete
from romme_turnier.core.rules.play.dealing import cut, cutter, deal, dealing_order, dealt, hand_sizes, whole_pack
from romme_turnier.core.rules.play.ending import is_rummy_hand, may_announce, may_go_out, may_leave, may_win_by_suit
from romme_turnier.core.rules.play.first_dealer import first_dealer, highest_card
from romme_turnier.core.rules.play.irregular import after_blocking, after_wrong_lay_off, may_block
from romme_turnier.core.rules.play.joker_taking import may_take_joker
from romme_turnier.core.rules.play.laying import may_lay_off, may_lay_out, may_rearrange
from romme_turnier.core.rules.play.one_line import PositionError, format_position, parse_position
from romme_turnier.core.rules.play.passing import ONCE_ALLOWED, laying_before_discard, may_pass
from romme_turnier.core.rules.play.piles import (
    first_claimant,
    fitting_meld,
    goes_back,
    may_claim,
    may_discard,
    may_draw,
    may_take,
)
from romme_turnier.core.rules.play.position import PLAY_CODES, Claim, Position, TableMeld
from romme_turnier.core.rules.play.seen import covers_last_discard, lies_open, seen_by
from romme_turnier.core.rules.play.stock import (
    after_last_card_of_stock,
    after_shuffling,
    ends_with_stock,
    for_new_stock,
)
from romme_turnier.core.rules.play.turns import (
    Use,
    after_announcing,
    after_breaking_off,
    after_claim,
    after_discard,
    after_draw,
    after_going_out,
    after_lay_off,
    after_lay_out,
    after_leaving,
    after_pass,
    after_rearranging,
    after_refusal,
    after_take,
    after_take_joker,
    after_use,
)
from romme_turnier.core.rules.play.uses import jokers_usable, rearrangements, use_of_discard, uses_at_table, uses_for

__all__ = [
    "ONCE_ALLOWED",
    "PLAY_CODES",
    "Claim",
    "Position",
    "PositionError",
    "TableMeld",
    "Use",
    "after_announcing",
    "after_asking",
    "after_blocking",
    "after_breaking_off",
    "after_claim",
    "after_discard",
    "after_draw",
    "after_going_out",
    "after_last_card_of_stock",
    "after_lay_off",
    "after_lay_out",
    "after_leaving",
    "after_pass",
    "after_rearranging",
    "after_refusal",
    "after_shuffling",
    "after_take",
    "after_take_joker",
    "after_use",
    "after_wrong_lay_off",
    "completion",
    "covers_last_discard",
    "cut",
    "cutter",
    "deal",
    "dealing_order",
    "dealt",
    "ends_with_stock",
    "first_claimant",
    "first_dealer",
    "fitting_meld",
    "for_new_stock",
    "format_position",
    "goes_back",
    "hand_sizes",
    "highest_card",
    "is_rummy_hand",
    "jokers_usable",
    "laid_too_little",
    "laying_before_discard",
    "lies_open",
    "may_announce",
    "may_answer",
    "may_ask",
    "may_block",
    "may_claim",
    "may_claim_unasked",
    "may_complete",
    "may_discard",
    "may_draw",
    "may_go_out",
    "may_lay_off",
    "may_lay_out",
    "may_leave",
    "may_pass",
    "may_rearrange",
    "may_take",
    "may_take_joker",
    "may_win_by_suit",
    "parse_position",
    "rearrangements",
    "seen_by",
    "use_of_discard",
    "uses_at_table",
    "uses_for",
    "whole_pack",
]
