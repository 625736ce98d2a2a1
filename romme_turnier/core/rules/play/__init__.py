"""All questions about a position, and the position after each act."""

from romme_turnier.core.rules.play.completing import completion, laid_too_little, may_complete
from romme_turnier.core.rules.play.dealing import cut, cutter, deal, dealing_order, dealt, hand_sizes, whole_pack
from romme_turnier.core.rules.play.ending import is_rummy_hand, may_announce, may_go_out, of_one_suit
from romme_turnier.core.rules.play.irregular import after_blocking, after_wrong_lay_off, may_block
from romme_turnier.core.rules.play.joker_taking import may_take_joker
from romme_turnier.core.rules.play.laying import may_lay_off, may_lay_out, may_rearrange
from romme_turnier.core.rules.play.piles import (
    first_claimant,
    fitting_meld,
    goes_back,
    may_claim,
    may_discard,
    may_draw,
    may_pass,
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
    after_claim,
    after_discard,
    after_draw,
    after_going_out,
    after_lay_off,
    after_lay_out,
    after_pass,
    after_rearranging,
    after_refusal,
    after_take,
    after_take_joker,
    after_use,
)
from romme_turnier.core.rules.play.uses import jokers_usable, use_of_discard, uses_for

__all__ = [
    "PLAY_CODES",
    "Claim",
    "Position",
    "TableMeld",
    "Use",
    "after_announcing",
    "after_blocking",
    "after_claim",
    "after_discard",
    "after_draw",
    "after_going_out",
    "after_last_card_of_stock",
    "after_lay_off",
    "after_lay_out",
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
    "fitting_meld",
    "for_new_stock",
    "goes_back",
    "hand_sizes",
    "is_rummy_hand",
    "jokers_usable",
    "laid_too_little",
    "lies_open",
    "may_announce",
    "may_block",
    "may_claim",
    "may_complete",
    "may_discard",
    "may_draw",
    "may_go_out",
    "may_lay_off",
    "may_lay_out",
    "may_pass",
    "may_rearrange",
    "may_take",
    "may_take_joker",
    "of_one_suit",
    "seen_by",
    "use_of_discard",
    "uses_for",
    "whole_pack",
]
