"""Lays cards off on melds of the table, and takes jokers from melds. Laid cards are never moved (§ 6.3, § 6.6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from romme_turnier.core.rules.melds.judge import judge_meld
from romme_turnier.core.rules.melds.judgement import Judgement
from romme_turnier.core.rules.melds.runs import judge_run, ranks_from
from romme_turnier.core.rules.melds.sets import judge_set, without_redundant_names
from romme_turnier.core.rules.system.cards import (
    JOKER,
    NAMED,
    Card,
    card,
    format_card,
    is_joker,
    rank_of,
    stands_for,
)
from romme_turnier.core.rules.system.codes import card_violations, violation
from romme_turnier.core.rules.system.ruleset import RuleSet, SetJoker
from romme_turnier.core.violations import Violation


class End(StrEnum):
    """The end of a run, read from left to right, at which cards are laid off."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class LaidOff:
    """The resulting meld with the points of the added cards, or the violations."""

    cards: tuple[Card, ...]
    points: int | None = None
    violations: tuple[Violation, ...] = ()

    @property
    def valid(self) -> bool:
        return not self.violations


def lay_off(meld: Sequence[Card], added: Sequence[Card], ruleset: RuleSet, end: End | None = None) -> LaidOff:
    """Returns the meld after laying off ``added``, given in any order.

    All cards go to ``end``, if it is given. Otherwise an unnamed joker goes to the upper end of a run if both ends are
    free. A set has no ends. Only the cards are judged, not whether the player may lay off at all.
    """
    existing = judge_meld(meld, ruleset)
    if not existing.valid:
        return LaidOff(tuple(meld), violations=existing.violations)
    if not added:
        return LaidOff(existing.cards, violations=(violation(ruleset, "nothing_to_lay_off"),))
    return _at_set(existing, added, ruleset) if existing.kind == "set" else _at_run(existing, added, ruleset, end)


def take_joker(meld: Sequence[Card], taking: Card, ruleset: RuleSet) -> LaidOff:
    """Returns the meld with ``taking`` in place of a joker that it may replace (§ 6.11), without points."""
    existing = judge_meld(meld, ruleset)
    if not existing.valid:
        return LaidOff(tuple(meld), violations=existing.violations)
    if is_joker(taking):
        return LaidOff(existing.cards, violations=(violation(ruleset, "joker_takes_nothing"),))
    place = _joker_for(existing, taking, ruleset)
    if isinstance(place, str):
        return LaidOff(existing.cards, violations=(violation(ruleset, place, card=format_card(taking)),))
    return LaidOff((*existing.cards[:place], taking, *existing.cards[place + 1 :]))


def _joker_for(existing: Judgement, taking: Card, ruleset: RuleSet) -> int | str:
    """Returns the place of the joker that ``taking`` replaces, or the code of the violation."""
    if NAMED + taking in existing.cards:
        return existing.cards.index(NAMED + taking)
    if existing.kind == "run" or not any(map(is_joker, existing.cards)):
        return "no_joker_for_card"
    how = ruleset.melds.set_joker
    if existing.rank != rank_of(taking) or (how is not SetJoker.ANY and taking in existing.cards):
        return "no_joker_for_card"
    first = next(place for place, placed in enumerate(existing.cards) if is_joker(placed))
    if how is SetJoker.ANY or (how is SetJoker.FOURTH_CARD and len(existing.cards) == ruleset.melds.set_most):
        return first
    if how is SetJoker.FOURTH_CARD:
        return "fourth_card_missing"
    return "joker_unnamed" if JOKER in existing.cards else "no_joker_for_card"


def _at_set(existing: Judgement, added: Sequence[Card], ruleset: RuleSet) -> LaidOff:
    named = without_redundant_names(added, ruleset)
    misfits = [c for c in named if (natural := stands_for(c)) is not None and rank_of(natural) != existing.rank]
    violations = [*card_violations(ruleset, "does_not_fit", misfits)]
    if not ruleset.play.free_joker and any(map(is_joker, added)):
        violations.append(violation(ruleset, "joker_on_set"))
    # A card that does not fit is not part of the set and needs no other violation.
    after = judge_set((*existing.cards, *(c for c in named if c not in misfits)), ruleset)
    violations.extend(after.violations)
    points = None if after.points is None else sum(after.values[len(existing.cards) :])
    return LaidOff(after.cards, points, tuple(violations))


def _at_run(existing: Judgement, added: Sequence[Card], ruleset: RuleSet, end: End | None) -> LaidOff:
    """Lays off as many cards as fit at both ends, or at ``end``, and reports the others as violations."""
    for count in (len(added), *range(min(len(added) - 1, ruleset.melds.run_most), 0, -1)):
        divisions = range(count + 1) if end is None else [count if (end is End.BACK) == existing.falling else 0]
        tried = ((below, _laid_at_ends(existing, added, below, count - below, ruleset)) for below in divisions)
        judged = [
            (_judge_division(existing, division[0], below, ruleset), division[1])
            for below, division in tried
            if division is not None
        ]
        if judged:
            best, rest = min(judged, key=lambda each: len(each[0].violations))
            return replace(best, violations=(*_misfits(existing, rest, ruleset), *best.violations))
    return LaidOff(existing.cards, violations=tuple(_misfits(existing, added, ruleset)))


def _laid_at_ends(
    existing: Judgement, added: Sequence[Card], below: int, above: int, ruleset: RuleSet
) -> tuple[tuple[Card, ...], list[Card]] | None:
    """Returns the rising run with this many cards added ``below`` and ``above`` it, and the cards left over.

    Returns None if ``added`` does not hold such cards, or if the run would go beyond the ace and the rules forbid that.
    """
    upward = existing.cards[::-1] if existing.falling else existing.cards
    start, length = existing.start - below, below + len(upward) + above
    if ruleset.melds.corner:
        start %= 13
    elif start < 0 or start + length > 14:
        return None
    wanted = [card(rank, existing.suit) for rank in ranks_from(start, length)]
    rest = list(added)
    laid: list[Card] = []
    for place in wanted[:below] + wanted[below + len(upward) :]:
        fitting = next((c for c in (place, NAMED + place, JOKER) if c in rest), None)
        if fitting is None:
            return None
        rest.remove(fitting)
        laid.append(max(fitting, NAMED + place) if is_joker(fitting) else fitting)
    return (*laid[:below], *upward, *laid[below:]), rest


def _judge_division(existing: Judgement, laid: tuple[Card, ...], below: int, ruleset: RuleSet) -> LaidOff:
    above = len(laid) - len(existing.cards) - below
    after = judge_run(laid, ruleset)
    violations = list(after.violations)
    if below and above and not ruleset.play.both_ends:
        violations.append(violation(ruleset, "both_ends_at_once"))
    if not ruleset.play.free_joker and ((below and is_joker(laid[0])) or (above and is_joker(laid[-1]))):
        violations.append(violation(ruleset, "joker_at_end"))
    cards = laid[::-1] if existing.falling else laid
    points = None
    if after.points is not None:
        points = sum(after.values[:below]) + sum(after.values[len(laid) - above :])
    return LaidOff(cards, points, tuple(violations))


def _misfits(existing: Judgement, misfits: Sequence[Card], ruleset: RuleSet) -> Iterator[Violation]:
    """Yields a violation for each card that does not fit the run or belongs on one of its jokers (§ 6.8)."""
    jokers = [stands_for(placed) for placed in existing.cards if is_joker(placed)]
    for c in misfits:
        code = "belongs_on_joker" if c in jokers else "does_not_fit"
        if c in jokers:
            jokers.remove(c)
        yield violation(ruleset, code, card=format_card(c))
