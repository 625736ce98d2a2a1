"""Whether cards that lie together are a meld: of which kind, what it counts, or all that is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence

from romme_turnier.core.rules.cards import NAMED, Card, is_joker, rank_of, stands_for, suit_of
from romme_turnier.core.rules.codes import violation
from romme_turnier.core.rules.judgement import Judgement, Kind
from romme_turnier.core.rules.ruleset import RuleSet
from romme_turnier.core.rules.runs import judge_run
from romme_turnier.core.rules.sets import judge_set
from romme_turnier.core.violations import Violation


def judge_meld(laid: Sequence[Card], ruleset: RuleSet) -> Judgement:
    """The meld that ``laid`` is, from left to right; otherwise every violation of what it was meant to be.

    Form is judged, not supply. Cards that can be both (one natural card and jokers without names) are a set.
    What has one natural card and is neither is told what is wrong with it as a set and as a run.
    """
    naturals = [placed for placed in laid if not is_joker(placed)]
    if not naturals:
        return Judgement("set", tuple(laid), violations=_without_naturals(laid, ruleset))
    kind = meant(laid)
    first, second = (judge_set, judge_run) if kind == "set" else (judge_run, judge_set)
    as_meant = first(laid, ruleset)
    if as_meant.valid or (kind == "run" and len(naturals) > 1):
        return as_meant
    otherwise = second(laid, ruleset)
    if otherwise.valid or any(placed >= NAMED for placed in laid) or len(naturals) > 1:
        return otherwise if otherwise.valid else as_meant
    together = dict.fromkeys((v.code, str(v.params)) for v in as_meant.violations)
    more = tuple(v for v in otherwise.violations if (v.code, str(v.params)) not in together)
    return Judgement(as_meant.kind, tuple(laid), violations=(*as_meant.violations, *more))


def meant(laid: Sequence[Card]) -> Kind:
    """What the cards look most like: a set has one rank, or at least fewer ranks than suits."""
    known = [natural for placed in laid if (natural := stands_for(placed)) is not None]
    ranks, suits = len(set(map(rank_of, known))), len(set(map(suit_of, known)))
    return "set" if ranks == 1 or ranks < suits else "run"


def _without_naturals(laid: Sequence[Card], ruleset: RuleSet) -> tuple[Violation, ...]:
    found = [violation(ruleset, "no_natural_card")]
    if len(laid) < ruleset.melds.set_least:
        least = ruleset.melds.set_least
        found.append(violation(ruleset, "meld_too_short", kind="set", cards=len(laid), least=least))
    return tuple(found)
