"""Judges whether adjacent cards are a meld, and gives its kind and points or every fault."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from romme_turnier.core.rules.melds.judgement import Judgement, Kind
from romme_turnier.core.rules.melds.runs import judge_run
from romme_turnier.core.rules.melds.sets import judge_set, names_are_redundant, without_redundant_names
from romme_turnier.core.rules.system.cards import NAMED, Card, is_joker, rank_of, stands_for, suit_of
from romme_turnier.core.rules.system.codes import violation
from romme_turnier.core.rules.system.ruleset import RuleSet
from romme_turnier.core.violations import Violation


def judge_meld(laid: Sequence[Card], ruleset: RuleSet) -> Judgement:
    """Returns the judgement of ``laid``, read from left to right; violations are those of the intended meld.

    Only the form is judged, not whether the pack holds the cards. Cards that can be either kind (one natural card and
    unnamed jokers) are a set. If such cards make neither kind, the violations of both kinds are returned.
    """
    return _judged(tuple(laid), ruleset)


@lru_cache(maxsize=16384)  # a meld on the table is judged again for every card that might be added
def _judged(laid: tuple[Card, ...], ruleset: RuleSet) -> Judgement:
    if not laid:
        return Judgement("set", laid, violations=(violation(ruleset, "meld_empty"),))
    naturals = [placed for placed in laid if not is_joker(placed)]
    if not naturals:
        violations = [violation(ruleset, "no_natural_card")]
        if len(laid) < ruleset.melds.set_least:
            least = ruleset.melds.set_least
            violations.append(violation(ruleset, "meld_too_short", kind="set", cards=len(laid), least=least))
        return Judgement("set", laid, violations=tuple(violations))
    named = any(placed >= NAMED for placed in laid)
    read = _without_unmeant_names(laid, naturals, ruleset) if named else laid
    kind = meant(without_redundant_names(read, ruleset) if named and len(naturals) > 1 else read, ruleset)
    first, second = (judge_set, judge_run) if kind == "set" else (judge_run, judge_set)
    as_meant = first(read, ruleset)
    if as_meant.valid or (kind == "run" and len(naturals) > 1):
        return as_meant
    otherwise = second(read, ruleset)
    if otherwise.valid:  # in a run the names count
        otherwise = second(laid, ruleset)
    if otherwise.valid or len(naturals) > 1 or any(placed >= NAMED for placed in read):
        return otherwise if otherwise.valid else as_meant
    together = dict.fromkeys((v.code, str(v.params)) for v in as_meant.violations)
    more = tuple(v for v in otherwise.violations if (v.code, str(v.params)) not in together)
    return Judgement(as_meant.kind, laid, violations=(*as_meant.violations, *more))


def meld_violations(melds: Sequence[Sequence[Card]], ruleset: RuleSet) -> Iterator[Violation]:
    """Yields the violations of each meld, with the meld's number from 1 as ``meld``."""
    for number, meld in enumerate(melds, start=1):
        for broken in judge_meld(meld, ruleset).violations:
            yield replace(broken, params={"meld": number, **broken.params})


def meant(laid: Sequence[Card], ruleset: RuleSet) -> Kind:
    """Returns the kind probably meant: usually a set if more cards share a rank than a suit, otherwise a run."""
    known = [natural for placed in laid if (natural := stands_for(placed)) is not None]
    different = set(known)
    ranks, suits = len(set(map(rank_of, different))), len(set(map(suit_of, different)))
    if ranks == 1 or ranks < suits:
        return "set"
    if suits == 1 and len(different) == len(known):
        return "run"
    naturals = {rank_of(placed) for placed in laid if not is_joker(placed)}
    if len(naturals) == 1 and sum(not is_joker(placed) for placed in laid) > 1:
        return "set"
    of_rank = max(Counter(map(rank_of, different if ruleset.melds.suits_differ else known)).values())
    of_suit = max(Counter(map(suit_of, different)).values())
    return "set" if of_rank > of_suit or (of_rank == of_suit and len(laid) < ruleset.melds.run_least) else "run"


def _without_unmeant_names(laid: Sequence[Card], naturals: Sequence[Card], ruleset: RuleSet) -> tuple[Card, ...]:
    """Returns the cards; if they are meant as a set in which jokers have no suit, the jokers are unnamed.

    Natural cards of one rank are a set, unless there is only one and a joker is named as another card of its suit.
    """
    if not names_are_redundant(ruleset) or len(set(map(rank_of, naturals))) > 1:
        return tuple(laid)
    alone = naturals[0] if len(naturals) == 1 else None
    names = [placed - NAMED for placed in laid if placed >= NAMED]
    if any(alone is not None and suit_of(name) == suit_of(alone) and name != alone for name in names):
        return tuple(laid)
    return without_redundant_names(laid, ruleset)
