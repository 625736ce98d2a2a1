"""Claims to the top discard out of turn, and the answer of the player in turn (Das Klopfen).

Each ``may_…`` returns every violation; an empty result allows the act.
"""

from romme_turnier.core.rules.play.piles import first_claimant, may_claim
from romme_turnier.core.rules.play.position import Position
from romme_turnier.core.rules.system.codes import violation
from romme_turnier.core.violations import Violation


def may_ask(position: Position, seat: int) -> tuple[Violation, ...]:
    """Returns why the seat may not knock for the discard. Of several knocking seats, the next in turn order wins."""
    violations = may_claim(position, seat)
    asked_before = (violation(position.rules, "discard_claimed"),) if seat in position.asked else ()
    return (*violations, *asked_before)


def after_asking(position: Position, seat: int) -> Position:
    """Returns the position in which ``seat`` has asked for the discard."""
    return position._replace(asked=(*position.asked, seat))


def may_answer(position: Position, seat: int) -> tuple[Violation, ...]:
    """Returns why the player in turn may not allow or refuse a claim now, before drawing."""
    rules = position.rules
    if not rules.play.knocking:
        return (violation(rules, "no_claims"),)
    violations = [violation(rules, "game_over")] if position.over else []
    if seat != position.turn:
        violations.append(violation(rules, "not_in_turn", seat=seat, turn=position.turn))
    if not position.asked:
        violations.append(violation(rules, "nothing_asked"))
    return tuple(violations)


def may_claim_unasked(position: Position, seat: int) -> tuple[Violation, ...]:
    """Returns why a seat may not take the discard out of turn without asking the player in turn (``contract``)."""
    rules = position.rules
    violations = [*may_claim(position, seat)]
    if rules.play.knocking:
        violations.append(violation(rules, "claim_not_allowed"))
    first = first_claimant(position, {*position.asked, seat})
    if first != seat:
        violations.append(violation(rules, "claim_of_another", seat=first))
    return tuple(violations)
