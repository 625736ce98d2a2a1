"""All questions about a position in one place: drawing, laying, discarding, going out."""

from romme_turnier.core.rules.ending import is_one_stroke, may_announce, may_go_out, of_one_suit
from romme_turnier.core.rules.laying import may_lay_off, may_lay_out, may_rearrange, may_take_joker
from romme_turnier.core.rules.piles import (
    Use,
    first_claimant,
    fitting_meld,
    goes_back,
    may_claim,
    may_discard,
    may_draw,
    may_take,
    taken_to_use,
)
from romme_turnier.core.rules.position import PLAY_CODES, Claim, Position, TableMeld

__all__ = [
    "PLAY_CODES",
    "Claim",
    "Position",
    "TableMeld",
    "Use",
    "first_claimant",
    "fitting_meld",
    "goes_back",
    "is_one_stroke",
    "may_announce",
    "may_claim",
    "may_discard",
    "may_draw",
    "may_go_out",
    "may_lay_off",
    "may_lay_out",
    "may_rearrange",
    "may_take",
    "may_take_joker",
    "of_one_suit",
    "taken_to_use",
]
