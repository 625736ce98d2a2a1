"""Completes an opening that has too few points, before the discard: cards may be added but not moved (§ 6.5)."""

from collections.abc import Iterator, Sequence
from itertools import chain

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.opening import judge_opening
from romme_turnier.core.rules.play.position import Position, may_lay_now, not_held, without
from romme_turnier.core.rules.search.additions import extensions
from romme_turnier.core.rules.search.openings import best_layings, worth_of_melds
from romme_turnier.core.rules.system.cards import Card, unnamed
from romme_turnier.core.rules.system.codes import violation
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation


def laid_too_little(position: Position) -> bool:
    """Returns whether the player in turn opened this turn with melds that are not a valid opening (§ 6.5, § 6.4)."""
    own = _own_melds(position)
    return bool(own) and bool(_judge(position, own, ()))


def may_complete(position: Position, melds: Sequence[Sequence[Card]]) -> tuple[Violation, ...]:
    """Returns the violations that prevent the player in turn from completing the opening as ``melds``.

    ``melds`` begins with the melds already laid, extended or unchanged; new melds follow. Each laid meld must keep its
    cards side by side and in order, and all added cards come from the hand. Together the melds must make an opening.
    """
    rules, own = position.rules, _own_melds(position)
    if not own:
        return (violation(rules, "nothing_to_complete"),)
    violations = [*may_lay_now(position)]
    for place, meld in enumerate(own):
        if place >= len(melds) or not _is_within(meld, melds[place]):
            violations.append(violation(rules, "meld_moved", meld=place + 1))
    added = without([*map(unnamed, chain(*melds))], [*chain(*own)])
    return (*violations, *not_held(position, added), *_judge(position, melds, added))


def completion(position: Position) -> tuple[tuple[Card, ...], ...] | None:
    """Returns an allowed opening that extends the melds laid this turn or adds new ones; None if there is none."""
    layings = best_layings(worth_of_melds(tuple(sorted(position.hand)), position.rules))
    for extended, hand in _extended(_own_melds(position), position.hand, position.rules):
        for _, new in layings(hand).values():
            melds = (*extended, *new)
            if not may_complete(position, melds):
                return melds
    return None


def _extended(
    melds: Sequence[tuple[Card, ...]], hand: tuple[Card, ...], rules: RuleSet
) -> Iterator[tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]]:
    """Yields every extension of the melds with cards of the hand, and the cards left in the hand."""
    if not melds:
        yield (), hand
        return
    for added, meld in extensions(melds[0], hand, rules):
        if judge_meld(meld, rules).valid:
            for others, rest in _extended(melds[1:], without(hand, added), rules):
                yield (meld, *others), rest


def _own_melds(position: Position) -> list[tuple[Card, ...]]:
    """Returns the melds of the player in turn, if they were laid in this turn."""
    if position.opened_in != position.number:
        return []
    return [meld.cards for meld in position.table if meld.owner == position.turn]


def _judge(position: Position, melds: Sequence[Sequence[Card]], added: Sequence[Card]) -> tuple[Violation, ...]:
    hand = without(position.hand, added)
    return judge_opening(melds, position.rules, hand=hand, round_number=position.round_number).violations


def _is_within(part: Sequence[Card], meld: Sequence[Card]) -> bool:
    """Returns whether ``meld`` contains the cards of ``part`` side by side and in the same order."""
    before, after = [*map(unnamed, part)], [*map(unnamed, meld)]
    return any(after[start : start + len(before)] == before for start in range(len(after) - len(before) + 1))
